"""A real browser on a real server that serves the built page; AMYITIS_SCREENS=1 keeps pictures under reports/screens.

Each worker has one server and one browser. A test gets pages that are as new to the server as a stranger's: no cookies,
nothing stored. What makes them quick is that the browser has run the page's code before.
"""

import json
import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.server.running import Databases, RunningServer, run_server
from tests.web.file_host import STARTED, KnownSite, file_host

ROOT = Path(__file__).parents[2]
PAGE = Path(os.environ.get("AMYITIS_TEST_PAGE", ROOT / "build" / "web"))
SITE = Path(os.environ.get("AMYITIS_TEST_SITE", ROOT / "build" / "site"))
SCREENS = ROOT / "reports" / "screens"
SCREENS_WANTED = "AMYITIS_SCREENS" in os.environ
DESKTOP, PHONE = (1366, 768), (390, 844)
SIZES = {"desktop": DESKTOP, "phone": PHONE}
# The shell is Chromium without a window around the page, which a quarter of the processor time went into.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # no process of its own for what is not there
    "--process-per-site",  # a page of a visitor is laid by the process that has run the page's code before
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Whatever a page asks for, no other host is asked.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]

FAILED_AFTER = (
    60_000  # milliseconds until a page that does not come to what is expected has failed, however busy the machine
)

# What is laid out but not drawn: everything is where it is, can be seen by scripts and clicked on, and nothing is spent
# on pictures that nobody looks at: a quarter of what the browser did while twelve turns were played.
UNDRAWN = """{
  const hidden = new CSSStyleSheet();
  hidden.replaceSync('#app { opacity: 0 }');
  document.adoptedStyleSheets = window.undrawn = [hidden];
}"""

NewPage = Callable[..., Page]


@contextmanager
def drawn(page: Page) -> Iterator[None]:
    """A page that is drawn for a while, for who asks how strong its colours are."""
    page.evaluate("() => { document.adoptedStyleSheets = []; }")
    yield
    page.evaluate("() => { document.adoptedStyleSheets = window.undrawn ?? []; }")


@pytest.fixture(scope="session")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Databases:
    """SQLite files for the servers."""
    return Databases(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="session")
def browser(databases: Databases) -> Iterator[Browser]:
    """A Chromium: the one of this machine, else Playwright's own. (Databases are made before its driver has a loop.)"""
    expect.set_options(timeout=FAILED_AFTER)
    with sync_playwright() as playwright:
        found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
        started = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(databases: Databases) -> Iterator[RunningServer]:
    """A server with the page that `make` has built."""
    assert (PAGE / "index.html").exists(), "the page is not built: run `make test` or `make play`"
    with run_server(databases.sqlite(), "--page", str(PAGE)) as running:
        yield running


@pytest.fixture(scope="session")
def first_visit(browser: Browser) -> Iterator[KnownSite]:
    """The game as a folder, in a browser that was never there; it has now kept a started Python, which takes long."""
    assert (SITE / "index.html").exists(), "the folder is not built: run `make site`"
    with file_host(SITE) as host:
        context = browser.new_context(locale="en-US", reduced_motion="reduce", service_workers="block")
        context.set_default_timeout(FAILED_AFTER)
        context.add_init_script(UNDRAWN)
        page = context.new_page()
        page.goto(host.address)
        page.evaluate(STARTED)
        page.close()
        yield KnownSite(host, context)
        context.close()


@pytest.fixture
def known_site(first_visit: KnownSite) -> Iterator[KnownSite]:
    """The game as a folder, where this worker's browser was before; its pages are closed behind the test."""
    yield first_visit
    first_visit.context.set_offline(False)
    first_visit.context.unroute_all()
    for page in first_visit.context.pages:
        page.close()


class Visitors:
    """People who share nothing, each with a browser context; one who has left is made a stranger again for the next."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._free: defaultdict[str, list[tuple[BrowserContext, Page]]] = defaultdict(list)

    def enter(self, options: dict[str, Any]) -> tuple[str, BrowserContext, Page]:
        """A context with these options, and the page in it that keeps its process alive."""
        kind = json.dumps(options, sort_keys=True)
        if self._free[kind]:
            return kind, *self._free[kind].pop()
        # (What the page keeps in the browser would answer where a test looks at requests; `test_offline.py` has it.)
        context = self._browser.new_context(
            viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, service_workers="block", **options
        )
        context.set_default_timeout(FAILED_AFTER)
        parked = context.new_page()
        parked.goto(f"{self._address}/favicon.svg")
        return kind, context, parked

    def leave(self, kind: str, context: BrowserContext, parked: Page) -> None:
        """Close the pages of a test and forget what they have left behind."""
        for page in context.pages:
            if page != parked:
                page.close()
        context.clear_cookies()
        parked.evaluate("() => localStorage.clear()")
        self._free[kind].append((context, parked))


@pytest.fixture(scope="session")
def visitors(browser: Browser, server: RunningServer) -> Visitors:
    """The contexts of this worker's browser."""
    return Visitors(browser, server.address)


@pytest.fixture
def new_page(visitors: Visitors) -> Iterator[NewPage]:
    """Opens pages for people who share nothing; fails the test if one of them reports an error."""
    present: list[tuple[str, BrowserContext, Page]] = []
    problems: list[str] = []

    def open_page(size: tuple[int, int] = DESKTOP, preferences: str = '{"speed":0}', **options: object) -> Page:
        touch = {"has_touch": True} if size == PHONE else {}
        present.append(visitors.enter({"locale": "en-US", "reduced_motion": "reduce"} | touch | options))
        page = present[-1][1].new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.add_init_script(
            "localStorage.getItem('amyitis.preferences') ?? "
            f"localStorage.setItem('amyitis.preferences', '{preferences}')"
        )
        if not SCREENS_WANTED:
            page.add_init_script(UNDRAWN)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if _matters(said.type, said.text) else None)
        return page

    yield open_page
    for one in present:
        visitors.leave(*one)
    assert not problems, problems


def _matters(kind: str, text: str) -> bool:
    """Whether a line of the console is a defect: what the network reports is the server's own word."""
    return kind == "error" and "Failed to load resource" not in text and "WebSocket connection" not in text


# What a picture waits for: the letters, and a frame that was drawn with them.
DRAWN = """() => document.fonts.ready.then(() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(done))))"""


@pytest.fixture
def keep() -> Callable[[Page, str], None]:
    """Keeps a picture under a name, for people to look at, where AMYITIS_SCREENS is set (a JPEG takes a third of the
    time of a PNG). All that a picture waits for is waited for without it, too.
    """

    def take(page: Page, name: str) -> None:
        if not SCREENS_WANTED:
            page.evaluate(DRAWN)
            return
        SCREENS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENS / f"{name}.jpg", type="jpeg", quality=90, animations="disabled")

    return take


def game_seed(usual: str = "7") -> str:
    """The seed of the games in the tests; AMYITIS_TEST_SEED tries another.

    A seat for a bot wants a seed of its own: while people play the usual one on the same server, no bot gives advice
    there.
    """
    return os.environ.get("AMYITIS_TEST_SEED", usual)
