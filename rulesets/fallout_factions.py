"""Fallout: Factions, movement: rulebook pp. 18-20 with the errata of Q2 2026.

Ids (F01 ...) number the statements of that text. No sentence of it stands here: each rule is put in our own words and cited.
"""
from meshes import bridge, corner, enemy, fence, friend, ledge, open_ground, plank, ramp, slab, stairs, tower, trench, wall
from sim.referee import Ruleset, counted, inches, share

rules = Ruleset("fallout-factions", document="Fallout: Factions rulebook", edition="with errata Q2 2026",
                ids=tuple(f"F{n:02d}" for n in range(1, 40)))
cite = rules.cite
errata = lambda locator: rules.cite(locator, "Fallout: Factions errata Q2 2026")  # noqa: E731

FREE = inches(1, "free height")
HALF = share(0.5, "half")
NOTHING = inches(0)


# ---------------------------------------------------------------- actions

@rules.action("move", cite("p. 19, Moving Models"))
def move(case):
    """A move of up to the model's `move` stat (or the move's own allowance)."""
    return case.stat("move")


@rules.action("directly-towards", errata("Moving Models, FAQ"))
def directly_towards(case):
    """A move straight at the middle of `target`."""
    return case.stat("move")


@rules.action("directly-away", errata("Moving Models, FAQ"))
def directly_away(case):
    """A move straight away from the middle of `target`."""
    return case.stat("move")


# ---------------------------------------------------------------- ways of moving

@rules.mode("walk", "F35", "F36", "F37", cite("p. 20, Edge Cases"))
def walking(case, passage):
    """On the level, over stairs, slopes, small steps and small obstacles: height costs nothing."""
    yield case.any_of(allowance(case, passage) for allowance in (less_than_an_inch, free_obstacle))


@walking.charge
def walking_costs(case, passage):
    return passage.run


@rules.definition("F35", cite("p. 20, Edge Cases"))
def less_than_an_inch(case, passage):
    """No rise or fall of an inch, stairs and slopes taken tread by tread."""
    return case.any_of(rise < FREE for rise in passage.rises(lambda: staircase_tread(case)))


@rules.mode("climb", "F30", "F31", cite("pp. 19-20, Elevation and Climbing"), takes="UP DOWN LEVEL")
def climbing(case, passage):
    """Up or down something there is to hold."""
    yield passage.face("rim") <= climb_tether(case)
    yield passage.may_be_climbed


@climbing.charge
def climbing_costs(case, passage):
    return passage.run + climb_cost(case, passage)


@rules.mode("drop", "F32", cite("p. 20, Elevation and Climbing"), takes="DOWN AIR")
def dropping(case, passage):
    """Over the edge and down: nothing to hold is needed."""
    yield from ()


@dropping.charge
def dropping_costs(case, passage):
    return passage.run + drop_cost(case, passage.fall)


@rules.whole_move_charge
def height_of_the_whole_move(case):
    return case.total(climb_cost(case, climb) for climb in case.climbs_as_one)


@rules.whole_move_charge
def small_rises_of_the_whole_move(case):
    return case.total(small_rises(case, rises) for rises in case.stepped_up)


# ---------------------------------------------------------------- where a model may end

@rules.clause("F01", cite("p. 18, Positioning Models"))
def on_the_battlefield(case):
    """The whole base is inside the table's edge; rim on edge will do."""
    yield case.inside_board() >= NOTHING


@rules.clause("F02", cite("p. 18, Positioning Models"))
def less_than_half_overhangs(case):
    """Less than half the base is over air."""
    yield case.any_of(is_so(case) for is_so in (borne_all_over, overhang_share))


@rules.definition("F02", cite("p. 18, Positioning Models"))
def borne_all_over(case):
    """A level base with something under all of it overhangs nothing."""
    return case.borne_all_over


@rules.clause("F03", cite("p. 18, Positioning Models"))
def standing_up(case):
    """The model stays up where it is put."""
    yield case.stands_up(lying=pose(case))


@rules.clause("F04", "F25", errata("Moving Models, FAQ"))
def not_on_another_base(case):
    """No base ends on or within another's; touching is no overlap."""
    for other in case.everyone_else:
        yield case.on_top_of(other) >= NOTHING


# ---------------------------------------------------------------- the distance and the line

@rules.clause("F19", "F22", "F18", cite("p. 19, Moving Models"), is_allowance=True)
def within_the_distance(case):
    """The same point of the base stays within the distance allowed, all legs together."""
    yield (case.charged - case.total(measured_point(case, turn) for turn in case.turns)
           <= case.allowance + case.total(drop_cost(case, drop.fall, on_top=True) for drop in case.closing_drops))


@rules.clause("F21", cite("p. 19, Moving Models"))
def along_the_line(case):
    """The model gets along its line to the end declared, with room for it all the way."""
    yield case.arrives
    yield case.headroom >= moving_volume(case)


@rules.clause("F23", "F26", errata("Moving Models, FAQ"))
def never_through_an_enemy(case):
    """Friends are passed through, an enemy's base never, zone or no zone."""
    for foe in case.enemies:
        yield case.beside(foe) >= NOTHING


@rules.clause("F27", errata("Moving Models, FAQ"))
def directly(case):
    """A move directly towards or away keeps to the line through the middle of its target."""
    for miss in case.off_the_line_of_target:
        yield miss <= NOTHING


@rules.clause("F28", cite("p. 19, Crossing Gaps"))
def crossing_gaps(case):
    """A model crosses only gaps narrower than its base."""
    for gap in case.gaps(deeper_than=FREE):
        yield gap_as_wide_as_base(case, gap_width(case, gap), case.settled(base_width, gap))


@rules.clause("F33", cite("p. 20, Elevation and Climbing"))
def long_drops_end_the_move(case):
    """After a drop longer than its Agility a model goes no further."""
    for drop in case.drops_moved_on_from:
        yield drop_limit(case, drop) <= case.stat("agility")


# ---------------------------------------------------------------- other models

@rules.clause("F10", "F11", "F13", "F17", "F24", cite("pp. 18-19, Engagement and Proximity; Moving Models"))
def keep_out_of_proximity(case):
    """An enemy's zone is entered only by a model that comes to be Engaged with it."""
    for foe in case.enemies:
        yield case.any_of(excuse(case, foe) for excuse in (an_inch_off, above_or_below, behind_a_wall, engaged_already, zone_entry))


@rules.definition("F12", cite("p. 18, Engagement and Proximity"))
def engaged_already(case, foe):
    """A model that is Engaged before the move has no zone."""
    return case.any_of(engaged(case, foe, other) for other in case.opponents_of(foe))


@rules.definition("F10", "F17", cite("p. 18, Engagement and Proximity"))
def an_inch_off(case, foe):
    """The way keeps an inch off the foe's base."""
    return zone_edge(case, case.nearest(foe, radius=inches(1)))


@rules.definition("F14", cite("p. 19, Oddball Cases"))
def above_or_below(case, foe):
    """It comes nearer only where the zone does not reach: more than 2 in above the base, or below it."""
    return zone_edge(case, case.nearest(foe, radius=inches(1), low=zone_below(case), high=2))


@rules.definition("F15", cite("p. 18, Oddball Cases"))
def behind_a_wall(case, foe):
    """Or where a wall as tall as the model stands between."""
    return zone_edge(case, case.nearest(foe, radius=inches(1), low=zone_below(case), high=2,
                                        wall=wall_height_of(case, foe), around=wall_shape(case)))


@rules.definition("F07", cite("p. 18, Engagement and Proximity"))
def engaged(case, one, other):
    """Models of different sides whose bases touch, at heights that allow it."""
    return case.all_of(demand(case, one, other) for demand in (bases_touch, engagement_height))


@rules.definition("F07", cite("p. 18, Engagement and Proximity"))
def bases_touch(case, one, other):
    """Their bases touch, seen from above."""
    return case.plan_distance(one, other) <= NOTHING


@rules.effect("engaged", "F07", cite("p. 18, Engagement and Proximity"))
def becomes_engaged(case):
    """The move ends in contact with an enemy."""
    for foe in case.enemies:
        yield engaged(case, case.end, foe)


@rules.effect("move-ends", "F33", cite("p. 20, Elevation and Climbing"))
def the_move_ends(case):
    """A drop longer than the model's Agility ends the move on landing."""
    for drop in case.drops:
        yield drop_limit(case, drop) > case.stat("agility")


@rules.effect("wobbly", "F05", cite("p. 18, Positioning Models"))
def does_not_sit_flat(case):
    """The base is tilted where it ends: the players may want to agree where it counts as being."""
    yield case.tilt > case.flat


# ---------------------------------------------------------------- definitions with more than one reading

@rules.definition("F02")
def overhang_share(case):
    """What "half of the base" is half of."""


@overhang_share.reading(cite("p. 18, Positioning Models"))
def by_area(case):
    """Less than half of its area."""
    return case.overhang("area", lying=pose(case), together=support(case)) < HALF


@overhang_share.reading(cite("p. 18, Positioning Models"))
def by_centre(case):
    """Its centre stands on something."""
    return case.overhang("centre", lying=pose(case), together=support(case)) <= NOTHING


@overhang_share.reading(cite("p. 18, Positioning Models"))
def by_reach(case):
    """It reaches less than half its width past the edge."""
    return case.overhang("reach", lying=pose(case), together=support(case)) < case.half_width


@overhang_share.reading(cite("p. 18, Positioning Models"))
def by_length(case):
    """On every line through its centre less than half is over air."""
    return case.overhang("length", lying=pose(case), together=support(case)) < HALF


@rules.definition("F02")
def support(case):
    """Whether neighbouring pieces at one level bear a base together."""


@support.reading(cite("p. 18, Positioning Models"))
def pieces_together(case):
    """They do."""
    return True


@support.reading(cite("p. 18, Positioning Models"))
def one_piece(case):
    """One piece must bear it."""
    return False


@rules.definition("F05", "F29")
def pose(case):
    """How a base sits on a slope or on rubble."""


@pose.reading(cite("p. 18, Positioning Models"))
def lies_on_surface(case):
    """It lies on the surface, tilted as that is."""
    return True


@pose.reading(cite("p. 18, Positioning Models"))
def kept_level(case):
    """It is kept level, on its highest contact."""
    return False


@rules.definition("F28")
def gap_width(case, gap):
    """Where the width of a slanted or ragged gap is taken."""


@gap_width.reading(cite("p. 19, Crossing Gaps"))
def along_travel(case, gap):
    """Along the line the model moves."""
    return gap.along_travel


@gap_width.reading(cite("p. 19, Crossing Gaps"))
def narrowest(case, gap):
    """From rim to rim at the narrowest."""
    return gap.narrowest


@gap_width.reading(cite("p. 19, Crossing Gaps"))
def widest(case, gap):
    """Along the line of movement, where it is widest under the base."""
    return gap.widest


@rules.definition("F28")
def base_width(case, gap):
    """Which width of an oval base."""


@base_width.reading(cite("p. 19, Crossing Gaps"))
def along_travel(case, gap):  # noqa: F811
    """Along the line the model moves."""
    return gap.base_along_travel


@base_width.reading(cite("p. 19, Crossing Gaps"))
def shortest(case, gap):
    """The shortest."""
    return gap.base_shortest


@base_width.reading(cite("p. 19, Crossing Gaps"))
def longest(case, gap):
    """The longest."""
    return gap.base_longest


@rules.definition("F28")
def gap_as_wide_as_base(case, gap, base):
    """What a gap exactly as wide as the base does."""


@gap_as_wide_as_base.reading(cite("p. 19, Crossing Gaps"))
def blocks(case, gap, base):
    """Only a gap narrower than the base is crossed."""
    return gap < base


@gap_as_wide_as_base.reading(cite("p. 19, Crossing Gaps"))
def crosses(case, gap, base):
    """Only a gap wider than the base bars the way."""
    return gap <= base


@rules.definition("F30")
def climb_cost(case, over):
    """What climbing costs: each climb, or the move as a whole."""


@climb_cost.reading(cite("p. 19, Elevation and Climbing"))
def every_up_and_down(case, over):
    """Every climb up and every climb down is counted."""
    return over.climbed(staircase_tread(case), FREE)


@climb_cost.reading(cite("p. 19, Elevation and Climbing"))
def net_change(case, over):
    """Only the difference of level between the ends of the move is counted, once it is an inch."""
    return counted(over.net_climb, when=over.net_climb >= FREE)


@rules.definition("F18", "F30", "F34")
def drop_cost(case, fall, on_top=False):
    """What a drop costs, and what of it may go beyond the allowance (`on_top`)."""


@drop_cost.reading(errata("Elevation and Climbing, FAQ"))
def free(case, fall, on_top=False):
    """Nothing: height is ignored except in climbing."""
    return NOTHING


@drop_cost.reading(cite("p. 20, Examples: Climbing"))
def counted_(case, fall, on_top=False):
    """Its height."""
    return case.whichever(on_top, NOTHING, fall)


@drop_cost.reading(errata("Elevation and Climbing, FAQ"))
def counted_may_overspend(case, fall, on_top=False):
    """Its height, which may go beyond the allowance if nothing follows."""
    return fall


@rules.definition("F33")
def drop_limit(case, drop):
    """What is held against Agility."""


@drop_limit.reading(cite("p. 20, Elevation and Climbing"))
def each_drop(case, drop):
    """Each drop by itself."""
    return drop.fall


@drop_limit.reading(cite("p. 20, Elevation and Climbing"))
def whole_move(case, drop):
    """All drops of the move up to this one."""
    return drop.fall_so_far


@rules.definition("F35", "F36")
def free_obstacle(case, passage):
    """How tall an obstacle is crossed for nothing."""


@free_obstacle.reading(cite("p. 20, Edge Cases"))
def up_to_one_inch(case, passage):
    """Up to an inch, if the move comes down again on the far side."""
    return (passage.steepest(staircase_tread(case)) <= FREE) & (passage.left_over(staircase_tread(case)) < FREE)


@free_obstacle.reading(cite("p. 18, Quick Reference"))
def under_one_inch(case, passage):
    """Less than an inch."""
    return passage.steepest(staircase_tread(case)) < FREE


@rules.definition("F35")
def small_rises(case, together):
    """Whether rises of less than an inch add up over a move."""


@small_rises.reading(cite("p. 20, Edge Cases"))
def each_alone(case, together):
    """Each is free."""
    return NOTHING


@small_rises.reading(cite("p. 20, Edge Cases"))
def added_up(case, together):
    """Together they are counted once they come to an inch; stairs stay free."""
    return counted(together, when=together >= FREE)


@rules.definition("F37", "F38")
def staircase_tread(case):
    """The smallest tread that still makes a staircase, and no climb."""


@staircase_tread.reading(cite("p. 20, Edge Cases"))
def quarter_inch(case):
    """A quarter of an inch."""
    return inches(0.25)


@staircase_tread.reading(cite("p. 20, Edge Cases"))
def tenth_inch(case):
    """A tenth."""
    return inches(0.1)


@staircase_tread.reading(cite("p. 20, Edge Cases"))
def half_inch(case):
    """Half an inch."""
    return inches(0.5)


@rules.definition("F31")
def climb_tether(case):
    """How near to the base there must be something to climb, all the way."""


@climb_tether.reading(cite("p. 20, Elevation and Climbing"))
def within_half_inch(case):
    """Within half an inch: textured walls, ladders and scans are never touched throughout."""
    return inches(0.5, "reach of a climber")


@climb_tether.reading(cite("p. 20, Elevation and Climbing"))
def touching(case):
    """Touching it."""
    return NOTHING


@climb_tether.reading(cite("p. 20, Elevation and Climbing"))
def within_one_inch(case):
    """Within an inch."""
    return inches(1, "reach of a climber")


@rules.definition("F19", "F22")
def measured_point(case, turn):
    """Which point of the base the distance is measured by."""


@measured_point.reading(cite("p. 19, Moving Models"))
def base_centre(case, turn):
    """Its centre: a turn gains nothing."""
    return NOTHING


@measured_point.reading(cite("p. 19, Moving Models"))
def any_point(case, turn):
    """Any one, also on the rim of a base that turns."""
    return turn.gain


@rules.definition("F21")
def moving_volume(case):
    """What must have room on the way."""


@moving_volume.reading(cite("p. 19, Moving Models"))
def base(case):
    """The base."""
    return NOTHING


@moving_volume.reading(cite("p. 19, Moving Models"))
def body(case):
    """The whole model."""
    return case.height


@rules.definition("F10")
def zone_edge(case, distance):
    """Exactly an inch away."""


@zone_edge.reading(cite("p. 18, Engagement and Proximity"))
def open_(case, distance):
    """Is outside."""
    return distance >= inches(1)


@zone_edge.reading(cite("p. 18, Engagement and Proximity"))
def closed(case, distance):
    """Is inside."""
    return distance > inches(1)


@rules.definition("F14")
def zone_below(case):
    """How far a zone reaches under its base, in inches (none given: without end)."""


@zone_below.reading(cite("p. 19, Oddball Cases"))
def mirrored(case):
    """As far as above it."""
    return -2


@zone_below.reading(cite("p. 19, Oddball Cases"))
def none(case):
    """Not at all."""
    return 0


@zone_below.reading(cite("p. 19, Oddball Cases"))
def unlimited(case):
    """Without end."""
    return None


@rules.definition("F11", "F24")
def zone_entry(case, foe):
    """Which Engagement excuses entering a zone."""


@zone_entry.reading(cite("p. 18, Engagement and Proximity"))
def engage_the_owner(case, foe):
    """With the zone's owner."""
    return zone_after_contact(case, foe)


@zone_entry.reading(cite("p. 18, Quick Reference"))
def engage_anyone(case, foe):
    """With any enemy."""
    return case.any_of(zone_after_contact(case, other) for other in case.enemies)


@rules.definition("F12")
def zone_after_contact(case, foe):
    """When coming into contact with a model ends its zone."""


@zone_after_contact.reading(cite("p. 18, Engagement and Proximity"))
def ends_at_once(case, foe):
    """At once: the move may then go on past it."""
    return case.any_of(engaged(case, at_stop, foe) for at_stop in case.stops)


@zone_after_contact.reading(cite("p. 19, Moving Models"))
def frozen_at_start(case, foe):
    """Not during the move: it must end so Engaged."""
    return engaged(case, case.end, foe)


@rules.definition("F08", "F09")
def engagement_height(case, one, other):
    """At what difference of height models can be Engaged."""


@engagement_height.reading(errata("Oddball Cases"))
def both_limits(case, one, other):
    """2 in at most, and the upper base no higher than the lower model's top."""
    return errata_only(case, one, other) & two_inches_only(case, one, other)


@engagement_height.reading(errata("Oddball Cases"))
def errata_only(case, one, other):
    """The upper base no higher than the lower model's top."""
    return case.height_over_top(one, other) <= NOTHING


@engagement_height.reading(cite("p. 19, Elevation and Climbing"))
def two_inches_only(case, one, other):
    """2 in at most."""
    return case.height_between(one, other) <= inches(2)


@rules.definition("F15")
def wall_height_of(case, foe):
    """Which model a wall must be as tall as to stop a zone."""


@wall_height_of.reading(cite("p. 18, Oddball Cases"))
def zone_owner(case, foe):
    """The one whose zone it is."""
    return case.height_of(foe)


@wall_height_of.reading(cite("p. 18, Oddball Cases"))
def mover(case, foe):
    """The one that moves."""
    return case.height


@wall_height_of.reading(cite("p. 18, Oddball Cases"))
def taller_of_both(case, foe):
    """The taller of the two."""
    return case.taller_of(case.height, case.height_of(foe))


@rules.definition("F15")
def wall_shape(case):
    """Whether a zone reaches round the end of a wall."""


@wall_shape.reading(cite("p. 18, Oddball Cases"))
def straight_line(case):
    """It is cut by the straight line between the bases."""
    return False


@wall_shape.reading(cite("p. 18, Oddball Cases"))
def every_way_round(case):
    """It reaches round the end, as far as an inch goes."""
    return True


# ---------------------------------------------------------------- not judged, and why

rules.skip("F06", "the players agree among themselves where a model that will not stand counts as being; `wobbly` says when they may want to")
rules.skip("F16", "an aside that follows from F15 and states nothing to hold a move to")
rules.skip("F20", "a permission: a move is never too short, and no clause asks for more")
rules.skip("F39", "advice that follows from zones and bases: an example below shows an alley shut by one model")


# ---------------------------------------------------------------- worked rows: one move each, and what it comes to

OVAL = [60, 35]        # mm
CONTACT = "69.6 mm"     # from the start to a 32 mm base that stands 4 in ahead

rules.example("a plank of 12 mm under the middle of the base", plank("12 mm"), walk=4, says={
    overhang_share.by_area: "illegal", overhang_share.by_centre: "legal", overhang_share.by_reach: "legal", overhang_share.by_length: "illegal"})
rules.example("a plank of 14 mm under the middle of the base", plank("14 mm"), walk=4, says={
    overhang_share.by_area: "legal", overhang_share.by_centre: "legal", overhang_share.by_reach: "legal", overhang_share.by_length: "illegal"})
rules.example("the centre 3 mm out over a notch", corner(inset="3 mm"), walk="41.1 mm", says={
    overhang_share.by_area: "legal", overhang_share.by_centre: "illegal", overhang_share.by_reach: "legal", overhang_share.by_length: "illegal"})
rules.example("the centre 5 mm out over a notch", corner(inset="5 mm"), walk="43.1 mm", says={
    overhang_share.by_area: "legal", overhang_share.by_centre: "illegal", overhang_share.by_reach: "illegal", overhang_share.by_length: "illegal"})
rules.example("the middle of the base on a seam", trench(width=0), walk=1.5, says={
    support.pieces_together: "legal", support.one_piece: "illegal"})
rules.example("half way up a slope", ramp(2, 30), walk=3.7, says={
    pose.lies_on_surface: "legal", pose.kept_level: "illegal"})

rules.example("a gap of 1.2 in, cut at a slant", trench(width=1.2, slant=30), walk=5, by="walk", says={
    gap_width.along_travel: "illegal", gap_width.narrowest: "legal", gap_width.widest: "illegal"})
rules.example("a gap that grows wider beside the line", trench(width=1, slant=20, ragged=0.4), path=[(5, -0.3)], by="walk", says={
    gap_width.along_travel: "legal", gap_width.narrowest: "legal", gap_width.widest: "illegal"})
rules.example("an oval base lengthwise over 40 mm", trench(width="40 mm"), walk=5, by="walk", base=OVAL, says={
    base_width.along_travel: "legal", base_width.shortest: "illegal", base_width.longest: "legal"})
rules.example("an oval base broadside over 40 mm", trench(width="40 mm"), walk=5, by="walk", base=OVAL, facing=90, says={
    base_width.along_travel: "illegal", base_width.shortest: "illegal", base_width.longest: "legal"})
rules.example("a gap as wide as the base", trench(width="32 mm"), walk=5, by="walk", says={
    gap_as_wide_as_base.blocks: "illegal", gap_as_wide_as_base.crosses: "legal"})

rules.example("6 in across and 2 in up", ledge(2), walk=6, allowance=8, says="legal")
rules.example("over a wall 3 in tall", wall(3, 1), walk=5, by="climb", allowance=8, says={
    climb_cost.every_up_and_down: "illegal", climb_cost.net_change: "legal"})
rules.example("a climb down a face 0.3 in behind the edge", slab(6) + wall(5.75, 0.2, at=1), path=[(3, 0, 0)], by="climb", allowance=9, says={
    climb_tether.within_half_inch: "legal", climb_tether.touching: "illegal", climb_tether.within_one_inch: "legal"})
rules.example("a climb down a face 0.8 in behind the edge", slab(6) + wall(5.75, 0.2, at=0.5), path=[(3, 0, 0)], by="climb", allowance=9, says={
    climb_tether.within_half_inch: "illegal", climb_tether.touching: "illegal", climb_tether.within_one_inch: "legal"})
rules.example("a leap of 6 in at the end of the move", slab(6), walk=3, allowance=5, says={
    drop_cost.free: "legal", drop_cost.counted: "illegal", drop_cost.counted_may_overspend: "legal"})
rules.example("a leap of 4 in, and onwards", slab(4), path=[(3, 0), (5, 0)], allowance=7, says={
    drop_cost.free: "legal", drop_cost.counted: "illegal", drop_cost.counted_may_overspend: "illegal"})
rules.example("two leaps of 3 in, and onwards", slab(6) + ledge(3, at=1.5), path=[(3, 0), (8.5, 0), (9.5, 0)], allowance=10, says={
    drop_limit.each_drop: "legal", drop_limit.whole_move: "illegal"})

rules.example("over a log of exactly an inch", wall(1, 0.5), walk=5, allowance=5, says={
    free_obstacle.up_to_one_inch: "legal", free_obstacle.under_one_inch: "illegal"})
rules.example("two rises of 0.9 in", ledge(0.9) + ledge(1.8, at=3.5), walk=5.5, allowance=5.5, says={
    small_rises.each_alone: "legal", small_rises.added_up: "illegal"})
rules.example("stairs with treads of 0.3 in", stairs(3.6, 6, 0.3), walk=5, allowance=5, says={
    staircase_tread.quarter_inch: "legal", staircase_tread.tenth_inch: "legal", staircase_tread.half_inch: "illegal"})
rules.example("stairs with treads of 0.2 in", stairs(3.6, 6, 0.2), walk=5, allowance=5, says={
    staircase_tread.quarter_inch: "illegal", staircase_tread.tenth_inch: "legal", staircase_tread.half_inch: "illegal"})

rules.example("an oval base that turns about at the end", open_ground(), path=[{"to": (7.36, 0), "facing": 180}], base=OVAL, allowance=5, says={
    measured_point.base_centre: "illegal", measured_point.any_point: "legal"})
rules.example("under a walkway lower than the model", bridge(1), walk=6, allowance=6, says={
    moving_volume.base: "legal", moving_volume.body: "illegal"})

rules.example("past an enemy exactly an inch away", enemy((3, "57.4 mm")), walk=6, says={
    zone_edge.open: "legal", zone_edge.closed: "illegal"})
rules.example("past an enemy 1.5 in above", wall(1.5, 3, at=1.5, side=2.3, length=3) + enemy((3, 2, 1.5)), walk=6, says={
    zone_below.mirrored: "illegal", zone_below.none: "legal", zone_below.unlimited: "illegal"})
rules.example("past an enemy 3 in above", wall(3, 3, at=1.5, side=2.3, length=3) + enemy((3, 2, 3)), walk=6, says={
    zone_below.mirrored: "legal", zone_below.none: "legal", zone_below.unlimited: "illegal"})
rules.example("to one enemy through the zone of another", enemy((4, 0)) + enemy((4, 1.6)), walk=CONTACT, says={
    zone_entry.engage_the_owner: "illegal", zone_entry.engage_anyone: "legal"})
rules.example("to an enemy, and on past it", enemy((4, 0)), path=[(CONTACT, 0), (CONTACT, 4)], says={
    zone_after_contact.ends_at_once: "legal", zone_after_contact.frozen_at_start: "illegal"})
rules.example("against an enemy whose head is below the edge", tower(1.6) + enemy((2.4, 0), height=1.3), walk="28.96 mm", says={
    engagement_height.both_limits: "illegal", engagement_height.errata_only: "illegal", engagement_height.two_inches_only: "legal"})
rules.example("past a tall enemy that a friend touches from 2.4 in up",
              ledge(2.4, at=4) + enemy(("80 mm", 1.8, 0), height=3) + friend(("112 mm", 1.8, 2.4)), walk=3, says={
    engagement_height.both_limits: "illegal", engagement_height.errata_only: "legal", engagement_height.two_inches_only: "illegal"})
rules.example("along a wall as tall as the enemy behind it", fence(1.4, side=0.7) + enemy((3, 1.65), height=1.2), walk=5, says={
    wall_height_of.zone_owner: "legal", wall_height_of.mover: "illegal", wall_height_of.taller_of_both: "illegal"})
rules.example("along a wall as tall as the mover", fence(1.5, side=0.7) + enemy((3, 1.65), height=1.8), walk=5, height=1.3, says={
    wall_height_of.zone_owner: "illegal", wall_height_of.mover: "legal", wall_height_of.taller_of_both: "illegal"})
rules.example("near the end of a wall", fence(2, side=0.7, at=1, length=2) + enemy((2.6, 1.6)), walk=2.6, says={
    wall_shape.straight_line: "legal", wall_shape.every_way_round: "illegal"})

rules.example("an alley of 3.5 in and one enemy in it", fence(2, side=-0.63) + fence(2, side=2.87) + enemy((3, 2.24)), walk=6, says="illegal")
rules.example("an alley of 3.55 in and one enemy in it", fence(2, side=-0.63) + fence(2, side=2.92) + enemy((3, 2.29)), walk=6, says="legal")
