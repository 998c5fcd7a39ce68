"""Bushido: Risen Sun, movement page: moving, walking, running, charging and placing.

Ids (B01 ...) number the statements of that text. No sentence of it stands here: each rule is put in our own words and cited.
Where the text leaves something out, what the game's public wiki says is used and cited as such.
"""
from meshes import enemy, fence, friend, ledge, open_ground, ramp, trench, wall
from sim.referee import Ruleset, degrees, given, inches

rules = Ruleset("bushido", document="Bushido: Risen Sun, movement page", edition="Risen Sun", ids=tuple(f"B{n:02d}" for n in range(1, 20)))
cite = rules.cite
outside = lambda locator: rules.cite(locator + " (not in the text)", "Bushido public wiki")  # noqa: E731

NOTHING = inches(0)
NO_TURN = degrees(0)


# ---------------------------------------------------------------- actions

@rules.action("walk", "B08", cite("Walk"))
def walk(case):
    """A move in any direction of up to the model's `move` stat, or the distance stated."""
    return case.stat("move")


@rules.action("run", "B10", cite("Run"), turns_first=True)
def run(case):
    """A straight move towards a point in sight; the model turns to it first."""
    return case.stat_or("run", run_distance(case))


@rules.action("charge", "B12", cite("Charge"), turns_first=True)
def charge(case):
    """A straight move of up to twice the `move` stat at `target`."""
    return 2 * case.stat("move")


@rules.action("place", "B17", cite("Place"), by="place")
def place(case):
    """The model is picked up and put down."""
    return NOTHING


# ---------------------------------------------------------------- ways of moving

@rules.mode("walk", "B03", "B06", cite("Move"), takes="LEVEL TURN UP DOWN")
def walking(case, passage):
    """Along the ground, where it does not have to be climbed or fallen down."""
    yield height(case, passage).allowed


@walking.charge
def walking_costs(case, passage):
    return height(case, passage).charge


@rules.mode("place", "B17", "B19", cite("Place"), takes="PLACE")
def placing(case, passage):
    """No way is taken: nothing between counts, and the facing is chosen freely."""
    yield from ()


@placing.charge
def placing_costs(case, passage):
    return NOTHING


# ---------------------------------------------------------------- where the move is cut

@rules.stop("B01", cite("Move"))
def at_the_edge(case):
    """A model that would go past the edge of the board stops when its base touches it."""
    yield case.edge_reached


@rules.stop("B14", "B15", cite("Charge"))
def before_another_zone(case):
    """A charge stops just before the zone of an enemy other than its target."""
    for foe in case.during("charge", case.other_enemies):
        yield second_zone(case, foe).stop


# ---------------------------------------------------------------- any move

@rules.clause("B03", "B08", "B12", cite("Move; Walk; Charge"), is_allowance=True)
def within_the_distance(case):
    """The way is no longer than the distance allowed."""
    yield case.charged <= case.allowance + case.total(charge_last_part(case) for _ in case.during("charge"))


@rules.clause("B03", "B06", cite("Move"))
def along_the_path(case):
    """The base gets along its path."""
    yield case.arrives


@rules.clause("B02", cite("Place"))
def on_the_board(case):
    """No part of the base ends off the board."""
    yield case.inside_board() >= NOTHING


@rules.clause("B05", cite("Move"))
def not_through_a_base(case):
    """Neither friend nor enemy is passed through."""
    for other in case.everyone_else:
        yield case.beside(other) >= NOTHING


@rules.clause("B06", cite("Move"))
def not_through_impassable_terrain(case):
    """Impassable terrain is not passed through either."""
    for _ in case.unless_by("place"):
        yield case.room_to("impassable") >= NOTHING


@rules.clause("B04", "B07", cite("Move; Walk"))
def an_opponent_turns_it_only_in_a_walk(case):
    """A model moved by an opponent keeps its facing, unless it is walked or placed."""
    for _ in case.during("run charge"):
        yield given(case.moved_by_an_opponent, case.turned_altogether <= NO_TURN)


# ---------------------------------------------------------------- walking and running

@rules.clause("B09", "B11", "B04", cite("Walk; Run"))
def not_into_an_enemy_zone(case):
    """Neither a walk nor a run enters the zone of control of an enemy."""
    for foe in case.during("walk run", case.enemies):
        yield zone_of_control(case, foe).kept_out_of(zone_edge(case))


@rules.clause("B09", "B11", cite("Walk; Run"))
def not_into_contact(case):
    """A walk or a run brings no bases into contact with an enemy."""
    for foe in case.during("walk run", case.enemies):
        yield case.nearest(foe, radius=NOTHING) > NOTHING


@rules.clause("B09", "B04", cite("Walk"))
def not_out_of_contact(case):
    """A walk does not leave contact with an enemy either; turning is moving."""
    for foe in case.during("walk", case.enemies):
        yield given(case.goes_anywhere, case.plan_distance(case.mover, foe) > NOTHING)


@rules.clause("B10", cite("Run"))
def straight_at_a_point_in_sight(case):
    """A run goes straight to a point that the model sees."""
    for _ in case.during("run"):
        yield case.off_the_straight <= NOTHING
        yield case.behind_its_shoulder <= NOTHING
        yield case.sees_the_end


@rules.clause("B11", "B04", cite("Run"))
def no_turn_after_a_run(case):
    """After a run the model does not turn."""
    for _ in case.during("run"):
        yield case.turned_at_the_end <= NO_TURN


# ---------------------------------------------------------------- charging

@rules.clause("B12", cite("Charge"))
def on_a_line_that_leads_to_the_target(case):
    """The straight line of a charge leads into the target's base or zone."""
    for _ in case.during("charge"):
        yield charge_line(case)


@rules.clause("B13", cite("Charge"))
def touches_no_other_zone(case):
    """A charge touches no other enemy's zone before the target's."""
    for foe in case.during("charge", case.other_enemies):
        yield second_zone(case, foe).allowed


@rules.clause("B16", cite("Charge"))
def on_to_the_target(case):
    """Once in the target's zone a charge goes directly on until the bases touch, as far as its distance lasts."""
    for _ in case.during("charge"):
        yield case.any_of(end(case) for end in (never_in_the_zone, stopped_before, in_contact, at_the_end_of_its_distance))


@rules.clause("B16", cite("Charge"))
def bends_only_in_the_zone(case):
    """A charge bends only in its target's zone, and then straight towards it."""
    for bend in case.during("charge", case.bends):
        yield case.plan_distance(bend, case.target) <= inches(1, "zone of control")
        yield case.off_the_way_to_target(bend) <= NOTHING


@rules.definition("B16", cite("Charge"))
def never_in_the_zone(case):
    """It does not come to the target's zone."""
    return target_zone(case) > case.charged


@rules.definition("B15", cite("Charge"))
def target_zone(case):
    """How far along its way a charge comes to its target's zone."""
    return zone_of_control(case, case.target).reached(zone_edge(case))


@rules.definition("B14", cite("Charge"))
def stopped_before(case):
    """It was stopped before it got there."""
    return case.is_cut_short


@rules.definition("B16", cite("Charge"))
def in_contact(case):
    """It ends with the bases touching."""
    return case.plan_distance(case.end, case.target) <= NOTHING


@rules.definition("B16", cite("Charge"))
def at_the_end_of_its_distance(case):
    """It has no distance left."""
    return case.charged >= case.allowance


# ---------------------------------------------------------------- placing

@rules.clause("B18", cite("Place"))
def not_placed_in_impassable_terrain(case):
    """No model is placed in impassable terrain."""
    for _ in case.only_by("place"):
        yield case.room_to("impassable", at_the_end=True) >= NOTHING


@rules.clause("B18", cite("Place"))
def not_placed_on_a_model(case):
    """No model is placed on another."""
    for other in case.only_by("place", case.everyone_else):
        yield case.on_top_of(other) >= NOTHING


@rules.clause("B18", cite("Place"))
def not_placed_in_contact(case):
    """No model is placed touching an enemy."""
    for foe in case.only_by("place", case.enemies):
        yield case.plan_distance(case.end, foe) > NOTHING


# ---------------------------------------------------------------- what comes of it

@rules.effect("base-contact", "B16", cite("Charge"))
def comes_into_contact(case):
    """The move ends with the base touching an enemy's."""
    for foe in case.enemies:
        yield case.plan_distance(case.end, foe) <= NOTHING


# ---------------------------------------------------------------- definitions with more than one reading

@rules.definition("B09")
def zone_of_control(case, foe):
    """How far a model's zone of control reaches: the text never says."""


@zone_of_control.reading(outside("Zone of control"))
def one_inch_in_sight(case, foe):
    """An inch, as far as the model looks ahead and sees."""
    return case.zone(foe, radius=inches(1), in_sight=True)


@zone_of_control.reading(cite("Walk"))
def one_inch_all_round(case, foe):
    """An inch all round."""
    return case.zone(foe, radius=inches(1))


@rules.definition("B09", "B13")
def zone_edge(case):
    """Whether a model exactly on the edge of a zone touches it."""


@zone_edge.reading(cite("Walk"))
def open_(case):
    """It is outside."""
    return False


@zone_edge.reading(cite("Charge"))
def closed(case):
    """It is in contact with the zone."""
    return True


@rules.definition("B10")
def run_distance(case):
    """How far a run goes where the model's profile does not say: the text gives no distance."""


@run_distance.reading(outside("Run"))
def half_as_far_again(case):
    """Half as far again as a walk."""
    return 1.5 * case.stat("move")


@run_distance.reading(cite("Move"))
def move_only(case):
    """As far as a walk."""
    return case.stat("move")


@rules.definition("B06")
def height(case, passage):
    """What becomes of height: the text never mentions it."""


@height.reading(outside("Passage"))
def impassable(case, passage):
    """What would have to be climbed or fallen down is not passed; slopes are walked."""
    return case.consequence(allowed=case.all_of(face <= NOTHING for face in passage.faces), charge=passage.run)


@height.reading(cite("Move"))
def plan_length(case, passage):
    """Height is passed, and costs nothing."""
    return case.consequence(charge=passage.run)


@height.reading(cite("Move"))
def true_length(case, passage):
    """Height is passed, and the way is measured as it goes, up and down."""
    return case.consequence(charge=passage.way_of_the_base)


@rules.definition("B12")
def charge_line(case):
    """Which straight lines count as leading to the target."""


@charge_line.reading(cite("Charge"))
def any_line_that_reaches(case):
    """Any that brings the base into the target's zone."""
    return case.line_misses_target <= inches(1, "zone of control")


@charge_line.reading(cite("Charge"))
def centre_to_centre(case):
    """The one from middle to middle."""
    return case.line_beside_middle <= NOTHING


@rules.definition("B13", "B14")
def second_zone(case, foe):
    """What touching another enemy's zone does to a charge: two sentences, two answers."""


@second_zone.reading(cite("Charge"))
def stops_short(case, foe):
    """It stops before that zone."""
    return case.consequence(stop=other_zone(case, foe))


@second_zone.reading(cite("Charge"))
def forbidden(case, foe):
    """It may not be made."""
    return case.consequence(allowed=other_zone(case, foe) > case.charged)


@rules.definition("B13", "B15", cite("Charge"))
def other_zone(case, foe):
    """How far along its way a charge comes to another enemy's zone, if that comes before the target's."""
    other = zone_of_control(case, foe).reached(zone_edge(case))
    return case.only_if(other, first_of_two_zones(case, other, target_zone(case)))


@rules.definition("B14", "B15")
def first_of_two_zones(case, other, target):
    """Which of two zones touched at once comes first."""


@first_of_two_zones.reading(cite("Charge"))
def target_first(case, other, target):
    """The target's: the other no longer matters."""
    return other < target


@first_of_two_zones.reading(cite("Charge"))
def other_first(case, other, target):
    """The other's."""
    return other <= target


@rules.definition("B16")
def charge_last_part(case):
    """Whether the last part of a charge, in its target's zone, may go beyond the distance: what is forgiven."""


@charge_last_part.reading(outside("Charge"))
def within_twice_move(case):
    """It may not."""
    return NOTHING


@charge_last_part.reading(cite("Charge"))
def uncapped(case):
    """It may: once in the zone the model goes on until the bases touch."""
    return case.beyond(case.charged, target_zone(case))


# ---------------------------------------------------------------- worked rows: one move each, and what it comes to

BASE = 30              # mm
FOE = (6, 0)           # a 30 mm base six inches ahead

rules.example("a walk of four inches", open_ground(), walk=4, base=BASE, stats={"move": 4}, says="legal")
rules.example("a walk of a little more", open_ground(), walk=4.1, base=BASE, stats={"move": 4}, says="illegal")
rules.example("up to a friend and through it", friend((3, 0), base=BASE), walk=5, base=BASE, says="illegal")
rules.example("past the back of an enemy", enemy((3, 1.5), base=BASE, facing=90), walk=6, base=BASE, says={
    zone_of_control.one_inch_in_sight: "legal", zone_of_control.one_inch_all_round: "illegal"})
rules.example("past an enemy exactly an inch away", enemy((3, "55.4 mm"), base=BASE, facing=270), walk=6, base=BASE, says={
    zone_edge.open: "legal", zone_edge.closed: "illegal"})
rules.example("an enemy behind a wall", fence(3, side=0.7) + enemy((3, 1.65), base=BASE, facing=270), walk=6, base=BASE, says="legal")
rules.example("a run of six inches with a move of four", open_ground(), walk=6, action="run", base=BASE, stats={"move": 4}, says={
    run_distance.half_as_far_again: "legal", run_distance.move_only: "illegal"})
rules.example("a run back over the shoulder", open_ground(), path=[(-2, 0)], action="run", base=BASE, says="illegal")
rules.example("a run to a place behind a wall", wall(3), walk=5, action="run", base=BASE, says="illegal")
rules.example("up a step of two inches", ledge(2), walk=6, base=BASE, stats={"move": 7}, says={
    height.impassable: "illegal", height.plan_length: "legal", height.true_length: "illegal"})
rules.example("up a slope of thirty degrees", ramp(2, 30), walk=6, base=BASE, stats={"move": 6}, says={
    height.impassable: "legal", height.plan_length: "legal", height.true_length: "illegal"})
rules.example("up two inches with distance to spare", ledge(2), walk=6, base=BASE, stats={"move": 8}, says={
    height.impassable: "illegal", height.true_length: "legal"})

rules.example("over a gap wider than the base", trench(width=1.5), walk=5, base=BASE, stats={"move": 6}, says="illegal")

CONTACT = "122.4 mm"    # from the start to the touch of FOE
rules.example("a charge at an enemy ahead", enemy(FOE, base=BASE, facing=180), walk=CONTACT,
              action="charge", target="foe", base=BASE, stats={"move": 4}, says="legal")
rules.example("a charge that stops an eighth of an inch short", enemy(FOE, base=BASE, facing=180), walk="119.2 mm",
              action="charge", target="foe", base=BASE, stats={"move": 4}, says="illegal")
rules.example("a charge past the middle, and in the zone round to the target", enemy((5, 1.2), base=BASE, facing=180),
              path=[(4, 0), (4.2438767, 0.2926521)], action="charge", target="foe", base=BASE, says={
    charge_line.any_line_that_reaches: "legal", charge_line.centre_to_centre: "illegal"})
rules.example("a charge whose line passes another enemy's zone", enemy((8, 0), base=BASE, facing=180) + enemy((5, 1.9), name="guard", base=BASE, facing=270),
              walk="173.2 mm", action="charge", target="foe", base=BASE, says={second_zone.stops_short: "legal", second_zone.forbidden: "illegal"})
rules.example("a charge that comes to two zones at once", enemy((6, 1), base=BASE, facing=180) + enemy((6, -1), name="guard", base=BASE, facing=180),
              path=[(4.5, 0), (5.0172634, 0.3448422)], action="charge", target="foe", base=BASE, readings={"second_zone": "forbidden"}, says={
    first_of_two_zones.target_first: "legal", first_of_two_zones.other_first: "illegal"})
rules.example("a charge that needs 4.82 in of 4.5", enemy(FOE, base=BASE, facing=180), walk=CONTACT, action="charge", target="foe", base=BASE,
              allowance=4.5, says={charge_last_part.within_twice_move: "illegal", charge_last_part.uncapped: "legal"})
rules.example("put down behind an enemy", enemy((3, 0), base=BASE, facing=180), path=[{"to": (6, 0), "facing": 90}], action="place", base=BASE, says="legal")
rules.example("put down in contact with an enemy", enemy(FOE, base=BASE, facing=180), walk=CONTACT, action="place", base=BASE, says="illegal")
