import io
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

from tests.browser.pages import ANGRY, of_a_case, on_a_scan, undecided, with_hostile_names

KINDS = [("fallout-gaps", 2), ("fallout-heights", 2), ("fallout-standing", 0), ("fallout-zones", 7), ("warcry-ways", 4), ("warcry-ways", 12),
         ("warcry-limits", 6), ("warhammer-40k", 4), ("bushido", 10), ("bushido", 3)]

COUNTED = """() => {
    const ask = window.requestAnimationFrame;
    window.frames_ = 0;
    window.requestAnimationFrame = (f) => { window.frames_++; return ask(f); };
}"""


@pytest.fixture(scope="session")
def page_of(tmp_path_factory) -> Callable[..., Path]:
    made: dict = {}

    def get(name: str, move: int) -> Path:
        if (name, move) not in made:
            made[name, move] = of_a_case(tmp_path_factory.mktemp("proofs") / f"{name}-{move}", name, move)
        return made[name, move]
    return get


def pixels(shown) -> np.ndarray:
    """What the view in space shows, (tall, wide, 3), labels and buttons left out."""
    shown.page.evaluate("for (const id of ['labels', 'leaders']) document.getElementById(id).style.visibility = 'hidden'")
    image = imread(io.BytesIO(shown.page.locator("#canvas").screenshot()))[..., :3]
    shown.page.evaluate("for (const id of ['labels', 'leaders']) document.getElementById(id).style.visibility = ''")
    return image


@pytest.mark.parametrize("name, move", KINDS)
def test_a_page_opens_with_one_request_and_no_complaint_and_is_not_blank(show, page_of, name, move):
    path = page_of(name, move)
    shown = show(path)
    assert [r for r in shown.requests if not r.startswith("data:")] == [path.as_uri()] and not shown.said
    image = pixels(shown)
    assert len(np.unique((image * 16).astype(int).reshape(-1, 3), axis=0)) > 8 and 0.02 < (image < 0.9).any(axis=-1).mean() < 0.98
    assert shown.page.evaluate("document.querySelector('.sheet img').naturalWidth") > 0


@pytest.mark.parametrize("name, move", [("fallout-gaps", 2), ("warhammer-40k", 4)])
def test_verdict_and_every_clause_are_there_for_those_who_do_not_see(show, page_of, name, move):
    shown = show(page_of(name, move))
    assert "LEGAL" in shown.page.get_by_role("status").first.inner_text() and shown.page.locator("[role=status][aria-live=polite]").count() == 1
    buttons = shown.page.locator("button.show")
    assert buttons.count() >= 8
    for i in range(buttons.count()):
        label = buttons.nth(i).get_attribute("aria-label")
        named = shown.page.get_by_role("button", name=label, exact=True)
        row = shown.page.get_by_role("row").filter(has=named.first)
        assert named.count() >= 1 and row.get_by_role("rowheader").first.inner_text().startswith(label.removeprefix("Show me: "))
        assert row.get_by_role("cell").count() == 3
    assert shown.page.get_by_role("slider", name="along the path").get_attribute("aria-valuetext")
    assert shown.page.get_by_role("table").count() >= 2


def test_show_me_takes_the_camera_to_the_thing_measured(show, page_of):
    shown = show(page_of("fallout-heights", 0))
    buttons, seen = shown.page.locator("button.show"), [shown.camera()]
    for i in (2, 0):
        buttons.nth(i).click()
        seen.append(shown.camera())
        assert buttons.nth(i).get_attribute("aria-pressed") == "true" and shown.page.locator("tr[aria-current]").count() == 1
    assert all(np.abs(np.subtract(a, b)).max() > 5 for a, b in zip(seen, seen[1:]))
    assert shown.page.locator("#caption").inner_text() == shown.page.locator("#by-hand").inner_text()


def test_labels_are_buttons_that_move_the_camera_and_keep_off_each_other(show, page_of):
    shown = show(page_of("fallout-gaps", 2))
    labels = shown.page.locator("#labels button:visible")
    words = labels.all_inner_texts()
    assert {"S", "E", "✘ gap 1.30 in", "base 1.26 in"} <= set(words)
    boxes = [labels.nth(i).bounding_box() for i in range(len(words))]
    stage = shown.page.locator("#stage").bounding_box()
    for i, a in enumerate(boxes):
        assert stage["x"] - 1 <= a["x"] and a["x"] + a["width"] <= stage["x"] + stage["width"] + 1
        for b in boxes[:i]:
            across = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
            up = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
            assert across <= 0 or up <= 0
    before = shown.camera()
    labels.nth(words.index("✘ gap 1.30 in")).click()
    assert np.abs(np.subtract(before, shown.camera())).max() > 5


def test_the_replay_goes_by_slider_and_by_keys_and_the_elevation_follows(show, page_of):
    shown = show(page_of("fallout-heights", 2))
    slider, where = shown.page.locator("#along"), shown.page.locator("#where")
    def cursor() -> float:
        return float(shown.page.locator("#elevation .cursor line").get_attribute("x1"))
    start, first = cursor(), where.inner_text()
    shown.page.keyboard.press("ArrowRight")                                # with nothing focused
    assert cursor() > start and where.inner_text() != first
    slider.focus()
    for key, told in (("End", None), ("Home", first)):
        shown.page.keyboard.press(key)
        assert told is None or where.inner_text() == told
    shown.page.keyboard.press("PageUp")
    assert 0 < float(slider.input_value()) < float(slider.get_attribute("max"))
    shown.page.keyboard.press("End")
    assert float(slider.input_value()) == pytest.approx(float(slider.get_attribute("max")))
    box = shown.page.locator("#elevation").bounding_box()
    shown.page.mouse.click(box["x"] + start + 30, box["y"] + 20)
    assert cursor() == pytest.approx(start + 30, abs=2)


def test_the_keys_turn_the_view_and_come_nearer(show, page_of):
    shown = show(page_of("fallout-gaps", 2))
    shown.page.locator("#canvas").focus()
    seen = [shown.camera()]
    for key in ("ArrowLeft", "ArrowUp", "+"):
        shown.page.keyboard.press(key)
        seen.append(shown.camera())
    far = [np.linalg.norm(np.subtract(s[:3], s[3:])) for s in seen]
    assert far[0] == pytest.approx(far[1], abs=1) and far[1] == pytest.approx(far[2], abs=1) and far[3] < 0.9 * far[2]
    assert all(np.abs(np.subtract(a, b)).max() > 1 for a, b in zip(seen, seen[1:]))


def test_nothing_is_drawn_while_nothing_changes(show, page_of):
    shown = show(page_of("fallout-gaps", 2))
    shown.camera()
    shown.page.evaluate(COUNTED)
    shown.page.wait_for_timeout(500)
    assert shown.page.evaluate("window.frames_") == 0
    shown.page.keyboard.press("ArrowRight")
    assert shown.page.evaluate("window.frames_") >= 1


def test_those_who_want_no_motion_get_none(show, page_of):
    shown = show(page_of("fallout-heights", 2), reduced_motion="reduce")
    shown.camera()
    shown.page.evaluate(COUNTED)
    shown.page.locator("button.show").nth(1).click()
    shown.page.locator("#play").click()
    shown.page.wait_for_timeout(500)
    assert shown.page.evaluate("window.frames_") <= 3 and float(shown.page.locator("#along").input_value()) > 0


def test_a_units_replay_takes_its_models_one_after_the_other(show, page_of):
    shown = show(page_of("warhammer-40k", 4))
    names = []
    for _ in range(200):
        name = shown.page.locator("#where").inner_text().split(":")[0]
        names += [name] if name not in names else []
        if float(shown.page.locator("#along").input_value()) >= float(shown.page.locator("#along").get_attribute("max")) - 1e-6:
            break
        shown.page.keyboard.press("ArrowRight")
    assert names == ["p1", "p2", "p3", "p4"]


def test_without_webgl_the_sheet_and_the_elevation_show(show, flat_browser, page_of):
    shown = show(page_of("fallout-gaps", 2), using=flat_browser, state="nowebgl")
    assert not shown.page.locator("#stage").is_visible() and shown.page.locator("#elevation .way").count() >= 1
    assert "no WebGL" in shown.page.locator("#fault").inner_text() and not [s for s in shown.said if "Error" in s]
    box = shown.page.locator(".sheet img").bounding_box()
    assert box["y"] < 400 and box["width"] > 800


def test_in_print_there_is_the_sheet_alone_on_one_page(show, page_of):
    shown = show(page_of("fallout-gaps", 2))
    paper = shown.page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    shown.page.emulate_media(media="print")
    assert shown.page.locator(".sheet img").is_visible() and not any(
        shown.page.locator(part).first.is_visible() for part in ("header", ".viewer", ".words", ".sheet h2"))


def test_names_are_shown_as_text_and_nothing_of_them_runs(show, tmp_path):
    shown = show(with_hostile_names(tmp_path / "hostile"))
    shown.page.keyboard.press("ArrowRight")
    for i in range(shown.page.locator("button.show").count()):
        shown.page.locator("button.show").nth(i).click()
    shown.camera()
    assert not shown.dialogs and not shown.said and len([r for r in shown.requests if not r.startswith("data:")]) == 1
    assert shown.page.locator("img").count() == 1 and ANGRY in shown.page.locator("body").inner_text()
    assert any(ANGRY in words for words in shown.page.locator("#labels button").all_inner_texts())


def test_a_page_fits_a_phone(show, page_of):
    shown = show(page_of("warcry-ways", 4), wide=390, tall=844, device_scale_factor=2, has_touch=True)
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= 390
    small = shown.page.evaluate("""[...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && !e.closest('pre, .unseen')
        && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) && parseFloat(getComputedStyle(e).fontSize) < 13).map((e) => e.outerHTML)""")
    assert not small
    stage = shown.page.locator("#stage").bounding_box()
    assert stage["y"] < 420 and stage["width"] <= 391


def test_what_is_undecided_is_drawn_as_such(show, tmp_path):
    shown = show(undecided(tmp_path / "unsure"))
    assert "UNDECIDED" in shown.page.locator("[role=status]").inner_text()
    assert shown.page.locator("#labels button.undecided").count() >= 1 and shown.page.locator("#elevation .undecided").count() >= 1 and not shown.said


def test_a_scan_of_many_triangles_is_ready_without_complaint(show, tmp_path):
    path = on_a_scan(tmp_path / "scan", 224)
    assert path.stat().st_size < 1_200_000
    shown = show(path)
    assert not shown.said and (pixels(shown) < 0.9).any(axis=-1).mean() > 0.2
