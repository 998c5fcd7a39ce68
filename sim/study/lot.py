"""All rows of one table: the moves as players make them, and those near limits, under every game, on one world."""
from __future__ import annotations

from dataclasses import replace

from sim.study import noise
from sim.study.boundary import near_limits
from sim.study.draws import draws
from sim.study.intent import built, intended, made, scene
from sim.study.plan import Plan
from sim.study.rows import ruled
from sim.study.tables import StudyTable, drawn_table

PLAYERS, LIMITS = "players", "limits"
BLANK = {"tape_1": None, "tape_2": None, "scan_1": None, "scan_2": None, "trust": None}


def rows_of(plan: Plan, number: int, rulesets=None) -> list[dict]:
    """The rows of table `number`: the same whoever asks. `rulesets` replace those the plan names."""
    from sim.referee import library
    rulesets = rulesets or [library.ruleset(name) for name in plan.games]
    table = _table(plan, number)
    rows: list[dict] = []
    mistaken = _mistaken(plan, table) if plan.noise_every else None
    for n in range(plan.moves_on(number)):
        noisy = plan.noise_every and n % plan.noise_every == plan.noise_every // 2
        rows += _as_players_move(plan, table, n, rulesets, mistaken if noisy else None)
    for n in range(plan.limits_per_table):
        for rules in rulesets:
            rows += _near_limits(plan, table, n, rules)
    return rows


def _table(plan: Plan, number: int) -> StudyTable:
    if number < plan.drawn_tables:
        return drawn_table(plan.seed, number)
    from sim.study.files import table_from_file
    return table_from_file(plan, number)


def _mistaken(plan: Plan, table: StudyTable):
    """The terrain as two scans have it, and as one that is not to be trusted has it: the same for all moves of a table, so that they share worlds."""
    features = table.table.features
    return [noise.scanned(features, plan.seed, table.number, k) for k in (1, 2)], noise.doubted(features)


def _as_players_move(plan: Plan, table: StudyTable, n: int, rulesets, mistaken) -> list[dict]:
    """Rows of one move under every game, with its further ways to be declared; ruled on with `mistaken` terrain too where that is given."""
    intent = intended(table, plan.seed, n)
    if intent is None:
        return []
    far, aside = (float(v) for v in draws(plan.seed, "move", table.number, n).random(2))
    same = _same(table, intent, PLAYERS, n) | {"weight": 1.0, "about": ""}
    plain = replace(intent, reach=float(intent.mover["stats"]["move"]))
    there, move = built(table, scene(table, plain, made(table, plain, far, aside)))
    rows = []
    for rules in rulesets:
        errors = noise.under_errors(there, *mistaken, move, rules, plan.seed, table.number, n) if mistaken else BLANK
        rows.append(ruled(there, move, rules, same | {"action": "plain"}) | errors)
        for action, (other, declared) in _further(table, intent, rules.name, far, aside):
            rows.append(ruled(other, declared, rules, same | {"action": action}) | BLANK)
    return rows


def _further(table: StudyTable, intent, game: str, far: float, aside: float):
    """What else would be declared with such an intent in a game: (name, (table, move))."""
    move = float(intent.mover["stats"]["move"])
    if game == "bushido" and intent.kind == "charge":
        yield "charge", built(table, scene(table, intent, made(table, intent, far, aside) | {"action": "charge"}))
    if game == "bushido" and intent.kind == "objective" and intent.around is None and intent.facing is None:
        longer = replace(intent, reach=1.5 * move)
        yield "run", built(table, scene(table, longer, made(table, longer, far, aside) | {"action": "run"}))
    if game == "warhammer-40k" and intent.mates:
        plain = replace(intent, reach=move)
        yield "squad", built(table, scene(table, plain, made(table, plain, far, aside), squad=True))


def _near_limits(plan: Plan, table: StudyTable, n: int, rules) -> list[dict]:
    """Rows of moves near the limits of one game's definitions; their intents come after those of the other sample."""
    number = plan.moves_per_table + n
    intent = intended(table, plan.seed, number)
    if intent is None:
        return []
    intent = replace(intent, reach=float(intent.mover["stats"]["move"]))
    rows = []
    for k, drawn in enumerate(near_limits(table, intent, rules, plan.seed, number)):
        same = _same(table, intent, LIMITS, number * 100 + k) | {"weight": round(drawn.weight, 6), "about": drawn.about, "action": "plain"}
        there, move = built(table, scene(table, intent, made(table, intent, drawn.far, drawn.aside)))
        rows.append(ruled(there, move, rules, same) | BLANK)
    return rows


def _same(table: StudyTable, intent, sample: str, n: int) -> dict:
    """The columns that a move's rows share."""
    return {"sample": sample, "source": table.source, "table": table.number, "density": table.density, "kits": table.kits, "move": n, "intent": intent.kind}
