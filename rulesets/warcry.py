"""Warcry, 2nd edition: move actions: moving normally, jumping, climbing, flying, falling.

Ids (W01 ...) number the statements of that text. No sentence of it stands here: each rule is put in our own words and cited.
What floors, platforms, obstacles and low terrain are stands in the game's terrain section, which is cited as outside the text.
"""
from meshes import bridge, enemy, ledge, open_ground, overhang, slab, stairs, tower, trench, wall
from sim.referee import Ruleset, given, inches, negated

rules = Ruleset("warcry", document="Warcry core book", edition="2nd edition", ids=tuple(f"W{n:02d}" for n in range(1, 31)), minds_centre=True)
cite = rules.cite
outside = lambda locator: rules.cite(locator + " (not in the text)", "Warcry core book, terrain, and public FAQ 2023")  # noqa: E731

NOTHING = inches(0)
AN_INCH = inches(1)
TETHER = inches(0.5, "reach of a climber")


# ---------------------------------------------------------------- the action

@rules.action("move", "W02", cite("Move Actions"))
def move(case):
    """A move action of up to the fighter's `move` stat: moving normally, jumping, climbing and flying in any order."""
    return case.stat("move")


@rules.mode("walk", "W08", "W09", cite("Moving Normally"), takes="LEVEL TURN UP DOWN")
def moving_normally(case, passage):
    """With the centre of the base on the floor, on a platform or over low terrain all the while."""
    for place in passage.places:
        yield case.any_of(bears(case, place) for bears in (floor_or_platform, low_terrain, surface_cracks))
    for face in passage.faces:
        yield free_terrain(case, face)


@moving_normally.charge
def moving_normally_costs(case, passage):
    return passage.run


@rules.mode("climb", "W16", "W17", cite("Climbing"), takes="UP DOWN LEVEL ALOFT")
def climbing(case, passage):
    """Up, down and sideways, close to the obstacle all the while."""
    for reach in passage.reaches(climb_tether(case)):
        yield reach <= TETHER
    yield passage.may_be_climbed


@climbing.charge
def climbing_costs(case, passage):
    return passage.run + passage.height


@rules.mode("jump", "W10", "W11", cite("Jumping"), takes="LEVEL ALOFT SPAN AIR DOWN")
def jumping(case, passage):
    """Straight and level through the air, then down as far as it goes; down costs nothing."""
    for gain in passage.gains:
        yield gain <= NOTHING


@jumping.charge
def jumping_costs(case, passage):
    return passage.run


@rules.mode("fly", "W21", cite("Flying"), takes="FLIGHT")
def flying(case, passage):
    """Through the air, over terrain and fighters; up and down cost nothing."""
    yield case.has("fly")


@flying.charge
def flying_costs(case, passage):
    return passage.run


@rules.whole_move_charge
def climbs_as_they_are_measured(case):
    return case.total(climb_length(case, climb) - climb.up_plus_across for climb in case.climbs)


# ---------------------------------------------------------------- what a fighter stands on

@rules.definition("W08", "W09", "W23", outside("Terrain"))
def floor_or_platform(case, place):
    """The centre is on the battlefield floor, or on flat ground larger than an inch by an inch, or tagged a platform."""
    return place.borne & case.any_of(is_so(case, place) for is_so in (the_floor, called_a_platform, broad_and_flat))


@rules.definition("W08", cite("Moving Normally"))
def the_floor(case, place):
    """The battlefield floor."""
    return place.is_table_top


@rules.definition("W08", outside("Terrain: platforms"))
def called_a_platform(case, place):
    """Somebody has tagged it a platform."""
    return place.tagged("platform")


@rules.definition("W08", outside("Terrain: platforms"))
def broad_and_flat(case, place):
    """It is flat and larger than an inch by an inch."""
    return place.breadth > AN_INCH


@rules.definition("W09", outside("Terrain: low terrain"))
def low_terrain(case, place):
    """It is over low terrain."""
    return free_terrain(case, place.height_over(AN_INCH))


# ---------------------------------------------------------------- limits of every move action

@rules.clause("W01", cite("Move Actions"), is_allowance=True)
def within_its_move(case):
    """All inches of the action together are no more than the fighter's Move."""
    yield case.charged <= case.allowance


@rules.clause("W03", cite("Move Actions"))
def no_part_further_than_its_move(case):
    """Turning is free, but no part of the fighter ends further from where it was than its Move."""
    yield part_limit(case) <= case.allowance


@rules.clause("W04", cite("Move Actions"))
def not_through_fighters(case):
    """No fighter is moved through, friend or enemy."""
    for other in case.everyone_else:
        yield case.beside(other) >= NOTHING


@rules.clause("W05", cite("Move Actions"))
def not_through_terrain(case):
    """No terrain is moved through: there is a way, with room for the fighter."""
    yield case.arrives
    yield case.headroom >= moving_volume(case)


@rules.clause("W06", cite("Move Actions"))
def not_over_the_edge(case):
    """No part of the fighter is ever past the battlefield's edge."""
    yield case.inside_board_all_the_way >= NOTHING


@rules.clause("W07", cite("Move Actions"))
def not_from_beside_an_enemy(case):
    """A fighter within an inch of an enemy does not start a move action."""
    for foe in case.enemies:
        yield start_distance(case, foe) > AN_INCH


@rules.clause("W10", cite("Jumping"))
def jumps_hit_nothing(case):
    """A jump goes through neither terrain nor fighters."""
    for jump in case.jumps:
        yield jump_shape(case, jump)


@rules.clause("W15", "W18", cite("Climbing"))
def climbs_begin_touching(case):
    """A climb begins with the base touching what is climbed."""
    for climb in case.climbs:
        yield climb.touching(up_to=AN_INCH) <= NOTHING


@rules.clause("W20", cite("Climbing"))
def mounts_climb_only_stairs(case):
    """A mount does not climb, but for stairs."""
    for climb in case.climbs:
        yield given(case.has("mount"), climb.is_stairs(riser=AN_INCH))


@rules.clause("W22", cite("Flying"))
def no_end_in_flight(case):
    """A flight ends with the centre of the base on the floor or a platform."""
    yield given(case.ended_by("fly"), stands(case, case.end_place))


# ---------------------------------------------------------------- how a move ends

@rules.definition("W23", cite("Falling"))
def stands(case, place):
    """The centre of the base is on the floor or a platform, or on low terrain, which counts as what it stands on."""
    return case.any_of(bears(case, place) for bears in (floor_or_platform, on_low_terrain))


@rules.definition("W23", outside("Terrain: low terrain"))
def on_low_terrain(case, place):
    """The centre is on low terrain."""
    return place.borne & low_terrain(case, place)


@rules.definition("W18", "W19", cite("Climbing"))
def still_climbing(case):
    """It ends climbing: its centre is on no floor and no platform yet."""
    return case.ended_by("climb") & negated(stands(case, case.end_place))


@rules.effect("still-climbing", "W19", cite("Climbing; Falling"))
def hangs_on(case):
    """The action may end climbing; if the fighter still does when its activation ends, it falls."""
    yield still_climbing(case)


@rules.definition("W23", cite("Falling"))
def falling(case):
    """It ends neither standing nor climbing."""
    return negated(stands(case, case.end_place)) & negated(still_climbing(case)) & negated(case.ended_by("fly")) & negated(landing(case))


@rules.effect("falls", "W23", "W25", "W26", cite("Falling"), harm=True)
def falls(case):
    """The fighter falls: its opponent picks where it lands, lower, within 2 in, on floor or platform and on nobody."""
    for claim in case.if_so(falling(case)):
        yield claim
        yield landing_point(case).told


@rules.effect("taken-down", "W26", cite("Falling"), harm=True)
def taken_down(case):
    """There is nowhere it could land."""
    for _ in case.if_so(falling(case)):
        yield landing_point(case).none


@rules.effect("impact-damage", "W12", "W14", "W28", cite("Jumping; Impact Damage"), harm=True, dice=(3, 1, 1, 0, 0, 0))
def impact_of_a_jump(case):
    """Going 2 in or more down through the air hurts."""
    for descent in case.descents:
        yield impact_height(case, impact_count(case, descent))


@rules.effect("impact-damage", "W27", "W28", cite("Falling; Impact Damage"), harm=True, dice=(3, 1, 1, 0, 0, 0))
def impact_of_a_fall(case):
    """So does a fall, where the opponent can make it deep enough."""
    for _ in case.if_so(falling(case)):
        yield impact_height(case, landing_point(case).deepest + fall_measured_from(case))


@rules.effect("returned", "W29", cite("Disallowed Moves"), when_illegal=True)
def disallowed(case):
    """A disallowed move is not made: the fighter goes back to where it started."""
    yield case.so("the fighter goes back to where it started")


# ---------------------------------------------------------------- definitions with more than one reading

@rules.definition("W03")
def part_limit(case):
    """How far "no part further than its Move" is measured."""


@part_limit.reading(cite("Move Actions"))
def same_part_in_plan(case):
    """Each part from where that part was, in plan."""
    return case.part_moved(in_space=False)


@part_limit.reading(cite("Move Actions"))
def same_part_in_space(case):
    """Each part from where that part was, height counted too."""
    return case.part_moved(in_space=True)


@part_limit.reading(cite("Move Actions"))
def footprint_in_plan(case):
    """Each part from the nearest of where the base was, in plan."""
    return case.footprint_moved


@rules.definition("W12", "W14", "W27")
def impact_height(case, fall):
    """How far down hurts."""


@impact_height.reading(cite("Jumping"))
def two_or_more(case, fall):
    """Two inches or more."""
    return fall >= inches(2)


@impact_height.reading(cite("Examples: jumping"))
def more_than_two(case, fall):
    """More than two inches."""
    return fall > inches(2)


@rules.definition("W12", "W14")
def impact_count(case, descent):
    """Whether each way down is looked at, or all of the action's together."""


@impact_count.reading(cite("Jumping"))
def each_descent(case, descent):
    """Each by itself."""
    return descent.fall


@impact_count.reading(cite("Jumping"))
def whole_action(case, descent):
    """All together."""
    return descent.fall_so_far


@rules.definition("W17")
def climb_length(case, climb):
    """How a climb that goes up and across is measured."""


@climb_length.reading(outside("FAQ: stairs"))
def along_the_way(case, climb):
    """Along the way through the air, slanting up a stair."""
    return climb.along_the_way(tether=TETHER)


@climb_length.reading(cite("Climbing"))
def up_plus_across(case, climb):
    """Upwards and across, added."""
    return climb.up_plus_across


@rules.definition("W16")
def climb_tether(case):
    """Which part of a climber stays within half an inch of the obstacle."""


@climb_tether.reading(cite("Climbing"))
def nearest_edge(case):
    """The nearest edge of its base."""
    return "rim"


@climb_tether.reading(cite("Climbing"))
def centre(case):
    """The centre of its base."""
    return "centre"


@climb_tether.reading(cite("Climbing"))
def whole_base(case):
    """All of its base."""
    return "whole base"


@rules.definition("W09")
def surface_cracks(case, place):
    """Whether the centre may pass over a crack in the ground."""


@surface_cracks.reading(cite("Moving Normally"))
def none_allowed(case, place):
    """It may not."""
    return place.crack <= NOTHING


@surface_cracks.reading(cite("Moving Normally"))
def narrower_than_base(case, place):
    """It may over one narrower than the base."""
    return place.crack < place.base_along_travel


@rules.definition("W09")
def free_terrain(case, rise):
    """How high terrain may be to be low."""


@free_terrain.reading(outside("Terrain: low terrain"))
def under_one_inch(case, rise):
    """Less than an inch."""
    return rise < AN_INCH


@free_terrain.reading(outside("1st edition"))
def up_to_one_inch(case, rise):
    """An inch or less."""
    return rise <= AN_INCH


@rules.definition("W04", "W05")
def moving_volume(case):
    """What may not pass through terrain."""


@moving_volume.reading(cite("Move Actions"))
def body(case):
    """The whole fighter."""
    return case.height


@moving_volume.reading(cite("Move Actions"))
def base(case):
    """Its base."""
    return NOTHING


@rules.definition("W07")
def start_distance(case, foe):
    """How the inch from an enemy at the start is measured."""


@start_distance.reading(cite("Move Actions"))
def in_space(case, foe):
    """From base to base, height counted."""
    return case.distance_in_space(case.mover, foe)


@start_distance.reading(cite("Move Actions"))
def in_plan(case, foe):
    """From base to base, in plan."""
    return case.plan_distance(case.mover, foe)


@rules.definition("W10")
def jump_shape(case, jump):
    """The line of a jump: what may not be in it."""


@jump_shape.reading(cite("Jumping"))
def across_then_down(case, jump):
    """Across, then down: the way itself."""
    return case.so("the way across and down is looked at as it is taken")


@jump_shape.reading(cite("Jumping"))
def straight_line(case, jump):
    """Slanting down, straight."""
    return jump.straight_is_clear


@rules.definition("W25")
def landing_point(case):
    """From where the 2 in are measured within which a faller lands."""


@landing_point.reading(cite("Falling"))
def from_centre(case):
    """From the centre of its base."""
    return case.landings(inches(2), bears=floor_or_platform)


@landing_point.reading(cite("Falling"))
def from_rim(case):
    """From the rim of its base."""
    return case.landings(inches(2) + case.radius, bears=floor_or_platform)


@rules.definition("W13", "W23")
def landing(case):
    """Whether coming down on a rim is enough to stay up."""


@landing.reading(cite("Jumping; Falling"))
def rim_then_fall(case):
    """It is not: with its centre over air the fighter falls on."""
    return case.never("a rim bears nobody")


@landing.reading(cite("Jumping"))
def rim_is_enough(case):
    """It is."""
    return case.ended_by("jump") & case.touches_terrain


@rules.definition("W27")
def fall_measured_from(case):
    """From which height a fall is measured: what is added to the fall itself."""


@fall_measured_from.reading(cite("Falling"))
def end_of_move(case):
    """From where the move ended."""
    return NOTHING


@fall_measured_from.reading(cite("Falling"))
def before_descent(case):
    """From where the last way down began."""
    return case.height_before_the_last_descent


# ---------------------------------------------------------------- not judged, and why

rules.skip("W24", "a fighter that is hit near a platform's edge falls in a fight, not in a move")
rules.skip("W30", "a permission: players may measure before they move, which no move can break")


# ---------------------------------------------------------------- worked rows: one move each, and what it comes to

rules.example("four inches with a move of four", open_ground(), walk=4, stats={"move": 4}, says="legal")
rules.example("a little more than four", open_ground(), walk=4.01, stats={"move": 4}, says="illegal")
rules.example("an oval base that turns about at the end", open_ground(), path=[{"to": (4, 0), "facing": 180}], base=[60, 35], stats={"move": 4}, says={
    part_limit.same_part_in_plan: "illegal", part_limit.footprint_in_plan: "legal"})
rules.example("a leap of 2 in out and 6 in down with a move of four", tower(6), path=[{"to": (3.5, 0, 0), "by": "jump"}], stats={"move": 4}, says={
    part_limit.same_part_in_plan: "legal", part_limit.same_part_in_space: "illegal", part_limit.footprint_in_plan: "legal"})
rules.example("off the edge of a slab a quarter of an inch thick", slab(3), walk=1.7, by="walk", says="illegal")
rules.example("a leap of two inches", tower(2), path=[{"to": (3, 0, 0), "by": "jump"}], stats={"move": 4}, says={
    impact_height.two_or_more: "legal, impact-damage", impact_height.more_than_two: "legal, no impact-damage"})
rules.example("two leaps of 1.8 in", tower(3.6) + wall(1.8, 3, at=1.5),
              path=[{"to": (3, 0, 1.8), "by": "jump"}, {"to": (6, 0, 0), "by": "jump"}], stats={"move": 6}, says={
    impact_count.each_descent: "legal, no impact-damage", impact_count.whole_action: "legal, impact-damage"})
rules.example("up stairs with distance for the slant only", stairs(3, 6, 0.5), walk=6, stats={"move": 7.6}, says={
    climb_length.along_the_way: "legal", climb_length.up_plus_across: "illegal"})
rules.example("a face climbed by a base of 32 mm", ledge(2), walk=4, stats={"move": 8}, says={
    climb_tether.nearest_edge: "legal", climb_tether.centre: "illegal", climb_tether.whole_base: "illegal"})
rules.example("a face climbed by a base of 20 mm", ledge(2), walk=4, base=20, stats={"move": 8}, says={
    climb_tether.nearest_edge: "legal", climb_tether.centre: "legal", climb_tether.whole_base: "illegal"})
rules.example("a climb to hang beside nothing", open_ground(), path=[{"to": (0, 0, 2), "by": "climb"}], says="illegal")
rules.example("over a crack of half an inch", trench(width=0.5), walk=5, by="walk", says={
    surface_cracks.none_allowed: "illegal", surface_cracks.narrower_than_base: "legal"})
rules.example("onto a slab of exactly an inch", ledge(1), walk=5, stats={"move": 5}, says={
    free_terrain.under_one_inch: "illegal", free_terrain.up_to_one_inch: "legal"})
rules.example("under a walkway lower than the fighter", bridge(1), path=[(6, 0, 0)], by="walk", stats={"move": 6}, says={
    moving_volume.body: "illegal", moving_volume.base: "legal"})
rules.example("away from an enemy 2 in below and near in plan", tower(2) + enemy((2.2, 0)), path=[(-2, 0)], says={
    start_distance.in_space: "legal", start_distance.in_plan: "illegal"})
rules.example("a leap over a wall below the line across", tower(3) + wall(2.5, 0.25, at=2.5), path=[{"to": (4, 0, 0), "by": "jump"}], says={
    jump_shape.across_then_down: "legal", jump_shape.straight_line: "illegal"})
rules.example("a leap to the edge, the centre out over a lower block", tower(3) + wall(1.5, 1.9, at=1.5), path=[{"to": (1.7, 0, 3), "by": "jump"}], says={
    landing_point.from_centre: "legal, no impact-damage", landing_point.from_rim: "legal, impact-damage"})
rules.example("a leap onto the rim of a lower block, and down from it", tower(3) + wall(1.5, 1, at=1.5), path=[{"to": (2.7, 0, 1.5), "by": "jump"}], says={
    fall_measured_from.end_of_move: "legal, no impact-damage", fall_measured_from.before_descent: "legal, impact-damage"})
rules.example("a leap to the edge", tower(3), path=[{"to": (1.7, 0, 3), "by": "jump"}], says={
    landing.rim_then_fall: "legal, falls", landing.rim_is_enough: "legal, no falls"})
rules.example("a mount up a face", ledge(2), walk=4, stats={"move": 9}, traits=["mount"], says="illegal")
rules.example("a mount up stairs", stairs(3, 6, 0.5), walk=6, stats={"move": 12}, traits=["mount"], says="legal")
rules.example("a flight over an enemy", enemy((3, 0)), path=[{"to": (6, 0), "by": "fly"}], traits=["fly"], says="legal")
rules.example("a flight by one that cannot", enemy((3, 0)), path=[{"to": (6, 0), "by": "fly"}], says="illegal")
rules.example("a face 0.3 in behind the edge, climbed down", overhang(3, back=0.3), path=[{"to": (3, 0, 0), "by": "climb"}], stats={"move": 9}, says="legal")
rules.example("a face 0.6 in behind the edge, climbed down", overhang(3, back=0.6), path=[{"to": (3, 0, 0), "by": "climb"}], stats={"move": 9}, says="illegal")
