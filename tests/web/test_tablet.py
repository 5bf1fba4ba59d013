"""The table on a tablet, lying and standing: all of it at once, nothing cut or covered, places for fingers."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import RunningServer
from tests.web.conftest import NewPage
from tests.web.playing import CONFIRM, open_at, resize
from tests.web.test_layout import OUTSIDE, overflow

STANDING, LYING = (768, 1024), (1024, 768)
SIZES = {"standing": STANDING, "lying": LYING}
TARGET = 40  # pixels

# What is wrong with the parts of the table: one over another, content that does not fit, small targets, bare ground.
WRONG = """(target) => {
  const found = [], box = (one) => one.getBoundingClientRect(), all = (what) => [...document.querySelectorAll(what)];
  const parts = ['header.bar', '.strip > li', '.stage', '.road ol', '.crafts.panel', '.court.panel', '.fields.panel',
    '.temples.panel', '.palace.panel', '.tablet > footer'].flatMap(all);
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
    if (one.closest('svg, .hidden, .cost') || look.position === 'absolute') continue;
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


@pytest.mark.parametrize(("players", "palace"), [(4, False), (4, True), (3, False), (2, True)])
def test_all_of_the_table_is_there(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], Path], players: int, palace: bool
) -> None:
    page = new_page(STANDING)
    open_at(page, server.address, "action", players, palace)
    for name, size in SIZES.items():
        resize(page, size)
        keep(page, f"tablet {name} {players}{' palace' if palace else ''}")
        assert overflow(page) == (False, False), name
        assert page.evaluate(OUTSIDE) == [], name
        assert page.evaluate(WRONG, TARGET) == [], name


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
