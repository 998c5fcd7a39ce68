"""What is shown on a certificate: each fact of the kinds of certificate.FACTS, with the witness that shows it.

Witnesses are worked out here from the world's triangles, not taken from the ruling, so that a certificate of a wrong ruling does not
come together by itself.
"""
from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry import Polygon

from sim.facts import zones
from sim.facts.support import BAND, Plane, area_under
from sim.measure import AT, INCH
from sim.proof.certificate import THICKNESS
from sim.proof.gather import Told, number, place
from sim.proof.planes import SweptBase, parting_planes
from sim.shapes import Outline, Pose

WEIGHTS = 10 ** 9
UNSHOWN = (None, "unshown")       # a number that no fact shows
STATED = ("", "half", "free height", "reach of a climber", "level")       # the book's own numbers
MOST_DRAWN = 40                   # corners of a drawn ring
AHEAD = 0.05                      # mm: how far past the last stand a base is looked at for what blocks it


class Facts:
    """The facts of one ruling; asked by name of measure, made when first asked for."""

    def __init__(self, told: Told, prefix: str = ""):
        self.prefix = prefix                     # of fact names, where several models move
        self.told, self.made, self.gap_asked = told, {}, 0
        told.facts_of = self

    # ---- what the referee's measures are called, and which fact shows each

    def measured(self, m, step: int | None) -> tuple[str | None, str | None]:
        """(fact, measure) that shows a number of a claim; (None, None) for the book's own numbers and for what no fact shows."""
        name = m.name
        if name == "room to the table's edge":
            return (self.edge(), "room") if abs(self.told.case.inside_board().value - m.value) < 1e-9 else UNSHOWN       # elsewhere than at its end
        if name in ("rise", "steepest rise", "level left over"):
            return self.rise(step), {"rise": "rise", "steepest rise": "steepest", "level left over": "left_over"}[name]
        if name in WIDTHS:
            return self._gap(m, WIDTHS[name])
        if name == "distance charged":
            shown = abs(m.value - self.told.ruling.charged.value) < 1e-9              # less what a turn gains, it is another number
            return (self.add("account", {"kind": "account"}), "charged") if shown else UNSHOWN
        if name == "allowance":
            return self.allowance(m)
        if name == "headroom":
            moved = self.told.steps and self.told.steps[0]["kind"] != "PLACE"
            return self.clear(0) if moved else self.rest("start"), "headroom"
        if name.startswith("face from the "):
            return self.face(step, name.removeprefix("face from the "), m), "farthest"
        if name in ("drop", "drops so far"):
            return self._drop(m, "fall" if name == "drop" else "so_far")
        if name in OVERHANGS:
            return self.overhang(m), OVERHANGS[name]
        if name == "half the base's width":
            return self.add("base", {"kind": "base"}), "half_width"
        if name == "height of the model":
            return self.add("base", {"kind": "base"}), "height"
        if name in self.told.model.stats:
            return self.add(f"stat-{name}", {"kind": "stat", "stat": name}), "stat"
        return self._of_models(m)

    def seen(self, says: str, step: int | None) -> str | None:
        """The fact that shows what was seen and not measured."""
        if "declared end" in says:
            return self.add("way", {"kind": "way"})
        if says.startswith("no way leads on"):
            return self.blocked()
        if says.startswith("the base "):
            return self.stand()
        if says == "all of the base is borne":
            return self.overhang()
        if says.startswith("the face "):
            return self.tag(step, "unclimbable")
        return None

    def always(self) -> None:
        """What every certificate shows, asked or not: where it stands before and after, and that each step is clear."""
        self.rest("start")
        self.rest("end")
        for i, step in enumerate(self.told.steps):
            if step["kind"] != "PLACE":
                self.clear(i)

    def add(self, name: str, fact: dict) -> str:
        name = self.prefix + name
        self.made.setdefault(name, {"model": self.told.model.name, **fact})
        return name

    # ---- standing and getting along

    def rest(self, where: str) -> str:
        if f"{self.prefix}rest-{where}" in self.made:
            return f"{self.prefix}rest-{where}"
        pose = self.told.start if where == "start" else self.told.end
        touch = self._touch(pose)
        at = place(pose.x, pose.y, pose.z)
        swept = SweptBase(self.told.model.outline, pose.facing, at, at, THICKNESS)
        return self.add(f"rest-{where}", {"kind": "rest", "where": where, "at": at, "facing": pose.facing, "touch": touch,
                                          "pieces": [parting_planes(self.told.world, swept)]})

    def clear(self, i: int) -> str:
        name, step = f"clear-{i}", self.told.steps[i]
        if self.prefix + name in self.made:
            return self.prefix + name
        line = step["line"] if len(step["line"]) > 1 else step["line"] * 2
        outline, facing = self.told.model.outline, step["facing"]
        if step["kind"] == "TURN":
            outline, facing = Outline.round(2 * outline.radius), 0.0
        pieces = [parting_planes(self.told.world, SweptBase(outline, facing, a, b, THICKNESS)) for a, b in zip(line, line[1:])]
        return self.add(name, {"kind": "clear", "step": i, "volume": "base", "height": THICKNESS, "pieces": pieces})

    def blocked(self) -> str:
        """What is in the base just beyond where the way stops."""
        told, stand = self.told, self.told.way.end
        leg = told.survey.legs[stand.leg]
        s = min(stand.s + AHEAD, leg.length)
        pose = told.survey.pose_at(stand.leg, s, stand.z)
        touch = None
        which = told.world.overlaps(told.model.outline, pose.x, pose.y, pose.z, THICKNESS, pose.facing)
        if which >= 0:
            touch = self._touch(Pose(pose.x, pose.y, pose.z + THICKNESS / 2, pose.facing), only=which, reach=THICKNESS / 2)
        return self.add("blocked", {"kind": "blocked", "leg": stand.leg, "at": place(pose.x, pose.y, pose.z), "facing": pose.facing, "touch": touch})

    def stand(self) -> str:
        rest = self.told.case.rest
        contacts, hold = _balance(rest)
        plane = rest.plane
        pose = self.told.end
        touches = [self._weights(int(p[3]), (pose.x + p[0], pose.y + p[1], p[2])) for p in contacts]
        return self.add("stand", {"kind": "stand", "at": place(pose.x, pose.y, pose.z), "facing": pose.facing,
                                  "plane": [number(plane.z), float(f"{plane.gx:.9g}"), float(f"{plane.gy:.9g}")], "contacts": touches, "hold": hold})

    def edge(self) -> str:
        pose = self.told.end
        return self.add("edge", {"kind": "edge", "at": place(pose.x, pose.y, pose.z), "facing": pose.facing})

    def overhang(self, m=None) -> str:
        """One fact for what the base hangs over; the region it hangs from is kept for drawing where it was worked out."""
        rest, pose = self.told.case.rest, self.told.end
        key = self.told.kept("overhang", m) if m is not None else None
        lying, together = (key[2], key[3]) if key else (True, True)
        plane = rest.plane
        rings = [_drawn(ring) for kind, data in (m.witness if m is not None else ()) if kind == "region" for ring in data]
        name = "borne" if m is None else "overhang"
        return self.add(name, {"kind": "overhang", "at": place(pose.x, pose.y, pose.z), "facing": pose.facing, "lying": lying, "together": together,
                               "plane": [number(plane.z), float(f"{plane.gx:.9g}"), float(f"{plane.gy:.9g}")] if lying else [number(pose.z), 0.0, 0.0],
                               "band": number(max(BAND, 3 * rest.doubt)), "over": number(max(AT, 3 * rest.doubt)), "filled": self._fills_holes(m, lying),
                               "region": sorted(rings, key=len, reverse=True)[:4]})

    def _fills_holes(self, m, lying: bool) -> bool:
        """Whether the area counts enclosed holes, narrower than the base, as support."""
        rest = self.told.case.rest
        if m is None or m.unit != "share":
            return False
        plane = rest.plane if lying else Plane(rest.pose.z)
        x, y, r = *rest.pose.plan, rest.outline.radius
        ids = self.told.world._near(x - r, y - r, x + r, y + r)
        kernel = self.told.world._kernel
        local = kernel.localized(self.told.world.triangles, ids, np.array([1.0, 0.0, 0.0, 1.0, x, y]))
        corners, counts = kernel.clip_band(local, plane.z, plane.gx, plane.gy, max(BAND, 3 * rest.doubt), max(AT, 3 * rest.doubt))
        pieces = [Polygon(c) for c in np.split(corners, np.cumsum(counts[counts > 0])[:-1])] if len(corners) else []
        bare = 1.0 - area_under(rest.outline, rest.pose.facing, shapely.union_all([p for p in pieces if p.area > 1e-12], grid_size=1e-7)) / rest.outline.area
        return bare > m.value + m.near

    # ---- heights, gaps, faces

    def rise(self, i: int) -> str:
        return self.add(f"rise-{i}", {"kind": "rise", "step": i, "within": self._tread()})

    def _tread(self) -> float:
        return {"quarter_inch": 6.35, "tenth_inch": 2.54, "half_inch": 12.7}.get(self.told.ruling.readings.get("staircase_tread"), 6.35)

    def face(self, i: int, part: str, m) -> str:
        at = [place(*p) for kind, data in m.witness if kind == "points" for p in data]
        return self.add(f"face-{i}-{part}", {"kind": "face", "step": i, "part": part, "farthest": number(m.value), "at": at[0] if at else None})

    def tag(self, i: int, trait: str) -> str:
        passage = self.told.way.steps[i].passage
        higher = max(passage.start, passage.end, key=lambda s: s.z)
        return self.add(f"tag-{i}", {"kind": "tag", "step": i, "trait": trait, "triangle": higher.floor.triangle(higher.s)})

    def gaps(self) -> str | None:
        """All gaps of the way, at each depth that was asked about."""
        name = None
        for depth, found in self.told.gap_lists():
            listed = []
            for gap in found:
                ends = [place(p.x, p.y, p.z) for p in (self.told.survey.pose_at(gap.leg, s, gap.z) for s in (gap.near, gap.far))]
                listed.append({"leg": gap.leg, "near": ends[0], "far": ends[1], "facing": self.told.survey.legs[gap.leg].facing})
            name = self.add("gaps", {"kind": "gaps", "depth": number(depth), "gaps": listed})
        return name

    def _gap(self, m, measure: str) -> tuple:
        """A width of a gap; the base's own widths go with the gap they were last held against."""
        name = self.gaps()
        witnesses = [gap.witness for _, found in self.told.gap_lists() for gap in found]
        if m.witness in witnesses:
            self.gap_asked = witnesses.index(m.witness)
        return name, f"{measure}-{self.gap_asked}"

    def _drop(self, m, measure: str) -> tuple:
        drops = [i for i, s in enumerate(self.told.steps) if s["by"] == "drop"]
        for k, i in enumerate(drops):
            fall = self.told.way.steps[i].passage.fall
            if measure == "so_far" or abs(fall.value - m.value) < 1e-9:
                return self.add(f"drop-{i}", {"kind": "drop", "step": i, "steps": drops[:k + 1]}), measure
        return UNSHOWN

    # ---- distances to others

    def _of_models(self, m) -> tuple:
        names = [x.name for x in self.told.scene.table.models]
        key = self.told.kept("nearest", m)
        if key:
            return self._near(getattr(key[1], "name", key[1]), key[2], m), "distance"
        name = m.name
        other = next((n for n in names if name == f"room beside {n}"), None)
        if other and self.told.kept("beside", m):
            return self.add(f"beside-{other}", {"kind": "beside", "other": other}), "room"
        if other:
            end, there = self.told.case.end, self.told.scene.bodies[other]
            if np.isfinite(m.value) and abs(zones.plan_distance(end.outline, end.pose, there.outline, there.pose) - m.value) > AT:
                return UNSHOWN                           # from elsewhere than where it ends
            return self._apart(end, there), "plan" if np.isfinite(m.value) else "apart"
        for a in names:
            for b in names:
                for text, measure in ((f"from {a} to {b}", "plan"), (f"height between {a} and {b}", "height"), (f"{a}'s base over {b}'s top", "over_top")):
                    if m.name == text:
                        return self._apart(self._body(a, m, b), self._body(b, m, a)), measure
        return (None, None) if name in STATED else UNSHOWN

    def _body(self, name: str, m, other: str):
        """A model where the measure took it: the mover at its end, at a stop, or where it started."""
        scene = self.told.scene
        if name != self.told.model.name:
            return scene.bodies[name]
        places = [self.told.case.end, *self.told.case.stops, scene.mover]
        if not m.name.startswith("from "):
            return next((b for b in places if abs(abs(b.pose.z - scene.bodies[other].pose.z) - m.value) < 1e-9), places[0])
        there = scene.bodies[other]
        return next((b for b in places if abs(zones.plan_distance(b.outline, b.pose, there.outline, there.pose) - m.value) < 1e-9), places[0])

    def _apart(self, one, other) -> str:
        poses = [[*place(b.pose.x, b.pose.y, b.pose.z), b.pose.facing] for b in (one, other)]
        points = [place(*p, b.pose.z) for p, b in zip(zones.closest_points(one.outline, one.pose, other.outline, other.pose), (one, other))]
        fact = {"kind": "apart", "one": one.name, "other": other.name, "poses": poses, "points": points}
        return self._numbered(f"apart-{one.name}-{other.name}", fact)

    def _numbered(self, stem: str, fact: dict) -> str:
        """The fact under a name of its own; one that is there already keeps its name."""
        alike = [n for n in self.made if n.startswith(self.prefix + stem)]
        same = [n for n in alike if {k: v for k, v in self.made[n].items() if k != "model"} == fact]
        return same[0] if same else self.add(f"{stem}-{len(alike)}" if alike else stem, fact)

    def _near(self, owner: str, zone, m) -> str:
        at = [place(*p) for kind, data in m.witness if kind == "points" for p in data]
        return self._numbered(f"near-{owner}", {"kind": "near", "owner": owner, "radius": number(zone.radius), "low": number(zone.low),
                                                "high": number(zone.high), "wall": number(zone.wall), "around": zone.around,
                                                "in_sight": getattr(zone, "in_sight", False), "points": at})

    def allowance(self, m) -> tuple:
        """The move's own, or a stat in inches; what a game makes of several is not shown."""
        declared, move = self.told.scene.move.allowance, self.told.model.stats.get("move")
        if declared is None and (move is None or abs(move * INCH - m.value) > 1e-9) or declared is not None and abs(declared - m.value) > 1e-9:
            return UNSHOWN
        return self.add("allowance", {"kind": "allowance", "stat": "move" if declared is None else None}), "allowance"

    # ---- touching terrain

    def _touch(self, pose: Pose, only: int | None = None, reach: float = AT) -> dict | None:
        """The point of terrain under the outline that is nearest to the middle of those at the base's height."""
        outline = self.told.model.outline
        hull = Polygon(outline.points(pose.x, pose.y, pose.facing, 1e-4)).buffer(-AT / 2)
        r = outline.radius
        ids = self.told.world._near(pose.x - r, pose.y - r, pose.x + r, pose.y + r, pose.z - reach, pose.z + reach) if only is None else [only]
        best = None
        for t in ids:
            point = _highest(self.told.world.triangles[t].reshape(3, 3), hull, pose.z + reach)
            if point is not None and (best is None or abs(point[2] - pose.z) < abs(best[1][2] - pose.z) - 1e-6):
                best = int(t), point
        return None if best is None else self._weights(*best)

    def _weights(self, triangle: int, point) -> dict:
        """A point of a triangle as whole-number weights of its corners."""
        corners = self.told.world.triangles[triangle].reshape(3, 3)
        rows = np.vstack([corners.T, np.ones(3) * 1e3])
        w, *_ = np.linalg.lstsq(rows, np.array([*point, 1e3]), rcond=None)
        whole = np.rint(np.clip(w, 0, 1) / np.clip(w, 0, 1).sum() * WEIGHTS).astype(int)
        return {"triangle": triangle, "weights": [int(v) for v in whole]}


def _highest(corners: np.ndarray, hull: Polygon, ceiling: float):
    """The middle of the highest part of a triangle under a plan outline, at or under a ceiling; None if there is none."""
    plan = Polygon(corners[:, :2])
    if plan.area < 1e-9:                         # upright: its shadow is a line
        long = max(((corners[i], corners[j]) for i in range(3) for j in range(i)), key=lambda e: np.hypot(*(e[0] - e[1])[:2]))
        shadow = shapely.LineString([long[0][:2], long[1][:2]]).intersection(hull)
        if shadow.is_empty:
            return None
        p = np.array(shadow.interpolate(0.5, normalized=True).coords[0])
        zs = [z for i in range(3) for z in _edge_heights(corners[i - 1], corners[i], p)]
        low, high = (min(zs), max(zs)) if zs else (1e9, 1e9)
        return None if low > ceiling else np.array([*p, min(high, ceiling)])
    shadow = plan.intersection(hull)
    if shadow.is_empty:
        return None
    parts = np.vstack([np.asarray(shapely.get_coordinates(shadow))])
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    z = corners[0][2] - ((parts - corners[0][:2]) @ normal[:2]) / normal[2]
    keep = z <= ceiling
    if not keep.any():
        return None
    top = parts[keep][z[keep] >= z[keep].max() - 1e-4]
    p = top.mean(axis=0)
    return np.array([*p, corners[0][2] - (p - corners[0][:2]) @ normal[:2] / normal[2]])


def _drawn(ring) -> list[list[float]]:
    """A ring of support as drawings need it."""
    drawn, tolerance = np.asarray(ring), 0.05
    while len(drawn) > MOST_DRAWN:
        drawn = shapely.get_coordinates(shapely.simplify(shapely.LineString(ring), tolerance))
        tolerance *= 2
    return [[round(float(x), 2), round(float(y), 2)] for x, y in drawn]


def _edge_heights(a, b, p) -> list[float]:
    """Heights of an upright triangle's edge over a plan point of its shadow."""
    d = (b - a)[:2]
    A = d @ d
    if A < 1e-18:
        return [a[2], b[2]] if np.hypot(*(p - a[:2])) < 1e-6 else []
    t = ((p - a[:2]) @ d) / A
    return [a[2] + t * (b[2] - a[2])] if -1e-9 <= t <= 1 + 1e-9 else []


def _balance(rest) -> tuple[np.ndarray, list[int]]:
    """Up to three contacts on the resting plane that hold the base about its centre, with weights; none if it topples."""
    from scipy.optimize import linprog
    p, plane = rest.points, rest.plane
    if not len(p) or not rest.stands:
        return np.empty((0, 4)), []
    on = p[np.abs(p[:, 2] - plane.z - plane.gx * p[:, 0] - plane.gy * p[:, 1]) <= AT]
    on = on if len(on) else p
    found = linprog(np.hypot(on[:, 0], on[:, 1]), A_eq=np.vstack([on[:, 0], on[:, 1], np.ones(len(on))]), b_eq=[0.0, 0.0, 1.0])
    if found.status != 0:
        return np.empty((0, 4)), []
    used = found.x > 1e-9
    return on[used], [int(v) for v in np.rint(found.x[used] * WEIGHTS)]


WIDTHS = {"gap along the way": "along", "narrowest gap": "narrowest", "widest gap": "widest", "base width": "base_along",
          "shortest base width": "base_shortest", "longest base width": "base_longest"}
OVERHANGS = {"base over air": "area", "centre beyond the support": "centre", "reach past the support": "reach", "diameter over air": "length"}
