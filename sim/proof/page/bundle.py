"""The script of the pages: a build product (`make page`), not in the repository; where it is missing a page is the sheet and the tables."""
from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
BUNDLE, STYLE, NOTICE = HERE / "bundle.js", HERE / "page.css", HERE / "NOTICE"
UNBUILT = "There is no view in space: the script of the pages was not built; run `make page` (it takes npm, or a network), then prove again."


def script() -> str:
    """The script, or nothing where it was not built."""
    return BUNDLE.read_text("utf-8").replace("</script", "<\\/script").strip() if BUNDLE.exists() else ""
