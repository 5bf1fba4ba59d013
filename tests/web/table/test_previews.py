"""What a canal, a city or a Craft card would bring is shown on the table when it is aimed at."""

from collections.abc import Callable
from functools import cache
from random import Random

from playwright.sync_api import Page, expect

from amyitis.game import Game
from tests.server.playing import ME
from tests.server.running import RunningServer
from tests.web.conftest import NewPage
from tests.web.playing import CONFIRM, asked_of_server, new_game, open_at, open_table

# The crafts that lead to a place, and what that is called.
LEADS = {"peasant": "row:", "priest": "temple:", "engineer": "side:"}


@cache
def record_before_planting() -> tuple[str, str, int]:
    """The record of a game in which a journey could plant two squares or more, and each craft that leads to a place can
    be recruited; the city, and how many squares.
    """
    for seed in range(40):
        game, random = Game.new(3, seed=seed), Random(seed)
        while not game.is_over:
            crafts = {move.partition("/")[0] for move in game.legal_moves}
            if game.question == "action" and len(game.plies) > 30 and crafts >= LEADS.keys():
                for prospect in game.prospects():
                    squares = {one.token for one in prospect.outcomes if one.token.startswith("plant:")}
                    if len(squares) > 1:
                        return game.record(), prospect.token.removeprefix("go:"), len(squares)
            game.push(random.choice([move for move in game.legal_moves if move != "pass"] or list(game.legal_moves)))
    raise AssertionError("no game in which a journey plants")


def test_a_canal_a_craft_and_a_city_show_what_they_would_bring(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page()
    record, city, squares = record_before_planting()
    open_table(page, server.address, new_game(page, server.address, [ME] * 3, record=record))
    asked = asked_of_server(page)
    page.locator(f"[data-place='city:{city}']").hover()
    tip = page.get_by_role("tooltip")
    expect(tip).to_contain_text("prestige")
    expect(page.locator(".preview .planting")).to_have_count(squares)
    expect(page.locator("[data-place^='square:'].leads")).to_have_count(squares)
    keep(page, "preview city")
    for craft, where in LEADS.items():
        page.locator(f"[data-place$='/{craft}'].legal").first.hover()
        expect(page.locator(f"[data-place^='{where}'].leads").first).to_be_visible()
        keep(page, f"preview {craft}")
    assert asked == []


def test_a_canal_shows_water_and_what_opens_and_a_tried_one_still_does(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page()
    open_at(page, server.address, "dig", 3)
    for canal in page.locator("[data-place^='side:'].legal").all():
        canal.hover(force=True)
        tip = page.get_by_role("tooltip")
        expect(tip).to_contain_text("around")
        if page.locator(".preview .opens").count() and page.locator(".preview .water").count():
            break
    opens = page.locator(".preview .opens").count()
    assert opens
    keep(page, "preview canal")
    expect(tip).to_contain_text(f"opens {opens} canal")
    expect(tip).to_contain_text("waters")
    canal.click(force=True)
    expect(page.locator(CONFIRM)).to_be_visible()
    page.mouse.move(1, 1)
    expect(tip).to_have_count(0)
    expect(page.locator(".preview .opens")).to_have_count(opens)
    expect(page.get_by_role("status").first).to_contain_text(f"opens {opens} canal")
    keep(page, "preview canal tried")
