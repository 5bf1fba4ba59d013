"""The table by keyboard only: a whole game, the stops of the Tab key, and a focus that can be seen wherever it is."""

from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.playing import ME, bot, late_record
from tests.server.running import RunningServer
from tests.web.conftest import NewPage
from tests.web.playing import AT_REST, LAID, LOOK_EVERY, SCORING, new_game, open_at, open_table

MOST_STEPS = 1500
LAST_PLIES = 60
MOST_TABS = 40
CHOOSABLE = ".legal, [data-confirm]:not(:disabled)"
ARROWS = ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp")

# The page leads the focus to what can be chosen, or to the button that confirms, unless the game is over.
LED = """() => document.querySelector("main[aria-label='Final scoring']") ||
  (document.querySelector('[aria-busy=false]') &&
   document.activeElement.matches('.legal, [data-confirm]:not(:disabled)'))"""

# Where the focus is; whether it is in sight, not covered; and whether it has an outline that stands out from what
# lies behind it. Places in the garden are outlined by a line of their own.
FOCUS = r"""() => {
  const here = document.activeElement;
  if (!here || here === document.body) return null;
  const shape = here.closest('label') ?? here;
  const box = shape.getBoundingClientRect();
  const seen = [[.5, .5], [.15, .5], [.85, .5], [.5, .15], [.5, .85]].some(([x, y]) =>
    shape.contains(document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)));
  const numbers = (colour) => (colour.match(/^rgba?\(([^)]*)\)/)?.[1] ?? '').split(',').map(Number);
  const solid = ([red, , , alpha = 1]) => !Number.isNaN(red) && alpha > 0.9;
  const light = (colour) => colour.slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = () => {
    for (let up = shape.parentElement; up; up = up.parentElement) {
      const look = getComputedStyle(up);
      const painted = [...(look.backgroundImage.match(/rgba?\([^)]*\)/g) ?? []), look.backgroundColor];
      const found = painted.map(numbers).find(solid);
      if (found) return found;
    }
    return [255, 255, 255];
  };
  const look = getComputedStyle(shape);
  const mark = here.querySelector(':scope > g > .mark');
  const [one, other] = [light(numbers(look.outlineColor)), light(behind())];
  const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const outlined = mark ? getComputedStyle(mark).display !== 'none'
    : look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) >= 2 && contrast >= 3;
  return {
    what: here.dataset.place ?? here.dataset.token ?? (here.ariaLabel || here.textContent).trim().slice(0, 40),
    place: here.dataset.place ?? null,
    region: here.closest('section[aria-label]')?.getAttribute('aria-label') ?? null,
    legal: here.matches('.legal'),
    confirm: here.matches('[data-confirm]:not(:disabled)'),
    seen, outlined,
    above: document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.outerHTML.slice(0, 80),
  };
}"""


def focus(page: Page) -> dict[str, Any] | None:
    """What has the focus, which must be in sight and outlined; None where the page has none."""
    found: dict[str, Any] | None = page.evaluate(FOCUS)
    if found:
        assert found["seen"], f"the focus is hidden: {found}"
        assert found["outlined"], f"the focus cannot be seen: {found}"
    return found


def tab_stops(page: Page) -> list[dict[str, Any]]:
    """All that the Tab key reaches, from the top of the page to its end."""
    page.evaluate("() => document.activeElement.blur()")
    stops: list[dict[str, Any]] = []
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        stop = focus(page)
        if stop is None or stop in stops:
            return stops
        stops.append(stop)
    raise AssertionError(f"more than {MOST_TABS} stops: {stops}")


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until something is focused."""
    for _ in range(2 * MOST_TABS):
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
        focus(page)
    raise AssertionError(f"the Tab key does not reach {wanted}")


def wander(page: Page, random: Random) -> None:
    """Look around with arrows and Tab, then come back to something that can be chosen, rarely to passing."""
    for _ in range(random.choice((0, 0, 1, 3))):
        page.keyboard.press(random.choice((*ARROWS, *ARROWS, "Tab")))
        focus(page)
    tab_to(page, CHOOSABLE)
    if page.locator("[data-place=pass]:focus").count() and random.random() < 0.9:
        for _ in range(4):
            page.keyboard.press(random.choice(("ArrowLeft", "ArrowUp")))
        tab_to(page, CHOOSABLE)


def test_a_game_to_its_end_by_keyboard(server: RunningServer, new_page: NewPage) -> None:
    """The last rounds of a game; its beginning, played by mouse in `test_games`, asks no other questions."""
    page, random = new_page(), Random(3)
    game_id = new_game(page, server.address, [ME, bot("greedy")], record=late_record(2, palace=False, plies=LAST_PLIES))
    open_table(page, server.address, game_id)
    page.wait_for_function(AT_REST)
    tab_to(page, ".legal")
    for _ in range(MOST_STEPS):
        page.wait_for_function(LED, polling=LOOK_EVERY)
        if page.locator(SCORING).count():
            break
        if page.locator("[data-confirm]:focus").count() == 0:
            wander(page, random)
        page.keyboard.press("Enter")
    expect(page.locator(SCORING)).to_be_visible()
    assert page.request.get(f"{server.address}/api/v1/games/{game_id}").json()["over"]
    assert any(stop["what"] == "Rematch" for stop in tab_stops(page))
    about_cards = page.get_by_text("This game began from a moment").bounding_box()
    assert about_cards
    assert about_cards["width"] > about_cards["height"], "the buttons leave no room for the sentence"


def test_each_region_is_one_stop(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    for kind in ("action", "dig", "court", "sell"):
        open_at(page, server.address, kind)
        glowing = page.evaluate(
            "() => [...new Set([...document.querySelectorAll('[data-place].legal')].map("
            "(one) => one.closest('section[aria-label]').getAttribute('aria-label')))]"
        )
        stops = tab_stops(page)
        regions = [stop["region"] for stop in stops if stop["place"]]
        assert len(regions) == len(set(regions)), (kind, regions)
        assert set(glowing) <= set(regions), kind
        assert {stop["region"] for stop in stops if stop["legal"] and stop["place"]} == set(glowing), kind
        assert len(stops) <= 14, [stop["what"] for stop in stops]


def test_arrows_go_to_every_choice_of_a_region(server: RunningServer, new_page: NewPage) -> None:
    page, random = new_page(), Random(1)
    open_at(page, server.address, "dig")
    tab_to(page, "[data-place^='side:']")
    choices = {one.get_attribute("data-place") for one in page.locator("[data-place^='side:'].legal").all()}
    visited: set[str | None] = set()
    for _ in range(400):
        found = focus(page)
        visited.add(found["place"] if found else None)
        if visited >= choices:
            break
        page.keyboard.press(random.choice(ARROWS))
    assert visited >= choices


def test_escape_leads_back(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    open_at(page, server.address, "action")
    before = page.locator(".legal").count()
    tab_to(page, "[data-place$='/peasant'].legal, [data-place$='/priest'].legal")
    page.keyboard.press("Enter")
    expect(page.locator("[data-place^='row:'].legal, [data-place^='temple:'].legal").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".legal")).to_have_count(before)
    page.wait_for_function(LED)
    page.keyboard.press("Escape")
    expect(page.locator(".legal")).to_have_count(before)


def test_a_game_is_found_and_left_by_keyboard(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    tab_to(page, "button:has(use[href='#play'])")
    expect(page.get_by_role("button", name="Play now")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    expect(page.locator(LAID)).to_be_visible()
    tab_to(page, "button[aria-label=Menu]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Menu")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, "nav a[href='/rules']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules")
