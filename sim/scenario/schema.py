"""The scenario file's shape, key by key. Lengths in inches, angles in degrees counter-clockwise from +x, base sizes in millimetres."""
from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

FARTHEST = 10_000         # inches: beyond any table, and well within what whole nanometres can count
LONGEST = 472             # inches: the 12 m that terrain may be long

Said = Annotated[str, Meta(min_length=1, max_length=200)]
Inches = Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)]
Size = Annotated[float, Meta(ge=0.001, le=FARTHEST)]
Side = Annotated[float, Meta(ge=0.1, le=FARTHEST)]
Angle = Annotated[float, Meta(ge=-36_000, le=36_000)]
Share = Annotated[float, Meta(ge=0, le=1)]
Point2 = Annotated[list[Inches], Meta(min_length=2, max_length=2)]
Point3 = Annotated[list[Inches], Meta(min_length=3, max_length=3)]
Point = Annotated[list[Inches], Meta(min_length=2, max_length=3)]
Solid = Annotated[float, Meta(ge=0.001, le=LONGEST)]
Size3 = Annotated[list[Solid], Meta(min_length=3, max_length=3)]
Corners = Annotated[list[Point2], Meta(min_length=3, max_length=10_000)]
FileNumber = Annotated[float, Meta(ge=-1e12, le=1e12)]
FilePoint = Annotated[list[FileNumber], Meta(min_length=3, max_length=3)]
Unit = Literal["mm", "cm", "m", "in", "ft"]
Up = Literal["z", "y", "-z", "-y", "x", "-x", "fit"]
By = Literal["walk", "climb", "drop", "jump", "fly", "pivot", "place"]
Order = Literal["independent", "sequence"]
Verdict = Literal["legal", "illegal", "undecided"]


class Strict(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, frozen=True):
    """Unknown keys are errors."""


class BoardTable(Strict):
    """The board; its corner is (0, 0) and its top is z = 0."""
    size: Annotated[list[Side], Meta(min_length=2, max_length=2, description="[x, y] in inches")]
    floor: Annotated[bool, Meta(description="false: the scan brings its own ground")] = True


class ScanTable(Strict):
    """How far meshes may be off, one standard deviation."""
    noise: Annotated[float | None, Meta(description="inches; 0 means trust")] = None
    scale_error: Annotated[Share, Meta(description="a fraction of every length")] = 0.0


class KnownTable(Strict):
    """A distance known on the table, between two points in the mesh file's own numbers."""
    between: Annotated[list[FilePoint], Meta(min_length=2, max_length=2)]
    inches: Size


class PartTable(Strict):
    """What is said of one part of a mesh file."""
    leave_out: bool = False
    traits: list[Said] = []


class StairsTable(Strict):
    """Solid stairs rising along +x."""
    size: Size3
    steps: Annotated[int, Meta(ge=1, le=1000)]


class CylinderTable(Strict):
    """An upright cylinder."""
    radius: Annotated[float, Meta(ge=0.001, le=LONGEST / 2)]
    height: Solid


class TerrainTable(Strict):
    """A piece of terrain: a mesh file or one solid."""
    name: Said
    mesh: Annotated[Said | None, Meta(description="a file in this file's folder or below, or in a terrain folder")] = None
    box: Annotated[Size3 | None, Meta(description="a block [x, y, z]")] = None
    wedge: Annotated[Size3 | None, Meta(description="a ramp [x, y, z] rising along +x")] = None
    stairs: StairsTable | None = None
    cylinder: CylinderTable | None = None
    units: Annotated[Unit | None, Meta(description="required for STL, OBJ and PLY unless `known` is given")] = None
    up: Annotated[Up | FilePoint | None, Meta(description="the file's direction that is up: an axis, a vector, or \"fit\"")] = None
    scale: Annotated[float, Meta(gt=0, le=1e6)] = 1.0
    known: Annotated[list[KnownTable], Meta(description="instead of units and scale")] = []
    at: Annotated[Point3, Meta(description="where the anchor goes, inches")] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    anchor: Annotated[Literal["bottom", "origin"], Meta(description="the bounding box's middle at its lowest point, or the file's origin")] = "bottom"
    turn: Angle = 0.0
    traits: Annotated[list[Said], Meta(description="platform obstacle low stairs ladder impassable unclimbable passable")] = []
    parts: Annotated[dict[str, PartTable], Meta(description="nodes, solids or groups of the file by name")] = {}
    scan: ScanTable | None = None


class RegionTable(Strict):
    """Tags for a part of the table: `box`, or `polygon` with `z`."""
    name: Said
    traits: list[Said]
    box: Annotated[Annotated[list[Point3], Meta(min_length=2, max_length=2)] | None, Meta(description="two opposite corners")] = None
    polygon: Corners | None = None
    z: Annotated[Point2 | None, Meta(description="[low, high]")] = None


class AreaTable(Strict):
    """A named area in plan: deployment zones, objectives and the like."""
    name: Said
    polygon: Corners


Diameter = Annotated[float, Meta(ge=1, le=1000)]
Pair = Annotated[list[Diameter], Meta(min_length=2, max_length=2)]
Millimetres = Annotated[float, Meta(ge=-1000, le=1000)]
Corner = Annotated[list[Millimetres], Meta(min_length=2, max_length=2)]

BaseCorners = Annotated[list[Corner], Meta(min_length=3, max_length=1000)]


class BaseTable(Strict):
    """A base that is neither round nor oval, in millimetres; the facing is +x."""
    rect: Pair | None = None
    polygon: Annotated[BaseCorners | None, Meta(description="convex, the base's centre at (0, 0)")] = None


class ModelTable(Strict):
    """A model and where it starts."""
    name: Said
    base: Annotated[Diameter | Pair | BaseTable, Meta(description="mm: a diameter; [long, short] oval; {rect = [x, y]}; {polygon = [[x, y], ...]}")]
    at: Annotated[Point, Meta(description="base centre; a third number picks the level nearest to it")]
    side: str = ""
    unit: str = ""
    height: Annotated[Size, Meta(description="underside of the base to the top, inches")] = 1.5
    facing: Angle = 0.0
    stats: dict[Said, Any] = {}
    traits: list[Said] = []


class StopTable(Strict):
    """A stop of a path; `pivot` may leave `to` out and stays where it is."""
    to: Point | None = None
    by: Annotated[By | None, Meta(description="how the leg's changes of level are made")] = None
    facing: Angle | None = None


Stop = Point | StopTable
Path = Annotated[list[Stop], Meta(min_length=1, max_length=1000)]


class WithinTable(Strict):
    """Where a set-up must lie: within so many inches of an area or a model."""
    area: Said | None = None
    model: Said | None = None
    inches: Annotated[float, Meta(ge=0, le=FARTHEST)] = 0.0
    wholly: bool = False


class ExpectTable(Strict):
    """What `referee test` expects of the ruling."""
    verdict: Verdict | None = None
    charged: float | None = None
    fails: list[Said] | None = None
    effects: list[Said] | None = None
    lacks_effects: list[Said] | None = None
    ends_at: Point3 | None = None
    readings: Annotated[dict[Said, Verdict] | None, Meta(description="\"definition.reading\" -> the verdict under that one change")] = None
    disputed: bool | None = None


class MoveTable(Strict):
    """A declared move of a model (`path`) or of a unit (`paths`)."""
    model: Said | None = None
    unit: Said | None = None
    path: Path | None = None
    paths: dict[Said, Path] | None = None
    ruleset: Said | None = None
    action: Said | None = None
    allowance: Annotated[float, Meta(ge=0, le=FARTHEST, description="inches; by default from the action and the stats")] | None = None
    target: Said | None = None
    moved_by: Said | None = None
    within: WithinTable | None = None
    readings: dict[Said, Said] = {}
    expect: ExpectTable | None = None


class ScenarioTable(Strict):
    """A scenario: a table and the moves declared on it."""
    board: BoardTable
    title: str = ""
    rulesets: list[Said] = []
    readings: Annotated[dict[Said, Said], Meta(description="definition -> reading")] = {}
    order: Annotated[Order, Meta(description="each move from the file's positions, or one after another")] = "independent"
    scan: ScanTable = field(default_factory=ScanTable)
    terrain: list[TerrainTable] = []
    regions: list[RegionTable] = []
    areas: list[AreaTable] = []
    models: list[ModelTable] = []
    moves: list[MoveTable] = []
