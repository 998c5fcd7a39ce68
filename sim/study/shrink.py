"""Making a scene smaller for as long as two readings still come out differently on it: fewest pieces, roundest numbers, shortest move."""
from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from math import hypot

GRIDS = (1.0, 0.5, 0.25, 0.1, 0.05, 0.01)
START = (8.0, 12.0)
MOST_ROUNDS = 12
USUAL_HEIGHT = 1.5                        # a model's height where nothing is said: as round as any
LOOSE = {"models": ("facing", "traits", "unit", "side"), "moves": ("target", "allowance", "action"), "terrain": ("traits", "turn")}


def shrunk(scene: dict, splits: Callable[[dict], bool]) -> dict:
    """The smallest scene found by single changes, each kept if the scene still `splits` and its `cost` is less; the scene must split."""
    best = copy.deepcopy(scene)
    for _ in range(MOST_ROUNDS):
        before = cost(best)
        for change in (_fewer, _plainer, _rounder, _shorter):
            best = _improved(best, change, splits)
        if cost(best) >= before:
            break
    return best


def _improved(scene: dict, change, splits) -> dict:
    """The scene after every change of one kind that helps, taken up one after the other."""
    tried: set = set()
    again = True
    while again:
        again = False
        for other in change(scene):
            key = repr(other)
            if key in tried or cost(other) >= cost(scene):
                continue
            tried.add(key)
            if splits(other):
                scene, again = other, True
                break
    return scene


def cost(scene: dict) -> tuple:
    """How large a scene is: things on it, then digits in its numbers, then the length of the move and the sizes of pieces (inches)."""
    move = scene["moves"][0]
    things = len(scene.get("terrain", ())) + len(scene["models"]) + len(move["path"]) + len(scene.get("areas", ()))
    extras = sum(key in entry for section, keys in LOOSE.items() for entry in scene.get(section, ()) for key in keys)
    extras += sum(len(stop) - 1 for stop in move["path"] if isinstance(stop, dict))
    return things, extras, sum(map(_digits, _numbers(scene))), round(length_of(scene), 4)


def length_of(scene: dict) -> float:
    """Plan length of the move in inches."""
    move = scene["moves"][0]
    mover = next(m for m in scene["models"] if m["name"] == move["model"])
    stops = [tuple(mover["at"][:2])] + [tuple(_place(stop)[:2]) for stop in move["path"] if _place(stop)]
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(stops, stops[1:]))


def moved_home(scene: dict) -> dict:
    """The scene shifted so that the mover starts where all small scenes do."""
    mover = next(m for m in scene["models"] if m["name"] == scene["moves"][0]["model"])
    dx, dy = START[0] - mover["at"][0], START[1] - mover["at"][1]
    out = copy.deepcopy(scene)
    for entry in (*out.get("terrain", ()), *out["models"]):
        entry["at"] = [round(entry["at"][0] + dx, 6), round(entry["at"][1] + dy, 6), *entry["at"][2:]]
    for stop in out["moves"][0]["path"]:
        place = _place(stop)
        if place:
            place[:2] = round(place[0] + dx, 6), round(place[1] + dy, 6)
    return out


def _fewer(scene: dict) -> Iterator[dict]:
    """Without one piece, one other model, one stop on the way."""
    for section in ("terrain", "areas", "models"):
        for n, entry in enumerate(scene.get(section, ())):
            if section != "models" or entry["name"] != scene["moves"][0]["model"]:
                yield _without(scene, section, n)
    for n in range(len(scene["moves"][0]["path"]) - 1):
        out = copy.deepcopy(scene)
        del out["moves"][0]["path"][n]
        yield out


def _plainer(scene: dict) -> Iterator[dict]:
    """Without one thing that need not be said."""
    for section, keys in LOOSE.items():
        for n, entry in enumerate(scene.get(section, ())):
            for key in keys:
                if key in entry:
                    out = copy.deepcopy(scene)
                    del out[section][n][key]
                    yield out
    for n, stop in enumerate(scene["moves"][0]["path"]):
        if isinstance(stop, dict):
            for key in [k for k in stop if k != "to"]:
                out = copy.deepcopy(scene)
                del out["moves"][0]["path"][n][key]
                yield out


def _rounder(scene: dict) -> Iterator[dict]:
    """With one number on a coarser grid, the coarsest tried first."""
    for path, value in _places(scene):
        for grid in GRIDS:
            near = round(round(value / grid) * grid, 4)
            for other in (near, round(near + grid, 4), round(near - grid, 4)):
                if other != value and _digits(other) < _digits(value):
                    yield _with(scene, path, int(other) if other == int(other) else other)


def _shorter(scene: dict) -> Iterator[dict]:
    """With the last stop nearer, on the half inch along x or y."""
    for axis in (0, 1):
        stop = _place(scene["moves"][0]["path"][-1])
        if not stop:
            return
        mover = next(m for m in scene["models"] if m["name"] == scene["moves"][0]["model"])
        here, there = mover["at"][axis], stop[axis]
        for k in range(1, 40):
            value = round(here + 0.25 * k * (1 if there > here else -1), 4)
            if abs(value - here) >= abs(there - here):
                break
            out = copy.deepcopy(scene)
            _place(out["moves"][0]["path"][-1])[axis] = value
            yield out


def _place(stop) -> list | None:
    return stop.get("to") if isinstance(stop, dict) else stop


def _without(scene: dict, section: str, n: int) -> dict:
    out = copy.deepcopy(scene)
    del out[section][n]
    return out


def _with(scene: dict, path: tuple, value) -> dict:
    out = copy.deepcopy(scene)
    inner = out
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return out


def _places(scene: dict) -> list[tuple[tuple, float]]:
    """Every number of terrain, models and moves with the keys that lead to it, the fussiest first."""
    found = [(path, v) for section in ("terrain", "models", "moves") for path, v in _within(scene.get(section, []), (section,))]
    return sorted(found, key=lambda pair: -_digits(pair[1]))


def _within(value, path: tuple) -> Iterator[tuple[tuple, float]]:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("base", "steps") and (key, inner) != ("height", USUAL_HEIGHT):
                yield from _within(inner, (*path, key))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from _within(inner, (*path, n))


def _numbers(scene: dict) -> list[float]:
    return [v for _, v in _places(scene)]


def _digits(value: float) -> int:
    """How fussy a number is: 0 on the inch, 1 on the half, 2 on the quarter, then by its decimals."""
    for fuss, grid in enumerate((1.0, 0.5, 0.25)):
        if abs(value / grid - round(value / grid)) < 1e-9:
            return fuss
    text = f"{abs(value):.6f}".rstrip("0")
    return 2 + len(text.partition(".")[2])
