"""The picture of the README, taken from the real page: `make picture` writes docs/table.png."""

import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.server.running import Databases, run_server
from tests.web.conftest import BROWSERS, DESKTOP, FLAGS, PAGE, ROOT
from tests.web.playing import new_game, next_frame, open_table, wait_for_rest

PICTURE = ROOT / "docs" / "table.png"
GAME = ROOT / "tests" / "golden" / "three-limited-careless.amy"
PLY, COLOURS = 167, 128
SEATS = ("Ada", "Ben", "Clara")


def main() -> None:
    """Play a game of three as far as its middle, open it, and keep what is seen."""
    from shutil import which

    record = GAME.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        found = next((path for name in BROWSERS if (path := which(name))), None)
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        with run_server(Databases(Path(folder)).sqlite(), "--page", str(PAGE)) as server:
            context = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, locale="en-US")
            page = context.new_page()
            page.goto(server.address)
            seats = [{"kind": "me", "name": name} for name in SEATS]
            open_table(page, server.address, new_game(page, server.address, seats, record=record, ply=PLY))
            wait_for_rest(page)
            page.get_by_role("button", name="No, thank you").click()
            next_frame(page)
            page.screenshot(path=PICTURE, animations="disabled")
        browser.close()
    with Image.open(PICTURE) as picture:
        small = picture.convert("RGB").quantize(COLOURS)
    small.save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
