import base64
import copy
import functools
import hashlib
import html.parser
import json
import re
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
import shapely

import sim
from sim.proof.certificate import INCH, sealed
from sim.proof.figures import figures
from sim.proof.model import write_model
from sim.proof.page import bundle
from sim.proof.page.document import page, write_page
from sim.proof.page.scene import scene
from sim.proof.page.solid import LEVELS, packed, thinned
from sim.proof.page.sweep import swept_solid
from sim.proof.sheet import write_sheet
from sim.proof.sheet.subject import Subject, swept
from sim.proof.write import prove
from sim.scenario import read_scenario

ANGRY = "</script><img src=x onerror=alert(1)>"
SHEET = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M 1.23456 2L 3 4"/></svg>'
MOVES = [("fallout-gaps", 2), ("fallout-heights", 2), ("fallout-standing", 0), ("fallout-zones", 7), ("warcry-ways", 4), ("warcry-ways", 12),
         ("warcry-limits", 6), ("warhammer-40k", 4), ("warhammer-40k", 7), ("bushido", 10), ("bushido", 3)]


@functools.cache
def proof(name, move):
    """(certificate, triangles) of a move of a case file."""
    read = read_scenario(Path(__file__).parents[1] / "cases" / f"{name}.toml")
    certificate, triangles = prove(read, move, read.moves[move].ruleset or read.rulesets[0], cross_check=False)
    return certificate, np.frombuffer(triangles, "<i8").reshape(-1, 3, 3) / 1e6


def renamed(node, old, new):
    if isinstance(node, dict):
        return {renamed(k, old, new): renamed(v, old, new) for k, v in node.items()}
    if isinstance(node, list):
        return [renamed(v, old, new) for v in node]
    return node.replace(old, new) if isinstance(node, str) and old in node.split("/") else node


@pytest.fixture
def built(monkeypatch, tmp_path):
    """A stand-in for the script, so that these tests ask for no npm."""
    (tmp_path / "bundle.js").write_text("/* a script */ const end = '</script>';")
    monkeypatch.setattr(bundle, "BUNDLE", tmp_path / "bundle.js")


class Read(html.parser.HTMLParser):
    """The elements of a page, its words, and what its scripts and styles hold."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.words, self.raw, self.open = [], [], {"script": [], "style": []}, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.open.append(tag)
        if tag in self.raw:
            self.raw[tag].append("")

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        if self.open and self.open[-1] in self.raw:
            self.raw[self.open[-1]][-1] += data
        else:
            self.words.append(data)


def read(name, move):
    return Read(page(*proof(name, move), SHEET))


@pytest.mark.parametrize("name, move", MOVES)
def test_a_page_is_one_document_that_asks_nothing_of_anyone(built, name, move):
    found = read(name, move)
    links = [value for _, attrs in found.elements for key, value in attrs.items() if key in ("src", "href", "action", "data", "poster", "srcset")]
    assert len(links) == 2 and all(link.startswith("data:") for link in links)
    assert not any(key == "style" or key.startswith("on") for _, attrs in found.elements for key in attrs)
    assert sum(tag == "html" for tag, _ in found.elements) == 1 and "@import" not in found.raw["style"][0] and "url(" not in found.raw["style"][0]


def test_the_policy_lets_in_the_script_and_the_style_of_the_page_and_nothing_else(built):
    found = read("fallout-gaps", 2)
    policy = next(attrs["content"] for tag, attrs in found.elements if attrs.get("http-equiv") == "Content-Security-Policy")
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == rules["connect-src"] == "'none'" and "unsafe" not in policy
    for kind, source in (("script-src", found.raw["script"][1]), ("style-src", found.raw["style"][0])):
        assert rules[kind] == f"'sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}'"


@pytest.mark.parametrize("name, move", [("fallout-gaps", 2), ("warhammer-40k", 4)])
def test_names_from_files_are_words_and_nothing_else(built, name, move):
    certificate, triangles = proof(name, move)
    who = certificate["ways"][0]["model"]
    angry = sealed(renamed(copy.deepcopy(certificate), who, ANGRY) | {"made_by": ANGRY})
    calm, found = Read(page(certificate, triangles, SHEET)), Read(page(angry, triangles, SHEET))
    assert [tag for tag, _ in found.elements] == [tag for tag, _ in calm.elements] and not any("onerror" in attrs for _, attrs in found.elements)
    assert any(ANGRY in words for words in found.words)
    assert any(way["model"] == ANGRY for way in json.loads(found.raw["script"][0])["ways"])


def test_the_same_certificate_gives_the_same_page(built):
    certificate, triangles = proof("warcry-ways", 4)
    assert page(certificate, triangles, SHEET) == page(json.loads(json.dumps(certificate)), triangles.copy(), SHEET)


@pytest.mark.parametrize("name, move", MOVES)
def test_every_clause_has_a_row_and_a_button_that_shows_it(built, name, move):
    certificate, _ = proof(name, move)
    found = read(name, move)
    shown = [int(attrs["data-claim"]) for tag, attrs in found.elements if attrs.get("class") == "show"]
    asked = {(c["clause"], c["step"] is None) for c in certificate["claims"]}
    assert {(certificate["claims"][i]["clause"], certificate["claims"][i]["step"] is None) for i in shown} == asked and len(shown) == len(asked)
    assert shown[0] == certificate["verdict"]["deciding"]
    data = json.loads(found.raw["script"][0])
    assert {int(i) for i in data["claims"]} == set(shown)
    words = " ".join(" ".join(found.words).split())
    assert certificate["verdict"]["word"].upper() in words and all(sentence in words for sentence in certificate["not_proved"])


def test_the_ruling_under_each_reading_is_listed_where_it_hangs_on_one(built):
    certificate, _ = proof("fallout-standing", 0)
    words = " ".join(read("fallout-standing", 0).words)
    assert certificate["all_readings"]["pivots"] == ["overhang_share"] and "overhang share" in words
    assert {r["verdict"] for r in certificate["all_readings"]["rulings"]} == {"legal", "illegal"}


def test_without_the_script_a_page_is_the_sheet_and_the_tables_and_says_how_to_build_it(monkeypatch, tmp_path):
    monkeypatch.setattr(bundle, "BUNDLE", tmp_path / "none.js")
    found = read("fallout-gaps", 2)
    assert not found.raw["script"] and found.elements[0][1]["data-state"] == "nowebgl"
    assert any(tag == "img" for tag, _ in found.elements) and "make page" in " ".join(found.words) and "show me" in " ".join(found.words)


def test_the_licences_of_what_is_bundled_are_kept_in_the_page(built):
    words = " ".join(read("fallout-gaps", 2).words)
    assert bundle.NOTICE.read_text("utf-8").strip() in words
    locked = json.loads((bundle.HERE / "package-lock.json").read_text())
    assert all(name in bundle.NOTICE.read_text("utf-8") for name in locked["packages"][""]["dependencies"])
    assert not any("resolved" in package for package in locked["packages"].values())


def test_the_sheet_in_a_page_is_the_sheet_beside_it(built, tmp_path):
    certificate, triangles = proof("fallout-gaps", 2)
    write_sheet(certificate, triangles, tmp_path)
    found = Read(write_page(certificate, triangles, tmp_path).read_text("utf-8"))
    address = next(attrs["src"] for tag, attrs in found.elements if tag == "img")
    from urllib.parse import unquote
    from xml.etree import ElementTree
    inside, beside = (ElementTree.fromstring(text) for text in (unquote(address.partition(",")[2]), (tmp_path / "sheet.svg").read_text("utf-8")))
    texts = [[e.text for e in tree.iter("{http://www.w3.org/2000/svg}text")] for tree in (inside, beside)]
    assert texts[0] == texts[1] and len(texts[0]) > 50


def test_a_page_of_the_demo_is_small():
    """A phone is sent this: with the script, the whole stays under 1.2 MB."""
    if not bundle.BUNDLE.exists():
        pytest.skip("the script of the pages is not built: make page")
    assert bundle.BUNDLE.stat().st_size < 750_000
    assert all(len(page(*proof(name, move), SHEET)) < 900_000 for name, move in MOVES)


def unpacked(told):
    """Triangles from what a page holds, by another hand than its script's."""
    raw = np.frombuffer(zlib.decompress(base64.b64decode(told["data"])), np.uint8)
    n, m = 3 * told["corners"], 3 * told["triangles"]
    shifts = (raw[:n].astype(np.int64) + raw[n:2 * n].astype(np.int64) * 256).reshape(3, -1)
    turns = sum(raw[2 * n + k * m:2 * n + (k + 1) * m].astype(np.int64) << (8 * k) for k in range(4))
    turns = np.where(turns & 1, -(turns >> 1) - 1, turns >> 1)
    corners = (np.cumsum(shifts, axis=1) % 65536).T * told["step"] + np.array(told["low"])
    return corners[np.cumsum(turns)].reshape(-1, 3, 3)


def test_packed_triangles_come_out_where_they_were_to_half_a_step():
    triangles = np.random.default_rng(7).normal(0, 300, (500, 3, 3))
    told = packed(triangles)
    span = (triangles.reshape(-1, 3).max(axis=0) - triangles.reshape(-1, 3).min(axis=0)).max()
    assert np.abs(unpacked(told) - triangles).max() <= 0.51 * span / LEVELS


def hill(cells=120):
    """A bumpy square of 2 * cells^2 triangles, 600 mm across."""
    x = np.linspace(0, 600, cells + 1)
    z = 20 * np.sin(x / 40)[:, None] * np.cos(x / 55)[None, :] + np.random.default_rng(3).normal(0, 0.3, (cells + 1, cells + 1))
    grid = np.stack([*np.meshgrid(x, x, indexing="ij"), z], axis=-1)
    a, b, c, d = grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]
    return np.concatenate([np.stack([a, b, c], axis=2), np.stack([a, c, d], axis=2)]).reshape(-1, 3, 3)


def test_terrain_is_thinned_out_away_from_the_path_and_untouched_near_it():
    triangles, keep = hill(), shapely.box(200, 200, 300, 260)
    thin = thinned(triangles, keep, most=6000)
    assert len(thin) <= 6000 < len(triangles)
    there = {t.tobytes() for t in thin}
    assert all(t.tobytes() in there for t in triangles[shapely.intersects(shapely.polygons(triangles[:, :, :2]), keep)])
    flat = shapely.polygons(thin[:, :, :2])
    covered = shapely.union_all(flat[shapely.area(flat) > 1e-9])
    assert shapely.box(20, 20, 580, 580).difference(covered).area < 1e-3   # nothing tears at the rim of what is kept, or elsewhere


@pytest.mark.parametrize("name, move", [("fallout-heights", 2), ("warcry-ways", 4), ("warhammer-40k", 4), ("warcry-ways", 12)])
def test_the_swept_solid_covers_in_plan_what_the_sheet_says_is_swept(name, move):
    subject = Subject(*proof(name, move))
    flat = shapely.polygons(swept_solid(subject)[:, :, :2])
    drawn = shapely.union_all(shapely.make_valid(flat[shapely.area(flat) > 1e-9]))
    told = shapely.union_all([swept(subject.models[w["model"]]["outline"], s) for w in subject.document["ways"] for s in w["steps"]])
    assert drawn.symmetric_difference(told).area < 0.02 * told.area


@pytest.mark.parametrize("name, move", MOVES)
def test_the_replay_goes_from_start_to_end_and_charges_what_is_charged(name, move):
    certificate, triangles = proof(name, move)
    data = scene(Subject(certificate, triangles))
    for way, told in zip(certificate["ways"], data["ways"]):
        points = [p for step in told["track"] for p in step["points"]]
        if not points:
            continue
        assert points[0][1:4] == pytest.approx(way["starts"]["at"], abs=1e-3)
        assert points[-1][6] == pytest.approx(sum(s["charge"] for s in way["steps"]), abs=2e-3)
        assert points[-1][1:3] == pytest.approx(way["steps"][-1]["line"][-1][:2], abs=1e-3)
        assert all(a[0] <= b[0] + 1e-9 and a[6] <= b[6] + 2e-3 for a, b in zip(points, points[1:]))


def test_a_dimension_in_space_is_as_long_as_the_claim_says():
    certificate, triangles = proof("fallout-gaps", 2)
    data = scene(Subject(certificate, triangles))
    look = data["claims"][str(certificate["verdict"]["deciding"])]
    gap = next(d for d in look["dimensions"] if d["words"].startswith("gap"))
    assert np.linalg.norm(np.subtract(gap["a"], gap["b"])) == pytest.approx(1.3 * INCH, abs=0.01)
    assert gap["a"][2] == pytest.approx(certificate["ways"][0]["starts"]["at"][2], abs=0.01)


@pytest.mark.parametrize("name, move", [("fallout-gaps", 2), ("warhammer-40k", 4), ("bushido", 10)])
def test_the_model_holds_terrain_sweep_path_and_marks_where_they_are(tmp_path, name, move):
    certificate, triangles = proof(name, move)
    first, second = (write_model(certificate, triangles, tmp_path / folder).read_bytes() for folder in "ab")
    assert first == second
    length = struct.unpack("<I", first[12:16])[0]
    told = json.loads(first[20:20 + length])
    names = [node.get("name", "") for node in told["nodes"]]
    pieces = [f"terrain: {p['name']}" for p in certificate["triangles"]["pieces"][1:] if p["count"]]
    assert set(pieces) <= set(names) and any("path" in n for n in names)
    lows = [a["min"] for a in told["accessors"] if a["type"] == "VEC3"]
    highs = [a["max"] for a in told["accessors"] if a["type"] == "VEC3"]
    wide, deep = (v / 1000 for v in certificate["table"]["size"])
    assert np.max(highs, axis=0)[0] >= wide - 1e-6 and np.min(lows, axis=0)[2] <= -deep + 1e-6          # metres, y up: the table's edge is in it


def test_what_is_pictured_is_where_the_claim_is():
    certificate, triangles = proof("fallout-gaps", 2)
    shown = figures(Subject(certificate, triangles))
    words = {w for w, *_ in shown.words}
    assert {"S", "E", "✘ gap 1.30 in", "base 1.26 in"} <= words
    broken = {line.name.split(":")[0]: line.broken for line in shown.lines}
    assert broken["start"] and not broken["end"]


def test_a_picture_shows_terrain_and_sweep(tmp_path):
    pytest.importorskip("pyvista", reason="the extra `render` is not installed")
    from matplotlib.image import imread

    from sim.proof.picture import write_picture
    image = imread(write_picture(*proof("fallout-gaps", 2), tmp_path))[..., :3]
    blue = (image[..., 2] > image[..., 0] + 0.1).mean()
    grey = ((np.ptp(image, axis=-1) < 0.03) & (image[..., 0] < 0.9) & (image[..., 0] > 0.2)).mean()
    assert blue > 0.01 and grey > 0.1


def test_proving_from_python_writes_page_sheet_and_list(tmp_path):
    (tmp_path / "scene.json").write_text(json.dumps({
        "rulesets": ["fallout-factions"], "board": {"size": [20, 20]}, "terrain": [{"name": ANGRY, "box": [4, 4, 2], "at": [15, 15, 0]}],
        "models": [{"name": ANGRY, "base": 32, "at": [4, 8], "stats": {"move": 8, "agility": 5}}], "moves": [{"model": ANGRY, "path": [[10, 8]]}]}))
    [entry] = sim.prove(tmp_path / "scene.json", tmp_path / "proofs", glb=True)
    folder = tmp_path / "proofs" / entry["folder"]
    assert {"proof.html", "sheet.svg", "sheet.pdf", "certificate.json", "proof.glb"} <= {p.name for p in folder.iterdir()}
    listing = Read((tmp_path / "proofs" / "index.html").read_text("utf-8"))
    links = [attrs["href"] for tag, attrs in listing.elements if tag == "a"]
    assert links[0].endswith("proof.html") and all((tmp_path / "proofs" / link).exists() for link in links)
    assert not any(tag == "img" for tag, _ in listing.elements) and re.search("onerror", " ".join(listing.words))
