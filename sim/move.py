"""What a player declares: a model, the stops of its path, and how each leg is made. Millimetres and degrees."""
from __future__ import annotations

from dataclasses import dataclass, field

MODES = ("walk", "climb", "drop", "jump", "fly", "pivot", "place")


@dataclass(frozen=True, kw_only=True)
class Leg:
    """One straight leg to the stop `to` = (x, y, z), z None for wherever the way ends; then a turn to `facing`, None for none."""
    to: tuple[float, float, float | None]
    by: str | None = None
    facing: float | None = None


@dataclass(frozen=True, kw_only=True)
class Move:
    """A declared move. `allowance` (mm) None means: from the action and the model's stats."""
    model: str
    path: tuple[Leg, ...]
    action: str | None = None
    allowance: float | None = None
    target: str | None = None
    moved_by: str | None = None
    ruleset: str | None = None
    readings: dict = field(default_factory=dict, hash=False)
    options: dict = field(default_factory=dict, hash=False)
    expect: dict | None = field(default=None, hash=False)


@dataclass(frozen=True, kw_only=True)
class UnitMove:
    """A unit's move, judged as one: a path per model, moved in this order."""
    unit: str
    paths: dict = field(hash=False)
    action: str | None = None
    allowance: float | None = None
    target: str | None = None
    moved_by: str | None = None
    ruleset: str | None = None
    readings: dict = field(default_factory=dict, hash=False)
    options: dict = field(default_factory=dict, hash=False)
    expect: dict | None = field(default=None, hash=False)
