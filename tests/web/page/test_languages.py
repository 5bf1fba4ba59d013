"""The page in its four languages: chosen from the browser, changed at once, nothing cut off, nothing too small."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.playing import ME
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, SIZES, NewPage
from tests.web.looking import OUTSIDE, overflow, small_targets
from tests.web.playing import new_game, open_table, resize, walk, walk_to_table

LOCALES = {"de": "de-AT", "cs": "cs-CZ", "fr": "fr-CA", "en": "en-GB"}
# The name of the caravan card in each language, as the rules of that language have it.
CARAVANEER = {"de": "Karawanenführer", "cs": "vůdce", "fr": "caravanier", "en": "Caravaneer"}
SMALL_PHONE = (360, 640)
SCREENS = {
    "rules": "/rules/8.5",
    "learn": "/learn",
    "games": "/games",
    "account": "/account",
}  # and the lobby: `test_lobby.py`


@pytest.mark.parametrize("language", LOCALES)
def test_the_screens_of_a_language(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None], language: str
) -> None:
    page = new_page(locale=LOCALES[language])
    new_game(page, server.address, [ME, ME])
    for name, path in SCREENS.items():
        resize(page, DESKTOP)
        walk(page, server.address, path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for size, shape in SIZES.items():
            resize(page, shape)
            keep(page, f"{language} {name} {size}")
            assert not overflow(page)[0], f"{name} scrolls sideways on a {size}"
        assert small_targets(page) == [], name
        resize(page, SMALL_PHONE)
        assert small_targets(page) == [], f"{name} on a small phone"
    for kind in ("action", "plant"):
        resize(page, DESKTOP)
        walk_to_table(page, server.address, kind, palace=kind == "action")
        for size, shape in SIZES.items():
            resize(page, shape)
            page.locator("[data-place^='city:'], [data-place^='square:']").first.hover(force=True)
            expect(page.get_by_role("tooltip")).to_be_visible()
            keep(page, f"{language} table {kind} {size}")
            assert overflow(page) == (False, False), size
            assert page.evaluate(OUTSIDE) == [], size
            page.mouse.move(1, 1)
            expect(page.get_by_role("tooltip")).to_have_count(0)
        assert small_targets(page) == [], kind


def test_the_language_changes_at_once_and_is_kept(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="Language").click()
    page.get_by_text("Čeština").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "cs")


@pytest.mark.parametrize("language", LOCALES)
def test_a_tooltip_speaks_the_language(server: RunningServer, new_page: NewPage, language: str) -> None:
    page = new_page(locale=LOCALES[language])
    open_table(page, server.address, new_game(page, server.address, [ME, ME], seed="7"))
    page.locator("[data-place='court:caravaneer/1']").hover(force=True)
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    assert CARAVANEER[language].lower() in tip.inner_text().replace("\u00ad", "").lower()
