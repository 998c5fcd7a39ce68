"""The corpus of hostile, broken and awkward files beside the project behaves as its manifest says, and opens nothing that it should not."""
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sim.errors import RefereeError
from sim.inspect import inspect
from sim.terrain.place import Placement, stood
from sim.terrain.read import read

HERE = Path(__file__).resolve()
CORPUS = HERE.parents[3] / "shared" / "corpus"
ENTRIES = json.loads((CORPUS / "manifest.json").read_text()) if CORPUS.is_dir() else []
needs_corpus = pytest.mark.skipif(not ENTRIES, reason="the corpus folder beside the project is not here")

# where our code is not the one suggested, and why
OTHER_CODES = {
    "gltf/accessor_oor.glb": "E_INDEX",              # an entry that is not there is an index out of range; there is no E_HEADER in the contract
    "gltf/draco_required.glb": "E_UNSUPPORTED",      # named, and in the contract, where E_EXTENSION is not
    "gltf/morph.glb": "E_UNSUPPORTED",
    "gltf/uri_bad_base64.gltf": "E_ENCODING",        # what cannot be decoded
    "gltf/json_deep_nest.gltf": "E_TYPE_MISMATCH",   # JSON that cannot be read is no glTF
    "gltf/json_dup_keys.gltf": "E_TYPE_MISMATCH",
    "neighbour/not_utf8.gltf": "E_TYPE_MISMATCH",
    "zip/no_model.3mf": "E_XML",                     # its only .model part holds the letter x
    "geom/t_junctions.stl": "W_CRACKS",              # says what they are; every edge of theirs has one triangle or two
    "gltf/uri_sibling.gltf": "W_BESIDE",             # a buffer beside the file is read, hashed and named in a warning
}
# accepted in the unit that makes them terrain: 5,000 objects in a row of 5,000 numbers are 5 m
OTHER_UNITS = {"obj/many_objects.obj": "mm", "geom/in_mm.stl": "in"}
INCH_NUMBERS = "gltf/"                # drawn in inches, whatever glTF says
# put up with in silence, and why
NO_WARNING = {
    "geom/pinhole_gap.stl": "a slit of 0.0002 in is what the file says, and no base goes through it; sight through it is sight",
}


def outcome(entry: dict) -> tuple[str, set[str]]:
    """The code of a refusal or "OK", and the codes of the warnings that a ruling carries."""
    try:
        raw = read(CORPUS / entry["path"])
        _, told = stood(raw, Placement(name="piece", units=units_of(entry, raw.unit)))
    except RefereeError as error:
        assert "\n" not in error.message and str(CORPUS) not in str(error)
        return error.code, set()
    return "OK", {c.code for c in (*raw.cautions, *told)}


def units_of(entry: dict, own: str | None) -> str | None:
    """What a person would say the unit is; None to leave it to the file."""
    if entry["id"] in OTHER_UNITS:
        return OTHER_UNITS[entry["id"]]
    return "in" if own is None or entry["id"].startswith(INCH_NUMBERS) else None


@needs_corpus
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e["id"])
def test_the_corpus_behaves_as_its_manifest_says(entry):
    code, warned = outcome(entry)
    wanted = OTHER_CODES.get(entry["id"], entry["code"])
    if entry["expect"] == "accept" or entry["id"] in NO_WARNING:
        assert code == "OK"
    elif entry["expect"] == "reject":
        assert code == wanted
    elif code != "OK":
        assert entry["expect"] == "quarantine" and code == wanted
    elif wanted not in warned:
        assert wanted in {c.code for c in inspect(CORPUS / entry["path"], units=units_of(entry, read(CORPUS / entry["path"]).unit)).cautions}


@needs_corpus
def test_the_good_files_are_one_scene():
    def scene(name, **how):
        raw = read(CORPUS / "good" / name)
        triangles = stood(raw, Placement(name=name, **how))[0].triangles
        return np.array(sorted(triangles.reshape(-1, 9).round(3).tolist()))
    wanted = scene("ref.stl", units="in")
    for entry in (e for e in ENTRIES if e["category"] == "good"):
        name = Path(entry["path"]).name
        how = {"up": "z"} if "zup" in name else {}
        how |= {} if read(CORPUS / entry["path"]).unit else {"units": "in"}
        found = scene(name, **how)
        assert len(found) == len(wanted), name
        assert np.allclose(sorted(found.tolist()), wanted, atol=0.003), name


WATCH = """
import json, os, sys
sys.path[:0] = [{project!r}]
import trimesh.exchange.gltf, trimesh.exchange.obj, trimesh.exchange.ply, trimesh.exchange.stl, trimesh.exchange.threemf
from pathlib import Path
from sim.errors import RefereeError
from sim.terrain import child
from sim.terrain.child.parse import parse
from sim.terrain.read import read
if {within}:                                  # what trimesh does is watched too
    child.read = lambda kind, plain, name, limits: parse(kind, plain)
seen = []
def hook(event, details):
    if event == "open" and isinstance(details[0], (str, bytes)):
        seen.append(os.path.realpath(os.fsdecode(details[0])))
    elif event.startswith("socket.") or event in ("os.system", "os.exec") or event == "subprocess.Popen" and {within}:
        seen.append(event)
files = [Path({corpus!r}) / e["path"] for e in json.load(open({corpus!r} + "/manifest.json"))]
sys.addaudithook(hook)
for file in files:
    del seen[:]
    try:
        read(file)
    except RefereeError:
        pass
    except Exception as problem:
        if not {within}:
            print(file, repr(problem))
    libraries = tuple({{os.path.realpath(p) for p in (sys.prefix, sys.base_prefix, {project!r})}}) + ("/dev/null",)
    for what in seen:
        if what.startswith(libraries) and not what.startswith({corpus!r}) or os.path.dirname(what) == os.path.realpath(file.parent):
            continue
        print(file, what)
"""


@needs_corpus
@pytest.mark.parametrize("within", [False, True], ids=["in the child", "in one process"])
def test_no_file_outside_the_folder_is_opened_and_no_socket(within):
    script = WATCH.format(project=str(HERE.parents[2]), corpus=str(CORPUS), within=within)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@needs_corpus
def test_the_watch_would_see_a_file_outside_the_folder():
    script = WATCH.format(project=str(HERE.parents[2]), corpus=str(CORPUS), within=False).replace("        read(file)", "        open('/etc/hosts').close()")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "/etc/hosts" in done.stdout
