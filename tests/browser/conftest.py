"""A real browser. Where there is none these tests are skipped and say so; `make test-browser` installs it and lets none be skipped."""
import os
import shutil

import pytest

FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--disable-extensions", "--disable-default-apps", "--no-first-run", "--no-default-browser-check"]
PATIENCE = 60_000            # ms: a machine that is busy with other tests is slow


def _missing() -> str:
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright is not installed"
    from sim.proof.page.bundle import BUNDLE
    if not BUNDLE.exists():
        return "the script of the pages is not built"
    return "" if _executable() else "there is no chromium"


def _executable() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def pytest_collection_modifyitems(config, items):
    missing = _missing()
    if missing and os.environ.get("REFEREE_BROWSER") != "required":
        for item in items:
            if "tests/browser" in item.path.as_posix():
                item.add_marker(pytest.mark.skip(reason=f"{missing}: `make test-browser` sees to it"))


@pytest.fixture(scope="session")
def engine():
    from playwright.sync_api import sync_playwright
    with sync_playwright() as play:
        yield play.chromium


@pytest.fixture(scope="session")
def browser(engine):
    opened = engine.launch(executable_path=_executable(), args=FLAGS)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def flat_browser(engine):
    """A browser that draws nothing in space."""
    opened = engine.launch(executable_path=_executable(), args=[*(f for f in FLAGS if "swiftshader" not in f), "--disable-3d-apis"])
    yield opened
    opened.close()


class Opened:
    """A page that was opened, with every request it made and everything it said on the console."""

    def __init__(self, browser, path, state="ready", wide=1280, tall=860, **settings):
        self.context = browser.new_context(viewport={"width": wide, "height": tall}, **settings)
        self.page = self.context.new_page()
        self.requests, self.said, self.dialogs = [], [], []
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.on("console", lambda m: self.said.append(f"{m.type}: {m.text}") if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda e: self.said.append(str(e)))
        self.page.on("dialog", lambda d: (self.dialogs.append(d.message), d.dismiss()))
        self.page.set_default_timeout(PATIENCE)
        self.page.goto(path.as_uri())
        self.page.wait_for_selector(f"html[data-state={state}]")

    def camera(self) -> list[float]:
        """Where the eye is and what it looks at, mm; once it has come to rest."""
        before = None
        while (now := self.page.get_attribute("#stage", "data-camera")) != before:
            before = now
            self.page.wait_for_timeout(700)
        return [float(v) for v in now.split()]


@pytest.fixture
def show(browser):
    """Opens a page: show(path, state=..., wide=..., tall=...)."""
    opened = []

    def open_page(path, using=None, **settings):
        opened.append(Opened(using or browser, path, **settings))
        return opened[-1]
    yield open_page
    for each in opened:
        each.context.close()
