"""From the end of a game to its third mistake, tried again: by keyboard in every language, on a phone by touch, too.

The review is a stored one of a game's last round, so that nothing here thinks: its mistakes lie where exactly two moves
are legal, and both are known. What workers make of games is tested on the server.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.playing import ME
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.insight.stored_review import LOSSES, ended, keep_review
from tests.web.looking import defects
from tests.web.playing import SCORING, new_game

# What is said of the wrong move of the two and of the right one, in each language.
TRIED = {
    "en": ("Priest (group 2) is not it: it costs 16 points.", "That is it: passing."),
    "de": ("Priester (Gruppe 2) ist es nicht: kostet 16 Punkte.", "Das ist es: Passen."),
    "fr": ("Prêtre (groupe 2), ce n\u2019est pas cela : 16 points perdus.", "C\u2019est cela : passer."),
    "cs": ("Kněz (skupina 2) to není: stojí 16 bodů.", "To je ono: pas."),
}

# The names that do not have the room they need.
CUT = "(names) => names.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"


def by_keyboard_in(language: str, page: Page, table: str) -> None:
    """The same way in a language, by keys alone: from the table to Black's third mistake, tried wrong and right."""
    page.evaluate(
        "language => localStorage.setItem('amyitis.preferences', JSON.stringify({language, speed: 0}))", language
    )
    page.goto(table)
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.locator("main a[href*='/review/']").press("Enter")
    slider, third = page.get_by_role("slider"), list(LOSSES)[2]
    stops = page.get_by_role("navigation").get_by_role("button")
    expect(stops.first).to_be_visible()
    page.keyboard.press("2")
    expect(stops).to_have_count(1 + len(LOSSES))
    for _ in LOSSES:
        page.keyboard.press("n")
    expect(slider).to_have_value(str(third))
    wrong, right = TRIED[language]
    priest, passing = page.locator("[data-place='craft:2/priest'].legal"), page.locator("[data-place=pass].legal")
    expect(priest).to_be_focused()
    page.keyboard.press("Enter")
    expect(said(page)).to_have_text(wrong)
    page.keyboard.press("t")
    expect(priest).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(passing).to_be_focused()
    page.keyboard.press("Enter")
    expect(said(page)).to_have_text(right)


def said(page: Page) -> Any:
    return page.locator(".said h2").last


def try_both_moves(page: Page, press: Callable[[str, str], None], phone: bool) -> None:
    """Play the wrong move of the two once more, and then the right one."""
    expect(said(page)).to_have_text("Black to move. What is better?")
    expect(page.locator(".marks .tag")).to_have_count(0)
    priest, passing = page.locator("[data-place='craft:2/priest'].legal"), page.locator("[data-place=pass].legal")
    if phone:
        priest.click()
    else:
        expect(priest).to_be_focused()
        page.keyboard.press("Enter")
    expect(said(page)).to_have_text("Priest (group 2) is not it: it costs 16 points.")
    press("t", "Once more")
    if phone:
        passing.click()
    else:
        expect(priest).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(passing).to_be_focused()
        page.keyboard.press("Enter")
    expect(said(page)).to_have_text("That is it: passing.")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_from_the_end_of_a_game_to_its_third_mistake_tried_again(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None], size: tuple[int, int]
) -> None:
    page, phone = new_page(size), size == PHONE
    name = "phone" if phone else "desktop"
    game_id = ended(page, server.address)
    game = keep_review(server, page, game_id)
    page.goto(f"{server.address}/table/{game_id}")
    page.locator(SCORING).get_by_role("link", name="Review").click()

    expect(page.get_by_role("heading", name="The result")).to_be_visible()
    expect(page.get_by_text("10 a mistake", exact=False)).to_be_visible()
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("max", str(len(game.plies)))
    page.get_by_role("button", name="Black", exact=True).click()
    expect(page.get_by_role("navigation").get_by_role("button")).to_have_count(1 + len(LOSSES))
    keep(page, f"review summary {name}")
    assert defects(page, "summary") == []

    def press(key: str, button: str) -> None:
        if phone:
            page.get_by_role("button", name=button).click()
        else:
            page.keyboard.press(key)

    third, where = list(LOSSES)[2], f"round {game.round}"
    words = page.locator(".said").first  # as long as those of a game of four: they scroll
    words.evaluate("(one) => { one.style.paddingBottom = '2000px'; one.scrollTop = 500; }")
    press("n", "3 mistakes")
    for _ in range(2):
        expect(said(page)).to_have_text("Black to move. What is better?")
        page.get_by_role("button", name="Show the answer").click()
        press("n", "Next mistake")
    expect(said(page)).to_have_text("Black to move. What is better?")
    page.get_by_role("button", name="Show the answer").click()
    expect(slider).to_have_value(str(third))
    heard = f"move {third} of {len(game.plies)}, {where}: White 40, Black 60; blunder, {where}, 16 points"
    expect(slider).to_have_attribute("aria-valuetext", heard)
    expect(said(page)).to_have_text("You: Priest (group 2). Better was passing.")
    assert words.evaluate("(one) => { const top = one.scrollTop; one.style.paddingBottom = ''; return top; }") == 0
    expect(page.locator(".marks .tag.better")).to_be_visible()
    expect(page.locator(".said li a").first).to_have_attribute("href", "/rules/6.1")
    keep(page, f"review mistake {name}")
    assert defects(page, "mistake") + page.locator(".court .type b").evaluate_all(CUT) == []

    press("t", "Try again")
    expect(slider).to_have_attribute("aria-valuetext", f"move {third} of {len(game.plies)}, {where}")
    try_both_moves(page, press, phone)
    assert defects(page, "tried again") == []
    press("Escape", "Show the answer")
    press("b", "Better line")
    expect(page.locator(".said ol button")).to_have_text(["Black: Passing"])
    press("Escape", "Back to the game")
    expect(page.locator(".marks .tag.better")).to_be_visible()
    for language in TRIED:
        by_keyboard_in(language, page, f"{server.address}/table/{game_id}")
        keep(page, f"{language} review tried {name}")
        assert defects(page, f"tried again in {language}", in_both_themes=False) == []  # words have no other colours


def test_each_mistake_is_a_question_first_and_the_next_one_follows(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page(preferences="{}")
    game_id = ended(page, server.address)
    keep_review(server, page, game_id)
    page.goto(f"{server.address}/review/{game_id}")
    page.get_by_role("button", name="Black", exact=True).click()
    slider = page.get_by_role("slider")
    page.get_by_role("button", name="See 3 mistakes").click()
    for ply in list(LOSSES)[:2]:
        expect(slider).to_have_value(str(ply))
        expect(said(page)).to_have_text("Black to move. What is better?")
        expect(page.locator(".marks .tag")).to_have_count(0)
        page.locator(".legal").first.click()
        keep(page, "review question first")
        page.get_by_role("button", name="Next mistake").click()
    expect(slider).to_have_value(str(list(LOSSES)[2]))
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".marks .tag.better")).to_be_visible()


@pytest.mark.parametrize(("path", "words"), [("{running}", "still going on"), ("nothing", "no such game")])
def test_what_cannot_be_reviewed_is_said(server: RunningServer, new_page: NewPage, path: str, words: str) -> None:
    page = new_page()
    running = new_game(page, server.address, [ME, ME])
    page.goto(f"{server.address}/review/{path.format(running=running)}")
    expect(page.locator("main .panel")).to_contain_text(words)
