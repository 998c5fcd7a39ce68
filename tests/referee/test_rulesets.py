"""Rulesets are whole, say nothing but rules, and nothing in the project leans the wrong way."""
from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from sim.referee.library import names, ruleset

ROOT = Path(__file__).resolve().parents[2]
READINGS = ROOT.parent / "shared" / "design" / "READINGS.md"
RULESETS = sorted(p for p in (ROOT / "rulesets").glob("*.py") if p.name != "__init__.py")
SIM = sorted((ROOT / "sim").rglob("*.py"))


def where(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imported(path: Path) -> set[str]:
    """Every module a file imports anywhere in it, also `from package import module` as "package.module"."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = list(path.relative_to(ROOT).parts[:-node.level]) if node.level else []
            module = ".".join([*package, *filter(None, [node.module])])
            found |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return found


def leans_on(path: Path, module: str) -> bool:
    return any(name == module or name.startswith(module + ".") for name in imported(path))


@pytest.mark.parametrize("name", names())
def test_every_statement_of_the_text_is_carried_or_skipped_with_a_reason(name):
    coverage = ruleset(name).coverage()
    assert [i for i, found in coverage.items() if not found] == []
    assert set(coverage) == set(ruleset(name).known_ids), "a part names a statement the text does not have"


@pytest.mark.parametrize("name", names())
def test_skips_have_reasons_and_are_not_carried_all_the_same(name):
    rules = ruleset(name)
    carried = {i for parts in (rules.modes, rules.clauses, rules.effects, rules.definitions) for part in parts.values() for i in part.ids}
    assert [i for i, reason in rules.skips.items() if len(reason.split()) < 4] == []
    assert carried & set(rules.skips) == set()


def readings_table(name: str) -> list[tuple[str, set[str], list[str]]]:
    """The rows of a game's table in READINGS.md: definition, ids, readings in order."""
    if not READINGS.exists():
        pytest.skip("the design's READINGS.md is not beside this checkout")
    section = re.search(rf"^## {re.escape(name)}$(.*?)(?=^## |\Z)", READINGS.read_text(encoding="utf-8"), re.M | re.S)
    if section is None:
        pytest.skip(f"READINGS.md has no section {name}")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section[1].splitlines() if line.startswith("|")]
    return [(row[0], set(re.findall(r"[A-Z]\d\d", row[1])), row[2].split(", ")) for row in rows[2:]]


@pytest.mark.parametrize("name", names())
def test_the_readings_are_those_of_the_design_in_its_order(name):
    definitions = ruleset(name).definitions
    ours = {d.name: (set(d.ids), list(d.readings)) for d in definitions.values() if len(d.readings) > 1}
    assert ours == {definition: (ids, readings) for definition, ids, readings in readings_table(name)}


@pytest.mark.parametrize("name", names())
def test_every_reading_can_be_named_as_an_attribute_of_its_definition(name):
    hidden = [f"{d.name}.{r}" for d in ruleset(name).definitions.values() for r, reading in d.readings.items() if getattr(d, r) is not reading]
    assert hidden == []


@pytest.mark.parametrize("path", RULESETS, ids=where)
def test_a_ruleset_decides_nothing_in_python(path):
    branches = (ast.If, ast.IfExp, ast.BoolOp, ast.While, ast.Match)
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    lines = [n.lineno for n in nodes if isinstance(n, branches) or isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Not)]
    lines += [test.lineno for n in nodes if isinstance(n, ast.comprehension) for test in n.ifs]
    assert lines == []


@pytest.mark.parametrize("path", RULESETS, ids=where)
def test_a_ruleset_knows_only_the_referee_and_the_scenes(path):
    modules = {n.module for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.ImportFrom)}
    plain = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Import)]
    assert modules <= {"sim.referee", "meshes"} and plain == []


def under(folder: str) -> list[Path]:
    return [p for p in SIM if where(p).startswith(folder)]


@pytest.mark.parametrize("folder, module", [("sim/measure.py", "sim"), ("sim/facts/", "sim.referee"), ("sim/world/", "sim.facts"), ("sim/world/", "sim.referee")])
def test_nothing_leans_the_wrong_way(folder, module):
    assert under(folder)
    assert [where(p) for p in under(folder) if leans_on(p, module)] == []


@pytest.mark.parametrize("module, only", [("trimesh", "sim/terrain/"), ("pybullet", "sim/world/bullet_client.py")])
def test_a_library_is_known_in_one_place_only(module, only):
    users = [where(p) for p in [*SIM, *RULESETS, *(ROOT / "meshes").glob("*.py")] if leans_on(p, module)]
    assert users
    assert [u for u in users if not u.startswith(only)] == []
