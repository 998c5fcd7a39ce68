"""Moves as players make them: somebody wants to be somewhere, and measures what is left of the move on the way there.

A move is drawn in two parts. What is wanted, by whom and from where is drawn first (an Intent); how far along the model goes and how far
beside the line it ends are two further numbers between 0 and 1 (`far` and `aside`), uniform for moves as players make them. `made`
turns both into a move. So the density of moves along those two numbers is known, and moves near a limit can be drawn more often and
weighted back exactly (`boundary`).
"""
from __future__ import annotations

from dataclasses import dataclass, replace
from math import atan2, cos, degrees, hypot, radians, sin

from sim.measure import INCH
from sim.referee.setting import start_of, world_of
from sim.scenario import scenario_from_dict
from sim.study.draws import draws
from sim.study.tables import BOARD, StudyTable, stands

KINDS = ("objective", "cover", "enemy", "up", "down", "across", "charge")
PROFILES = ((25, 1.2), (28.5, 1.3), (32, 1.5), (32, 1.5), (40, 2.0), ([60, 35], 2.0))       # base in mm, height in inches
MOVES = (4, 5, 6, 6, 7, 8)                # the `move` stat in inches
AGILITY = 5
TRIES = 40
WIDEST = 25.0                             # degrees beside the line at most; most moves end within a few
SQUAD = 3
CLIMBING = ("up", "down", "across")
EARSHOT = 4.0                             # inches from the way beyond which no rule of movement looks at a model


@dataclass(frozen=True, kw_only=True)
class Intent:
    """What a player wants: `mover` is a scenario file's entry, `goal` a place (x, y, z or None) whose plan distance is `distance`.

    `around`: a stop beside the line on the way, or None; `facing`: the facing at the end, or None; `target`: the enemy meant, or "".
    `mates`: further models of the mover's squad, for games that move units.
    """
    kind: str
    mover: dict
    goal: tuple
    distance: float
    reach: float
    around: tuple[float, float] | None = None
    facing: float | None = None
    target: str = ""
    mates: tuple[dict, ...] = ()

    @property
    def start(self) -> tuple[float, float]:
        return tuple(self.mover["at"][:2])


def intended(table: StudyTable, seed: int, number: int) -> Intent | None:
    """What is wanted in move `number` of a table; None if nothing can be found to want there."""
    rng = draws(seed, "intent", table.number, number)
    for _ in range(TRIES):
        kind = KINDS[int(rng.integers(len(KINDS)))]
        base, height = PROFILES[int(rng.integers(len(PROFILES)))]
        move = MOVES[int(rng.integers(len(MOVES)))]
        mover = {"name": "A", "side": "red", "base": base, "height": height, "facing": float(rng.integers(24) * 15),
                 "stats": {"move": move, "agility": AGILITY}}
        start, goal, target = _from_and_to(rng, table, kind, mover, move)
        if goal is None:
            continue
        distance = hypot(goal[0] - start[0], goal[1] - start[1])
        if target:
            distance -= _touch(mover, table, target) + (0.0 if kind == "charge" else _respectful(rng))
        if kind in CLIMBING and distance + abs(goal[2] or start[2] if kind == "up" else 0.0) > move + 1.0:
            continue                                      # nobody sets out for a roof out of reach
        mover["at"] = [round(float(v), 3) for v in start]
        if kind == "charge" or rng.random() < 0.5:        # players look where they go
            mover["facing"] = round(degrees(atan2(goal[1] - start[1], goal[0] - start[0])), 1)
        if distance < 0.3 or not room_for(table, mover):
            continue
        reach = 2.0 * move if kind == "charge" else float(move)
        around = _beside(rng, start, goal) if kind != "charge" and rng.random() < 0.2 else None
        facing = float(rng.integers(8) * 45) if isinstance(base, list) and rng.random() < 0.5 else None
        intent = Intent(kind=kind, mover=mover, goal=goal, distance=distance, reach=reach, around=around, facing=facing, target=target)
        return replace(intent, mates=_mates(table, mover) if number % 10 == 0 else ())
    return None


def _from_and_to(rng, table: StudyTable, kind: str, mover: dict, move: float):
    """A start (x, y, z), a goal (x, y, z or None) and perhaps an enemy's name, for one kind of wish."""
    def any_of(some):
        return some[int(rng.integers(len(some)))]

    ground = (*rng.uniform(1.2, BOARD - 1.2, 2), 0.0)
    nothing = (ground, None, "")
    near = _near(rng, move)
    if kind == "objective":
        x, y = any_of(table.objectives)
        return _around((x, y), near(1.5, 1.6)), (x, y, None), ""
    if kind in ("enemy", "charge"):
        if not table.enemies:
            return nothing
        foe = any_of(table.enemies)
        return _around(foe["at"], near(2.0, 1.8 if kind == "charge" else 1.4)), (*foe["at"][:2], foe["at"][2] or None), foe["name"]
    if kind == "cover" and table.covers:
        x, y, dx, dy = any_of(table.covers)
        off = _radius(mover["base"]) + (0.0 if rng.random() < 0.5 else float(rng.uniform(0, 0.5)))
        return _around((x, y), near(1.5, 1.4)), (x + off * dx, y + off * dy, None), ""
    if kind in ("up", "down") and table.tops:
        x, y, z = any_of(table.tops)
        below = _around((x, y), near(1.5, 1.2))
        return (below, (x, y, z), "") if kind == "up" else ((x, y, z), below, "")
    if kind == "across" and table.over:
        a, b = (table.tops[i] for i in any_of(table.over))
        return a, b, ""
    return nothing


def _near(rng, move: float):
    """How a start lies from what is wanted: at an angle, no nearer than `least` and no farther than `most` moves."""
    def drawn(least: float, most: float):
        angle, off = rng.uniform(0, 360), rng.uniform(least, max(least + 0.5, most * move))
        return off * cos(radians(angle)), off * sin(radians(angle))
    return drawn


def _around(place, off) -> tuple[float, float, float]:
    return place[0] + off[0], place[1] + off[1], 0.0


def _beside(rng, start, goal) -> tuple[float, float]:
    """A stop half way and one to two inches beside the line, as when going round something."""
    off = float(rng.uniform(1, 2)) * (1 if rng.random() < 0.5 else -1)
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    length = hypot(dx, dy)
    return round(start[0] + dx / 2 - off * dy / length, 3), round(start[1] + dy / 2 + off * dx / length, 3)


def _radius(base) -> float:
    return (max(base) if isinstance(base, list) else base) / 50.8


def _touch(mover: dict, table: StudyTable, name: str) -> float:
    """From centre to centre when the bases touch (an oval one taken lengthwise)."""
    foe = next(m for m in table.enemies if m["name"] == name)
    return _radius(mover["base"]) + _radius(foe["base"])


def _respectful(rng) -> float:
    """How far off an enemy one stays who does not attack it: just over an inch, or a little more."""
    return 1.0 + float(rng.uniform(0, 0.15) if rng.random() < 0.5 else rng.uniform(0, 2.0))


def room_for(table: StudyTable, mover: dict) -> bool:
    """Whether the mover can stand at its start, on the board and clear of everyone."""
    x, y, _ = mover["at"]
    r = _radius(mover["base"])
    if not (r <= x <= BOARD - r and r <= y <= BOARD - r):
        return False
    if any(hypot(x - m["at"][0], y - m["at"][1]) < r + _radius(m["base"]) + 0.02 for m in table.data["models"]):
        return False
    return stands(world_of(table.table), mover, start_of)


def _mates(table: StudyTable, mover: dict) -> tuple[dict, ...]:
    """Two mates beside the mover, if there is room for both."""
    angle, apart = radians(mover["facing"]), 2 * _radius(mover["base"]) + 1.0
    mates = []
    for name, side in (("B", 1), ("C", -1)):
        x, y, z = mover["at"]
        mate = mover | {"name": name, "at": [round(x - side * apart * sin(angle), 3), round(y + side * apart * cos(angle), 3), z]}
        if room_for(table, mate):
            mates.append(mate)
    return tuple(mates) if len(mates) == SQUAD - 1 else ()


# ---- from an intent to a move

def length_of(intent: Intent, far: float) -> float:
    """Plan length of the move in inches: half the moves go all the way or as far as they can, less a hair.

    The others go anything from 0.4 (0.85 where one climbs) to 1.05 of that.
    """
    whole = min(intent.distance, intent.reach)
    if far < 0.5 or in_contact(intent, far):
        return whole * (1.0 if far < 0.2 or in_contact(intent, far) else 0.97 + 0.03 * (far - 0.2) / 0.3)
    least = 0.85 if intent.kind in CLIMBING else 0.4
    return whole * (least + (1.05 - least) * (far - 0.5) / 0.5)


def in_contact(intent: Intent, far: float) -> bool:
    """A charge that can reach its target mostly goes right up to it."""
    return intent.kind == "charge" and far < 0.7 and intent.distance <= intent.reach


def aside_of(intent: Intent, far: float, aside: float) -> float:
    """Degrees beside the line to the goal: none for a third of the moves and for a charge into contact, few for most."""
    t = 0.0 if in_contact(intent, far) else 2 * aside - 1
    return 0.0 if abs(t) < 1 / 3 else WIDEST * (abs(t) - 1 / 3) ** 2 * (1 if t > 0 else -1) * 9 / 4


def made(table: StudyTable, intent: Intent, far: float, aside: float) -> dict:
    """The move as a scenario file has it: model A, its path, the target if one is meant; lengths in inches, as fine as a tape reads."""
    sx, sy = intent.start
    length, turn = length_of(intent, far), radians(aside_of(intent, far, aside))
    angle = atan2(intent.goal[1] - sy, intent.goal[0] - sx) + turn
    stops, (x, y), left = [], (sx, sy), length
    if intent.around is not None:
        ax, ay = intent.around
        first = hypot(ax - sx, ay - sy)
        if first < left - 0.2:
            stops.append([ax, ay])
            (x, y), left = (ax, ay), left - first
            angle = atan2(intent.goal[1] - ay, intent.goal[0] - ax) + turn
    end = [round(min(BOARD, max(0.0, x + left * cos(angle))), 4), round(min(BOARD, max(0.0, y + left * sin(angle))), 4)]
    if intent.goal[2] is not None and _there(table, end, intent.goal[2]):
        end.append(intent.goal[2])
    last = end if intent.facing is None else {"to": end, "facing": intent.facing}
    move = {"model": "A", "path": [*stops, last]}
    return move | ({"target": intent.target} if intent.target else {})


def _there(table: StudyTable, end, z: float) -> bool:
    """Whether anything lies at the height meant where the move ends."""
    from sim.world import POINT
    return any(abs(level.floor / INCH - z) < 0.2 for level in world_of(table.table).levels(POINT, end[0] * INCH, end[1] * INCH))


def scene(table: StudyTable, intent: Intent, move: dict, squad: bool = False) -> dict:
    """The whole scenario: the table with the mover, with its mates where a `squad` is to move, and the one move."""
    movers = [m | {"unit": "squad"} for m in (intent.mover, *intent.mates)] if squad else [intent.mover]
    others = [m for m in table.data["models"] if m["name"] == move.get("target") or _in_earshot(m, intent, move)]
    return table.data | {"models": [*movers, *others], "moves": [squad_move(intent, move) if squad else move]}


def _in_earshot(model: dict, intent: Intent, move: dict) -> bool:
    """Whether a model is near enough to the way for a rule to look at it (a squad is a few inches wide)."""
    x, y = model["at"][:2]
    stops = [intent.start, *(stop["to"] if isinstance(stop, dict) else stop for stop in move["path"])]
    near = min(_to_segment(x, y, *a[:2], *b[:2]) for a, b in zip(stops, stops[1:]))
    return near <= EARSHOT + 2 * _radius(intent.mover["base"]) + _radius(model["base"]) + (3.0 if intent.mates else 0.0)


def _to_segment(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    t = 0.0 if length == 0 else min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length))
    return hypot(x - ax - t * dx, y - ay - t * dy)


def squad_move(intent: Intent, move: dict) -> dict:
    """The move made by the mover and its mates alike, each as far and in the same direction."""
    sx, sy = intent.start
    paths = {"A": move["path"]}
    for mate in intent.mates:
        dx, dy = mate["at"][0] - sx, mate["at"][1] - sy
        stops = [stop if isinstance(stop, list) else stop["to"] for stop in move["path"]]
        paths[mate["name"]] = [[round(stop[0] + dx, 4), round(stop[1] + dy, 4)] for stop in stops]
    return {"unit": "squad", "paths": paths}


def built(table: StudyTable, file: dict):
    """The scene's table and move for the referee; the terrain's triangles are those of the study table, so that all share one world."""
    scenario = scenario_from_dict(file | {"terrain": []})
    return replace(table.table, models=scenario.table.models), scenario.moves[0]
