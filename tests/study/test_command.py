"""The command: a small study from the shell to its report, and refusals in one sentence."""
from __future__ import annotations

import json

import pytest

pytest.importorskip("polars", reason="the study needs the extra `study`")

from sim.cli import run  # noqa: E402
from sim.study.plan import Plan, read_plan  # noqa: E402

GAME = "bushido"


def test_a_small_study_writes_results_figures_scenes_and_a_report_that_needs_no_other_file(tmp_path, capsys):
    from sim.study import command
    out = tmp_path / "study"
    assert run(["study", "--ruleset", GAME, "--moves", "30", "--seed", "4", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "bushido: of 30 moves" in said
    document = json.loads((out / "figures.json").read_text(encoding="utf-8"))
    told = document["figures"]["games"][GAME]
    assert told["players"]["disagree"]["low"] <= told["players"]["disagree"]["value"] <= told["players"]["disagree"]["high"]
    shares = sum(d["share"]["value"] for d in told["definitions"].values())
    assert shares == pytest.approx(told["players"]["disagree"]["value"], abs=1e-4)
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "<svg" in page and "src=" not in page and "<link" not in page
    before = (out / "figures.json").read_bytes(), (out / "report.html").read_bytes()
    plan = Plan(games=(GAME,), moves=30, seed=4)
    command.write_report(plan, out, json.loads((out / "contested" / "index.json").read_text(encoding="utf-8")))
    assert before == ((out / "figures.json").read_bytes(), (out / "report.html").read_bytes())


@pytest.mark.parametrize("text, says", [("movs = 3", "a study has no 'movs'"), ("moves = true", "expected a whole number"),
                                        ("games = 'warcry'", "expected a list"), ("moves = ", "cannot be read"),
                                        ("moves = 0", "at least 1"), ("games = ['chess']", "no ruleset 'chess'")])
def test_a_configuration_with_a_fault_is_refused_in_one_sentence(tmp_path, capsys, text, says):
    path = tmp_path / "config.toml"
    path.write_text(text)
    assert run(["study", "--config", str(path), "--out", str(tmp_path / "out")]) == 2
    assert says in capsys.readouterr().err


def test_options_come_before_the_configuration(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text("moves = 50\nseed = 9\n")
    plan = read_plan(path, moves=7, games=(), seed=None)
    assert (plan.moves, plan.seed, plan.drawn_tables) == (7, 9, 1)


def test_a_table_of_a_scenario_file_is_studied_apart(tmp_path):
    import polars as pl

    from meshes.demo import write
    from sim.study.run import run as run_study
    path = write(tmp_path / "demo")
    plan = Plan(games=(GAME,), moves=3, seed=2, moves_per_table=3, limits_per_table=0, noise_every=0, tables=(str(path),))
    assert run_study(plan, tmp_path / "out") == []
    sources = pl.read_parquet(tmp_path / "out" / "results.parquet")["source"].unique().to_list()
    assert sorted(sources) == ["demo", "parametric"]
