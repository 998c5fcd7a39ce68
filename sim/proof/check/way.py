"""The way on a certificate: it starts where the model stands, follows the declared legs without a break, and is clear all along."""
from __future__ import annotations

from fractions import Fraction

from sim.proof.certificate import INCH, THICKNESS
from sim.proof.check.exact import NM, Open, Refused, nanometres, position, root
from sim.proof.check.outline import Outline
from sim.proof.check.solid import AT, demand_clear, supported
from sim.proof.check.terrain import Terrain

TALL = round(THICKNESS * NM)
ASIDE = 20                        # nm: what rounding positions to a nanometre may cost
MOST_LIFT = 508_000               # nm: a fiftieth of an inch, where support ends
KINDS = ("LEVEL", "UP", "DOWN", "SPAN", "AIR", "ALOFT", "FLIGHT", "TURN", "PLACE")


class Way:
    """One model's way, read into whole nanometres."""

    def __init__(self, told: dict, model: dict, path: list):
        self.told, self.model, self.path = told, model, path
        self.start, self.end = position(told["starts"]["at"]), position(told["ends"]["at"])
        self.steps = told["steps"]
        self.lines = [[position(p) for p in s["line"]] for s in self.steps]

    def outline(self, facing, shrunk: int = 0) -> Outline:
        return Outline(self.model["outline"], facing, shrunk)

    @property
    def facing(self):
        """The facing it ends with."""
        return self.told["ends"]["facing"]

    def length(self, i: int) -> tuple[Fraction, Fraction]:
        """Plan length of a step, in nanometres between two fractions."""
        low = high = Fraction(0)
        for (ax, ay, _), (bx, by, _) in zip(self.lines[i], self.lines[i][1:]):
            a, b = root((bx - ax) ** 2 + (by - ay) ** 2)
            low, high = low + a, high + b
        return low, high

    def rise(self, i: int) -> int:
        """How much higher the step ends than it starts (nm, signed)."""
        return self.lines[i][-1][2] - self.lines[i][0][2]

    def is_upright(self, i: int) -> bool:
        """Whether a step goes straight up or down."""
        return len({p[:2] for p in self.lines[i]}) == 1


def demand_unbroken(way: Way) -> None:
    """Each step begins where the one before ended, on the declared leg, in the facing held there."""
    here, leg = way.start, 0
    if here != position(way.model["at"]):
        raise Refused("way", "the way does not start where the model stands")
    if way.told["starts"]["elevation"] != way.model["elevation"] or way.told["starts"]["facing"] != way.model["facing"]:
        raise Refused("way", "the model does not start as the table has it")
    for i, (step, line) in enumerate(zip(way.steps, way.lines)):
        if step["kind"] not in KINDS:
            raise Refused("form", f"no step is of the kind {step['kind']!r}")
        if not line or line[0] != here:
            raise Refused("way", f"step {i} does not begin where the step before it ended")
        if not leg <= step["leg"] < len(way.path):
            raise Refused("way", f"step {i} is on no leg that was declared")
        for skipped in range(leg, step["leg"]):
            _demand_at(here, _stop(way, skipped), f"leg {skipped} is left before its stop")
        leg, here = step["leg"], line[-1]
        if step["kind"] == "PLACE":
            continue
        if step["kind"] != "TURN":
            _demand_on_leg(way, leg, line, i)
            if step["facing"] != facing_on(way, leg):
                raise Refused("way", f"step {i} is not made in the facing held on its leg")
    if here != way.end:
        raise Refused("way", "the last step does not end where the model is said to end")
    if way.told["cut_by"] != "":
        raise Open(f"that {way.told['cut_by']} ends the move where it ends")
    if way.told["arrives"] is True:
        for last in range(leg, len(way.path)):
            _demand_at(here, _stop(way, last), "the way does not reach the declared end")
        if way.steps and way.facing != facing_on(way, len(way.path)):
            raise Refused("way", "the model does not end in the facing declared")


def facing_on(way: Way, leg: int):
    """The facing held along a leg: the last one declared before it."""
    declared = [s["facing"] for s in way.path[:leg] if s["facing"] is not None]
    return declared[-1] if declared else way.told["starts"]["facing"]


def _stop(way: Way, leg: int) -> tuple[int, int]:
    x, y, _ = way.path[leg]["to"]
    return nanometres(x), nanometres(y)


def _demand_at(here, stop, why: str) -> None:
    if abs(here[0] - stop[0]) > ASIDE or abs(here[1] - stop[1]) > ASIDE:
        raise Refused("way", why)


def _demand_on_leg(way: Way, leg: int, line, i: int) -> None:
    """Corners lie on the leg's plan line, in order, between its ends."""
    a, b = (way.start[:2] if leg == 0 else _stop(way, leg - 1)), _stop(way, leg)
    ux, uy = b[0] - a[0], b[1] - a[1]
    square, before = ux * ux + uy * uy, None
    for x, y, _ in line:
        along, aside = (x - a[0]) * ux + (y - a[1]) * uy, ux * (y - a[1]) - uy * (x - a[0])
        if square == 0:
            _demand_at((x, y), a, f"step {i} leaves the place of its leg")
        elif max(aside ** 2, min(0, along) ** 2, max(0, along - square) ** 2) > ASIDE ** 2 * square:
            raise Refused("way", f"step {i} leaves the line of its leg")
        elif before is not None and along < before and (before - along) ** 2 > ASIDE ** 2 * square:
            raise Refused("way", f"step {i} goes back along its leg")
        before = along


def demand_step_clear(terrain: Terrain, way: Way, fact: dict) -> int:
    """The base passes clear all along a step's line; how many triangles were near."""
    i = fact["step"]
    if isinstance(i, bool) or not isinstance(i, int) or not 0 <= i < len(way.steps):
        raise Refused("clear", "it is about no step of the way")
    step, line = way.steps[i], way.lines[i]
    if nanometres(fact["height"]) != TALL or fact["volume"] != "base":
        raise Refused("clear", f"step {i}: a base is {THICKNESS} mm tall")
    facing = step["facing"]
    told = way.model["outline"]
    if step["kind"] == "TURN" and not way.outline(facing).is_round:
        r = way.outline(facing).radius
        told = {"half": [Fraction(r, NM)] * 2, "corners": []}
    outline = Outline(told, facing, AT)
    line = line if len(line) > 1 else line * 2
    if len(fact["pieces"]) != len(line) - 1:
        raise Refused("clear", f"step {i}: planes for {len(fact['pieces'])} pieces of a line with {len(line) - 1}")
    return sum(demand_clear(terrain, outline, a, b, AT, TALL - AT, normals, f"step {i}")
               for a, b, normals in zip(line, line[1:], fact["pieces"]))


def demand_on_the_ground(terrain: Terrain, way: Way, i: int) -> None:
    """A level step keeps within its lift of terrain, at each corner and half way between."""
    step, line = way.steps[i], way.lines[i]
    lift = nanometres(step["lift"])
    if not 0 <= lift <= MOST_LIFT:
        raise Refused("ground", f"step {i}: a line is drawn at most {MOST_LIFT / NM} mm over the ground")
    if step["kind"] != "LEVEL":
        return
    outline = way.outline(step["facing"])
    between = [tuple((p + q) // 2 for p, q in zip(a, b)) for a, b in zip(line, line[1:])]
    for at in dict.fromkeys([*line, *between]):
        if not supported(terrain, outline, at, lift + AT):
            where = f"({at[0] / NM / INCH:.2f}, {at[1] / NM / INCH:.2f})"
            raise Refused("ground", f"step {i}: at {where} there is no ground within {(lift + AT) / NM} mm under the base")
