"""Is a certificate about the table in this file? What the file says is read again and compared; this uses the prover's own reading."""
from __future__ import annotations

import json

from sim.errors import RefereeError

SAID_BY_THE_FILE = ("triangles", "table", "move", "ruleset", "readings")


def differences(document: dict, fresh: dict) -> list[str]:
    """What a certificate says of hashes, terrain, table, move, rules and readings that one made anew does not."""
    told = [{k: v for k, v in d["hashes"].items() if k != "seal"} for d in (document, fresh)]
    return [key for key in SAID_BY_THE_FILE if document[key] != fresh[key]] + (["hashes"] if told[0] != told[1] else [])


def same_table(path, terrain_dirs=()):
    """A function that tells what of a certificate the scenario file at `path` says otherwise. Raises what reading it raises."""
    from sim.proof.write import prove
    from sim.scenario import read_scenario
    scenario = read_scenario(path, terrain_dirs=terrain_dirs)

    def table(document: dict) -> list[str]:
        i = document["move"]["number"]
        if not isinstance(i, int) or not 0 <= i < len(scenario.moves):
            return ["move"]
        try:
            fresh, _ = prove(scenario, i, document["ruleset"]["name"], every_reading=False, cross_check=False)
        except RefereeError as error:
            return [error.message]
        return differences(json.loads(json.dumps(document, default=float)), json.loads(json.dumps(fresh)))
    return table
