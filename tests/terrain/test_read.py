"""Files are read whole or refused: each fault has its code, and every format tells the same triangles."""
import json
import struct

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.errors import RefereeError
from sim.terrain.limits import Limits
from sim.terrain.read import read
from sim.terrain.solids import box, stairs
from tests.terrain import files

BLOCK = box((40.0, 30.0, 20.0))


def written(tmp_path, name: str, data: bytes):
    path = tmp_path / name
    path.write_bytes(data)
    return path


def refusal(tmp_path, name: str, data: bytes, **limits) -> RefereeError:
    with pytest.raises(RefereeError) as caught:
        read(written(tmp_path, name, data), Limits(**limits))
    return caught.value


TRIANGLES = st.lists(st.tuples(*[st.tuples(*[st.integers(-2000, 2000).map(lambda n: n / 8)] * 3)] * 3), min_size=1, max_size=8)


@given(TRIANGLES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_every_format_gives_back_its_triangles_in_order_even_empty_and_double_ones(tmp_path, triangles):
    wanted = np.array(triangles, dtype=np.float64)
    for name, write in files.WRITERS.items():
        assert np.array_equal(read(written(tmp_path, name, write(wanted))).triangles, wanted), name


def test_only_gltf_and_3mf_know_their_unit_and_their_up_axis(tmp_path):
    told = {name: (raw.unit, raw.up) for name, write in files.WRITERS.items() for raw in [read(written(tmp_path, name, write(BLOCK)))]}
    assert told.pop("file.glb") == told.pop("file.gltf") == ("m", "y")
    assert told.pop("file.3mf") == ("mm", "z")
    assert set(told.values()) == {(None, None)}


def test_nodes_of_a_glb_are_parts_in_the_place_their_parents_give_them(tmp_path):
    nodes = [{"name": "house", "translation": [100, 0, 0], "children": [1, 2]}, {"name": "wall", "mesh": 0},
             {"name": "door", "mesh": 1, "scale": [2, 2, 2]}, {"name": "second door", "mesh": 1}]
    raw = read(written(tmp_path, "house.glb", files.glb(BLOCK, BLOCK[:4], nodes=nodes)))
    of = {name: raw.triangles[raw.part_of == i] for i, name in enumerate(raw.parts)}
    assert np.array_equal(of["wall"], BLOCK + (100, 0, 0))
    assert np.array_equal(of["door"], BLOCK[:4] * 2 + (100, 0, 0))
    assert np.array_equal(of["second door"], BLOCK[:4])
    assert {name: set(below) for name, below in raw.families} == {"house": {"wall", "door"}}


def test_a_mirrored_node_keeps_its_outside_out(tmp_path):
    raw = read(written(tmp_path, "mirror.glb", files.glb(BLOCK, nodes=[{"mesh": 0, "scale": [-1, 1, 1]}])))
    a, b, c = np.moveaxis(raw.triangles, 1, 0)
    assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 == pytest.approx(40 * 30 * 20)


def test_groups_of_an_obj_and_solids_of_an_stl_are_parts(tmp_path):
    wall, door = files.obj(BLOCK, ["o wall"]), b"g door\nf 1 2 3 4\n"
    raw = read(written(tmp_path, "house.obj", wall + door))
    assert raw.parts == ("wall", "door")
    assert np.bincount(raw.part_of).tolist() == [12, 2]
    raw = read(written(tmp_path, "house.stl", files.stl_text(BLOCK, "wall") + files.stl_text(BLOCK[:3], "door")))
    assert sorted(zip(raw.parts, np.bincount(raw.part_of))) == [("door", 3), ("wall", 12)]


def test_relative_indices_and_a_byte_order_mark_shift_nothing(tmp_path):
    points, faces = BLOCK.reshape(-1, 3).tolist(), range(12)
    lines = [line for i in faces for line in [*(f"v {x!r} {y!r} {z!r}" for x, y, z in points[3 * i:3 * i + 3]), "f -3/1/1 -2/1/1 -1/1/1"]]
    raw = read(written(tmp_path, "relative.obj", b"\xef\xbb\xbf" + "\r\n".join(lines).encode()))
    assert np.array_equal(raw.triangles, BLOCK)


def test_a_line_of_an_obj_may_go_on_behind_a_backslash_and_end_in_a_comment(tmp_path):
    data = files.obj(BLOCK).replace(b"f 1 2 3\n", b"f 1 \\\n2 3   # the first\n")
    assert np.array_equal(read(written(tmp_path, "a.obj", data)).triangles, BLOCK)


def test_polygons_become_triangles_in_obj_and_ply(tmp_path):
    square = "v 0 0 0\nv 8 0 0\nv 8 8 0\nv 0 8 0\nf 1 2 3 4\n"
    quads = files.ply_head("ascii", 4, 1) + b"0 0 0\n8 0 0\n8 8 0\n0 8 0\n4 0 1 2 3\n"
    for name, data in (("a.obj", square.encode()), ("a.ply", quads)):
        triangles = read(written(tmp_path, name, data)).triangles
        across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        assert across[:, 2].tolist() == [64.0, 64.0], name


def test_a_binary_stl_may_begin_like_a_text_one_or_like_a_web_page(tmp_path):
    for header in (b"solid block", b"<html>", b"{"):
        assert np.array_equal(read(written(tmp_path, "b.stl", files.stl(BLOCK, header))).triangles, BLOCK)


def test_bytes_after_the_last_triangle_are_passed_over_with_a_caution(tmp_path):
    raw = read(written(tmp_path, "tail.stl", files.stl(BLOCK) + b"1234567"))
    assert np.array_equal(raw.triangles, BLOCK)
    assert [c.code for c in raw.cautions] == ["W_TRAILING"]


def test_a_material_library_is_named_and_not_opened(tmp_path):
    raw = read(written(tmp_path, "m.obj", files.obj(BLOCK, ["mtllib /dev/zero"])))
    assert [c.code for c in raw.cautions] == ["W_EXTERNAL_IGNORED"]


def test_the_hash_is_that_of_the_bytes(tmp_path):
    import hashlib
    data = files.stl(BLOCK)
    assert read(written(tmp_path, "a.stl", data)).sha256 == hashlib.sha256(data).hexdigest()


def header_with_count(count: int) -> bytes:
    return b"\0" * 80 + struct.pack("<I", count)


def changed(data: bytes, old: bytes, new: bytes) -> bytes:
    assert old in data
    return data.replace(old, new, 1)


def tree_with(**keys) -> bytes:
    tree, blob = files.gltf_tree([BLOCK])
    return files.glb_of(tree | keys, blob)


def gltf_with(**keys) -> bytes:
    tree, blob = files.gltf_tree([BLOCK])
    return json.dumps(tree | keys).encode()


def changed_model(old: str, new: str) -> bytes:
    model = files.model_xml(f'<object id="1">{files.mesh_xml(BLOCK)}</object>', '<item objectid="1"/>')
    return files.package({"3D/3dmodel.model": changed(model.encode(), old.encode(), new.encode())})


ACCESSOR = {"bufferView": 0, "componentType": 5126, "count": 36, "type": "VEC3"}


def glb_with_indices(indices) -> bytes:
    tree, blob = files.gltf_tree([BLOCK])
    data = np.array(indices, dtype="<u4").tobytes()
    tree["buffers"][0]["byteLength"] += len(data)
    tree["bufferViews"].append({"buffer": 0, "byteOffset": len(blob), "byteLength": len(data)})
    tree["accessors"].append({"bufferView": 1, "componentType": 5125, "count": len(indices), "type": "SCALAR"})
    tree["meshes"][0]["primitives"][0]["indices"] = 1
    return files.glb_of(tree, blob + data)


def three_mf_with(objects: str = "", build: str = '<item objectid="1"/>', head: str = 'unit="millimeter"') -> bytes:
    return files.three_mf_of(f'<object id="1">{files.mesh_xml(BLOCK)}</object>{objects}', build, head)


def nested(levels: int) -> str:
    """Objects 2, 3 ... each of which is two of the one before."""
    return "".join(f'<object id="{i + 1}"><components><component objectid="{i}"/><component objectid="{i}"/></components></object>'
                   for i in range(1, levels + 1))


def overlapping() -> bytes:
    """A zip file whose directory lists the same bytes under two names."""
    data = bytearray(files.package({"3D/3dmodel.model": "a" * 50, "3D/other.model": "b" * 50}, files.zipfile.ZIP_STORED))
    second = data.rindex(b"PK\1\2")
    data[second + 42:second + 46] = bytes(4)
    return bytes(data)


RING = '<object id="2"><components><component objectid="2"/></components></object>'
TWICE = three_mf_with(build='<item objectid="1"/><item objectid="1" transform="1 0 0 0 1 0 0 0 1 99 0 0"/>')
NODE = {"mesh": 0, "name": "n"}
BAD_FILES = {
    "nothing in it": ("a.stl", b"", "E_EMPTY"),
    "only blanks": ("a.obj", b" \n\n ", "E_EMPTY"),
    "a header and no triangle": ("a.stl", header_with_count(0), "E_NO_TRIANGLES"),
    "points only": ("a.obj", b"v 1 2 3\nv 1 2 4\n", "E_NO_TRIANGLES"),
    "a point cloud": ("a.ply", files.ply_head("ascii", 1, 0) + b"1 2 3\n", "E_NO_TRIANGLES"),
    "a text solid without facets": ("a.stl", b"solid x\nendsolid x\n", "E_NO_TRIANGLES"),
    "a glTF without meshes": ("a.glb", files.glb_of({"asset": {"version": "2.0"}, "scenes": [{"nodes": []}], "scene": 0}, b""), "E_NO_TRIANGLES"),
    "a binary STL cut short": ("a.stl", files.stl(BLOCK)[:-30], "E_TRUNCATED"),
    "less than a header": ("a.stl", b"\0" * 40, "E_TRUNCATED"),
    "text without endsolid": ("a.stl", files.stl_text(BLOCK).rpartition(b"endsolid")[0], "E_TRUNCATED"),
    "a text PLY cut short": ("a.ply", b"\n".join(files.ply_text(BLOCK).splitlines()[:-4]), "E_TRUNCATED"),
    "a binary PLY cut short": ("a.ply", files.ply(BLOCK)[:-4], "E_TRUNCATED"),
    "a PLY cut within its header": ("a.ply", b"ply\nformat ascii 1.0\n", "E_TRUNCATED"),
    "a GLB cut short": ("a.glb", files.glb(BLOCK)[:-40], "E_TRUNCATED"),
    "a count of nothing before data": ("a.stl", header_with_count(0) + files.stl(BLOCK)[84:], "E_COUNT"),
    "a count of four billion": ("a.stl", header_with_count(4_000_000_000) + files.stl(BLOCK)[84:], "E_COUNT"),
    "a facet with four corners": ("a.stl", changed(files.stl_text(BLOCK), b"endloop", b"vertex 0 0 0\nendloop"), "E_COUNT"),
    "a face with two corners": ("a.obj", files.obj(BLOCK) + b"f 1 2\n", "E_COUNT"),
    "a PLY of a billion billion": ("a.ply", files.ply_head("ascii", 10**18, 1) + b"1 2 3\n", "E_COUNT"),
    "decimal commas in a text STL": ("a.stl", files.stl_text(BLOCK).replace(b".0", b",0"), "E_NUMBER"),
    "decimal commas in an OBJ": ("a.obj", files.obj(BLOCK).replace(b".0", b",0"), "E_NUMBER"),
    "a vertex of two numbers": ("a.obj", b"v 1 2\n" + files.obj(BLOCK), "E_NUMBER"),
    "a count in words": ("a.ply", changed(files.ply(BLOCK), b"vertex 36", b"vertex xx"), "E_NUMBER"),
    "a name for a vertex": ("a.obj", files.obj(BLOCK) + b"f 1 2 x\n", "E_NUMBER"),
    "an index past the end": ("a.obj", files.obj(BLOCK) + b"f 1 2 37\n", "E_INDEX"),
    "index zero": ("a.obj", files.obj(BLOCK) + b"f 0 1 2\n", "E_INDEX"),
    "a relative index before the start": ("a.obj", files.obj(BLOCK) + b"f -37 1 2\n", "E_INDEX"),
    "an index of 2^63": ("a.obj", files.obj(BLOCK) + b"f 1 2 9223372036854775807\n", "E_INDEX"),
    "a PLY index past the end": ("a.ply", changed(files.ply_text(BLOCK), b"3 0 1 2", b"3 0 1 36"), "E_INDEX"),
    "a negative PLY index": ("a.ply", changed(files.ply_text(BLOCK), b"3 0 1 2", b"3 0 1 -2"), "E_INDEX"),
    "a GLB index past the end": ("a.glb", glb_with_indices([0, 1, 36]), "E_INDEX"),
    "a GLB index of four billion": ("a.glb", glb_with_indices([0, 1, 2**32 - 1]), "E_INDEX"),
    "NaN in a binary STL": ("a.stl", files.stl(np.where(BLOCK == 20, np.nan, BLOCK)), "E_NONFINITE"),
    "infinity in an OBJ": ("a.obj", changed(files.obj(BLOCK), b"v 20.0", b"v inf"), "E_NONFINITE"),
    "NaN in a PLY": ("a.ply", files.ply(np.where(BLOCK == 20, np.nan, BLOCK)), "E_NONFINITE"),
    "NaN in a GLB": ("a.glb", files.glb(np.where(BLOCK == 20, np.nan, BLOCK)), "E_NONFINITE"),
    "no ending": ("a", files.stl(BLOCK), "E_TYPE_UNKNOWN"),
    "an ending nobody reads": ("a.png", files.stl(BLOCK), "E_TYPE_UNKNOWN"),
    "a picture named STL": ("a.stl", b"\x89PNG\r\n\x1a\n" + b"\1" * 200, "E_TYPE_MISMATCH"),
    "a web page named STL": ("a.stl", b"<!doctype html><html></html>" * 9, "E_TYPE_MISMATCH"),
    "a binary STL named OBJ": ("a.obj", files.stl(BLOCK), "E_TYPE_MISMATCH"),
    "an OBJ named PLY": ("a.ply", files.obj(BLOCK), "E_TYPE_MISMATCH"),
    "a GLB named STL": ("a.stl", files.glb(BLOCK), "E_TYPE_MISMATCH"),
    "noise named GLB": ("a.glb", bytes(range(256)), "E_TYPE_MISMATCH"),
    "JSON that is no glTF": ("a.gltf", b'{"a": 1}', "E_TYPE_MISMATCH"),
    "UTF-16": ("a.obj", files.obj(BLOCK).decode().encode("utf-16"), "E_ENCODING"),
    "a zip cut short named 3MF": ("a.3mf", b"PK\3\4", "E_TYPE_MISMATCH"),
    "Draco": ("a.glb", tree_with(extensionsRequired=["KHR_draco_mesh_compression"]), "E_UNSUPPORTED"),
    "quantised": ("a.glb", tree_with(extensionsRequired=["KHR_mesh_quantization"]), "E_UNSUPPORTED"),
    "morph targets": ("a.glb", tree_with(meshes=[{"primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}]}]}]), "E_UNSUPPORTED"),
    "a buffer elsewhere": ("a.glb", tree_with(buffers=[{"byteLength": 9, "uri": "http://127.0.0.1/x.bin"}]), "E_EXTERNAL"),
    "a node that is its own child": ("a.glb", tree_with(nodes=[NODE | {"children": [0]}]), "E_GRAPH"),
    "nodes in a ring": ("a.glb", tree_with(nodes=[NODE | {"children": [1]}, {"children": [0]}]), "E_GRAPH"),
    "two parents": ("a.glb", tree_with(nodes=[{"children": [2]}, {"children": [2]}, NODE]), "E_GRAPH"),
    "a child that is not there": ("a.glb", tree_with(nodes=[NODE | {"children": [7]}]), "E_GRAPH"),
    "a scene of a node that is not there": ("a.glb", tree_with(scenes=[{"nodes": [99]}]), "E_GRAPH"),
    "scaled to nothing": ("a.glb", tree_with(nodes=[NODE | {"scale": [0, 1, 1]}]), "E_TRANSFORM"),
    "turned by nothing": ("a.glb", tree_with(nodes=[NODE | {"rotation": [0, 0, 0, 0]}]), "E_TRANSFORM"),
    "a picture in a 3MF's clothes": ("a.3mf", b"\x89PNG" * 9, "E_TYPE_MISMATCH"),
    "a zip without a model": ("a.3mf", files.package({"readme.txt": "hello"}), "E_TYPE_MISMATCH"),
    "a 3MF that builds nothing": ("a.3mf", three_mf_with(build=""), "E_NO_TRIANGLES"),
    "a 3MF in light years": ("a.3mf", three_mf_with(head='unit="lightyear"'), "E_UNITS"),
    "a 3MF with entities": ("a.3mf", files.package({"3D/3dmodel.model": "<!DOCTYPE m [<!ENTITY a 'b'>]>" + files.model_xml("", "")[21:]}), "E_XML"),
    "half a model": ("a.3mf", files.package({"3D/3dmodel.model": files.model_xml("", "")[:-9]}), "E_XML"),
    "objects in a ring": ("a.3mf", three_mf_with(RING, '<item objectid="2"/>'), "E_GRAPH"),
    "an object that is not there": ("a.3mf", three_mf_with(build='<item objectid="7"/>'), "E_GRAPH"),
    "a model of two million million instances": ("a.3mf", three_mf_with(nested(41), '<item objectid="42"/>'), "E_LIMIT"),
    "a 3MF index past the end": ("a.3mf", changed_model(' v3="2"', ' v3="36"'), "E_INDEX"),
    "a 3MF vertex in words": ("a.3mf", changed_model('x="20.0"', 'x="twenty"'), "E_NUMBER"),
    "a 3MF decimal comma": ("a.3mf", changed_model('x="20.0"', 'x="20,0"'), "E_NUMBER"),
    "NaN in a 3MF": ("a.3mf", changed_model('x="20.0"', 'x="nan"'), "E_NONFINITE"),
    "a flattened build item": ("a.3mf", three_mf_with(build='<item objectid="1" transform="1 0 0 0 1 0 0 0 0 0 0 0"/>'), "E_TRANSFORM"),
    "a transform of eleven numbers": ("a.3mf", three_mf_with(build='<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0"/>'), "E_TRANSFORM"),
    "an extension nobody reads": ("a.3mf", three_mf_with(head='xmlns:b="http://example.org/beams" requiredextensions="b"'), "E_UNSUPPORTED"),
    "a zip bomb": ("a.3mf", files.package({"3D/3dmodel.model": " " * 30_000_000}), "E_BOMB"),
    "two files in the same bytes": ("a.3mf", overlapping(), "E_BOMB"),
    "a damaged zip": ("a.3mf", files.package({"3D/3dmodel.model": files.model_xml("", "")}, files.zipfile.ZIP_STORED).replace(b"<build>", b"<Build>"),
                      "E_TRUNCATED"),
    "the same key twice": ("a.gltf", b'{"asset": {"version": "2.0"}, "asset": {"version": "2.0"}}', "E_TYPE_MISMATCH"),
    "glTF 1": ("a.gltf", b'{"asset": {"version": "1.0"}}', "E_UNSUPPORTED"),
    "broken base64": ("a.gltf", gltf_with(buffers=[{"byteLength": 9, "uri": "data:application/octet-stream;base64,@@@"}]), "E_ENCODING"),
    "a buffer that is missing": ("a.gltf", gltf_with(buffers=[{"byteLength": 9, "uri": "missing.bin"}]), "E_EXTERNAL"),
    "a buffer in the folder above": ("a.gltf", gltf_with(buffers=[{"byteLength": 9, "uri": "../a.bin"}]), "E_EXTERNAL"),
    "a buffer in disguise": ("a.gltf", gltf_with(buffers=[{"byteLength": 9, "uri": "%2e%2e%2fa.bin"}]), "E_EXTERNAL"),
    "an accessor of a view that is not there": ("a.glb", tree_with(accessors=[ACCESSOR | {"bufferView": 9}]), "E_INDEX"),
    "an accessor longer than its view": ("a.glb", tree_with(accessors=[ACCESSOR | {"count": 99}]), "E_COUNT"),
    "an accessor of ten million million": ("a.glb", tree_with(accessors=[ACCESSOR | {"count": 10**13}]), "E_COUNT"),
    "a view before its buffer": ("a.glb", tree_with(bufferViews=[{"buffer": 0, "byteOffset": -8, "byteLength": 8}]), "E_COUNT"),
    "positions in bytes": ("a.glb", tree_with(accessors=[ACCESSOR | {"componentType": 5121}]), "E_UNSUPPORTED"),
    "positions nowhere": ("a.glb", tree_with(accessors=[{k: v for k, v in ACCESSOR.items() if k != "bufferView"}]), "E_UNSUPPORTED"),
    "strips": ("a.glb", tree_with(meshes=[{"primitives": [{"attributes": {"POSITION": 0}, "mode": 5}]}]), "E_UNSUPPORTED"),
    "a list where a table belongs": ("a.glb", tree_with(nodes=[[]]), "E_TYPE_MISMATCH"),
    "text where a number belongs": ("a.glb", tree_with(bufferViews=[{"buffer": "x", "byteLength": 8}]), "E_INDEX"),
    "a PLY face of two": ("a.ply", files.ply_head("ascii", 3, 1) + b"0 0 0\n9 0 0\n9 9 0\n2 0 1\n", "E_COUNT"),
    "a PLY line too many": ("a.ply", files.ply_text(BLOCK) + b"1 2 3\n", "E_COUNT"),
    "a PLY without z": ("a.ply", changed(files.ply_text(BLOCK), b"property float z\n", b""), "E_COUNT"),
    "words in a PLY": ("a.ply", changed(files.ply_text(BLOCK), b"3 0 1 2", b"3 0 one 2"), "E_NUMBER"),
    "a header nobody knows": ("a.ply", changed(files.ply_text(BLOCK), b"property float z", b"properly float z"), "E_TYPE_MISMATCH"),
    "a PLY list of four billion": ("a.ply", files.ply_head("binary_little_endian", 1, 1).replace(b"uchar", b"uint") + bytes(12) + b"\xff" * 4, "E_COUNT"),
    "a facet of two corners at the end": ("a.stl", changed(files.stl_text(BLOCK), b"endfacet\nendsolid", b"endsolid"), "E_COUNT"),
    "perspective": ("a.glb", tree_with(nodes=[NODE | {"matrix": [1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}]), "E_TRANSFORM"),
}


@pytest.mark.parametrize("fault", BAD_FILES)
def test_a_bad_file_is_refused_with_its_code_and_in_one_line(tmp_path, fault):
    name, data, code = BAD_FILES[fault]
    error = refusal(tmp_path, name, data)
    assert error.code == code, error
    assert name in error.message and "\n" not in error.message
    assert str(tmp_path) not in str(error)


@pytest.mark.parametrize(("name", "data", "limit"), [
    ("a.stl", files.stl(BLOCK), {"triangles": 11}), ("b.stl", files.stl_text(BLOCK), {"triangles": 11}), ("a.obj", files.obj(BLOCK), {"triangles": 11}),
    ("a.ply", files.ply(BLOCK), {"triangles": 11}), ("a.glb", files.glb(BLOCK), {"triangles": 11}), ("c.stl", files.stl(BLOCK), {"file_mb": 1e-4}),
    ("b.glb", files.glb(BLOCK, BLOCK), {"parts": 1}), ("a.3mf", files.three_mf(BLOCK), {"triangles": 11}), ("b.3mf", TWICE, {"parts": 1}),
    ("c.3mf", files.three_mf(BLOCK), {"unpacked_mb": 1e-4})])
def test_what_is_larger_than_a_limit_is_refused_and_what_just_fits_is_not(tmp_path, name, data, limit):
    assert refusal(tmp_path, name, data, **limit).code == "E_LIMIT"
    (key, value), = limit.items()
    assert len(read(written(tmp_path, name, data), Limits(**{key: value * 24})).triangles) >= 12


def test_a_line_number_leads_to_the_fault(tmp_path):
    error = refusal(tmp_path, "a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 9\n")
    assert "line 5" in error.message


def test_nodes_a_hundred_deep_are_refused(tmp_path):
    chain = [{"children": [i + 1]} for i in range(100)] + [NODE]
    assert refusal(tmp_path, "a.glb", tree_with(nodes=chain)).code == "E_GRAPH"
    short = [{"children": [i + 1]} for i in range(60)] + [NODE]
    assert len(read(written(tmp_path, "b.glb", tree_with(nodes=short))).triangles) == 12


def test_a_glb_picture_is_not_opened(tmp_path):
    raw = read(written(tmp_path, "a.glb", tree_with(images=[{"uri": "/dev/zero"}])))
    assert [c.code for c in raw.cautions] == ["W_EXTERNAL_IGNORED"]


@given(st.sampled_from(sorted(files.WRITERS)), st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=200)
def test_a_file_cut_anywhere_is_refused_or_still_whole(tmp_path, name, data):
    mesh = stairs((40.0, 30.0, 20.0), 2)
    whole = files.WRITERS[name](mesh)
    cut = written(tmp_path, name, whole[:data.draw(st.integers(0, len(whole) - 1))])
    try:
        raw = read(cut)
    except RefereeError:
        return
    if name != "plain.obj" and "W_TRUNCATED" not in [c.code for c in raw.cautions]:       # an OBJ says nowhere how much there should be
        assert np.array_equal(raw.triangles, mesh)


@pytest.mark.parametrize("name", ["text.stl", "plain.obj", "text.ply", "file.3mf"])
@pytest.mark.parametrize("number", ["2_0.0", "\u0662\u0660.0"])
def test_what_only_python_takes_for_a_number_is_none(tmp_path, name, number):
    data = files.WRITERS[name](BLOCK)
    changed_data = changed_model('x="20.0"', f'x="{number}"') if name == "file.3mf" else changed(data, b"20.0", number.encode())
    assert refusal(tmp_path, name, changed_data).code == "E_NUMBER"


@pytest.mark.parametrize("data", [files.obj(BLOCK)[:-1], b"\n".join(files.obj(BLOCK).splitlines()[:-3]) + b"\n"])
def test_an_obj_that_may_have_been_cut_is_read_with_a_caution(tmp_path, data):
    assert [c.code for c in read(written(tmp_path, "a.obj", data)).cautions] == ["W_TRUNCATED"]
    assert not read(written(tmp_path, "b.obj", files.obj(BLOCK))).cautions
