"""The server's page as an app: kept in the browser, it opens without a connection, and tells of a newer version."""

import json
import re
import shutil
from hashlib import sha256
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import PAGE
from tests.web.file_host import file_host

WORKER = "service_worker.js"
KEPT = "() => navigator.serviceWorker.ready.then((found) => Boolean(found.active))"
LOOK_FOR_UPDATE = "() => navigator.serviceWorker.ready.then((found) => found.update())"
NEWER = "newer"
UPDATE = "A new version of the page is here"


def changed(folder: Path, name: str, more: str) -> None:
    """A newer version of a page: another file, and a worker that knows of it, as a build makes them."""
    (folder / name).write_text((folder / name).read_text(encoding="utf-8") + more, encoding="utf-8")
    worker = folder / WORKER
    found = re.fullmatch(r"const FILES = (\{.*?\});\nconst VERSION = \"(\w+)\";\n(.*)", worker.read_text(), re.DOTALL)
    assert found
    files = json.loads(found[1]) | {name: sha256((folder / name).read_bytes()).hexdigest()}
    version = sha256(json.dumps(files).encode()).hexdigest()[:12]
    worker.write_text(f'const FILES = {json.dumps(files)};\nconst VERSION = "{version}";\n{found[3]}')


def opened(browser: Browser, address: str) -> Page:
    """The page in a browser that keeps it."""
    page = browser.new_context(locale="en-US").new_page()
    page.goto(address)
    assert page.evaluate(KEPT)
    assert_installable(page)
    return page


def assert_installable(page: Page) -> None:
    """The browser finds nothing that would keep the page from being installed as an app."""
    found = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
    assert found["installabilityErrors"] == []


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
        page.get_by_role("button", name="Use it now").click()
        page.wait_for_function(f"() => !window.stays && document.lastChild.data === '{NEWER}'")
        expect(page.get_by_text(UPDATE)).to_be_hidden()
        page.context.close()
        host.switch_on()
