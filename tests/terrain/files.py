"""Meshes written as files for tests, in a few lines a format and without the code under test or trimesh."""
import base64
import io
import json
import struct
import zipfile

import numpy as np

MM = {"mm": 1.0, "cm": 10.0, "m": 1000.0, "in": 25.4, "ft": 304.8}
TO_Y_UP = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])        # what stands along z in the file's writer lies along y in the file


def stl(triangles, header=b"test") -> bytes:
    record = np.zeros(len(triangles), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    record["corners"] = triangles
    return header.ljust(80, b"\0") + struct.pack("<I", len(triangles)) + record.tobytes()


def stl_text(triangles, name="") -> bytes:
    lines = [f"solid {name}"]
    for t in np.asarray(triangles).tolist():
        lines += ["facet normal 0 0 0", "outer loop", *(f"vertex {x!r} {y!r} {z!r}" for x, y, z in t), "endloop", "endfacet"]
    return "\n".join([*lines, f"endsolid {name}", ""]).encode()


def obj(triangles, head=()) -> bytes:
    points = np.asarray(triangles).reshape(-1, 3).tolist()
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in points] + [f"f {i} {i + 1} {i + 2}" for i in range(1, len(points), 3)]
    return "\n".join([*head, *lines, ""]).encode()


def ply_head(kind: str, vertices: int, faces: int) -> bytes:
    return (f"ply\nformat {kind} 1.0\nelement vertex {vertices}\nproperty float x\nproperty float y\nproperty float z\n"
            f"element face {faces}\nproperty list uchar int vertex_indices\nend_header\n").encode()


def ply(triangles) -> bytes:
    points = np.asarray(triangles, dtype="<f4").reshape(-1, 3)
    faces = np.zeros(len(points) // 3, dtype=[("n", "u1"), ("i", "<i4", 3)])
    faces["n"], faces["i"] = 3, np.arange(len(points)).reshape(-1, 3)
    return ply_head("binary_little_endian", len(points), len(faces)) + points.tobytes() + faces.tobytes()


def ply_text(triangles) -> bytes:
    points = np.asarray(triangles).reshape(-1, 3).tolist()
    lines = [f"{x!r} {y!r} {z!r}" for x, y, z in points] + [f"3 {i} {i + 1} {i + 2}" for i in range(0, len(points), 3)]
    return ply_head("ascii", len(points), len(points) // 3) + "\n".join([*lines, ""]).encode()


def gltf_tree(meshes, nodes=None) -> tuple[dict, bytes]:
    """The tree and the buffer of a glTF with one mesh per entry of `meshes` and the given nodes (by default one per mesh)."""
    blobs = [np.asarray(m, dtype="<f4").reshape(-1, 3) for m in meshes]
    ends = np.cumsum([b.nbytes for b in blobs]).tolist()
    tree = {"asset": {"version": "2.0"}, "scene": 0, "buffers": [{"byteLength": ends[-1]}],
            "bufferViews": [{"buffer": 0, "byteOffset": e - b.nbytes, "byteLength": b.nbytes} for b, e in zip(blobs, ends)],
            "accessors": [{"bufferView": i, "componentType": 5126, "count": len(b), "type": "VEC3"} for i, b in enumerate(blobs)],
            "meshes": [{"primitives": [{"attributes": {"POSITION": i}}]} for i in range(len(blobs))],
            "nodes": nodes or [{"mesh": i, "name": f"node {i}"} for i in range(len(blobs))]}
    below = {c for n in tree["nodes"] for c in n.get("children", [])}
    tree["scenes"] = [{"nodes": [i for i in range(len(tree["nodes"])) if i not in below]}]
    return tree, b"".join(b.tobytes() for b in blobs)


def glb_of(tree: dict, blob: bytes) -> bytes:
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    blob += b"\0" * (-len(blob) % 4)
    body = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(blob), b"BIN\0") + blob
    return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


def glb(*meshes, nodes=None) -> bytes:
    return glb_of(*gltf_tree(meshes, nodes))


def gltf(*meshes, nodes=None) -> bytes:
    tree, blob = gltf_tree(meshes, nodes)
    tree["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(blob).decode()
    return json.dumps(tree).encode()


CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"


def mesh_xml(triangles) -> str:
    points = np.asarray(triangles).reshape(-1, 3).tolist()
    vertices = "".join(f'<vertex x="{x!r}" y="{y!r}" z="{z!r}"/>' for x, y, z in points)
    faces = "".join(f'<triangle v1="{i}" v2="{i + 1}" v3="{i + 2}"/>' for i in range(0, len(points), 3))
    return f"<mesh><vertices>{vertices}</vertices><triangles>{faces}</triangles></mesh>"


def model_xml(objects: str, build: str, head='unit="millimeter"') -> str:
    return f'<?xml version="1.0"?><model {head} xmlns="{CORE}"><resources>{objects}</resources><build>{build}</build></model>'


def package(parts: dict[str, str | bytes], how=zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return file.getvalue()


def three_mf_of(objects: str, build: str, head='unit="millimeter"') -> bytes:
    return package({"[Content_Types].xml": "<Types/>", "3D/3dmodel.model": model_xml(objects, build, head)})


def three_mf(triangles) -> bytes:
    return three_mf_of(f'<object id="1" type="model">{mesh_xml(triangles)}</object>', '<item objectid="1"/>')


WRITERS = {"binary.stl": stl, "text.stl": stl_text, "plain.obj": obj, "binary.ply": ply, "text.ply": ply_text,
           "file.glb": glb, "file.gltf": gltf, "file.3mf": three_mf}
