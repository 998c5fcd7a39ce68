"""Small scenes that are easy to state and to check by hand: the examples of rulesets, and the demo table.

Each function returns a `Scene`; scenes add up with `+`, and `scene.scenario(walk=5)` is a whole scenario file as a dict.
"""
from meshes.built import bridge, door, fence, overhang, ramp, ruin, stairs, wall
from meshes.ground import corner, ledge, open_ground, plank, post, slab, tower, trench, wave
from meshes.people import enemy, friend
from meshes.scene import Scene, inch, piece

__all__ = ["Scene", "bridge", "corner", "door", "enemy", "fence", "friend", "inch", "ledge", "open_ground", "overhang", "piece", "plank", "post",
           "ramp", "ruin", "slab", "stairs", "tower", "trench", "wall", "wave"]
