"""A page that the browser keeps: that it does, that it can be installed, and newer versions of it."""

import json
import re
from hashlib import sha256
from pathlib import Path

from playwright.sync_api import Page

WORKER = "service_worker.js"
KEPT = "() => navigator.serviceWorker.ready.then((found) => Boolean(found.active))"
LOOK_FOR_UPDATE = "() => navigator.serviceWorker.ready.then((found) => found.update())"
UPDATE = "A new version of the page is ready"


def changed(folder: Path, name: str, more: str) -> None:
    """A newer version of a page: another file, and a worker that knows of it, as a build makes them."""
    (folder / name).write_text((folder / name).read_text(encoding="utf-8") + more, encoding="utf-8")
    worker = folder / WORKER
    found = re.fullmatch(r"const FILES = (\{.*?\});\nconst VERSION = \"(\w+)\";\n(.*)", worker.read_text(), re.DOTALL)
    assert found
    files = json.loads(found[1]) | {name: sha256((folder / name).read_bytes()).hexdigest()}
    version = sha256(json.dumps(files).encode()).hexdigest()[:12]
    worker.write_text(f'const FILES = {json.dumps(files)};\nconst VERSION = "{version}";\n{found[3]}')


def assert_installable(page: Page) -> None:
    """The browser finds nothing that would keep the page from being installed as an app."""
    found = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
    assert found["installabilityErrors"] == []


def use_update(page: Page) -> None:
    """Begin with the newer version; a busy page may move the button or the focus before a real click or key arrives."""
    page.get_by_role("button", name="Use it now").dispatch_event("click")
