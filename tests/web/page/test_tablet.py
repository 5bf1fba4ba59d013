"""Tables and all that is shown on one, on a tablet: all of it at once, nothing cut or covered, places for fingers."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from amyitis.game import Game
from tests.golden_games import GOLDEN
from tests.server.running import RunningServer
from tests.web.conftest import NewPage
from tests.web.insight.solving import JOURNEY, think
from tests.web.insight.stored_review import ended, keep_review
from tests.web.learn.lessons import CONFIRM as LESSON_CONFIRM
from tests.web.learn.lessons import GUIDE, HIDDEN, NEXT, PARTS, at_step, open_lesson
from tests.web.looking import OUTSIDE, TARGET, overflow, small_targets
from tests.web.playing import CONFIRM, LAID, game_at, open_at, open_record, record_at, resize

STANDING, LYING = (768, 1024), (1024, 768)
SIZES = {"standing": STANDING, "lying": LYING}
MUCH_TO_READ = 400  # letters

# What is wrong with the parts of the table: one over another, content that does not fit, small targets, bare ground.
WRONG = """(target) => {
  const found = [], box = (one) => one.getBoundingClientRect(), all = (what) => [...document.querySelectorAll(what)];
  const parts = ['header.bar', '.strip > li', '.stage', '.road ol', '.crafts.panel', '.court.panel', '.fields.panel',
    '.temples.panel', '.palace.panel', '.tablet > footer', '.players > *', '.side > .panel', '.bar.panel']
    .flatMap(all).filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[role=dialog]'));
  const name = (one) => one.getAttribute('aria-label') ?? one.dataset.place ?? one.className;
  const over = (lists) => lists.forEach((one, i) => lists.slice(i + 1).forEach((other) => {
    const [a, b] = [box(one), box(other)];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) found.push(`${name(one)} lies over ${name(other)}`);
  }));
  over(parts);
  over(all("[data-place^='city:']"));
  const bare = 1 - parts.reduce((sum, one) => sum + box(one).width * box(one).height, 0) / (innerWidth * innerHeight);
  if (bare > 0.15) found.push(`${Math.round(bare * 100)} % of the screen is bare`);
  const inside = parts.filter((part) => !part.matches('.stage')).flatMap((part) => [...part.querySelectorAll('*')]);
  for (const one of inside) {
    const look = getComputedStyle(one);
    if (one.closest('svg, .hidden, .cost, .side .words, .side .said') || look.position === 'absolute') continue;
    const within = one.closest("[data-place^='city:'], .card, .temple, .panel, li, footer, header");
    const [inner, outer] = [box(one), box(within)];
    const out = Math.max(
      inner.bottom - outer.bottom, outer.top - inner.top, inner.right - outer.right, outer.left - inner.left);
    if (inner.width && out > 2) found.push(`${name(within)}: ${one.className} is ${out} outside`);
    if (look.overflowX === 'hidden' && one.scrollWidth > one.clientWidth) found.push(`${one.textContent} is cut`);
  }
  for (const one of all('button.legal, [data-confirm]'))
    if (Math.min(box(one).width, box(one).height) < target) found.push(`${name(one)} is small`);
  return found;
}"""


def assert_laid(page: Page, name: str) -> None:
    """All of it is in sight, and nothing of it cut, covered or too small for a finger."""
    assert overflow(page) == (False, False), name
    assert page.evaluate(OUTSIDE) == [], name
    assert page.evaluate(WRONG, TARGET) == [], name


@pytest.mark.parametrize(("players", "palace"), [(4, False), (4, True), (3, False), (2, True)])
def test_all_of_the_table_is_there(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None], players: int, palace: bool
) -> None:
    page = new_page(STANDING)
    open_at(page, server.address, "action", players, palace)
    for name, size in SIZES.items():
        resize(page, size)
        keep(page, f"tablet {name} {players}{' palace' if palace else ''}")
        assert_laid(page, name)


def test_a_turn_with_fingers(server: RunningServer, new_page: NewPage) -> None:
    page = new_page(STANDING, has_touch=True)
    game_id = open_at(page, server.address, "sell")
    view = page.request.get(f"{server.address}/api/v1/games/{game_id}").json()["view"]
    ring = [city["city"] for city in view["cities"]]
    here = ring.index(view["caravan"])
    road = page.locator("[data-place^='city:']").evaluate_all("(all) => all.map((one) => one.dataset.place.slice(5))")
    assert road == ring[here:] + ring[:here]
    # Goods are chosen where they are offered, as large as a finger.
    good = page.locator("[data-answer^='good:'].legal").first
    size = good.bounding_box()
    assert size is not None
    assert size["height"] >= TARGET
    good.tap()
    page.locator("[data-token^='sell:']").first.tap()
    expect(page.locator("[data-place^='side:'].legal").first).to_be_visible()
    page.locator("[data-place^='side:'].legal").first.tap()
    expect(page.locator(CONFIRM)).to_be_visible()
    # All that players hold, and the log, hang from the bar.
    page.get_by_role("button", name="Players and log").tap()
    details = page.get_by_role("dialog", name="Players and log")
    expect(details.get_by_role("article")).to_have_count(4)
    expect(details.get_by_role("region", name="Log").get_by_role("listitem").last).to_be_visible()
    page.keyboard.press("Escape")
    expect(details).to_have_count(0)
    expect(page.locator(CONFIRM)).to_be_visible()


@pytest.mark.parametrize("part", PARTS)
def test_the_lesson_has_the_guide_beside_the_garden(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None], part: int
) -> None:
    page = new_page(STANDING, has_touch=True, locale="de-DE")  # the longest words
    open_lesson(page, server.address, "/learn" if part == 1 else "/learn/2")
    for step in PARTS[part]:
        at_step(page, step.key)
        # Turned where there is much to read, or something else to see; the other steps have room to spare.
        turned = len(page.locator(GUIDE).inner_text()) > MUCH_TO_READ or step is PARTS[part][-1]
        for name, size in reversed(SIZES.items()) if turned else [("standing", STANDING)]:
            resize(page, size)
            if step is PARTS[part][-1]:
                keep(page, f"tablet {name} lesson {part}")
            assert_laid(page, f"{step.key} {name}")
            assert small_targets(page) == [], f"{step.key} {name}"
            assert page.evaluate(HIDDEN) <= 2, f"{step.key} {name}"
        if step is PARTS[part][-1]:
            break
        # Goods are given up where they are offered, as large as a finger; other moves are left to the guide.
        if step.kind == "do":
            goods = page.locator("[data-answer^='good:']")
            (goods if step.tokens[0].startswith("drop:") else page.locator(".guide footer button").last).tap()
        else:
            page.locator(NEXT if step.kind == "read" else LESSON_CONFIRM).first.tap()


def test_positions_have_their_words_beside_the_garden(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page(STANDING, has_touch=True, locale="de-DE")
    page.route("**/api/v1/evaluations", think)

    def look(name: str) -> None:
        for way, size in SIZES.items():
            resize(page, size)
            keep(page, f"tablet {way} {name}")
            assert_laid(page, f"{name} {way}")

    page.goto(f"{server.address}/puzzle/{JOURNEY.id}")
    expect(page.locator(".side .puzzle")).to_be_visible()
    look("puzzle")
    page.goto(f"{server.address}/analysis?text={quote(JOURNEY.position)}")
    expect(page.locator(".side .evaluation li").first).to_be_visible()
    look("analysis")
    with_palace = Game.from_record(record_at("action", 4, True)[0])
    page.goto(f"{server.address}/analysis?text={quote(with_palace.position)}")
    expect(page.locator(".side .evaluation li").first).to_be_visible()
    look("analysis with the Palace")
    page.goto(f"{server.address}/analysis?text={quote(JOURNEY.position)}")
    page.get_by_role("button", name="Stellung ändern").tap()
    expect(page.locator(".side .editor")).to_be_visible()
    look("position that is set up")
    game_id = ended(page, server.address)
    keep_review(server, page, game_id)
    page.goto(f"{server.address}/review/{game_id}")
    expect(page.locator(".side .said")).to_be_visible()
    look("review")
    page.goto(f"{server.address}/review/{game_at(page, server.address, 'over', 4, palace=True)}")
    expect(page.locator(".side .said")).to_be_visible()
    look("review with the Palace")


@pytest.mark.parametrize("name", ["palace-four", "two-shrewd"])
def test_a_replay_is_laid_as_in_play(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None], name: str
) -> None:
    page = new_page(STANDING, has_touch=True)
    record = (GOLDEN / f"{name}.amy").read_text(encoding="utf-8")
    open_record(page, server.address, record)
    page.keyboard.press("End")
    for _ in range(3):
        page.keyboard.press("PageDown")
    for way, size in SIZES.items():
        resize(page, size)
        keep(page, f"tablet {way} replay {name}")
        assert_laid(page, way)
        assert small_targets(page) == [], way
    # A line of the log, which hangs from the bar, leads to its move.
    page.get_by_role("button", name="Players and log").tap()
    log = page.get_by_role("dialog", name="Players and log").get_by_role("region", name="Log")
    log.get_by_role("listitem").first.get_by_role("button").tap()
    expect(page.get_by_role("slider")).to_have_value("1")
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    page.get_by_role("button", name="Final scoring").tap()
    keep(page, f"tablet replay {name} scoring")
    assert overflow(page) == (False, False)
    page.get_by_role("button", name="Look at the table").tap()
    expect(page.locator(LAID)).to_be_visible()
