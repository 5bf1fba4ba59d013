"""A real browser on a real server that serves the built page; screenshots are kept under reports/screens."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.server.running import Databases, RunningServer, run_server

ROOT = Path(__file__).parents[2]
PAGE = Path(os.environ.get("AMYITIS_TEST_PAGE", ROOT / "build" / "web"))
SCREENS = ROOT / "reports" / "screens"
DESKTOP, PHONE = (1366, 768), (390, 844)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium: the one of this machine, else Playwright's own."""
    with sync_playwright() as playwright:
        found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
        started = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Databases:
    """SQLite files for the servers."""
    return Databases(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="session")
def server(databases: Databases) -> Iterator[RunningServer]:
    """A server with the page that `make` has built."""
    assert (PAGE / "index.html").exists(), "the page is not built: run `make test` or `make play`"
    with run_server(databases.sqlite(), "--page", str(PAGE)) as running:
        yield running


@pytest.fixture
def new_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Opens pages for people who share nothing; fails the test if one of them reports an error."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def open_page(size: tuple[int, int] = DESKTOP, preferences: str = '{"speed":0}', **options: object) -> Page:
        touch = {"has_touch": True} if size == PHONE else {}
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            **({"locale": "en-US", "reduced_motion": "reduce"} | touch | options),  # type: ignore[arg-type]
        )
        context.add_init_script(
            "localStorage.getItem('amyitis.preferences') ?? "
            f"localStorage.setItem('amyitis.preferences', '{preferences}')"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if _matters(said.type, said.text) else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not problems, problems


def _matters(kind: str, text: str) -> bool:
    """Whether a line of the console is a defect: what the network reports is the server's own word."""
    return kind == "error" and "Failed to load resource" not in text and "WebSocket connection" not in text


@pytest.fixture
def keep(request: pytest.FixtureRequest) -> Callable[[Page, str], Path]:
    """Keeps a screenshot under a name, for people to look at."""

    def take(page: Page, name: str) -> Path:
        SCREENS.mkdir(parents=True, exist_ok=True)
        path = SCREENS / f"{name}.png"
        page.screenshot(path=path, animations="disabled")
        return path

    return take


def game_seed() -> str:
    """The seed of the games in the tests; AMYITIS_TEST_SEED tries another."""
    return os.environ.get("AMYITIS_TEST_SEED", "7")
