"""Following the others: their turns can be paused and shown one by one, and each is told where one looks."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.playing import ME, bot
from tests.server.running import RunningServer
from tests.web.conftest import PHONE, NewPage
from tests.web.playing import CONFIRM, PAUSE, new_game, open_table, resize

PACED: dict[str, Any] = {"preferences": "{}", "reduced_motion": "no-preference"}
TURNS = "[data-line]"
TOLD_IN_THE_BAR = """(turns) => {
  const said = [...document.querySelectorAll(turns)].at(-1).innerText.trim().split('\\n').at(-1).trim();
  return said !== '' && document.querySelector('[role=status]').innerText.includes(said);
}"""


def test_others_wait_while_it_is_paused(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page(**PACED)
    game_id = new_game(page, server.address, [ME, bot(), bot(), bot()], seed="7", first=0)
    open_table(page, server.address, game_id)
    page.locator("[data-place$='/merchant'].legal").first.click()
    page.evaluate(PAUSE, ["body", 1])
    with page.expect_response("**/moves"):
        page.locator(CONFIRM).click()
    page.wait_for_function(
        "async (address) => (await (await fetch(address)).json()).legal !== null",
        arg=f"{server.address}/api/v1/games/{game_id}",
    )
    go_on, step = page.get_by_role("button", name="Go on"), page.get_by_role("button", name="Show the next turn")
    expect(go_on).to_be_visible()
    expect(page.locator(".flights > *")).to_have_count(0)
    assert page.locator(".legal").count() == 0, "what others did is not seen yet"
    told = page.locator(TURNS).count()
    step.click()
    expect(page.locator(TURNS)).to_have_count(told + 1)
    keep(page, "following paused")
    # What was done stands where one looks, in the words of the log.
    page.wait_for_function(TOLD_IN_THE_BAR, arg=TURNS)
    resize(page, PHONE)
    keep(page, "following paused phone")
    expect(go_on).to_be_visible()
    go_on.click()
    expect(page.locator(".legal").first).to_be_visible()
    expect(go_on).to_have_count(0)
