"""The final scoring: nothing tells its end before the count is through, and it can be skipped."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.running import RunningServer
from tests.web.conftest import PHONE, NewPage
from tests.web.playing import PAUSE, SCORING, game_at, open_table, resize

PACED: dict[str, Any] = {"preferences": "{}", "reduced_motion": "no-preference"}
PRESTIGE = "[data-place^='prestige:']"

# What the buttons under the count say, and in how many lines they stand.
WAYS_ON = """() => {
  const ways = [...document.querySelectorAll('.scoring footer .ways > *')];
  const middles = ways.map((one) => one.getBoundingClientRect()).map((box) => Math.round(box.top + box.height / 2));
  return [ways.map((one) => one.textContent.trim()), new Set(middles).size];
}"""


def test_the_count_is_waited_for(server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]) -> None:
    page = new_page(**PACED)
    game_id = game_at(page, server.address, "over")
    scores = [
        seat["prestige"]
        for seat in page.request.get(f"{server.address}/api/v1/games/{game_id}").json()["view"]["seats"]
    ]
    rows = json.dumps([f"{SCORING} tr.shown", 3])
    page.add_init_script(f"({PAUSE})({rows})")
    open_table(page, server.address, game_id)
    scoring = page.locator(SCORING)
    expect(scoring.get_by_role("heading", level=1)).to_contain_text("Final scoring")
    expect(scoring.locator("tr.shown").nth(2)).to_be_visible()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    shown = scoring.locator("tr.shown").count()
    keep(page, "scoring counting")
    assert set(page.locator(PRESTIGE).all_inner_texts()) == {"…"}
    expect(page.get_by_role("status").first).to_have_text("Final scoring")
    for word in ("favour", "has won", "wins"):
        assert word not in page.get_by_role("region", name="Log").inner_text()
    page.keyboard.press("ArrowRight")
    expect(scoring.locator("tr.shown")).to_have_count(shown + 1)
    page.get_by_role("button", name="Show all").click()
    expect(scoring.get_by_role("heading", level=1)).to_contain_text("win")
    expect(scoring.locator(".tower.won")).not_to_have_count(0)
    told = [int(text.split("\n")[-1]) for text in page.locator(PRESTIGE).all_inner_texts()]
    assert sorted(told) == sorted(scores)
    expect(page.get_by_role("status").first).not_to_have_text("Final scoring")
    keep(page, "scoring counted")
    # Another game comes first, in one line with the two other ways on.
    assert page.evaluate(WAYS_ON) == [["To the start page", "Review", "Rematch"], 1]
    resize(page, PHONE)
    keep(page, "scoring counted phone")
    page.get_by_role("button", name="Round by round").click()
    expect(page.get_by_role("button", name="The towers")).to_be_visible()


def test_whoever_watches_is_offered_no_rematch(server: RunningServer, new_page: NewPage) -> None:
    player, watcher = new_page(), new_page()
    game_id = game_at(player, server.address, "over")
    for page, offered in ((player, 1), (watcher, 0)):
        open_table(page, server.address, game_id)
        expect(page.locator(SCORING)).to_be_visible()
        expect(page.get_by_role("button", name="Rematch")).to_have_count(offered)
