"""The sheet: a move's proof on one page of paper, drawn from its certificate and nothing else.

`subject` reads the certificate, `account` adds it up again, `measured` says what to draw of the deciding claim, `plan`, `elevation` and
`tables` draw, `page` puts them on the paper.
"""
from sim.proof.sheet.page import sheet, write_sheet

__all__ = ["sheet", "write_sheet"]
