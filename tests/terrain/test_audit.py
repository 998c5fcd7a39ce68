"""What formats can say beyond bare triangles is read rightly: instances, components, names, polygons, buffers beside the file."""
import hashlib
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import RefereeError
from sim.terrain.audit.polygons import cut
from sim.terrain.place import Placement, place
from sim.terrain.read import read
from sim.terrain.solids import box
from tests.terrain import files

BLOCK = box((40.0, 30.0, 20.0))
PRODUCTION = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"


def written(tmp_path, name: str, data: bytes):
    path = tmp_path / name
    path.write_bytes(data)
    return read(path)


def volume(triangles: np.ndarray) -> float:
    a, b, c = np.moveaxis(triangles, 1, 0)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def mesh_object(number: int, name: str = "", triangles=BLOCK) -> str:
    return f'<object id="{number}"' + (f' name="{name}"' if name else "") + f' type="model">{files.mesh_xml(triangles)}</object>'


def moved(x: float) -> str:
    return f'transform="1 0 0 0 1 0 0 0 1 {x} 0 0"'


# 3MF

def test_build_items_place_instances_by_their_transforms(tmp_path):
    turned = '<item objectid="1" transform="0 1 0 -1 0 0 0 0 1 0 0 5"/>'            # a quarter turn: x becomes y, y becomes -x
    raw = written(tmp_path, "a.3mf", files.three_mf_of(mesh_object(1), f'<item objectid="1" {moved(100)}/>{turned}'))
    assert np.array_equal(raw.triangles[:12], BLOCK + (100, 0, 0))
    x, y, z = np.moveaxis(BLOCK, -1, 0)
    assert np.array_equal(raw.triangles[12:], np.stack([-y, x, z + 5], axis=-1))


def test_components_of_components_each_stand_once_where_their_transforms_put_them(tmp_path):
    objects = mesh_object(1) + "".join(f'<object id="{i + 1}"><components><component objectid="{i}"/><component objectid="{i}" {moved(50 * 2 ** i)}/>'
                                       "</components></object>" for i in range(1, 4))
    raw = written(tmp_path, "a.3mf", files.three_mf_of(objects, '<item objectid="4"/>'))
    assert sorted(raw.triangles.reshape(8, -1, 3).mean(axis=1)[:, 0]) == [100.0 * i for i in range(8)]


def test_a_mirrored_build_item_keeps_its_outside_out(tmp_path):
    raw = written(tmp_path, "a.3mf", files.three_mf_of(mesh_object(1), '<item objectid="1" transform="-1 0 0 0 1 0 0 0 1 0 0 0"/>'))
    assert volume(raw.triangles) == pytest.approx(40 * 30 * 20)


@pytest.mark.parametrize(("unit", "mm"), [("micron", 0.001), ("millimeter", 1), ("centimeter", 10), ("inch", 25.4), ("foot", 304.8), ("meter", 1000)])
def test_every_unit_of_3mf_comes_out_in_millimetres(tmp_path, unit, mm):
    data = files.three_mf_of(mesh_object(1, triangles=BLOCK / mm), '<item objectid="1"/>', f'unit="{unit}"')
    assert np.allclose(place(written(tmp_path, "a.3mf", data), Placement(name="a")).triangles, place(written(tmp_path, "b.3mf", files.three_mf(BLOCK)),
                                                                                                     Placement(name="b")).triangles)


def test_a_3mf_without_a_unit_is_in_millimetres(tmp_path):
    assert written(tmp_path, "a.3mf", files.three_mf_of(mesh_object(1), '<item objectid="1"/>', "")).unit == "mm"


def test_parts_of_a_3mf_are_named_by_item_and_object_and_alike_ones_are_numbered(tmp_path):
    objects = mesh_object(1, "wall") + mesh_object(2, "door") + mesh_object(3) + \
        '<object id="9" name="house"><components><component objectid="1"/><component objectid="2"/></components></object>'
    build = '<item objectid="9" partnumber="east house"/><item objectid="1"/><item objectid="1"/><item objectid="3"/>'
    raw = written(tmp_path, "a.3mf", files.three_mf_of(objects, build))
    assert raw.parts == ("east house/wall", "east house/door", "wall #1", "wall #2", "3")
    families = {name: set(some) for name, some in raw.families}
    assert families["house"] == families["east house"] == {"east house/wall", "east house/door"}
    assert families["wall"] == {"east house/wall", "wall #1", "wall #2"}


def test_objects_in_other_models_of_the_package_are_found_by_path_and_number(tmp_path):
    other = files.model_xml(mesh_object(1) + mesh_object(2, triangles=BLOCK * 2), "")
    uses = "".join(f'<component p:path="/3D/Objects/other.model" objectid="{i}"/>' for i in (1, 2))
    main = files.model_xml(f'<object id="8"><components>{uses}</components></object>', '<item objectid="8"/>',
                           f'unit="millimeter" xmlns:p="{PRODUCTION}" requiredextensions="p"')
    raw = written(tmp_path, "a.3mf", files.package({"3D/3dmodel.model": main, "3D/Objects/other.model": other}))
    assert np.array_equal(raw.triangles, np.concatenate([BLOCK, BLOCK * 2]))


def test_what_is_not_built_is_not_there(tmp_path):
    raw = written(tmp_path, "a.3mf", files.three_mf_of(mesh_object(1) + mesh_object(2, triangles=BLOCK * 9), '<item objectid="1"/>'))
    assert np.array_equal(raw.triangles, BLOCK)


# glTF

def beside(tmp_path, uri: str, name: str = "data.bin") -> None:
    tree, blob = files.gltf_tree([BLOCK])
    tree["buffers"][0]["uri"] = uri
    (tmp_path / name).write_bytes(blob)
    (tmp_path / "a.gltf").write_text(json.dumps(tree))


@pytest.mark.parametrize(("uri", "name"), [("data.bin", "data.bin"), ("my%20data.bin", "my data.bin")])
def test_a_buffer_beside_the_gltf_is_read_hashed_and_told(tmp_path, uri, name):
    beside(tmp_path, uri, name)
    raw = read(tmp_path / "a.gltf")
    digest = hashlib.sha256((tmp_path / name).read_bytes()).hexdigest()
    assert np.array_equal(raw.triangles, BLOCK)
    assert raw.beside == ((uri, digest),)
    caution, = raw.cautions
    assert caution.code == "W_BESIDE" and digest in caution.message


def test_a_buffer_that_lies_elsewhere_through_a_link_is_not_opened(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "home").mkdir()
    beside(tmp_path / "home", "data.bin")
    (tmp_path / "home" / "data.bin").rename(tmp_path / "elsewhere" / "data.bin")
    (tmp_path / "home" / "data.bin").symlink_to(tmp_path / "elsewhere" / "data.bin")
    with pytest.raises(RefereeError) as caught:
        read(tmp_path / "home" / "a.gltf")
    assert caught.value.code == "E_EXTERNAL"


def test_a_gltf_never_takes_another_buffer_for_the_one_that_is_missing(tmp_path):
    beside(tmp_path, "gone.bin")
    with pytest.raises(RefereeError) as caught:
        read(tmp_path / "a.gltf")
    assert caught.value.code == "E_EXTERNAL" and "gone.bin" in caught.value.message


def test_cameras_materials_and_pictures_are_passed_over(tmp_path):
    tree, blob = files.gltf_tree([BLOCK])
    tree |= {"cameras": [{"type": "perspective", "perspective": {"yfov": 1, "znear": 1}}], "materials": [{"name": f"m{i}"} for i in range(2000)],
             "nodes": [{"camera": 0, "children": [1], "translation": [7, 0, 0]}, {"mesh": 0, "name": "block"}], "scenes": [{"nodes": [0]}]}
    raw = written(tmp_path, "a.glb", files.glb_of(tree, blob))
    assert raw.parts == ("block",)
    assert np.array_equal(raw.triangles, BLOCK + (7, 0, 0))


def test_several_sets_of_triangles_of_one_node_are_one_part(tmp_path):
    tree, blob = files.gltf_tree([BLOCK, BLOCK + 99])
    tree["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}}, {"attributes": {"POSITION": 1}}]}]
    tree["nodes"], tree["scenes"] = [{"mesh": 0, "name": "both"}], [{"nodes": [0]}]
    raw = written(tmp_path, "a.glb", files.glb_of(tree, blob))
    assert raw.parts == ("both",)
    assert np.array_equal(raw.triangles, np.concatenate([BLOCK, BLOCK + 99]))


def test_interleaved_vertices_are_read_by_their_stride(tmp_path):
    tree, _ = files.gltf_tree([BLOCK])
    rows = np.zeros((36, 5), dtype="<f4")
    rows[:, 2:] = BLOCK.reshape(-1, 3)
    tree |= {"buffers": [{"byteLength": rows.nbytes}], "bufferViews": [{"buffer": 0, "byteLength": rows.nbytes, "byteStride": 20}],
             "accessors": [{"bufferView": 0, "byteOffset": 8, "componentType": 5126, "count": 36, "type": "VEC3"}]}
    assert np.array_equal(written(tmp_path, "a.glb", files.glb_of(tree, rows.tobytes())).triangles, BLOCK)


# text and PLY

def test_names_and_comments_in_old_letters_harm_nothing(tmp_path):
    obj = written(tmp_path, "a.obj", files.obj(BLOCK, ["# F\u00fc\u00dfe", "o T\u00fcr"]).decode().encode("latin-1"))
    assert obj.parts == ("T\u00fcr",) and np.array_equal(obj.triangles, BLOCK)
    stl = written(tmp_path, "a.stl", files.stl_text(BLOCK, "endlich T\u00fcr vertex").decode().encode("latin-1"))
    assert stl.parts == ("endlich T\u00fcr vertex",) and np.array_equal(stl.triangles, BLOCK)
    ply = files.ply_text(BLOCK).replace(b"element vertex", "comment F\u00fc\u00dfe\nelement vertex".encode("latin-1"))
    assert np.array_equal(written(tmp_path, "a.ply", ply).triangles, BLOCK)


def test_solids_of_one_name_stay_apart_in_order_and_are_one_part(tmp_path):
    raw = written(tmp_path, "a.stl", files.stl_text(BLOCK, "x") + files.stl_text(BLOCK[:3] * 2, "y") + files.stl_text(BLOCK[:2] * 3, "x"))
    assert np.array_equal(raw.triangles, np.concatenate([BLOCK, BLOCK[:3] * 2, BLOCK[:2] * 3]))
    assert (raw.parts, np.bincount(raw.part_of).tolist()) == (("x", "y"), [14, 3])


@pytest.mark.parametrize("order", ["little", "big"])
def test_a_binary_ply_may_mix_faces_of_three_and_four_and_carry_more_than_corners(tmp_path, order):
    sign = "<" if order == "little" else ">"
    head = ("ply\nformat binary_{}_endian 1.0\nelement vertex 5\nproperty double x\nproperty uchar red\nproperty float y\nproperty float z\n"
            "element face 2\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\nelement edge 1\nproperty int v\nend_header\n")
    vertices = np.array([(0, 1, 0, 0), (8, 1, 0, 0), (8, 1, 8, 0), (0, 1, 8, 0), (4, 1, 12, 0)],
                        dtype=[("x", sign + "f8"), ("red", "u1"), ("y", sign + "f4"), ("z", sign + "f4")])
    faces = b"\4" + np.array([0, 1, 2, 3], dtype=sign + "i4").tobytes() + b"\1" + bytes(4) + b"\3" + np.array([3, 2, 4], dtype=sign + "i4").tobytes() + b"\0"
    raw = written(tmp_path, "a.ply", head.format(order).encode() + vertices.tobytes() + faces + bytes(4))
    assert raw.triangles[..., :2].tolist() == [[[0, 0], [8, 0], [8, 8]], [[0, 0], [8, 8], [0, 8]], [[0, 8], [8, 8], [4, 12]]]


# polygons

def plan_areas(points: np.ndarray, faces: np.ndarray) -> np.ndarray:
    a, b, c = np.moveaxis(points[faces], 1, 0)
    return np.cross(b - a, c - a)[:, 2] / 2


def polygon_area(points: np.ndarray) -> float:
    x, y = points[:, 0], points[:, 1]
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


@given(st.lists(st.floats(0.2, 1.0), min_size=4, max_size=24), st.floats(-90, 90), st.booleans())
@settings(deadline=None)
def test_a_star_of_any_shape_is_cut_into_triangles_that_fill_it_once(radii, tilt, turned_over):
    angles = np.linspace(0, 2 * np.pi, len(radii), endpoint=False)
    flat = np.column_stack([np.cos(angles) * radii, np.sin(angles) * radii, 0 * angles])
    loop = np.arange(len(radii))[::-1] if turned_over else np.arange(len(radii))
    faces, owner, _ = cut(flat, np.array([len(loop)]), loop, "a.obj")
    areas = plan_areas(flat, faces) * (-1 if turned_over else 1)
    assert len(faces) == len(radii) - 2 and set(owner) == {0}
    assert areas.min() > -1e-3 * polygon_area(flat)                   # corners all but in line may fold by rounding
    assert areas.sum() == pytest.approx(polygon_area(flat))


def test_a_dart_is_cut_from_its_notch_and_told():
    points = np.array([(0.0, 0, 0), (8, 0, 0), (2, 2, 0), (0, 8, 0)])
    for first in range(4):
        faces, _, (caution,) = cut(points, np.array([4]), np.roll(np.arange(4), -first), "a.obj")
        assert sorted(plan_areas(points, faces)) == pytest.approx([8, 8])
        assert caution.code == "W_CONCAVE_POLY"


def test_polygons_keep_their_order_whatever_their_size():
    points = np.array([(0.0, 0, 0), (8, 0, 0), (8, 8, 0), (0, 8, 0), (-4, 4, 0)])
    faces, owner, cautions = cut(points, np.array([5, 3, 4]), np.array([0, 1, 2, 3, 4, 0, 1, 2, 0, 1, 2, 3]), "a.obj")
    assert owner.tolist() == [0, 0, 0, 1, 2, 2] and not cautions
    assert faces[3].tolist() == [0, 1, 2]
