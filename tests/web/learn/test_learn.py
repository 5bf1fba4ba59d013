"""The guided first game in a real browser: played to its end by doing what is asked, by mouse, thumb and keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import RunningServer
from tests.web.conftest import SIZES, NewPage
from tests.web.learn.lessons import CONFIRM, GUIDE, HIDDEN, NEXT, PARTS, at_step, open_lesson
from tests.web.playing import LAID

GLOWING = "[data-place].legal:visible"
ASKED = PARTS[1]
SCROLLS = (
    """() => [document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight]"""
)


def do_what_is_asked(page: Page, kind: str) -> None:
    """Answer a step as a person does: read on, confirm, or click on the one thing that glows."""
    if kind == "read":
        page.locator(NEXT).click()
    elif kind == "confirm":
        page.locator(CONFIRM).first.click()
    else:
        places = {one.get_attribute("data-place") for one in page.locator(GLOWING).all()}
        assert len(places) == 1, f"one place glows, not {places}"
        page.locator(GLOWING).first.click()


@pytest.mark.parametrize("size", SIZES)
def test_the_guided_game_from_start_to_end(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None], size: str
) -> None:
    page = new_page(SIZES[size])
    open_lesson(page, server.address)
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url))
    for number, step in enumerate(ASKED, 1):
        at_step(page, step.key)
        expect(page.locator(GUIDE)).to_contain_text(f"Step {number} of {len(ASKED)}")
        keep(page, f"learn {number:02} {step.key} {size}")
        assert page.evaluate(SCROLLS) == [False, False]
        assert page.evaluate(HIDDEN) <= 2, f"the words of {step.key} do not fit"
        if step is not ASKED[-1]:
            do_what_is_asked(page, step.kind)
    expect(page.locator(GUIDE)).to_contain_text("56")
    assert [url for url in asked if "/api/" in url] == [], "the lesson brings all that it needs"
    expect(page.get_by_role("button", name="gentle bot")).to_be_visible()
    page.get_by_role("link", name="second lesson").click()
    page.wait_for_url("**/learn/2")
    at_step(page, PARTS[2][0].key)
    play_the_second_part(page, keep, size)
    page.get_by_role("button", name="gentle bot").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(LAID)).to_be_visible()


def play_the_second_part(page: Page, keep: Callable[[Page, str], None], size: str) -> None:
    """Do what is asked to the end of the second part, where nothing is cut off."""
    asked = PARTS[2]
    for number, step in enumerate(asked, 1):
        at_step(page, step.key)
        expect(page.locator(GUIDE)).to_contain_text(f"Step {number} of {len(asked)}")
        keep(page, f"learn 2 {number:02} {step.key} {size}")
        assert page.evaluate(SCROLLS) == [False, False]
        assert page.evaluate(HIDDEN) <= 2, f"the words of {step.key} do not fit"
        if step is not asked[-1]:
            do_what_is_asked(page, step.kind)
    expect(page.locator(GUIDE)).to_contain_text("60")


def test_the_lesson_by_keyboard_only(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    open_lesson(page, server.address)
    for step in ASKED[:-1]:
        at_step(page, step.key)
        target = NEXT if step.kind == "read" else CONFIRM if step.kind == "confirm" else GLOWING
        expect(page.locator(target).first).to_be_focused()
        page.keyboard.press("Enter")
    at_step(page, "scoring")


def test_moves_are_shown_one_by_one_and_can_be_cut_short(server: RunningServer, new_page: NewPage) -> None:
    page = new_page(preferences='{"speed":1}', reduced_motion="no-preference")
    open_lesson(page, server.address)
    for step in ASKED[:5]:
        at_step(page, step.key)
        do_what_is_asked(page, step.kind)
    at_step(page, "their-priest")
    expect(page.locator(GLOWING)).to_have_count(0)
    expect(page.locator(GUIDE)).to_contain_text("Ishtar")
    at_step(page, "engineer")
    do_what_is_asked(page, "do")
    at_step(page, "canal")
    do_what_is_asked(page, "do")
    at_step(page, "their-plant")
    page.get_by_role("button", name="Go on").click()
    at_step(page, "caravan")
    expect(page.locator("[data-place='square:a4']")).not_to_have_class("legal")


def test_skip_back_leave_and_come_back(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    open_lesson(page, server.address)
    page.locator(NEXT).click()
    page.locator(NEXT).click()
    for key in ("recruit", "field", "confirm", "engineer"):
        at_step(page, key)
        page.get_by_role("button", name="Skip this step").click()
    at_step(page, "canal")
    page.get_by_role("button", name="Back one step").click()
    at_step(page, "engineer")
    page.get_by_role("button", name="Back one step").click()
    at_step(page, "confirm")
    page.locator(GUIDE).get_by_role("link", name="Leave the lesson").click()
    page.wait_for_url(server.address + "/")
    open_lesson(page, server.address)
    at_step(page, "confirm")
    expect(page.locator(GUIDE)).to_contain_text("Welcome back")


def test_a_click_astray_is_answered_and_never_ends_the_lesson(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page()
    open_lesson(page, server.address)
    page.locator(NEXT).click()
    page.locator(NEXT).click()
    at_step(page, "recruit")
    page.locator("[data-place='craft:1/merchant']").click(force=True)
    expect(page.locator(".hint")).to_contain_text("allowed")
    page.locator("[data-place='city:Mari']").click(force=True)
    expect(page.locator(".hint")).to_contain_text("not allowed now")
    expect(page.get_by_role("tooltip")).to_contain_text("camels")
    keep(page, "learn astray desktop")
    page.keyboard.press("Escape")
    do_what_is_asked(page, "do")
    at_step(page, "field")
    expect(page.locator(".hint")).to_be_empty()


def test_in_the_dark(server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]) -> None:
    for size, shape in SIZES.items():
        page = new_page(shape, color_scheme="dark")
        open_lesson(page, server.address)
        keep(page, f"learn dark {size}")
        assert page.locator("html").get_attribute("data-theme") == "dark"
