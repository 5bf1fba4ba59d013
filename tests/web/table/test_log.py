"""The log beside the table, at the speed people play at."""

from random import Random

from playwright.sync_api import expect

from tests.server.playing import ME, bot
from tests.server.running import RunningServer
from tests.web.conftest import NewPage
from tests.web.playing import new_game, open_table, play_a_turn, wait_for_rest
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
