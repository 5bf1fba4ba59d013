"""A page without a server thinks as a server does: the analysis board, reviews, the coach, and one's own mistakes."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.evaluation import evaluate
from amyitis.analysis.review.measuring import move_cost
from amyitis.analysis.review.move_costs import USUAL
from amyitis.analysis.review.review import review_game
from amyitis.bots import play
from amyitis.game import Game
from tests.web.file_host import KnownSite
from tests.web.insight.solving import JOURNEY, MISTAKE, click_move, finish_turn
from tests.web.playing import wait_for_rest

MOVES = 8
VISITS = 1024  # what the analysis board asks for
LAST_DIGITS = 0.002  # processors and WebAssembly add up 32-bit numbers in another order

# Everything that the worker with the table answers and sends is kept.
LISTEN = """
window.heard = [];
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data }) => window.heard.push(data.body ?? data.message ?? ''));
  }
};
"""
DONE = """([name, step]) => window.heard.map((one) => one.startsWith('{') ? JSON.parse(one) : {})
  .find((one) => one[name] && one.status === 'done' && one[name].step == step)?.[name]"""

pytestmark = pytest.mark.browser


def alike(one: Any, other: Any) -> bool:
    """Whether two answers are the same but for the last digits of their figures."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(alike, one, other))
    return bool(one == pytest.approx(other, abs=LAST_DIGITS)) if isinstance(one, float) else bool(one == other)


def said(page: Page, name: str, step: int | None = None) -> Any:
    """What was found of something that is thought about, once it is done; of a hint, which step."""
    return page.wait_for_function(DONE, arg=[name, step]).json_value()


def test_it_thinks_what_a_server_thinks(known_site: KnownSite, tmp_path: Path) -> None:
    whole = play(["net:small", "net:small"], 3)
    game = Game.from_record(whole.record())
    while len([ply for ply in game.plies if not ply.is_deal]) > MOVES:
        game.undo()
    game.undo()
    game.push("pass")  # which the engine would not play
    record = tmp_path / "game.amy"
    record.write_text(game.record(), encoding="utf-8")
    host, context = known_site
    page = context.new_page()
    page.add_init_script(LISTEN)
    page.goto(f"{host.address}#/analysis")
    page.locator("textarea").fill(game.position)
    page.get_by_role("button", name="Show").click()
    evaluation = said(page, "evaluation")
    analyzer = NativeAnalyzer()
    expected = [one.as_dict() for one in evaluate(game, VISITS, analyzer)][-1]
    assert alike(json.loads(json.dumps(expected)), evaluation)

    page.evaluate("location.hash = '#/review'")
    page.locator("input[type=file]").set_input_files(record)
    review = said(page, "review")
    assert review["complete"]
    assert alike(json.loads(json.dumps(review_game(game).as_dict())), review)
    expect(page.get_by_text("luck", exact=False).first).to_be_visible()

    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Think longer").click()
    best = review["decisions"][-1]["best"]
    game.undo()
    cost = move_cost(game, "pass", best, USUAL.times(10), analyzer)
    assert alike(json.loads(json.dumps(cost.as_dict())), said(page, "move_cost"))
    expect(page.get_by_role("status").filter(has_text="40 times")).to_be_visible()


def test_the_coach_helps_without_a_server(known_site: KnownSite) -> None:
    host, context = known_site
    page = context.new_page()
    page.add_init_script(LISTEN)
    page.goto(host.address)
    page.locator("summary", has_text="Options").first.click()
    page.get_by_role("switch", name="Coach").press(" ")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    wait_for_rest(page)
    coach = page.get_by_role("region", name="Coach")
    coach.get_by_role("switch", name="Win shares").press(" ")
    expect(coach.get_by_role("img")).to_be_visible(timeout=60_000)
    hint: Any = {"move": None}
    for step, ask in enumerate(("Where should I look?", "What kind of move?", "Show me the move"), 1):
        if hint["move"] is None:
            coach.get_by_role("button", name=ask).click()
            hint = said(page, "hint", step)
    assert hint["line"][0] == hint["move"]
    assert hint["left"] == 1
    page.close()


def test_a_mistake_of_ones_own_is_judged_to_the_end_of_the_turn(known_site: KnownSite) -> None:
    host, context = known_site
    page = context.new_page()
    page.goto(host.address)
    kept = json.dumps({"games": [], "mistakes": [MISTAKE]})
    page.evaluate("(kept) => localStorage.setItem('amyitis.mistakes', kept)", kept)
    page.goto(f"{host.address}#/mistake/next")
    click_move(page, JOURNEY.best, phone=False)
    finish_turn(page)
    expect(page.get_by_text("It comes back tomorrow.")).to_be_visible()
    page.evaluate("localStorage.removeItem('amyitis.mistakes')")
    page.close()
