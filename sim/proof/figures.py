"""What a proof shows in space, as plain solids, lines and words: what the picture draws and the GLB holds. Millimetres, z up."""
from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from sim.proof.certificate import THICKNESS
from sim.proof.page.focus import focus
from sim.proof.page.sweep import CORNERS, ring, standing, swept_solid
from sim.proof.sheet.paper import COLOURS, GREY, INK, MARKS, SWEEP, inches, plain
from sim.proof.sheet.subject import FEW, TOLD, Subject, rises

LIFT = 0.8                   # mm that lines lie over what they are drawn on
STONE = "#CFCDC8"


@dataclass(frozen=True, slots=True)
class Solid:
    """Triangles (n, 3, 3) of one name and colour; `clear` from 0 (solid) to 1."""
    name: str
    triangles: np.ndarray
    colour: str
    clear: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A run of corners (n, 3) of one name, colour and width in pixels; `broken` where it is drawn dashed."""
    name: str
    points: np.ndarray
    colour: str
    width: float = 2.0
    broken: bool = False


@dataclass(slots=True)
class Figures:
    """All that is shown. `words`: (label, place, colour, whether it is the claim's own)."""
    solids: list[Solid] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    words: list[tuple[str, tuple[float, float, float], str, bool]] = field(default_factory=list)

    def seen(self) -> np.ndarray:
        """The places a look at the proof must not miss, (n, 3)."""
        return np.array([at for _, at, _, _ in self.words])


def figures(subject: Subject) -> Figures:
    """The terrain, everyone's bases, the ways with their sweeps, and what the deciding claim measures."""
    made = Figures()
    for piece in subject.document["triangles"]["pieces"][1:]:
        if piece["count"]:
            made.solids.append(Solid(f"terrain: {piece['name']}", subject.triangles[piece["first"]:piece["first"] + piece["count"]], STONE))
    swept = swept_solid(subject)
    if len(swept):
        made.solids.append(Solid("sweep", swept, SWEEP, 0.55))
    moving = {way["model"] for way in subject.document["ways"]}
    for name, model in subject.models.items():
        if name not in moving:
            made.solids.append(Solid(f"base: {name}", standing(model["outline"], model["at"], model["facing"]), GREY))
    wide, deep = subject.document["table"]["size"]
    made.lines.append(Line("the table's edge", np.array([[0, 0, 0], [wide, 0, 0], [wide, deep, 0], [0, deep, 0], [0, 0, 0]], float), INK, 2))
    for way in subject.document["ways"]:
        _way(made, subject, way, len(moving) > 1)
    _claim(made, focus(subject))
    return made


def _way(made: Figures, subject: Subject, way: dict, several: bool) -> None:
    outline, name = subject.models[way["model"]]["outline"], way["model"]
    for letter, where in (("S", way["starts"]), ("E", way["ends"])):
        rim = ring(outline, where["at"], where["facing"])[: None if outline["corners"] else CORNERS]
        rim = np.column_stack([rim, np.full(len(rim), where["at"][2] + THICKNESS)])
        made.lines.append(Line(f"{'start' if letter == 'S' else 'end'}: {name}", np.concatenate([rim, rim[:1]]), INK, 2.5, letter == "S"))
        made.words.append((f"{letter} {plain(name)}" if several else letter, (*where["at"][:2], where["at"][2] + THICKNESS), INK, False))
    few = rises(way) <= FEW
    for step in way["steps"]:
        line = np.array(step["line"], float)
        if len(line) < 2:
            continue
        airborne = step["kind"] in ("AIR", "ALOFT", "FLIGHT", "PLACE")
        made.lines.append(Line(f"path: {name}, {step['by']}", line + [0, 0, LIFT], INK, 6 if step["by"] == "climb" else 3, airborne))
        rise = line[-1, 2] - line[0, 2]
        if abs(rise) > TOLD and step["kind"] != "PLACE" and (few or step["by"] != "walk"):
            steepest = int(np.argmax(np.abs(np.diff(line[:, 2]))))
            spot = line[steepest:steepest + 2].mean(axis=0)
            made.words.append((f"{plain(step['by'])} {'up' if rise > 0 else 'down'} {inches(abs(rise))}", tuple(spot), INK, False))


def _claim(made: Figures, look: dict) -> None:
    colour, mark = COLOURS[look["truth"]], MARKS[look["truth"]]
    for d in look["dimensions"]:
        a, b = np.array(d["a"]) + [0, 0, LIFT], np.array(d["b"]) + [0, 0, LIFT]
        shade = colour if d["claimed"] else INK
        made.lines.append(Line(f"measured: {d['words']}", np.array([a, b]), shade, 5))
        made.lines += [Line("measured from", np.array([foot, end]), shade, 1.2) for foot, end in zip(np.array(d["feet"]) + [0, 0, LIFT], (a, b))]
        made.words.append((f"{mark} {d['words']}" if d["claimed"] else d["words"], tuple((a + b) / 2), shade, d["claimed"]))
    for area in look["areas"]:
        high = area["z"] + LIFT
        for rim in [*area["rings"], *area["hatch"]]:
            made.lines.append(Line(f"measured: {area['kind']}", np.array([[x, y, high] for x, y in rim]), INK if area["kind"] == "ghost" else colour, 2.5,
                                   area["kind"] in ("ghost", "zone")))
        if area["words"] and area["rings"]:
            x, y = (area["hatch"] or area["rings"])[0][0]
            made.words.append((area["words"], (x, y, high), colour, True))
    for x, y, z, words in look["crosses"]:
        for dx, dy in ((3, 3), (3, -3)):
            made.lines.append(Line("cross", np.array([[x - dx, y - dy, z + LIFT], [x + dx, y + dy, z + LIFT]]), colour, 4))
        if words:
            made.words.append((f"{mark} {words}", (x, y, z + LIFT), colour, True))
