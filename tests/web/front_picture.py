"""The pictures of the README, taken from the real page: `make picture` writes docs/table.png and docs/game.gif."""

import tempfile
from pathlib import Path
from shutil import which

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.server.running import Databases, run_server
from tests.web.conftest import BROWSERS, DESKTOP, FLAGS, PAGE, ROOT
from tests.web.playing import new_game, next_frame, open_record, open_table, wait_for_rest

PICTURE, MOVING = ROOT / "docs" / "table.png", ROOT / "docs" / "game.gif"
GAME = ROOT / "tests" / "golden" / "three-limited-careless.amy"
PLY, COLOURS = 167, 128
MOST_MILLISECONDS = 120_000  # a game of hundreds of moves is drawn
SEATS = ("Ada", "Ben", "Clara")


def main() -> None:
    """Play a game of three as far as its middle, open it, and keep what is seen."""

    record = GAME.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        database = Databases(Path(folder)).sqlite()  # before Playwright, which keeps an event loop running
        keep_pictures(database, record)
    with Image.open(PICTURE) as picture:
        small = picture.convert("RGB").quantize(COLOURS)
    small.save(PICTURE, optimize=True)


def keep_pictures(database: str, record: str) -> None:
    """Open the table and its replay on a real server, and keep what is seen."""
    with sync_playwright() as playwright:
        found = next((path for name in BROWSERS if (path := which(name))), None)
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        with run_server(database, "--page", str(PAGE)) as server:
            context = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, locale="en-US")
            page = context.new_page()
            page.goto(server.address)
            seats = [{"kind": "me", "name": name} for name in SEATS]
            open_table(page, server.address, new_game(page, server.address, seats, record=record, ply=PLY))
            wait_for_rest(page)
            page.get_by_role("button", name="No, thank you").click()
            next_frame(page)
            page.screenshot(path=PICTURE, animations="disabled")
            keep_moving_picture(page, server.address, record)
        browser.close()


def keep_moving_picture(page: Page, address: str, record: str) -> None:
    """Keep the whole game in 30 seconds, as its replay gives it away."""
    open_record(page, address, record)
    page.get_by_role("button", name="Share", exact=True).click()
    moving = page.get_by_role("group", name="As an animation (GIF)")
    moving.get_by_role("button", name="The game in 30 seconds").click()
    with page.expect_download(timeout=MOST_MILLISECONDS) as kept:
        page.get_by_role("link", name="Save it").click(timeout=MOST_MILLISECONDS)
    kept.value.save_as(MOVING)


if __name__ == "__main__":
    main()
