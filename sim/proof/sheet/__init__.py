"""The sheet: a move's proof on one page of paper, drawn from its certificate and nothing else.

`subject` reads the certificate, `account` adds it up again, `measured` and `heights` turn the deciding claim into `marks`, `plan`,
`elevation` and `tables` draw, `page` puts them on the paper, `folder` does so for a folder of proofs and lists them.
"""
from sim.proof.sheet.folder import sheets, write_listing
from sim.proof.sheet.page import sheet, write_sheet

__all__ = ["sheet", "sheets", "write_listing", "write_sheet"]
