"""Scenario files: what a player writes down becomes a table and declared moves, or a list of everything that is wrong with it."""
from sim.scenario.read import Scenario, json_schema, read_scenario, scenario_from_dict, to_dict
from sim.scenario.write import dumps_toml

__all__ = ["Scenario", "dumps_toml", "json_schema", "read_scenario", "scenario_from_dict", "to_dict"]
