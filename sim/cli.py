"""The command `referee`: it rules on moves, tests expectations, lists rules, and shows the main job on a shipped table.

Only light things are imported at the top, so that --help and --version answer at once.
"""
from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from sim import __version__
from sim.errors import RefereeError
from sim.exits import of_document, of_error, worst

BROKEN_PIPE, INTERRUPTED = 141, 130

app = typer.Typer(name="referee", help="Rules on moves of miniature games over real terrain meshes.", no_args_is_help=True,
                  add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)

Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files (TOML or JSON).")]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout, for programs.")]
Rulesets = Annotated[list[str] | None, typer.Option("--ruleset", metavar="NAME", help="Judge under this ruleset instead of the file's; may be repeated.")]
Readings = Annotated[list[str] | None, typer.Option("--reading", metavar="DEFINITION=READING", help="Read a definition this way; may be repeated.")]
Every = Annotated[str | None, typer.Option("--readings", metavar="all", help="'all': judge under every reading as well.")]
NoCross = Annotated[bool, typer.Option("--no-cross-check", help="Leave out PyBullet's second opinion.")]
Workers = Annotated[int, typer.Option("--workers", min=1, metavar="N", help="Processes to use.")]
Terrain = Annotated[list[Path] | None, typer.Option("--terrain", metavar="DIR", help="A further folder meshes may be read from; may be repeated.")]
LimitsOption = Annotated[list[str] | None, typer.Option("--limit", metavar="NAME=VALUE", help="Widen or narrow a limit; may be repeated.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Every leg and every finding.")]


def _version(asked: bool) -> None:
    if asked:
        print(f"tabletop-referee {__version__}")
        raise typer.Exit()


@app.callback()
def _options(version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="The version, and nothing else.")] = False) -> None:
    """Rules on moves of miniature games over real terrain meshes."""


@app.command()
def check(files: Files, as_json: Json = False, ruleset: Rulesets = None, reading: Readings = None, readings: Every = None,
          no_cross_check: NoCross = False, workers: Workers = 1, terrain: Terrain = None, limit: LimitsOption = None,
          verbose: Verbose = False) -> int:
    """Rule on every move of the files.

    Exit code: 0 every move legal, 1 some illegal, 2 bad input, 3 some undecided and none illegal, 4 a limit was hit.
    """
    from sim import checking
    asked = checking.Question(rulesets=tuple(ruleset or ()), readings=_pairs(reading, "--reading"), every_reading=_all(readings),
                              cross_check=not no_cross_check, workers=workers, terrain=tuple(terrain or ()),
                              limits=_pairs(limit, "--limit"))
    documents = [checking.checked(path, asked) for path in files]
    if as_json:
        _print_json(documents[0] if len(documents) == 1 else {"version": 1, "scenarios": documents})
    else:
        for n, document in enumerate(documents):
            checking.show(document, verbose, above="\n" if n else "")
    return worst(map(of_document, documents))


@app.command()
def test(paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Scenario files, or folders of them.")],
         workers: Workers = 1, terrain: Terrain = None, limit: LimitsOption = None) -> int:
    """Compare every move's ruling with the file's `expect`.

    A line per miss, a count at the end. Exit code: 0 all met, 1 some missed, 2 bad input.
    """
    from sim import checking
    return checking.run_tests(paths, checking.Question(expectations=True, workers=workers, terrain=tuple(terrain or ()), limits=_pairs(limit, "--limit")))


@app.command()
def prove(file: Annotated[Path, typer.Argument(metavar="FILE", help="A scenario file.")],
          out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the proofs are written.")] = Path("proofs"),
          ruleset: Rulesets = None, terrain: Terrain = None, limit: LimitsOption = None,
          glb: Annotated[bool, typer.Option("--glb", help="Also write terrain, path, sweeps and marks as proof.glb.")] = False) -> int:
    """Write a proof of each ruling: a folder per move with a page, a sheet to print, and a certificate that `referee verify` checks.

    Exit code: as for check.
    """
    from sim import proving
    return proving.prove(file, out, tuple(ruleset or ()), tuple(terrain or ()), _pairs(limit, "--limit"), glb)


@app.command()
def verify(certificates: Annotated[list[Path], typer.Argument(metavar="CERTIFICATE...", help="certificate.json files, or folders of them.")],
           explain: Annotated[bool, typer.Option("--explain", help="Print the argument as a person would make it.")] = False,
           scenario: Annotated[Path | None, typer.Option("--scenario", metavar="FILE", help="Also ask: is it the table of this file?")] = None,
           terrain: Terrain = None, as_json: Json = False) -> int:
    """Check certificates independently of the judge, in exact fractions.

    Exit code: that of the verdict where a certificate is accepted, 2 where one is refused.
    """
    from sim.proof.check import command
    table = None
    if scenario is not None:
        from sim.proof.again import same_table
        table = same_table(scenario, tuple(terrain or ()))
    return command.run(certificates, explain, as_json, table)


@app.command()
def inspect(mesh: Annotated[Path, typer.Argument(metavar="MESH", help="A mesh file: STL, OBJ, PLY, GLB, glTF.")],
            units: Annotated[str | None, typer.Option("--units", metavar="UNIT", help="mm cm m in ft; by default as suggested.")] = None,
            up: Annotated[str | None, typer.Option("--up", metavar="AXIS", help="z y x -z -y -x; by default the format's, or as suggested.")] = None,
            scale: Annotated[float | None, typer.Option("--scale", metavar="FACTOR", help="How much larger it is on the table.")] = None,
            leave_out: Annotated[list[str] | None, typer.Option("--leave-out", metavar="PART", help="A part to look at it without; may be repeated.")] = None,
            plan: Annotated[Path | None, typer.Option("--plan", metavar="OUT.svg", help="Write a dimensioned plan with grid and levels.")] = None,
            picture: Annotated[Path | None, typer.Option("--picture", metavar="OUT.png", help="Write a picture with the trouble marked.")] = None,
            as_json: Json = False, limit: LimitsOption = None) -> int:
    """Look at a mesh: size, units, up, health, noise, and the surfaces found.

    Exit code: 0 when it could be looked at, 2 where it would be refused, 4 when a limit was hit.
    """
    from sim.inspect import command
    return command.run(mesh, units=units, up=up, scale=scale, leave_out=tuple(leave_out or ()), plan=plan, picture=picture, as_json=as_json,
                       limits=_pairs(limit, "--limit"))


@app.command()
def study(ruleset: Rulesets = None,
          moves: Annotated[int | None, typer.Option("--moves", min=1, metavar="N", help="Moves as players make them.")] = None,
          seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="The same seed, the same moves.")] = None,
          workers: Workers = 1,
          cluster: Annotated[str, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler that hands out the work instead.")] = "",
          out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where results and report go; a stopped run goes on.")] = Path("study"),
          config: Annotated[Path | None, typer.Option("--config", metavar="FILE", help="A study's configuration (TOML); options come before it.")] = None,
          table: Annotated[list[str] | None, typer.Option("--table", metavar="FILE", help="Study this scenario file's table too; may be repeated.")] = None,
          terrain: Annotated[list[str] | None, typer.Option("--terrain", metavar="DIR", help="A further folder meshes may be read from.")] = None,
          contested: Annotated[bool, typer.Option("--contested", help="Only look for the smallest scenes that split readings.")] = False) -> int:
    """Measure how often honest readings of the rules disagree, and which words do it.

    Exit code: 0 when all was done, 2 bad input, 4 when a worker died and a table is missing.
    """
    from sim.study import command
    return command.study(config, out, workers, cluster, contested, games=tuple(ruleset or ()), moves=moves, seed=seed, tables=tuple(table or ()),
                         terrain=tuple(terrain or ()))


@app.command()
def rules(name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A ruleset; without it, all are listed.")] = None,
          as_json: Json = False) -> int:
    """List the rulesets, or one ruleset's clauses, definitions and readings, with where its book says so."""
    from sim.referee import library
    from sim.show import Paper
    from sim.show_rules import rules_document, show_names, show_rules
    found = [library.ruleset(n) for n in ([name] if name else library.names())]
    documents = [rules_document(r) for r in found]
    if as_json:
        _print_json(documents[0] if name else {"version": 1, "rulesets": documents})
    elif name:
        show_rules(Paper(), documents[0])
    else:
        show_names(Paper(), found)
    return 0


@app.command()
def new(name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name in small letters, such as my-game.")],
        out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Where to write it; by default, beside the other rulesets.")] = None) -> int:
    """Write the skeleton of a new ruleset: one file is one game."""
    from sim.show import Paper
    from sim.skeleton import write
    Paper().line(f"wrote {write(name, out)}")
    return 0


@app.command()
def schema() -> int:
    """Print the JSON Schema of scenario files."""
    from sim.scenario import json_schema
    _print_json(json_schema())
    return 0


@app.command()
def demo(out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the table is written.")] = Path("demo-table"),
         proofs: Annotated[bool, typer.Option("--proofs/--no-proofs", help="Prove the rulings as well.")] = True) -> int:
    """Write a small table as mesh files, read it back, rule on moves over it, and prove the rulings.

    Exit code: 0 when every ruling came out as the file expects, 1 otherwise.
    """
    from meshes.demo import write
    from sim import checking
    path = write(out)
    code = checking.run_demo(path)
    if proofs:
        from sim import proving
        proving.prove_demo(path)
    return code


def main() -> None:
    """The entry point: every way out is an exit code, and nothing a user can cause is a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")     # a name the terminal cannot show must not end the run
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The command on these arguments; its exit code."""
    try:
        code = app(args=arguments, prog_name="referee", standalone_mode=False) or 0
        sys.stdout.flush()
        return code
    except RefereeError as error:
        return _refused(error, "--json" in arguments)
    except (BrokenPipeError, SystemExit):                   # the latter is what typer makes of the former
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)        # so that the flush at exit is quiet too
        return BROKEN_PIPE
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except OSError as error:
        return _refused(RefereeError("E_SCENARIO", error.strerror or str(error), str(error.filename or "")), "--json" in arguments)
    except MemoryError:
        return _refused(RefereeError("E_LIMIT", "the memory does not suffice for this"), "--json" in arguments)
    except Exception as error:
        if not hasattr(error, "format_message"):            # typer's usage errors have it, whichever version made them
            raise
        if "--json" not in arguments:
            error.show()
            return 2
        return _refused(RefereeError("E_SCENARIO", error.format_message().rstrip("."), "command line"), True)


def _refused(error: RefereeError, as_json: bool) -> int:
    """Says what is wrong, in the form that was asked for."""
    if as_json:
        _print_json({"version": 1, "error": error.as_dict(), "errors": [e.as_dict() for e in error.all]})
    else:
        for each in error.all:
            print(each, file=sys.stderr)
    return of_error(error)


def _print_json(document) -> None:
    print(json.dumps(document, indent=1, allow_nan=False))


def _pairs(given: list[str] | None, option: str) -> dict[str, str]:
    """NAME=VALUE options as a dict."""
    pairs = [text.partition("=") for text in given or ()]
    for name, equals, value in pairs:
        if not (name and equals and value):
            raise RefereeError("E_SCENARIO", f"{option} takes name=value, not {name + equals + value!r}", option)
    return {name: value for name, _, value in pairs}


def _all(readings: str | None) -> bool:
    if readings not in (None, "all"):
        raise RefereeError("E_READING", f"--readings takes 'all', not {readings!r}; for one reading there is --reading definition=reading", "--readings")
    return readings == "all"
