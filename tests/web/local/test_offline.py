"""The server's page as an app: kept in the browser, it opens without a connection, and tells of a newer version."""

import shutil
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import PAGE
from tests.web.file_host import file_host
from tests.web.local.kept_page import KEPT, LOOK_FOR_UPDATE, UPDATE, assert_installable, changed, use_update

NEWER = "newer"


def opened(browser: Browser, address: str) -> Page:
    """The page in a browser that keeps it."""
    page = browser.new_context(locale="en-US").new_page()
    page.goto(address)
    assert page.evaluate(KEPT)
    assert_installable(page)
    return page


def test_the_page_opens_without_a_connection_and_says_so(browser: Browser) -> None:
    with file_host(PAGE, "/") as host:
        page = opened(browser, host.address)
        host.switch_off()
        page.goto(f"{host.address}rules")
        expect(page.get_by_text("The server does not answer").first).to_be_visible()
        page.goto(host.address)
        expect(page.get_by_role("link", name="AMYITIS")).to_be_visible()
        expect(page.get_by_text("The server does not answer").first).to_be_visible()
        page.context.close()
        host.switch_on()


def test_a_new_version_waits_until_somebody_wants_it(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "page"
    shutil.copytree(PAGE, folder, ignore=shutil.ignore_patterns("*.br"))
    with file_host(folder, "/") as host:
        page = opened(browser, host.address)
        page.evaluate("window.stays = true")
        changed(folder, "index.html", f"<!--{NEWER}-->")
        page.evaluate(LOOK_FOR_UPDATE)
        expect(page.get_by_text(UPDATE)).to_be_visible()
        assert page.evaluate("window.stays")
        host.switch_off()
        use_update(page)
        page.wait_for_function(f"() => !window.stays && document.lastChild.data === '{NEWER}'")
        expect(page.get_by_text(UPDATE)).to_be_hidden()
        page.context.close()
        host.switch_on()
