"""An inspection as tables for people, made from the same document as the JSON."""
from __future__ import annotations

from sim.show import Paper, plain_table, safe

MOST_ROWS = 20
OPEN_KINDS = {"hole": "hole", "rim": "outer rim of a sheet", "end": "open end of a shell"}


def show_inspection(paper: Paper, told: dict) -> None:
    """Size, suggestions, parts, health, noise, surfaces, and what is wrong."""
    used, x_y_z = told["used"], " x ".join(f"{i:.2f}" for i in told["size"])
    paper.line(f"{told['mesh']}: {x_y_z} in, {told['triangles']:,} triangles, {told['components']:,} components", style="bold")
    scale = f", scale = {used['scale']:.4g}" if used["scale"] != 1 else ""
    given = f" ({', '.join(used['given'])} given)" if used["given"] else ""
    paper.line(f"  looked at with units = \"{used['units']}\"{scale}, up = \"{used['up']}\"{given}")
    suggested = told["suggested"]
    paper.line(f"  suggested: units = \"{suggested['units']}\", scale = {suggested['scale']:.4g}: {suggested['because']['units']}")
    paper.line(f"             up = \"{suggested['up']}\": {suggested['because']['up']}")
    for warning in told["warnings"]:
        paper.line(f"  {warning['code']}: {warning['message']}", style="yellow")
    for show in (_sizes, _parts, _health, _loops, _resolution, _surfaces, _mending):
        show(paper, told)


def _sizes(paper: Paper, told: dict) -> None:
    table = plain_table("read as", "scale", "inches", "", "note")
    for size in told["sizes"]:
        word = "refused" if size["refused"] else "plausible" if size["plausible"] else "unlikely"
        table.add_row(size["units"], f"{size['scale']:.4g}", " x ".join(f"{i:,.3g}" for i in size["inches"]), word, size["note"])
    paper.table(table)


def _parts(paper: Paper, told: dict) -> None:
    if len(told["parts"]) > 1 or told["parts"] and told["parts"][0]["name"]:
        listed = ", ".join(f"{p['name'] or '(no name)'} ({p['triangles']:,})" for p in told["parts"][:MOST_ROWS])
        paper.line("parts (triangles): ", safe(listed), f", and {len(told['parts']) - MOST_ROWS} more" if len(told["parts"]) > MOST_ROWS else "")


def _health(paper: Paper, told: dict) -> None:
    h = told["health"]
    least = f" (least {h['thinnest']:.4f} in)" if h["thinnest"] is not None else ""
    table = plain_table("health", "", "means")
    for what, figure, means in (
            ("closed components", f"{h['closed_components']:,} of {h['components']:,}", "shells without any opening"),
            ("holes", f"{h['holes']:,}", "openings with surface all round them"),
            ("other open edges", f"{h['rims']:,} rims, {h['open_ends']:,} ends", "outer edges of sheets, open ends of shells: usual in kits and scans"),
            ("open edges", f"{h['open_edges']:,} ({h['open_length']:.1f} in)", "edges with one triangle"),
            ("non-manifold edges", f"{h['nonmanifold_edges']:,}", "edges with more than two triangles"),
            ("flipped", f"{h['turned']:,} triangles, {h['winding_edges']:,} edges", "wound against their neighbours or inside out"),
            ("duplicate sheets", f"{h['duplicates']:,} triangles, {h['coincident']:.1%}", "covered exactly by another; share of the surface on a second sheet"),
            ("thin sheets", f"{h['thin']:.1%}{least}", "share of the surface under 0.5 mm thick"),
            ("T-junctions, cracks", f"{h['t_junctions']:,}, {h['cracks']:,}", "corners on, or within 0.1 mm of, an open edge of others"),
            ("degenerate", f"{h['degenerate']:,}", "triangles without area"),
            ("dust", f"{len(h['dust']):,}", "loose components under 1/8 in"),
            ("inside another", f"{h['crossing']:.1%}", "share of the surface within another solid of the piece")):
        table.add_row(what, figure, means)
    paper.table(table)


def _loops(paper: Paper, told: dict) -> None:
    loops = told["health"]["loops"]
    if not loops:
        return
    table = plain_table("open", "opens", "perimeter", "across", "at (in)")
    for loop in loops[:MOST_ROWS]:
        table.add_row(OPEN_KINDS[loop["kind"]], loop["faces"], f"{loop['length']:.2f} in", f"{loop['size']:.2f} in", ", ".join(f"{c:.2f}" for c in loop["at"]))
    paper.table(table)
    more = len(loops) + told["health"]["loops_left_out"] - MOST_ROWS
    if more > 0:
        paper.line(f"and {more:,} shorter ones")


def _resolution(paper: Paper, told: dict) -> None:
    noise, grain = told["noise"], told["resolution"]
    sigma = "taken as exact" if noise["sigma"] is None else f"{noise['sigma']:.4f} in (one standard deviation)"
    paper.line(f"noise: {sigma}: {noise['because']}")
    paper.line(f"edges: median {grain['edge_median']:.3f} in, from {grain['edge_shortest']:.4f} to {grain['edge_longest']:.2f} in")
    table = plain_table("rules' length", "inches", "edges across", "doubt", "can be told")
    for row in grain["rules"]:
        told_word = "yes" if row["told"] else "no: too coarse or too noisy"
        table.add_row(row["of"], f"{row['inches']:g}", f"{row['edges_across']}", f"{row['doubt']:.3f} in", told_word)
    paper.table(table)


def _surfaces(paper: Paper, told: dict) -> None:
    found = told["surfaces"]
    table = plain_table("#", "surface", "sure", "area", "heights", "rises", "in plan (in)", "")
    for s in found[:MOST_ROWS]:
        heights = f"{s['low']:.2f}" if s["high"] - s["low"] < 0.02 else f"{s['low']:.2f} to {s['high']:.2f}"
        box = f"{s['box'][0]:.2f}, {s['box'][1]:.2f} to {s['box'][2]:.2f}, {s['box'][3]:.2f}"
        more = [f"{s['steps']} {'rungs' if s['kind'] == 'ladder' else 'steps'}"] if s["steps"] else []
        more += [f"{o['kind']} {o['width']:.2f} wide, {o['sill']:.2f} to {o['head']:.2f}" for o in s["openings"]] + ["tagged"] * (s["by"] == "person")
        table.add_row(str(s["number"]), s["kind"], f"{s['confidence']:.2f}", f"{s['area']:.2f} sq in", heights, f"{s['rise']:.2f}", box, "; ".join(more))
    paper.table(table)
    if len(found) > MOST_ROWS:
        paper.line(f"and {len(found) - MOST_ROWS:,} smaller ones")
    if not found:
        paper.line("no surface was found")


def _mending(paper: Paper, told: dict) -> None:
    if told["mending"]:
        paper.line("mending would change: " + "; ".join(f"{c['count']:,} {c['what']} (up to {c['size']:.3g} {c['unit']})" for c in told["mending"]))
    for refusal in told["refused"]:
        paper.line(f"refused in a scenario: {refusal['code']}: {refusal['message']}")
