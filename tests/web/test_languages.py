"""The page in its four languages: chosen from the browser, changed at once, and nothing cut off at either size."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.playing import ME
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.playing import open_table
from tests.web.test_layout import OUTSIDE, overflow, table_with_question

LOCALES = {"de": "de-AT", "cs": "cs-CZ", "fr": "fr-CA", "en": "en-GB"}
# The name of the caravan card in each language, as the rules of that language have it.
CARAVANEER = {"de": "Karawanenführer", "cs": "vůdce", "fr": "caravanier", "en": "Caravaneer"}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
SCREENS = {"lobby": "/", "rules": "/rules/8.5", "learn": "/learn", "games": "/games"}
MIXED = "It|Your|the"


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("size", SIZES)
def test_the_screens_of_a_language(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], Path], language: str, size: str
) -> None:
    page = new_page(SIZES[size], locale=LOCALES[language])
    for name, path in SCREENS.items():
        page.goto(server.address + path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.wait_for_load_state("networkidle")
        keep(page, f"{language} {name} {size}")
        assert not overflow(page)[0], f"{name} scrolls sideways"
    for kind in ("action", "plant"):
        table_with_question(page, server.address, kind, palace=kind == "action")
        page.locator("[data-place^='city:'], [data-place^='square:']").first.hover(force=True)
        page.wait_for_timeout(500)
        keep(page, f"{language} table {kind} {size}")
        assert overflow(page) == (False, False)
        assert page.evaluate(OUTSIDE) == []


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
    answer = page.request.post(f"{server.address}/api/v1/games", data={"seats": [ME, ME], "seed": "7"})
    open_table(page, server.address, answer.json()["game"]["id"])
    page.locator("[data-place='court:caravaneer/1']").hover(force=True)
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    assert CARAVANEER[language].lower() in tip.inner_text().replace("\u00ad", "").lower()
