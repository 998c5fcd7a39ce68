"""Solids and lines in colour written as one GLB, for any viewer of such files. Same input, same bytes."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import trimesh

from sim.files import write_whole


def write_drawing(path: Path, solids: list[tuple[str, np.ndarray, tuple]], lines: list[tuple[str, np.ndarray, tuple]]) -> Path:
    """A GLB in metres, y up. `solids`: (name, triangles (n, 3, 3), rgba 0..255); `lines`: (name, corners (n, 3), rgba); both in millimetres, z up."""
    scene = trimesh.Scene()
    for n, (name, triangles, rgba) in enumerate(solids):
        corners, index = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
        material = trimesh.visual.material.PBRMaterial(name=name, baseColorFactor=rgba, metallicFactor=0.0, roughnessFactor=0.9, doubleSided=True,
                                                       alphaMode="OPAQUE" if rgba[3] == 255 else "BLEND")
        mesh = trimesh.Trimesh(_metres_y_up(corners), index.reshape(-1, 3), process=False, visual=trimesh.visual.TextureVisuals(material=material))
        scene.add_geometry(mesh, node_name=name, geom_name=f"{n}: {name}")
    for n, (name, points, rgba) in enumerate(lines, len(solids)):
        run = trimesh.path.Path3D(entities=[trimesh.path.entities.Line(np.arange(len(points)))], vertices=_metres_y_up(points), colors=[rgba], process=False)
        scene.add_geometry(run, node_name=f"{n}: {name}", geom_name=f"{n}: {name}")
    return write_whole(path, trimesh.exchange.gltf.export_glb(scene, include_normals=False))


def _metres_y_up(points: np.ndarray) -> np.ndarray:
    x, y, z = np.asarray(points, float).T / 1000
    return np.column_stack([x, z, -y])
