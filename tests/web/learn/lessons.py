"""A lesson in a browser: its guide, its buttons, and the steps that are asked."""

from playwright.sync_api import Page, expect

from amyitis.learn import lesson
from tests.web.playing import LAID

GUIDE = "[data-guide]"
NEXT = "[data-lesson=next]"
CONFIRM = "[data-lesson=confirm]:visible, header button.main:visible"
PARTS = {part: [step for step in lesson(part).steps if step.kind != "watch"] for part in (1, 2)}
# How much of the words the guide's panel cannot show at once.
HIDDEN = "() => { const words = document.querySelector('.words'); return words.scrollHeight - words.clientHeight; }"


def open_lesson(page: Page, address: str, path: str = "/learn") -> None:
    """Open a part of the lesson, and wait until its table is laid."""
    page.goto(address + path)
    expect(page.locator(GUIDE)).to_be_visible()
    expect(page.locator(LAID)).to_be_visible()


def at_step(page: Page, key: str) -> None:
    """Wait until the guide is at a step."""
    expect(page.locator(f"[data-guide='{key}']")).to_be_visible()
