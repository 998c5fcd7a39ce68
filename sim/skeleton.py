"""The skeleton of a new ruleset: a file that imports, has one mode, one clause, one definition and an example of each answer."""
from __future__ import annotations

import keyword
import re
from pathlib import Path

from sim.errors import RefereeError
from sim.files import write_whole

SKELETON = '''"""{title}: say here which text this states, its edition, and the pages.

State each rule in your own words: the function's name is the name, the docstring the gloss, `cite` the place, the body the sentence.
A definition is a word the text leaves open; its first reading is the default. `referee rules {name}` shows what is here.
"""
from meshes import ledge, open_ground
from sim.referee import Ruleset, inches

rules = Ruleset("{name}", document="{title} rulebook", edition="first", ids=("X01", "X02", "X03"))
cite = rules.cite

rules.skip("X03", "say here why a statement of the text is not judged")


@rules.action("move", cite("p. 1, Moving"))
def moving(case):
    """The plain move: as far as the model's profile says."""
    return case.stat("move")


@rules.mode("walk", "X01", cite("p. 1, Moving"))
def walking(case, passage):
    """Along the ground, and up or down what is low enough to step on."""
    yield passage.rise <= step(case)


@walking.charge
def walking_costs(case, passage):
    return passage.run


@rules.definition("X01")
def step(case):
    """How high a step may be."""


@step.reading(cite("p. 1, Moving"))
def half_an_inch(case):
    """Half an inch, the height of a kerb."""
    return inches(0.5, "a step")


@step.reading(cite("p. 1, Moving"))
def an_inch(case):
    """An inch, the height of a crate."""
    return inches(1, "a step")


@rules.clause("X02", cite("p. 1, Moving"), is_allowance=True)
def allowance(case):
    """A model moves no further than it may."""
    yield case.charged <= case.allowance


rules.example("six inches with a move of six", open_ground(), walk=6, stats={{"move": 6}}, says="legal")
rules.example("a little more than six", open_ground(), walk=6.1, stats={{"move": 6}}, says="illegal")
rules.example("a step of three quarters", ledge(0.75), walk=5, stats={{"move": 6}}, says={{step.half_an_inch: "illegal", step.an_inch: "legal"}})
'''


def write(name: str, folder: Path | None = None) -> Path:
    """Writes the skeleton of ruleset `name` (small letters, figures and hyphens) and returns its path; never over a file that is there."""
    module = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or keyword.iskeyword(module):
        raise RefereeError("E_RULESET", f"{name!r} cannot name a ruleset: use small letters, figures and hyphens, such as my-game", "NAME")
    path = (folder or _installed()) / f"{module}.py"
    if path.exists():
        raise RefereeError("E_RULESET", "this file is there already and is left as it is", str(path))
    try:
        return write_whole(path, SKELETON.format(name=name, title=name.replace("-", " ").title()))
    except OSError as error:
        raise RefereeError("E_RULESET", f"cannot write here ({error.strerror}); choose a folder with --out", str(path)) from None


def _installed() -> Path:
    import rulesets
    return Path(next(iter(rulesets.__path__)))
