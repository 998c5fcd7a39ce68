"""A progress bar for work that takes more than a second, on a terminal only."""
from __future__ import annotations

import sys
from threading import Timer

PATIENCE = 1.0            # seconds before a bar is worth the trouble


class Progress:
    """A context that yields `tick(done, of)`; silent unless stderr is a terminal and the work drags on."""

    def __init__(self, label: str):
        self.label, self.bar, self.task = label, None, None

    def __enter__(self):
        if not sys.stderr.isatty():
            return lambda done, of: None
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as Bar
        self.bar = Bar(TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), console=Console(stderr=True), transient=True)
        self.task = self.bar.add_task(self.label, total=None)
        self.timer = Timer(PATIENCE, self.bar.start)
        self.timer.daemon = True
        self.timer.start()
        return lambda done, of: self.bar.update(self.task, completed=done, total=of)

    def __exit__(self, *_):
        if self.bar:
            self.timer.cancel()
            self.timer.join()             # it may just be starting the bar
            self.bar.stop()
