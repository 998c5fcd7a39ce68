"""A scene: a little terrain, perhaps some models, and a marked start from which one model walks along +x.

Everything is in inches, as in a scenario file. The mover starts at `START` and looks along +x; the positions given to the
functions of this package are relative to it in plan, while heights are always above the table top.
"""
from __future__ import annotations

from dataclasses import dataclass, field, replace

BOARD = (24.0, 24.0)
START = (8.0, 12.0)
MOVER = "A"
STATS = {"move": 8, "agility": 5}          # a middling figure; every example may say otherwise


def inch(length: float | str) -> float:
    """A length in inches from a number of inches or a text such as "32 mm"; ValueError for any other text."""
    if not isinstance(length, str):
        return float(length)
    number, _, unit = length.strip().partition(" ")
    if unit not in ("mm", "in"):
        raise ValueError(f"{length!r} is no length: write inches as a number, or a text such as '32 mm'")
    return float(number) / 25.4 if unit == "mm" else float(number)


@dataclass(frozen=True, kw_only=True)
class Scene:
    """Terrain, models and a start, ready to be judged; `terrain` and `models` are dicts as in a scenario file.

    `start` is where the mover's base centre stands: (x, y, z) in table inches. Scenes add up with `+`: the left one's start counts.
    """
    terrain: tuple[dict, ...] = ()
    models: tuple[dict, ...] = ()
    areas: tuple[dict, ...] = ()
    start: tuple[float, float, float] = (*START, 0.0)
    board: tuple[float, float] = field(default=BOARD)

    def __add__(self, other: Scene) -> Scene:
        return replace(self, terrain=_merged(self.terrain, other.terrain), models=_merged(self.models, other.models, MOVER),
                       areas=_merged(self.areas, other.areas), board=tuple(map(max, self.board, other.board)))

    def scenario(self, walk: float | str = 5, *, path=None, by: str | None = None, base=32, height: float = 1.5, facing: float = 0.0,
                 stats: dict | None = None, traits=(), side: str = "red", action: str | None = None,
                 allowance: float | str | None = None, target: str | None = None, rulesets=(), readings: dict | None = None,
                 expect: dict | None = None, title: str = "", unit: str = "", within: dict | None = None, moved_by: str | None = None) -> dict:
        """The scene as a scenario file's dict: model "A" at the start and one move, `walk` inches straight along +x.

        `path` replaces `walk`: stops (x, y), (x, y, z) or dicts with `to`, x and y relative to the start. `by` says how every leg
        is made. `stats` of None is a middling figure.
        """
        mover = {"name": MOVER, "side": side, "base": base, "height": height, "at": list(self.start), "facing": facing,
                 "stats": dict(STATS if stats is None else stats), "traits": list(traits)} | ({"unit": unit} if unit else {})
        stops = [(inch(walk), 0.0)] if path is None else path
        move = {"model": MOVER, "path": [self._stop(stop, by) for stop in stops], "action": action,
                "allowance": None if allowance is None else inch(allowance), "target": target, "within": within, "moved_by": moved_by, "expect": expect}
        whole = {"title": title, "rulesets": list(rulesets), "readings": readings, "board": {"size": list(self.board)},
                 "terrain": list(self.terrain), "areas": list(self.areas), "models": [mover, *self.models],
                 "moves": [{k: v for k, v in move.items() if v is not None}]}
        return {key: value for key, value in whole.items() if value or key in ("board", "models", "moves")}

    def _stop(self, stop, by: str | None) -> dict | list:
        leg = dict(stop) if isinstance(stop, dict) else {"to": stop}
        if "to" in leg:
            x, y, *level = (inch(v) for v in leg["to"])
            leg["to"] = [self.start[0] + x, self.start[1] + y, *level]
        if by is not None:
            leg.setdefault("by", by)
        return leg if set(leg) != {"to"} else leg["to"]


def piece(name: str, at: tuple[float, ...], *, traits=(), turn: float = 0.0, **shape) -> dict:
    """One piece of terrain: `at` is relative to the start in plan, `shape` is box=, wedge=, stairs= or cylinder=."""
    x, y, *z = at
    entry = {"name": name, **shape, "at": [START[0] + x, START[1] + y, *(z or [0.0])]}
    if turn:
        entry["turn"] = turn
    return entry | ({"traits": list(traits)} if traits else {})


def _merged(ours: tuple[dict, ...], theirs: tuple[dict, ...], *reserved: str) -> tuple[dict, ...]:
    """Both, the newcomers renamed ("wall" becomes "wall 2") where a name is taken."""
    taken = {entry["name"] for entry in ours} | set(reserved)
    merged = list(ours)
    for entry in theirs:
        name, n = entry["name"], 2
        while name in taken:
            name, n = f"{entry['name']} {n}", n + 1
        taken.add(name)
        merged.append(entry | {"name": name})
    return tuple(merged)
