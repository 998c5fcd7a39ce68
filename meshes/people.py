"""Other models on the scene, at positions relative to the mover's start."""
from __future__ import annotations

from meshes.scene import START, Scene, inch


def enemy(at: tuple[float, ...], *, name: str = "foe", side: str = "blue", base=32, height: float = 1.5, facing: float = 0.0,
          stats: dict | None = None, traits=(), unit: str = "") -> Scene:
    """A model of the other side; `at` is (x, y) on the highest surface there, or (x, y, z)."""
    x, y, *level = (inch(v) for v in at)
    model = {"name": name, "side": side, "base": base, "height": height, "at": [START[0] + x, START[1] + y, *level], "facing": facing,
             "stats": dict(stats or {}), "traits": list(traits)}
    return Scene(models=(model | ({"unit": unit} if unit else {}),))


def friend(at: tuple[float, ...], *, name: str = "friend", side: str = "red", **more) -> Scene:
    """A model of the mover's own side."""
    return enemy(at, name=name, side=side, **more)
