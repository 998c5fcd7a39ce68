"""Warhammer 40,000, 11th edition, core rules, section 03: moving, setting up, coherency and engagement.

Ids (K01 ...) number the statements of that section. No sentence of it stands here: each rule is put in our own words and cited.
Going up and down is outside the section; what public restatements of the terrain section say is used and cited as such.
"""
from meshes import bridge, enemy, friend, ledge, open_ground, overhang, stairs, tower, wall
from sim.referee import Ruleset, count, given, inches, negated, share

rules = Ruleset("warhammer-40k", document="Warhammer 40,000 core rules", edition="11th edition, section 03",
                ids=tuple(f"K{n:02d}" for n in (*range(1, 24), *range(25, 30))))
cite = rules.cite
outside = lambda locator: rules.cite(locator + " (not in section 03)", "Warhammer 40,000 core rules, public restatements")  # noqa: E731

NOTHING = inches(0)
ACROSS = inches(2, "engagement range")
UP = inches(5)


# ---------------------------------------------------------------- moves

@rules.action("normal-move", "K14", "K16", cite("03.01; 03.01.01; 03.01.04"))
def normal_move(case):
    """A move of up to the model's own `move` stat, or the distance stated."""
    return case.stat("move")


@rules.action("set-up", "K18", cite("03.02"), by="place")
def set_up(case):
    """The models are put on the table."""
    return NOTHING


@rules.action("strategic-reserves", "K21", cite("03.02.02"), by="place")
def strategic_reserves(case):
    """The models come from reserve: `within` names the strip along the table's edge."""
    return NOTHING


@rules.action("disembark", "K22", cite("03.02.02"), by="place")
def disembark(case):
    """The models get out of a transport: `within` or `target` names it."""
    return NOTHING


@rules.action("redeploy", "K23", cite("03.02.03"), by="place")
def redeploy(case):
    """The models are taken up and deployed again: `within` names the zone."""
    return NOTHING


@rules.action("end-of-turn", "K26", cite("03.03"), moves=False)
def end_of_turn(case):
    """Nobody moves: the unit is looked at as it stands."""
    return NOTHING


SETTING_UP = "set-up strategic-reserves disembark redeploy"


@rules.mode("walk", "K01", "K03", "K07", "K09", cite("03.01"), takes="LEVEL TURN UP DOWN SPAN AIR")
def walking(case, passage):
    """In straight lines, level or on slopes, and turning freely about the centre, wherever its base fits."""
    for face in passage.faces:
        yield face <= NOTHING
    yield height(case, passage).allowed


@walking.charge
def walking_costs(case, passage):
    return height(case, passage).charge


@rules.mode("climb", "K07", outside("13.06"), takes="UP DOWN SPAN AIR")
def climbing(case, passage):
    """Up and down terrain."""
    yield height(case, passage).allowed
    yield passage.may_be_climbed


@climbing.charge
def climbing_costs(case, passage):
    return height(case, passage).charge


@rules.mode("place", "K18", cite("03.02"), takes="PLACE")
def placing(case, passage):
    """Set up: no way is taken."""
    yield from ()


@placing.charge
def placing_costs(case, passage):
    return NOTHING


# ---------------------------------------------------------------- while moving

@rules.clause("K08", cite("03.01"), is_allowance=True)
def within_the_maximum(case):
    """All straight lines together, measured by one point of the base, are no longer than the maximum."""
    yield case.charged <= case.allowance


@rules.clause("K03", cite("03.01"))
def where_it_fits(case):
    """The model gets through every space on its way."""
    yield case.arrives
    yield case.headroom >= fits_through(case)


@rules.clause("K02", "K04", "K15", cite("03.01; 03.01.02"))
def not_through_enemies(case):
    """Friends are passed through; enemies only by a model whose own rule lets it."""
    for foe in case.unless_by("place", case.enemies):
        yield given(negated(moves_over_models(case)), case.beside(foe) >= NOTHING)


@rules.definition("K15", cite("03.01.02"))
def moves_over_models(case):
    """The model has a rule that lets it move over or through models."""
    return case.any_of(case.has(trait) for trait in ("moves-over-models", "moves-through-models"))


@rules.clause("K05", cite("03.01"))
def on_the_battlefield(case):
    """The base never crosses the edge; touching it will do."""
    yield case.inside_board_all_the_way >= NOTHING


# ---------------------------------------------------------------- where a move ends

@rules.clause("K11", cite("03.01"), of_the_unit=True)
def not_on_another_model(case):
    """When the unit has moved, none of its models is on another."""
    for model in case.unit_at_end:
        for other in case.all_but(model):
            yield case.on_top_of(other, model) >= NOTHING


@rules.clause("K12", cite("03.01"))
def not_partway_through_a_surface(case):
    """No model ends part-way through a wall or a ceiling."""
    yield case.headroom_at_end >= end_volume(case)


@rules.clause("K12", outside("13, upper floors"))
def steady_on_an_upper_floor(case):
    """What may hang over the edge of an upper floor."""
    yield given(case.is_raised, upper_floor_overhang(case))


@rules.clause("K10", "K25", "K27", cite("03.01; 03.03"), of_the_unit=True)
def in_coherency(case):
    """A unit of several models ends in coherency."""
    for models in case.units_with_mates:
        yield coherent(case, models)


@rules.definition("K25", cite("03.03"))
def coherent(case, models):
    """Every model is near one other, and not far from any."""
    return case.all_of(demand(case, models) for demand in (each_near_another, none_far_from_another, one_group))


@rules.definition("K25", cite("03.03"))
def each_near_another(case, models):
    """Within 2 in across and 5 in up or down of at least one."""
    return case.all_of(case.any_of(near(case, one, other) for other in case.besides(one, models)) for one in models)


@rules.definition("K25", cite("03.03"))
def none_far_from_another(case, models):
    """Within 9 in across and 5 in up or down of every other."""
    return case.all_of((case.plan_distance(one, other) <= inches(9)) & (vertical_between(case, one, other) <= UP)
                       for one in models for other in case.besides(one, models))


@rules.definition("K25", cite("03.03"))
def near(case, one, other):
    """Within 2 in across and 5 in up or down."""
    return (case.plan_distance(one, other) <= inches(2)) & (vertical_between(case, one, other) <= UP)


# ---------------------------------------------------------------- setting up

@rules.clause("K18", cite("03.02"), of_the_unit=True)
def set_up_unengaged(case):
    """A unit is set up out of the engagement range of every enemy."""
    for foe in case.in_action(SETTING_UP, case.enemies):
        for model in case.unit_at_end:
            yield negated(engaged(case, model, foe))


@rules.clause("K18", cite("03.02"), of_the_unit=True)
def all_or_none(case):
    """All models of the unit are set up, or none."""
    for _ in case.in_action(SETTING_UP):
        yield case.left_behind <= count(0)


@rules.clause("K20", "K23", cite("03.02.02; 03.02.03"))
def in_its_zone(case):
    """A model is set up wholly within the zone, or touches the table's edge if no zone could hold it."""
    for area in case.in_action(SETTING_UP, case.area_named):
        yield case.any_of((case.out_of(area) <= NOTHING, case.too_large_for(area) & (case.to_the_edge <= NOTHING)))


@rules.clause("K21", cite("03.02.02"))
def reserves_keep_their_distance(case):
    """What comes from reserve is more than 8 in from every enemy."""
    for foe in case.in_action("strategic-reserves", case.enemies):
        yield case.plan_distance(case.end, foe) > inches(8)


@rules.clause("K22", cite("03.02.02"))
def beside_its_transport(case):
    """A model gets out wholly within 3 in of its transport; one too large for that within 1 in."""
    for _ in case.in_action("disembark"):
        yield case.any_of((case.farthest_from(case.transport) <= inches(3),
                           (case.least_width > inches(3)) & (case.plan_distance(case.end, case.transport) <= inches(1))))


@rules.effect("no-move-or-shooting", "K20", "K21", cite("03.02.02"))
def too_large_to_act(case):
    """A model too large for its zone neither moves nor shoots in the turn it is set up."""
    for area in case.in_action(SETTING_UP, case.area_named):
        yield case.too_large_for(area)


@rules.effect("returned", "K13", cite("03.01"), of_the_unit=True, when_illegal=True)
def models_go_back(case):
    """A move that breaks a rule is not made: the unit's models go back to where they were."""
    yield case.so("the unit's models go back to where they were")


@rules.effect("not-selected", "K19", cite("03.02.01"), of_the_unit=True, when_illegal=True)
def may_be_selected_again(case):
    """A unit that could not be set up has not been selected to move."""
    for _ in case.in_action(SETTING_UP):
        yield case.so("the unit has not been selected to move")


# ---------------------------------------------------------------- engagement, and the end of a turn

@rules.definition("K28", cite("03.04"))
def engaged(case, model, foe):
    """An enemy within 2 in across and 5 in up or down."""
    return case.all_of((case.plan_distance(model, foe) <= ACROSS, vertical_between(case, model, foe) <= UP, engagement_through_walls(case, model, foe)))


@rules.effect("engaged", "K28", "K29", cite("03.04"), of_the_unit=True)
def becomes_engaged(case):
    """Models within each other's engagement range are engaged, and their units with them."""
    for model in case.unit_at_end:
        for foe in case.enemies:
            yield engaged(case, model, foe)


@rules.effect("models-lost", "K26", cite("03.03"), of_the_unit=True)
def models_are_removed(case):
    """At the end of a turn models are removed one at a time until the unit is coherent: who may stay."""
    for models in case.in_action("end-of-turn", case.units_with_mates):
        yield from case.may_stay(models, lambda some: coherent(case, some))


# ---------------------------------------------------------------- definitions with more than one reading

@rules.definition("K07")
def height(case, passage):
    """What becomes of height: the section moves models level and says nothing of going up."""


@height.reading(outside("13.06"))
def climb_counts_up_and_down(case, passage):
    """Terrain is climbed close to its face, and all the way up and down is added."""
    return case.consequence(allowed=case.all_of(reach <= climb_tether(case) for reach in passage.reaches("rim")),
                            charge=passage.run + passage.height)


@height.reading(cite("03.01"))
def height_is_free(case, passage):
    """Models get up and down as they like; only the level distance is added."""
    return case.consequence(charge=passage.run)


@height.reading(cite("03.01"))
def stays_on_level(case, passage):
    """Models stay on their level."""
    return case.consequence(allowed=passage.height <= NOTHING, charge=passage.run)


@rules.definition("K03")
def fits_through(case):
    """What must have room on the way."""


@fits_through.reading(cite("03.01"))
def base(case):
    """The base."""
    return NOTHING


@fits_through.reading(cite("03.01"))
def body(case):
    """The whole model."""
    return case.height


@rules.definition("K07")
def climb_tether(case):
    """How near the face of what is climbed must be, all the way."""


@climb_tether.reading(outside("13.06"))
def within_half_inch(case):
    """Within half an inch."""
    return inches(0.5, "reach of a climber")


@climb_tether.reading(outside("13.06"))
def touching(case):
    """Touching it."""
    return NOTHING


@rules.definition("K12")
def end_volume(case):
    """What may not be part-way through a surface at the end."""


@end_volume.reading(cite("03.01"))
def body(case):  # noqa: F811
    """The whole model."""
    return case.height


@end_volume.reading(cite("03.01"))
def base(case):  # noqa: F811
    """Its base."""
    return NOTHING


@rules.definition("K25", "K27")
def one_group(case, models):
    """Whether two clumps that pass both tests are one unit."""


@one_group.reading(cite("03.03"))
def pairwise(case, models):
    """They are: the tests go pair by pair."""
    return case.so("the tests go pair by pair")


@one_group.reading(cite("03.03.01"))
def connected(case, models):
    """They are not: the unit must hang together."""
    return case.joined_up(models, lambda one, other: near(case, one, other))


@rules.definition("K25", "K28")
def vertical_between(case, one, other):
    """Between what the 5 in up or down are measured."""


@vertical_between.reading(cite("03.03; 03.04"))
def between_bases(case, one, other):
    """Between the bases."""
    return case.height_between(one, other)


@vertical_between.reading(cite("03.03; 03.04"))
def between_bodies(case, one, other):
    """From the top of the lower model to the base of the upper."""
    return case.height_between_bodies(one, other)


@rules.definition("K28")
def engagement_through_walls(case, model, foe):
    """Whether walls cut engagement: the text names none."""


@engagement_through_walls.reading(cite("03.04"))
def ignored(case, model, foe):
    """They do not."""
    return case.so("walls do not matter")


@engagement_through_walls.reading(cite("03.04"))
def cut_by_sight(case, model, foe):
    """They do where they hide the one model from the other."""
    return negated(case.hidden_from(model, foe))


@rules.definition("K12")
def upper_floor_overhang(case):
    """Whether a base may end past the edge of an upper floor."""


@upper_floor_overhang.reading(cite("03.01"))
def allowed(case):
    """It may."""
    return case.so("a base may hang over")


@upper_floor_overhang.reading(outside("13, upper floors"))
def none(case):
    """No part of it."""
    return case.overhang("area", lying=True, together=True) <= share(0)


# ---------------------------------------------------------------- not judged, and why

rules.skip("K06", "the conditions of each kind of move stand in other sections of the rules, which are not part of this text")
rules.skip("K17", "every model of a scenario has an outline: for one without a base, its own, and its centre is the axis it turns about")


# ---------------------------------------------------------------- worked rows: one move each, and what it comes to

PAIRS = friend((0, 2.26), name="B", unit="squad") + friend((7.26, 0), name="C", unit="squad") + friend((7.26, 2.26), name="D", unit="squad")

rules.example("three inches and three inches", open_ground(), path=[(3, 0), (3, 3)], stats={"move": 6}, says="legal")
rules.example("three inches and a little more than three", open_ground(), path=[(3, 0), (3, 3.01)], stats={"move": 6}, says="illegal")
rules.example("six, a turn, six, a turn", open_ground(), path=[{"to": (6, 0), "facing": 90}, {"to": (6, 6), "facing": 0}], base=[60, 35],
              stats={"move": 12}, says="legal")
rules.example("through a friend", friend((3, 0)), walk=6, stats={"move": 6}, says="legal")
rules.example("through an enemy", enemy((3, 0)), walk=6, stats={"move": 6}, says="illegal")
rules.example("through an enemy, by a model that moves over models", enemy((3, 0)), walk=6, stats={"move": 6}, traits=["moves-over-models"], says="legal")
rules.example("over a wall with distance for the way across only", wall(3, 1), walk=5, stats={"move": 5}, says={
    height.climb_counts_up_and_down: "illegal", height.height_is_free: "legal", height.stays_on_level: "illegal"})
rules.example("over a wall with distance for all of it", wall(3, 1), walk=5, stats={"move": 11}, says={
    height.climb_counts_up_and_down: "legal", height.height_is_free: "legal", height.stays_on_level: "illegal"})
rules.example("up stairs", stairs(3, 6, 0.75), walk=7, stats={"move": 10}, says="legal")
rules.example("under a walkway lower than the model", bridge(1), walk=6, stats={"move": 6}, says={
    fits_through.base: "legal", fits_through.body: "illegal"})
rules.example("to a stop under a walkway lower than the model", bridge(1), path=[(3, 0, 0)], stats={"move": 6}, says={
    end_volume.body: "illegal", end_volume.base: "legal"})
rules.example("down a face that stands 0.3 in behind the edge", overhang(3, back=0.3), path=[(3, 0, 0)], stats={"move": 9}, says={
    climb_tether.within_half_inch: "legal", climb_tether.touching: "illegal"})
rules.example("out past the edge of an upper floor", tower(3), walk=1.2, stats={"move": 6}, says={
    upper_floor_overhang.allowed: "legal", upper_floor_overhang.none: "illegal"})
rules.example("one of two pairs steps back", PAIRS, walk=0.1, unit="squad", stats={"move": 6}, says={
    one_group.pairwise: "legal", one_group.connected: "illegal"})
rules.example("a step out of coherency", friend((-2, 0), name="B", unit="squad"), walk=2, unit="squad", stats={"move": 6}, says="illegal")
rules.example("below a mate on a roof 6 in up", ledge(6, at=3) + friend((4.5, 0, 6), name="B", unit="squad"), walk=2, unit="squad", stats={"move": 6}, says={
    vertical_between.between_bases: "illegal", vertical_between.between_bodies: "legal"})
rules.example("set up two inches from an enemy, a wall between", wall(3, 0.25, at=2) + enemy((4.2, 0)), path=[(1, 0)], action="set-up", says={
    engagement_through_walls.ignored: "illegal", engagement_through_walls.cut_by_sight: "legal"})
