"""The decoded file becomes a table: terrain placed, models on their bases, regions and areas; inches become millimetres here."""
from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from sim.errors import Caution, RefereeError
from sim.measure import AT, INCH
from sim.scenario.decode import Faults
from sim.scenario.polygon import plan_polygon
from sim.scenario.schema import BaseTable, ModelTable, RegionTable, ScanTable, ScenarioTable, TerrainTable
from sim.shapes import Outline
from sim.table import Area, Feature, Model, Region, Table
from sim.terrain import solids
from sim.terrain.limits import Limits
from sim.terrain.noise import estimated_noise
from sim.terrain.place import Known, PartTag, Placement, place, snap, solid, stood
from sim.terrain.read import RawMesh, read
from sim.terrain.topology import Topology

TRAITS = ("platform", "obstacle", "low", "stairs", "ladder", "impassable", "unclimbable", "passable")
SOLIDS = ("box", "wedge", "stairs", "cylinder")


def millimetres(inches) -> tuple:
    """Declared inches as millimetres, snapped to a nanometre; None stays None."""
    return tuple(None if v is None else float(snap(v * INCH, 1e-6)) for v in inches)


def point(inches) -> tuple[float, float, float | None]:
    """[x, y] or [x, y, z] in inches as (x, y, z) in millimetres, z None where none is given."""
    return millimetres((*inches, None)[:3])


@dataclass(kw_only=True)
class Builder:
    """Builds one scenario's table, gathering faults and cautions; each mesh file is read once."""
    fault: Faults
    folder: Path | None
    terrain_dirs: tuple[Path, ...]
    limits: Limits

    def __post_init__(self):
        self.cautions: list[Caution] = []
        self.meshes: dict[Path, RawMesh | RefereeError] = {}
        self.doubts: dict[tuple, float] = {}

    def table(self, file: ScenarioTable) -> Table:
        """The table; check the faults before using it."""
        size = millimetres(file.board.size)
        return Table(size=size, floor=file.board.floor,
                     features=self.each("terrain", file.terrain, lambda t, at: self.feature(t, file.scan, at)),
                     models=self.each("models", file.models, lambda m, at: self.model(m, size, at)),
                     regions=self.each("regions", file.regions, self.region),
                     areas=self.each("areas", file.areas, lambda a, at: Area(name=a.name, polygon=plan_polygon(millimetres_each(a.polygon)))))

    def each(self, section: str, entries, build) -> tuple:
        """One thing per entry; a fault of one does not hide those of the next."""
        built, places = [], {}
        for i, entry in enumerate(entries):
            at = f"{section}[{i}]"
            if entry is None:
                continue
            if entry.name in places:
                self.fault(f"{at}.name", f"{entry.name!r} is already the name of {places[entry.name]}; expected a name of its own")
            places.setdefault(entry.name, at)
            try:
                built.append(build(entry, at))
            except RefereeError as error:
                self.fault.take(error, f"{at}.{error.at}" if error.at else at)
        return tuple(built)

    def feature(self, entry: TerrainTable, scan: ScanTable, at: str) -> Feature:
        """A mesh or a solid, placed."""
        given = [k for k in ("mesh", *SOLIDS) if getattr(entry, k) is not None]
        if len(given) != 1:
            raise RefereeError("E_SCENARIO", f"expected exactly one of mesh, {', '.join(SOLIDS)}; got {' and '.join(given) or 'none'}")
        scan = entry.scan or (scan if entry.mesh else ScanTable())      # a solid of this file is as exact as its numbers
        traits = frozenset(entry.traits) | ({"stairs"} if entry.stairs else frozenset())
        how = Placement(name=entry.name, units=entry.units, up=up_axis(entry.up), scale=entry.scale, at=tuple(entry.at), anchor=entry.anchor,
                        turn=entry.turn, traits=traits, noise=(scan.noise or 0.0) * INCH, scale_error=scan.scale_error,
                        known=tuple(Known(between=tuple(map(tuple, k.between)), inches=k.inches) for k in entry.known),
                        parts={k: PartTag(leave_out=p.leave_out, traits=frozenset(p.traits)) for k, p in entry.parts.items()})
        self.look_at_traits([*entry.traits, *(t for p in entry.parts.values() for t in p.traits)], at)
        if entry.mesh is None:
            return place(self.solid(entry, given[0]), how, replace(self.limits, least_mm=0.0))
        if entry.known and (entry.units or entry.scale != 1.0):
            raise RefereeError("E_SCENARIO", "`known` stands instead of units and scale; leave those out", "known")
        feature, told = stood(self.mesh(entry.mesh, at), how, self.limits)
        self.cautions += [replace(c, at=f"{at}.{c.at}") for c in told]
        return feature if scan.noise is not None else self.as_noisy_as_it_looks(feature, how, at)

    def as_noisy_as_it_looks(self, feature: Feature, how: Placement, at: str) -> Feature:
        """The piece with the noise its own mesh shows, and a caution where there is enough of it to count."""
        lies = feature.sha256, how.units, how.scale, how.known, frozenset(p for p, tag in how.parts.items() if tag.leave_out)
        if lies not in self.doubts:
            self.doubts[lies] = estimated_noise(Topology.of(feature.triangles)).doubt
        doubt = self.doubts[lies]
        if doubt > feature.noise:
            says = (f"{feature.source} looks like a scan whose surface is off by {doubt / INCH:.4f} in (one standard deviation): that is used; "
                    "declare scan.noise if you know better, 0 to trust it")
            self.cautions.append(Caution("W_NOISE", says, at))
        return replace(feature, noise=max(doubt, feature.noise))

    def solid(self, entry: TerrainTable, kind: str) -> RawMesh:
        """A solid in millimetres; what only a file can need is refused."""
        senseless = [k for k, unset in (("units", None), ("up", None), ("scale", 1.0), ("known", []), ("parts", {})) if getattr(entry, k) != unset]
        if senseless:
            raise RefereeError("E_SCENARIO", f"a {kind} takes no {' or '.join(senseless)}: its sizes are inches, its up is z")
        shape = getattr(entry, kind)
        if kind == "stairs":
            return solid(solids.stairs([s * INCH for s in shape.size], shape.steps), kind)
        if kind == "cylinder":
            return solid(solids.cylinder(shape.radius * INCH, shape.height * INCH), kind)
        return solid(getattr(solids, kind)([s * INCH for s in shape]), kind)

    def mesh(self, name: str, at: str) -> RawMesh:
        """The mesh file of that name, read once however often it is used."""
        path = self.find(name)
        if path not in self.meshes:
            try:
                self.meshes[path] = read(path, self.limits)
                self.cautions += [replace(c, at=at) for c in self.meshes[path].cautions]
            except RefereeError as error:
                self.meshes[path] = error
        known = self.meshes[path]
        if isinstance(known, RefereeError):
            raise RefereeError(known.code, known.message, "mesh")
        return known

    def find(self, name: str) -> Path:
        """Where a mesh lies: in the scenario's folder or below, or in a folder of terrain; links are followed before that is asked."""
        roots = [d for d in (self.folder, *self.terrain_dirs) if d is not None]
        outside = False
        for root in roots:
            try:
                path = (root / name).resolve()
                if not path.is_file():
                    continue
            except (OSError, ValueError, RuntimeError):              # a name no file can have, or links in a ring
                continue
            if any(path.is_relative_to(r.resolve()) for r in roots):
                return path
            outside = True
        if outside:
            raise RefereeError("E_SCENARIO", f"{name!r} lies outside the scenario's folder; move it there, or name its folder with --terrain", "mesh")
        looked = "looked in the scenario's folder and those of --terrain" if roots else "the scenario has no folder to look in"
        raise RefereeError("E_SCENARIO", f"there is no mesh file {name!r} ({looked})", "mesh")

    def model(self, entry: ModelTable, board: tuple[float, float], at: str) -> Model:
        """A model on its base, wholly on the board."""
        outline = base(entry.base)
        x, y, z = point(entry.at)
        reach = {"left": x - outline.reach((-1, 0), entry.facing), "right": board[0] - x - outline.reach((1, 0), entry.facing),
                 "near": y - outline.reach((0, -1), entry.facing), "far": board[1] - y - outline.reach((0, 1), entry.facing)}
        edge, room = min(reach.items(), key=lambda r: r[1])
        if room < -AT:
            past = f"{-room / INCH:.3g} in past the board's {edge} edge"
            self.fault(f"{at}.at", f"the base of {entry.name!r} reaches {past}; a model starts on the board")
        return Model(name=entry.name, outline=outline, at=(x, y, z), side=entry.side, unit=entry.unit, height=millimetres([entry.height])[0],
                     facing=float(entry.facing), stats=dict(entry.stats), traits=frozenset(entry.traits))

    def region(self, entry: RegionTable, at: str) -> Region:
        """A region from a box or from a polygon and its heights."""
        self.look_at_traits(entry.traits, at)
        if (entry.box is None) == (entry.polygon is None) or (entry.polygon is None) != (entry.z is None):
            raise RefereeError("E_SCENARIO", "expected either box = [[x, y, z], [x, y, z]], or polygon and z = [low, high]")
        if entry.box is not None:
            (x0, x1), (y0, y1), (low, high) = (sorted(millimetres(pair)) for pair in zip(*entry.box))
            if not (x0 < x1 and y0 < y1 and low < high):
                raise RefereeError("E_SCENARIO", "a region's box needs a size in x, y and z; give two opposite corners", "box")
            corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        else:
            corners, (low, high) = millimetres_each(entry.polygon), millimetres(entry.z)
            if not low < high:
                raise RefereeError("E_SCENARIO", "a region needs some height; give z = [low, high]", "z")
        return Region(name=entry.name, polygon=plan_polygon(corners), low=low, high=high, traits=frozenset(entry.traits))

    def look_at_traits(self, traits, at: str) -> None:
        """A trait nobody knows is kept, with a caution: it may be another game's, or a slip of the pen."""
        for trait in traits:
            if trait not in TRAITS:
                near = get_close_matches(trait, TRAITS, 1)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                self.cautions.append(Caution("W_TRAIT", f"{trait!r} is none of the usual traits{hint}", at))


def millimetres_each(points) -> list[tuple]:
    """Plan points in inches as points in millimetres."""
    return [millimetres(p) for p in points]


def up_axis(up):
    """An axis name or a vector, hashable."""
    return tuple(up) if isinstance(up, list) else up


def base(given) -> Outline:
    """A base's outline from what the file says of it (mm)."""
    if isinstance(given, list):
        return Outline.oval(*given)
    if not isinstance(given, BaseTable):
        return Outline.round(given)
    if (given.rect is None) == (given.polygon is None):
        raise RefereeError("E_SCENARIO", "a base table holds either rect = [x, y] or polygon = [[x, y], ...]", "base")
    if given.rect is not None:
        return Outline.rect(*given.rect)
    try:
        return Outline.polygon(given.polygon)
    except ValueError as problem:
        raise RefereeError("E_SCENARIO", str(problem), "base") from None
