"""What `prove` does with a scenario file: reads it, rules on every move, writes a proof of each."""
from __future__ import annotations

from pathlib import Path

from sim.checking import limits_of
from sim.errors import RefereeError, exit_code
from sim.exits import OF_VERDICT, worst
from sim.progress import Progress
from sim.proof.page.bundle import BUNDLE, UNBUILT
from sim.quiet import hushed
from sim.show import Paper


def prove(path: Path, out: Path, rulesets: tuple[str, ...] = (), terrain: tuple[Path, ...] = (), limits: dict | None = None, glb: bool = False) -> int:
    """Writes the proofs of a file's moves to a folder and says where; the exit code of the worst verdict. `glb`: a model of each as well."""
    written, undrawn = proved(path, out, rulesets, terrain, limits, glb)
    paper = Paper()
    for entry in written:
        said = entry.get("verdict") or f"{entry['error']['code']}: {entry['error']['message']}"
        paper.line(f"move {entry['move']} ({entry['ruleset']}): {said}" + (f"; see {out / entry['folder']}" if "verdict" in entry else ""))
    for sentence in [*undrawn, *([] if BUNDLE.exists() else [UNBUILT])]:
        paper.line(sentence)
    return worst(OF_VERDICT[e["verdict"]] if "verdict" in e else exit_code(RefereeError(e["error"]["code"], "")) for e in written)


def prove_demo(path: Path) -> None:
    """Proves the demo's moves beside its table, and says where to look."""
    out = path.parent.with_name(f"{path.parent.name}-proofs")
    _, undrawn = proved(path, out)
    paper = Paper()
    for sentence in [*undrawn, f"The proofs are in {out}: open {out / 'index.html'}, and check them with: referee verify {out}"]:
        paper.line(sentence)


def proved(path: Path, out: Path, rulesets: tuple[str, ...] = (), terrain: tuple[Path, ...] = (), limits: dict | None = None,
           glb: bool = False) -> tuple[list[dict], list[str]]:
    """What was written of each move, {move, ruleset, folder, verdict or error}, and a sentence for everything there is not."""
    from sim.proof.write import write
    from sim.scenario import read_scenario
    with hushed():
        scenario = read_scenario(path, terrain_dirs=terrain, limits=limits_of(limits or {}))
        with Progress(str(path)) as tick:
            written = write(scenario, out, rulesets, tick)
        return written, _draw(out, written, glb)


def _draw(out: Path, written: list[dict], glb: bool = False) -> list[str]:
    """Draws sheet, page and picture of each proof and lists them in index.html; returns a sentence for each there is not. Imports matplotlib only here."""
    try:
        from sim.proof.folder import drawings
        from sim.proof.sheet import write_listing
    except ImportError as missing:
        return [f"no sheets and no pages: {missing.name} is not installed; `pip install {missing.name}`, then prove again"]
    with Progress("drawings") as tick:
        undrawn = drawings(out, written, glb, tick)
    write_listing(out, written)
    return undrawn
