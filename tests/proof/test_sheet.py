import copy
import functools
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest
import shapely
import trimesh

from sim import proving
from sim.errors import RefereeError
from sim.proof.certificate import INCH, decider, sealed
from sim.proof.sheet import sheet, sheets, write_listing, write_sheet
from sim.proof.sheet.account import checked, places
from sim.proof.sheet.measured import shown
from sim.proof.sheet.paper import TALL, TEXT, WIDE, fitting, inches, plain, width, wrapped
from sim.proof.sheet.subject import Subject, footprint
from sim.proof.sheet.tables import clause_rows
from sim.proof.sheet.terrain import sections, shadow
from sim.proof.sheet.words import in_a_sentence
from sim.proof.write import nanometres, prove
from sim.scenario import read_scenario

CASES = Path(__file__).parents[1] / "cases"
ANGRY = "</script><img src=x onerror=alert(1)>"
MATHS = r"$\frac{a}{b}$ & ${x}_{"


@functools.cache
def scenario(name):
    return read_scenario(CASES / f"{name}.toml")


@functools.cache
def proof(name, move):
    """(certificate, triangles) of a move of a case file."""
    read = scenario(name)
    document, triangles = prove(read, move, read.moves[move].ruleset or read.rulesets[0], every_reading=False, cross_check=False)
    return document, np.frombuffer(triangles, "<i8").reshape(-1, 3, 3) / 1e6


def words_of(figure):
    return [t.get_text() for t in figure.findobj(lambda a: hasattr(a, "get_text")) if t.get_text()]


def renamed(document, old, new):
    """The certificate with a model called otherwise throughout."""
    def walk(node):
        if isinstance(node, dict):
            return {walk(k): walk(v) for k, v in node.items()}
        if isinstance(node, list):
            return [walk(v) for v in node]
        return new if node == old else node
    return sealed(walk(document))


@pytest.mark.parametrize("name, move, says", [
    ("fallout-gaps", 1, "gap 1.26 in"), ("fallout-heights", 5, "drop 6.00 in"), ("fallout-standing", 0, "53.4 % over air"),
    ("fallout-standing", 5, "0.01 in over the edge"), ("fallout-zones", 7, "0.41 in"), ("fallout-heights", 4, "2.50 in"),
    ("fallout-zones", 5, "1.26 in into busy-foe"), ("warcry-ways", 2, "effect: impact damage"), ("warhammer-40k", 5, "2.10 in"),
    ("bushido", 10, "the model is set down: no way is taken")])
def test_what_decides_is_drawn_with_its_number(name, move, says):
    assert says in words_of(sheet(*proof(name, move)))


@pytest.mark.parametrize("name, move", [("fallout-gaps", 1), ("warcry-ways", 2)])
def test_the_same_certificate_gives_the_same_bytes(tmp_path, name, move):
    first = [p.read_bytes() for p in write_sheet(*proof(name, move), tmp_path / "a")]
    again = [p.read_bytes() for p in write_sheet(*copy.deepcopy(proof(name, move)), tmp_path / "b")]
    assert first == again
    assert re.search(rb"CreationDate|ModDate|<dc:date>", b"".join(first)) is None


@pytest.mark.parametrize("name", [ANGRY, MATHS, "a\nb\x00c\u202e", "大将", "x" * 300])
@pytest.mark.filterwarnings("error")
def test_names_are_shown_as_they_are_and_as_text_only(tmp_path, name):
    document, triangles = proof("fallout-zones", 7)
    svg, pdf = write_sheet(renamed(document, "half-walled-foe", name), triangles, tmp_path)
    tree = ElementTree.parse(svg)
    assert not [e for e in tree.iter() if e.tag.rpartition("}")[2] in ("img", "script", "image", "foreignObject")]
    said = [e.text or "" for e in tree.iter() if e.tag.endswith("}text")]
    assert any(plain(name)[:20] in words for words in said)
    assert not any(words == "" for words in said)


def test_a_mover_with_an_angry_name_is_listed_as_text(tmp_path):
    document, triangles = proof("fallout-gaps", 1)
    document = renamed(document, "B", ANGRY)
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "certificate.json").write_text(json.dumps(document))
    (tmp_path / document["triangles"]["file"]).write_bytes(nanometres(triangles.reshape(-1, 9)))
    written = [{"move": 1, "ruleset": "fallout-factions", "folder": "m", "verdict": "illegal"},
               {"move": 2, "ruleset": "<b>", "folder": "n", "error": {"code": "E_OVERLAP", "message": "<i>two</i> models"}}]
    assert sheets(tmp_path, written) == []
    page = write_listing(tmp_path, written).read_text()
    assert ANGRY not in page and "&lt;/script&gt;&lt;img" in page and "<i>" not in page
    assert 'href="m/sheet.svg"' in page and "✘ illegal" in page


def test_a_sheet_is_an_a4_page_and_its_drawings_are_to_the_scale_they_state():
    figure = sheet(*proof("fallout-heights", 0))
    assert np.allclose(figure.get_size_inches() * INCH, (WIDE, TALL))
    stated = [float(re.search(r"1:([\d.]+)", words).group(1)) for words in words_of(figure) if words.startswith(("PLAN", "ELEVATION"))]
    for axes, scale in zip(figure.axes[:2], stated):
        box = axes.get_position()
        wide, tall = box.width * WIDE, box.height * TALL
        assert np.diff(axes.get_xlim())[0] == pytest.approx(wide * scale)
        assert np.diff(axes.get_ylim())[0] == pytest.approx(tall * scale)
    assert np.diff(figure.axes[2].get_xlim())[0] * 4 == pytest.approx(figure.axes[2].get_position().width * WIDE)


@pytest.mark.parametrize("name, move", [("fallout-gaps", 3), ("fallout-zones", 1), ("warcry-ways", 2), ("warhammer-40k", 5)])
def test_no_line_of_text_is_small_or_leaves_the_page(name, move):
    figure = sheet(*proof(name, move))
    for text in figure.texts:
        x, y = text.get_position()
        left = x * WIDE - width(text.get_text(), text.get_fontsize(), text.get_weight() == "bold") * {"left": 0, "center": 0.5, "right": 1}[text.get_ha()]
        right = left + width(text.get_text(), text.get_fontsize(), text.get_weight() == "bold")
        assert text.get_fontsize() >= TEXT and left > 3 and right < WIDE - 3 and 3 < y * TALL < TALL - 3
    assert all(t.get_fontsize() >= TEXT for axes in figure.axes for t in axes.texts)


def test_no_two_lines_of_the_column_lie_on_each_other():
    for name, move in (("fallout-gaps", 3), ("warcry-ways", 2)):
        spots = [t.get_position() for t in sheet(*proof(name, move)).texts]
        assert len(set(spots)) == len(spots)


def test_a_long_list_of_clauses_is_cut_with_a_count():
    document, triangles = proof("fallout-gaps", 1)
    extra = [{**document["claims"][0], "clause": f"clause {i}", "step": None} for i in range(60)]
    said = words_of(sheet({**document, "claims": document["claims"] + extra}, triangles))
    count = next(re.match(r"and (\d+) more clauses, all of them hold", words) for words in said if words.startswith("and ") and "clauses" in words)
    drawn = sum(words in ("✔", "✘", "?") for words in said)
    assert drawn + int(count.group(1)) == len(clause_rows({**document, "claims": document["claims"] + extra}))


def test_the_clause_that_decided_comes_first_and_broken_ones_before_kept_ones():
    document, _ = proof("fallout-zones", 7)
    rows = [claim for claim, _ in clause_rows(document)]
    assert rows[0] is document["claims"][document["verdict"]["deciding"]]
    truths = [claim["truth"] for claim in rows[1:]]
    assert truths == sorted(truths, key=("fails", "undecided", "holds").index)


@pytest.mark.parametrize("name, count", [("fallout-heights", 10), ("warcry-ways", 3), ("bushido", 3)])
def test_the_drawn_legs_add_up_to_the_ruling(name, count):
    for move in range(count):
        document, _ = proof(name, move)
        total = max(sum(row.counts for row in account) for account in checked(document).values())
        assert total == pytest.approx(document["distance"]["charged"], abs=1e-3)


@pytest.mark.parametrize("forge", [
    lambda d: d["ways"][0]["steps"][0]["line"][-1].__setitem__(0, d["ways"][0]["steps"][0]["line"][-1][0] + 0.01),
    lambda d: d["ways"][0]["steps"][1]["line"][-1].__setitem__(2, 12.7),
    lambda d: d["ways"][0]["steps"][0]["account"][0].__setitem__("counts", 1.0),
    lambda d: d["distance"].__setitem__("charged", 200.0),
    lambda d: next(c for c in d["claims"] if c["clause"] == "within_the_distance")["claim"]["measured"].__setitem__("value", 1.0)])
def test_no_sheet_is_written_where_the_drawing_and_the_account_differ(forge):
    document, triangles = copy.deepcopy(proof("fallout-heights", 0))
    forge(document)
    with pytest.raises(RefereeError) as caught:
        sheet(document, triangles)
    assert caught.value.code == "E_MISMATCH"


def test_printed_rows_add_up_to_their_printed_sum():
    for move in range(10):
        for account in checked(proof("fallout-heights", move)[0]).values():
            number = places(account)
            assert round(sum(round(row.counts / INCH, number) for row in account), number) == round(sum(row.counts for row in account) / INCH, number)


@pytest.mark.parametrize("name, move", [("fallout-standing", 0), ("fallout-standing", 2)])
def test_the_region_drawn_over_air_is_the_share_that_is_claimed(name, move):
    subject = Subject(*proof(name, move))
    over = next(a.shape for a in shown(subject).areas if a.kind == "over air")
    base = footprint(subject.mover["outline"], subject.fact["at"], subject.fact["facing"])
    assert over.area / base.area == pytest.approx(subject.leaf["measured"]["value"], abs=2e-3)


@pytest.mark.parametrize("name, move", [
    ("fallout-gaps", 0), ("fallout-gaps", 4), ("fallout-zones", 1), ("fallout-zones", 7), ("fallout-zones", 3), ("warhammer-40k", 5)])
def test_the_deciding_dimension_is_as_long_as_the_number_it_carries(name, move):
    subject = Subject(*proof(name, move))
    claimed = [d for d in shown(subject).plan if d.claimed]
    assert claimed and all(np.hypot(*np.subtract(d.end, d.start)) == pytest.approx(subject.leaf["measured"]["value"], abs=0.02) for d in claimed)


def test_an_or_is_settled_by_a_part_that_can_be_drawn():
    document, triangles = proof("fallout-standing", 0)
    subject = Subject(document, triangles)
    assert "measured" in subject.leaf and subject.leaf["truth"] == decider(subject.claim["claim"])["truth"]


def box(low, high):
    return np.asarray(trimesh.creation.box(bounds=[low, high]).triangles)


def on_a_table(*pieces):
    """A subject with nothing but terrain."""
    first, listed = 0, [{"name": "the table", "first": 0, "count": 0}]
    for i, triangles in enumerate(pieces):
        listed.append({"name": f"p{i}", "first": first, "count": len(triangles)})
        first += len(triangles)
    return Subject({"triangles": {"pieces": listed}}, np.concatenate(pieces))


def test_a_cut_through_boxes_has_their_area_wherever_they_overlap():
    post, slab = box((40, -10, 0), (60, 10, 50)), box((0, -40, 50), (100, 40, 60))
    (faces, _), = sections(on_a_table(np.concatenate([post, slab])), [(-20.0, 0.0), (150.0, 0.0)], 0, 0)
    assert faces.area == pytest.approx(20 * 50 + 100 * 10, rel=1e-6)
    sunk = box((40, -10, 0), (60, 10, 55))
    (faces, _), = sections(on_a_table(np.concatenate([sunk, slab])), [(-20.0, 0.0), (150.0, 0.0)], 0, 0)
    assert faces.area == pytest.approx(20 * 50 + 100 * 10, rel=1e-6)


def test_a_cut_is_developed_along_a_bent_path():
    (first, _), (second, _) = sections(on_a_table(box((-10, -10, 0), (110, 110, 30))), [(0.0, 0.0), (100.0, 0.0), (100.0, 80.0)], 5, 7)
    assert first.bounds == pytest.approx((-5, 0, 100, 30), abs=1e-3) and second.bounds == pytest.approx((100, 0, 187, 30), abs=1e-3)


def test_a_shadow_is_what_a_piece_covers():
    assert shadow(box((0, 0, 0), (30, 20, 10)), 2).area == pytest.approx(600, rel=1e-6)
    assert shadow(box((0, 0, 0), (30, 20, 10))[:, ::-1], 2).area == pytest.approx(600, rel=1e-6)       # inside out


def test_words_are_wrapped_to_fit_and_cut_with_an_ellipsis():
    lines = wrapped("one two three " * 30 + "x" * 200, 40.0)
    assert all(width(line) <= 40.0 for line in lines) and "".join(lines).replace(" ", "").endswith("x" * 50)
    assert wrapped("one two three " * 30, 40.0, 2)[1].endswith("…") and len(wrapped("one two three " * 30, 40.0, 2)) == 2


def test_a_scale_is_the_largest_that_fits():
    assert fitting((100, 50), (100, 50)) == 1 and fitting((101, 50), (100, 50)) == 1.5 and fitting((100, 251), (100, 50)) == 8


def test_lengths_are_said_in_inches_without_a_minus_nought():
    assert inches(-1e-9) == "0.00 in" and inches(25.4) == "1.00 in" and inches(-12.7) == "-0.50 in"


def test_a_base_grown_by_a_zone_is_that_much_wider():
    outline = {"name": "oval", "half": [30.0, 20.0], "corners": []}
    low_x, low_y, high_x, high_y = footprint(outline, (0, 0), 90.0, 25.4).bounds
    assert (high_x - low_x, high_y - low_y) == pytest.approx((2 * 45.4, 2 * 55.4), abs=0.05)
    assert footprint(outline, (0, 0), 0.0).area == pytest.approx(np.pi * 600, rel=1e-3) and shapely.is_valid(footprint(outline, (5, 5), 30.0))


def test_proofs_are_written_without_sheets_where_matplotlib_is_missing_and_it_is_said(monkeypatch, tmp_path):
    for name in [n for n in sys.modules if n.startswith("sim.proof.sheet")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said, = proving._draw(tmp_path, [])
    assert "matplotlib is not installed" in said and not list(tmp_path.iterdir())


def test_what_was_seen_to_fail_is_said_the_right_way_round():
    assert in_a_sentence({"says": "not: it has mount", "truth": "fails"}) == "it has mount"
    assert in_a_sentence({"says": "the base stands", "truth": "fails"}) == "the base stands: it is not so"
