"""The log beside the table, at the speed people play at."""

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from amyitis.game import Game
from tests.server.playing import ME, bot
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.looking import defects
from tests.web.playing import CONFIRM, new_game, open_table, play_a_turn, play_until_confirm, resize, wait_for_rest
from tests.web.table.test_following import PACED

LOG = "section[aria-label='Log']"
TURNS = 5
# A browser reports a scrolling with the next frame, when the next line may have come: here it always has.
LATE_REPORTS = """(lines) => {
  const list = document.querySelector(lines);
  new MutationObserver(() => list.dispatchEvent(new Event('scroll'))).observe(list, { childList: true });
}"""
# Whether the whole newest line is in sight.
NEWEST_IN_SIGHT = """() => {
  const line = document.querySelector("section[aria-label='Log'] ol").lastElementChild;
  const box = line.getBoundingClientRect();
  return line.contains(document.elementFromPoint(box.left + box.width / 2, box.bottom - 4));
}"""
# Whether the point at the lower edge of the list is a line's.
BESIDE_THE_LINES = """(lines) => {
  const list = document.querySelector(lines), box = list.getBoundingClientRect();
  return list.contains(document.elementFromPoint(box.right - 40, box.bottom - 4));
}"""


def test_the_log_follows_until_a_person_scrolls_up(server: RunningServer, new_page: NewPage) -> None:
    page = new_page(**PACED)
    game_id = new_game(page, server.address, [ME, bot(), bot(), bot()], seed="7", first=0)
    open_table(page, server.address, game_id)
    newest = page.locator(LOG).get_by_role("button", name="To the newest")
    page.evaluate(LATE_REPORTS, f"{LOG} ol")
    random = Random(1)
    for _ in range(TURNS):
        play_a_turn(page, random)
        wait_for_rest(page)
        expect(newest).to_have_count(0)
        page.wait_for_function(NEWEST_IN_SIGHT)
    page.locator(f"{LOG} ol").hover()
    page.mouse.wheel(0, -200)
    expect(newest).to_be_visible()
    play_a_turn(page, random)
    wait_for_rest(page)
    expect(newest).to_be_visible()
    # The button lies over no line.
    assert page.evaluate(BESIDE_THE_LINES, f"{LOG} ol")
    newest.click()
    expect(newest).to_have_count(0)
    page.wait_for_function(NEWEST_IN_SIGHT)


# What may be chosen and lies under the card that comes by itself.
UNDER_THE_CARD = """() => {
  const card = document.querySelector('section.news').getBoundingClientRect();
  return [...document.querySelectorAll('.legal')].filter((one) => one.checkVisibility()).filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < card.right && box.right > card.left && box.top < card.bottom && box.bottom > card.top;
  }).length;
}"""


# Whether nothing lies over the middle of something.
IS_HIT = """(one) => {
  const box = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}"""


def last_to_pass() -> str:
    """The record of a game in which White alone has not passed, and is not the first of the next round."""
    for seed in range(100):
        game, random = Game.new(4, seed=seed, limited_supply=True), Random(seed)
        while game.view()["round"] == 1:
            others = [seat for seat in game.view()["seats"] if seat["seat"] != "W"]
            if (game.seat, game.question) == ("W", "action") and all(seat["passed"] for seat in others):
                if not game.view()["seats"][-1]["first_player"]:
                    return game.record()
                break
            game.push(
                "pass" if game.seat != "W" and "pass" in game.legal_moves else random.choice(list(game.legal_moves))
            )
    raise AssertionError("White never passes last")


def test_the_end_of_a_round_and_what_the_others_did_are_said_on_one_card(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page(**PACED)
    table = [ME, bot(), bot(), bot()]
    open_table(page, server.address, new_game(page, server.address, table, record=last_to_pass(), coach=True))
    card = page.get_by_role("region", name="News from the table")
    page.locator("[data-place=pass].legal").click()
    play_until_confirm(page, Random(1))
    page.locator(CONFIRM).click()
    expect(card).to_contain_text("Round 1 is over")
    expect(card).to_contain_text("Procession")
    expect(card).to_contain_text("Since your last turn")
    for size in (DESKTOP, (768, 1024), PHONE):
        resize(page, size)
        wait_for_rest(page)
        expect(card).to_be_visible()
        keep(page, f"round end {size[0]}")
        assert page.evaluate(UNDER_THE_CARD) == 0
        hint = page.get_by_role("button", name="Where should I look?" if size == DESKTOP else "Hint")
        expect(hint).to_be_in_viewport()
        assert hint.evaluate(IS_HIT)
        assert card.evaluate("(card) => card.clientHeight") >= 95
    assert defects(page, ("round end", "section.news")) == []
    resize(page, DESKTOP)
    play_a_turn(page, Random(2))
    expect(card).not_to_contain_text("Round 1 is over")
