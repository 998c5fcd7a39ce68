"""The study's report: one HTML file that needs no other, made from figures, maps, passports and contested scenes."""
from __future__ import annotations

from html import escape
from pathlib import Path

from sim.study import charts
from sim.study.fixes import fixes, in_words

CSS = """body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#222}h1,h2,h3{line-height:1.2}
table{border-collapse:collapse;margin:1rem 0;font-size:13.5px}td,th{border-bottom:1px solid #ccc;padding:.25rem .6rem;text-align:right;vertical-align:top}
td:first-child,th:first-child,td.l,th.l{text-align:left}caption{text-align:left;font-weight:600;padding:.3rem 0}figure{margin:1rem 0}
figure svg{max-width:100%;height:auto}
small,.dim{color:#555}details{margin:.4rem 0}summary{cursor:pointer}.scenes{display:grid;grid-template-columns:repeat(auto-fill,minmax(20rem,1fr));gap:1rem}"""
READ = (("split", "some readings differ"), ("disagree", "two referees disagree"), ("alpha", "agreement beyond chance (alpha)"), ("ac1", "AC1"),
        ("legal", "legal (prevalence)"), ("text", "disagree, text alone"), ("text and FAQ", "disagree, text and FAQ"))


def page(document: dict, scenes: dict | None, folder: Path | None) -> str:
    """The report's HTML: `document` is figures.json, `scenes` the index of contested scenes lying in `folder`."""
    figures, plan = document["figures"], document["plan"]
    groups = (("intent", "by what the player wants"), ("density", "by how full the table is"), ("kits", "by whether sizes are on the quarter inch"))
    parts = [f"<h1>How often honest readings of a rule disagree</h1><p>{_moves(figures)}; seed {plan['seed']}. Intervals hold 95 % of a bootstrap over tables. "
             "A figure here is about these tables and these moves; the data card says what that leaves out.</p>",
             "<h2>Headline</h2>", _figure(charts.headline(figures)), _headlines(figures),
             "<h2>Whose disagreement it is</h2><p>Exact Shapley shares of the pairwise disagreement: they add up to it.</p>",
             *(_figure(charts.shares(game, told)) for game, told in figures["games"].items()),
             "<h2>What a sentence would save</h2><p>Not what a text should say: what would be left if it said so.</p>", *(_fixes(game, told) for game, told in figures["games"].items()),
             "<h2>Readings, numbers, tapes and scans</h2>", _figure(charts.sources(figures)),
             "<h2>How the answer changes with what players want, and with the table</h2>",
             *(_figure(charts.by_kind(figures, group, title)) for group, title in groups if any(t["by"][group] for t in figures["games"].values())),
             _actions(figures),
             "<h2>Near the limits</h2>", *(_figure(charts.slack_curves(g, t["near"])) for g, t in figures["games"].items() if t["near"]),
             _side_by_side(figures["side_by_side"]), _maps(document), _passports(document.get("passports", [])), _scenes(scenes, folder)]
    head = f"<!doctype html><html lang=en><meta charset=utf-8><title>The ambiguity study</title><style>{CSS}</style>"
    return "\n".join([head, *filter(None, parts), "</html>\n"])


def shown(entry: dict | None, digits: int = 2) -> str:
    """A share in per cent with its interval."""
    if not entry or entry["value"] is None:
        return "–"
    v, low, high = (100 * entry[k] for k in ("value", "low", "high"))
    return f"{v:.{digits}f} <small>[{low:.{digits}f}, {high:.{digits}f}]</small>"


def _plain(entry: dict | None) -> str:
    return "–" if not entry or entry["value"] is None else f"{entry['value']:.3f} <small>[{entry['low']:.3f}, {entry['high']:.3f}]</small>"


def _moves(figures: dict) -> str:
    told = [f"{t['moves']:,} moves on {t['tables']:,} tables under {escape(g)}" for g, t in figures["games"].items()]
    return "; ".join(told)


def _figure(drawing: str) -> str:
    return f"<figure>{drawing}</figure>"


def _table(caption: str, head: list[str], rows: list[list[str]], left: int = 1) -> str:
    cell = lambda tag, k, v: f"<{tag}{' class=l' if k < left else ''}>{v}</{tag}>"  # noqa: E731
    body = "".join("<tr>" + "".join(cell("td", k, v) for k, v in enumerate(row)) + "</tr>" for row in rows)
    return f"<table><caption>{caption}</caption><tr>{''.join(cell('th', k, escape(h)) for k, h in enumerate(head))}</tr>{body}</table>"


def _headlines(figures: dict) -> str:
    out = ""
    for sample, caption in (("players", "Moves as players make them"), ("limits", "Moves drawn near the limits of definitions, weighted back to the former")):
        rows = [[escape(g), *(_plain(s[k]) if k in ("alpha", "ac1") else shown(s.get(k)) for k, _ in READ), _inches(s["charge_gap"])]
                for g, t in figures["games"].items() if (s := t[sample])]
        out += _table(f"{caption} (per cent of moves)", ["game", *(title for _, title in READ), "distance charged differs by, in"], rows)
    return out


def _inches(entry: dict) -> str:
    return "–" if entry["value"] is None else f"{entry['value']:.3f} <small>[{entry['low']:.3f}, {entry['high']:.3f}]</small>"


def _fixes(game: str, told: dict) -> str:
    rows = [[f"<b>{escape(f['definition'])}</b><br><small>{escape(f['gloss'])} ({escape(', '.join(f['ids']))})</small>", escape(in_words(f)),
             "<br>".join(f"{escape(o['reading'])}: {shown(o['left'])}" for o in f["options"]), shown(f["share"])] for f in fixes(told)]
    return _table(f"{escape(game)}: pairwise disagreement left if the text settled it, %", ["what is open", "best", "each reading", "share now"], rows, 3)


def _actions(figures: dict) -> str:
    rows = [[escape(g), escape(action), f"{e['moves']:,}", shown(e["split"]), shown(e["disagree"]), shown(e["legal"])]
            for g, t in figures["games"].items() for action, e in t["by"]["action"].items()]
    head = ["game", "declared as", "moves", "some readings differ", "two referees disagree", "legal"]
    return _table("Other ways to declare such moves, %", head, rows, 2) if rows else ""


def _side_by_side(found: dict) -> str:
    if not found:
        return ""
    f = found["figures"]
    rows = [[escape(name), shown(entry)] for name, entry in f.items()]
    patterns = [[escape(p), f"{n:,}", f"{100 * n / found['moves']:.1f}"] for p, n in list(found["patterns"].items())[:12]]
    return ("<h2>The games side by side on the same moves</h2>"
            + _table(f"{found['moves']:,} moves under the usual readings, %", ["the verdicts agree", "%"], rows)
            + _table(f"Verdicts under {escape(', '.join(found['games']))}", ["verdicts", "moves", "%"], patterns))


def _maps(document: dict) -> str:
    if not document.get("maps"):
        return ""
    table = document["map_table"]
    return (f"<h2>Argument map</h2><p>{escape(table['title'])}. A model on a 32 mm base with 6 in moves to the middle of each square from the nearest of "
            "some starts; the stronger the colour, the more two referees disagree.</p>" + "".join(_figure(charts.map_of(m, table)) for m in document["maps"]))


def _passports(rows: list[dict]) -> str:
    if not rows:
        return ""
    games = list(dict.fromkeys(r["game"] for r in rows))
    out = "<h2>Passports of gaps, doors and ledges</h2>"
    for kind in dict.fromkeys(r["opening"] for r in rows):
        here = [r for r in rows if r["opening"] == kind]
        widths = sorted({r["width"] for r in here})
        body = [[f"{w:g} in", *(_passport(next(r for r in here if r["width"] == w and r["game"] == g)) for g in games)] for w in widths]
        what = {"gap": "that gets across", "slanted gap": "that gets across", "door": "that fits", "ledge": "that stands"}[kind]
        out += _table(f"{kind.capitalize()}: {here[0]['asked']} standard base {what}, mm (other readings below)", ["width", *games], body)
    return out


def _passport(row: dict) -> str:
    say = lambda base: "none" if base is None else f"{base:g}"  # noqa: E731
    return say(row["usual"]) + "".join(f"<br><small>{escape(n)}: {say(b)}</small>" for n, b in row["other_readings"].items())


def _scenes(index: dict | None, folder: Path | None) -> str:
    if not index:
        return ""
    missing = [f"{e['game']} {e['definition']}: {' / '.join(e['readings'])}" for e in index["scenes"] if not e["found"]]
    out = (f"<h2>Contested scenes</h2><p>For {index['found']} of {index['pairs']} pairs of readings a scene that splits them was found. "
           f"{'Not found: ' + escape('; '.join(missing)) if missing else 'None is missing.'}</p>")
    by_definition: dict = {}
    for e in index["scenes"]:
        by_definition.setdefault((e["game"], e["definition"]), []).append(e)
    for (game, definition), entries in by_definition.items():
        found = [e for e in entries if e["found"]]
        out += f"<details><summary><b>{escape(game)}: {escape(definition)}</b> <span class=dim>{escape(entries[0]['gloss'])}</span></summary><div class=scenes>"
        out += "".join(_scene(e, folder) for e in found) + "</div></details>"
    return out


def _scene(entry: dict, folder: Path | None) -> str:
    picture = ""
    if folder and (drawing := folder / Path(entry["file"]).with_suffix(".svg")).exists():
        text = drawing.read_text(encoding="utf-8")
        picture = text[text.index("<svg"):]
    answers = "".join(f"<li><b>{escape(a['verdict'])}</b> {escape(_outcome(entry, a))}: {escape(a['reads'])} <small>({escape(r)})</small></li>"
                      for r, a in entry["answers"].items())
    return f"<div><figure>{picture}</figure><p>{escape(entry['question'])}</p><ul>{answers}</ul><small>{escape(entry['file'])}</small></div>"


def _outcome(entry: dict, answer: dict) -> str:
    if entry["splits_by"] == "effects":
        return f"({', '.join(answer['effects']) or 'nothing further'})"
    return f"({answer['charged']:g} in)" if entry["splits_by"] == "charge" else ""
