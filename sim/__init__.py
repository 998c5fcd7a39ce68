"""Rules on miniature-game moves over real terrain meshes.

    import sim
    table, moves = sim.load("scenario.toml")
    ruling = sim.rule(table, moves[0], "fallout-factions")
    assert ruling.verdict == "legal", ruling

Names are loaded when first used, so that importing `sim` costs nothing.
"""
from importlib import import_module

__version__ = "0.1.0"

HOMES = {"Table": "sim.table", "Model": "sim.table", "Move": "sim.move", "UnitMove": "sim.move", "Leg": "sim.move",
         "RefereeError": "sim.errors", "rule": "sim.referee", "rule_all": "sim.referee", "Ruling": "sim.referee", "Rulings": "sim.referee"}

__all__ = ["__version__", "load", "prove", "rulesets", "verify", *HOMES]


def load(path, terrain_dirs=()):
    """The table and the moves of a scenario file; RefereeError tells all that is wrong with it."""
    from sim.scenario import read_scenario
    scenario = read_scenario(path, terrain_dirs=terrain_dirs)
    return scenario.table, scenario.moves


def rulesets() -> list[str]:
    """The names of the rulesets there are."""
    from sim.referee import library
    return library.names()


def prove(path, out, rulesets=(), terrain_dirs=(), glb=False) -> list[dict]:
    """Writes a proof of each move of a scenario file to the folder `out`: {move, ruleset, folder, verdict or error} of each. As `referee prove`."""
    from pathlib import Path

    from sim.proving import proved
    return proved(Path(path), Path(out), tuple(rulesets), tuple(terrain_dirs), glb=glb)[0]


def verify(certificate):
    """What the independent checker finds of a certificate file: .accepted, .verdict, .refused, .confirmed, .open."""
    from sim.proof.check import check
    return check(certificate)


def __getattr__(name: str):
    if name not in HOMES:
        raise AttributeError(f"module 'sim' has no attribute {name!r}")
    return getattr(import_module(HOMES[name]), name)


def __dir__():
    return sorted(__all__)
