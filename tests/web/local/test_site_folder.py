"""The whole game as a folder of files: under any path of any host, without a connection, through updates."""

import gzip
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import FAILED_AFTER, SITE
from tests.web.file_host import FileHost, KnownSite, file_host
from tests.web.first_load import ASKED_BEFORE, LOBBY_AT
from tests.web.local.kept_page import KEPT, LOOK_FOR_UPDATE, UPDATE, assert_installable, changed, use_update

MOST_BYTES = 7_000_000  # of all files, as hosts send them
MOST_AT_FIRST = 250_000  # of those that the lobby needs
LATER = ("pyodide", "python", "engine", "answers", "service_worker.js")
AT_TABLE = "Round 1"

# Damages the Python that is kept.
DAMAGE = """async () => {
  const cache = await caches.open('python-started');
  for (const key of await cache.keys()) await cache.put(key, new Response('no Python'));
}"""

# Keeps how far the bar came that shows how much of Python is there.
BAR = """new MutationObserver(() => {
  const bar = document.querySelector('progress');
  if (bar) (window.bar ??= []).push([bar.value, bar.max]);
}).observe(document, { subtree: true, childList: true, attributes: true });"""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    """The folder must be there."""
    assert (SITE / "index.html").exists(), "the folder is not built: run `make site`"


def compressed(path: Path) -> int:
    """The size of a file as hosts send it."""
    return len(gzip.compress(path.read_bytes(), 9))


def visit(browser: Browser, host: FileHost, asked: list[str]) -> Page:
    """The lobby, in a browser that was never there."""
    page = browser.new_context(locale="en-US").new_page()
    page.set_default_timeout(FAILED_AFTER)
    page.add_init_script(LOBBY_AT)
    page.add_init_script(BAR)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(host.address)
    expect(page.get_by_role("heading", name="Play against bots")).to_be_visible()
    return page


def test_everything_together_is_no_more_than_a_photograph_or_two() -> None:
    assert sum(compressed(path) for path in SITE.rglob("*") if path.is_file()) <= MOST_BYTES


def test_a_game_lives_through_an_update_and_without_a_connection(browser: Browser, tmp_path: Path) -> None:
    folder, asked = tmp_path / "site", list[str]()
    shutil.copytree(SITE, folder)
    with file_host(folder) as host:
        page = visit(browser, host, asked)
        before = [host.address, *page.evaluate(ASKED_BEFORE)]
        first = {urlsplit(address).path.removeprefix(host.path) or "index.html" for address in before}
        needed = [SITE / name for name in first if not name.startswith(LATER) and "worker" not in name]
        assert len(needed) >= 3
        assert sum(map(compressed, needed)) <= MOST_AT_FIRST
        page.get_by_role("button", name="Play now").click()
        expect(page.get_by_text(AT_TABLE, exact=True).first).to_be_visible()
        assert page.evaluate(KEPT)
        shown = page.evaluate("window.bar")
        assert shown == sorted(shown)
        assert 0 < shown[0][0] < shown[-1][0] < shown[-1][1]  # once all is there, Python starts
        assert_installable(page)
        table = page.url
        assert table.startswith(f"{host.address}#/table/")

        changed(folder, "index.html", "<!--newer-->")
        page.evaluate(LOOK_FOR_UPDATE)
        expect(page.get_by_text(UPDATE)).to_be_visible()
        host.switch_off()
        page.evaluate("window.stays = true")
        use_update(page)
        page.wait_for_function("() => !window.stays && document.lastChild.data === 'newer'")
        assert page.url == table
        expect(page.get_by_text(AT_TABLE, exact=True).first).to_be_visible()
        expect(page.get_by_text(UPDATE)).to_be_hidden()

        page.goto(f"{host.address}#/rules/6")
        expect(page.get_by_role("heading", name="6", exact=False).first).to_be_visible()
        page.context.close()
        assert not host.strays
        assert all(address.startswith((host.address, "blob:", "data:")) for address in asked)
        host.switch_on()


def test_the_next_visit_begins_with_what_the_first_has_started(known_site: KnownSite) -> None:
    host, context = known_site
    page = context.new_page()

    # The sources are not even asked for.
    context.route("**/*.zip", lambda route: route.abort())
    page.goto(f"{host.address}#/puzzle")
    expect(page.get_by_role("button", name="Hint 1")).to_be_enabled()

    # Whatever happens to what was kept: the sources are there.
    context.unroute("**/*.zip")
    page.evaluate(DAMAGE)
    page.goto("about:blank")
    page.goto(f"{host.address}#/puzzle")
    expect(page.get_by_role("button", name="Hint 1")).to_be_enabled()


def test_a_browser_that_lacks_something_is_told_what(browser: Browser) -> None:
    with file_host(SITE) as host:
        page = browser.new_context(locale="en-US", service_workers="block").new_page()
        page.add_init_script("delete window.BroadcastChannel")
        page.goto(host.address)
        expect(page.get_by_role("alert")).to_contain_text("lacks something the game needs here: BroadcastChannel")
        expect(page.get_by_role("link", name="Rules", exact=True)).to_be_visible()
        page.get_by_role("button", name="Play now").press("Enter")
        expect(page.locator("section.quick")).to_contain_text("lacks something the game needs here: BroadcastChannel")
        page.context.close()

        # A browser that has all of it may still keep nothing, as some do in private windows.
        context = browser.new_context(locale="en-US", service_workers="block")
        worker = next((SITE / "assets").glob("table_worker*.js")).read_text(encoding="utf-8")
        broken = f"IDBFactory.prototype.open = () => {{ throw new Error('no'); }};{worker}"
        context.route("**/table_worker*", lambda route: route.fulfill(body=broken, content_type="text/javascript"))
        page = context.new_page()
        page.goto(host.address)
        expect(page.get_by_role("alert")).to_contain_text("This browser stores nothing for this page")
        context.close()
