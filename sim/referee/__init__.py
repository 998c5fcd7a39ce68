"""What a ruleset writer imports, and what rules on moves."""
from sim.measure import count, counted, degrees, fact, given, inches, negated, share
from sim.referee.clause import Citation, Ruleset

__all__ = ["Citation", "Ruleset", "Ruling", "Rulings", "count", "counted", "degrees", "fact", "given", "inches", "negated", "rule", "rule_all", "share"]


def __getattr__(name: str):
    if name in ("Ruling", "Rulings", "rule", "rule_all"):
        from sim.referee import ruling
        return getattr(ruling, name)
    raise AttributeError(f"module 'sim.referee' has no attribute {name!r}")
