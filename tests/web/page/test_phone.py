"""The table on a phone: the actions are in front when it is one's turn, what others do is in sight, the garden can be
looked at closely.
"""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.golden_games import GOLDEN_GAMES
from tests.server.playing import ME
from tests.server.running import RunningServer
from tests.web.conftest import PHONE, NewPage
from tests.web.looking import TARGET
from tests.web.playing import (
    CONFIRM,
    game_at,
    new_game,
    open_at,
    open_record,
    open_table,
    play_elsewhere,
    resize,
    wait_for_rest,
)

CARDS = "[data-place^='craft:'].legal"
TAB = "[role=tab]:has-text('{}')"
# Where each piece that flies is going, and whether that is in sight, looked at in the moment it starts.
NOTE_FLIGHTS = """() => {
  window.flown = [];
  const layer = document.querySelector('.flights');
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((piece) =>
    window.flown.push(piece.querySelector('use').getAttribute('href'))))).observe(layer, { childList: true });
}"""
FOUR_LINES = 76  # pixels
EDGES = """() => [...document.querySelectorAll('footer .button')].filter((button) => {
  const text = document.createRange();
  text.selectNodeContents(button);
  const [inner, outer] = [text.getBoundingClientRect(), button.getBoundingClientRect()];
  return inner.left < outer.left + 3 || inner.right > outer.right - 3 || inner.height > outer.height;
}).map((button) => button.textContent.trim())"""


def test_each_turn_begins_with_the_cards_in_sight(server: RunningServer, new_page: NewPage) -> None:
    page = new_page(PHONE)
    game_id = new_game(page, server.address, [ME, ME], seed="7", first=0)
    open_table(page, server.address, game_id)
    page.locator("[data-place$='/peasant'].legal, [data-place$='/priest'].legal").first.click()
    expect(page.locator(TAB.format("Fields"))).to_have_attribute("aria-selected", "true")
    page.locator("[data-answer^='row:'], [data-answer^='temple:']").first.click()
    page.locator(CONFIRM).click()
    expect(page.locator(TAB.format("Garden"))).to_have_attribute("aria-selected", "true")
    expect(page.locator(CARDS).first).to_be_in_viewport()
    # Whoever has looked elsewhere meanwhile finds the cards there too.
    page.locator(TAB.format("Fields")).click()
    expect(page.locator(CARDS).first).to_be_in_viewport()
    page.locator(TAB.format("Log")).click()
    expect(page.locator(CARDS)).to_have_count(0)
    play_elsewhere(page, game_id, server.address, "pass")
    expect(page.locator(CARDS).first).to_be_in_viewport()


def test_what_others_do_is_in_sight(server: RunningServer, new_page: NewPage) -> None:
    mover = new_page()
    game_id = new_game(mover, server.address, [ME, ME], seed="7", first=0)
    watcher = new_page(PHONE, preferences="{}", reduced_motion="no-preference")
    open_table(watcher, server.address, game_id)
    watcher.evaluate(NOTE_FLIGHTS)
    legal = mover.request.get(f"{server.address}/api/v1/games/{game_id}").json()["legal"]
    peasant = next(token for token in legal if token.startswith("peasant/"))
    expect(watcher.locator(TAB.format("Garden"))).to_have_attribute("aria-selected", "true")
    play_elsewhere(mover, game_id, server.address, peasant, "top")
    expect(watcher.locator(TAB.format("Fields"))).to_have_attribute("aria-selected", "true")
    expect(watcher.locator("[data-place='space:top/1'] use[href^='#cube-']")).to_be_in_viewport()
    assert "#cube-W" in watcher.evaluate("() => window.flown")
    # The good that came of it is in the strip.
    expect(watcher.locator("[data-place^='good:W/']").first).to_be_in_viewport()
    # Whoever looks closely at one part of the garden is led to another where somebody digs.
    watcher.locator(TAB.format("Garden")).click()
    for _ in range(2):
        watcher.get_by_role("button", name="Zoom in").click()
    side = watcher.locator("[data-place='side:c1-d1']")
    expect(side).not_to_be_in_viewport(ratio=0.9)
    play_elsewhere(mover, game_id, server.address, "engineer/2", "dig:c1-d1")
    expect(side).to_be_in_viewport(ratio=0.9)


def test_buttons_keep_their_words_inside(server: RunningServer, new_page: NewPage) -> None:
    for locale in ("de-DE", "cs-CZ", "fr-FR"):
        page = new_page(PHONE, locale=locale)
        open_at(page, server.address, "action")
        for size in ((390, 844), (360, 640)):
            resize(page, size)
            assert page.evaluate(EDGES) == [], (locale, size)
            # What is asked takes no more than four lines, beside the signs of the companion and of notes.
            expect(page.locator("header .sign")).to_be_visible()
            box = page.locator("header").bounding_box()
            assert box is not None
            assert box["height"] <= FOUR_LINES, (locale, size, box)


def test_as_many_crafts_are_told_as_glow(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    for seed in ("7", "8", "9"):
        game_id = new_game(page, server.address, [ME, ME, ME, ME], seed=seed)
        open_table(page, server.address, game_id)
        wait_for_rest(page)
        glowing = page.locator(".crafts .card.legal").count()
        expect(page.get_by_role("status").first).to_contain_text(f"{glowing} Crafts you can pay")


def test_a_turn_to_confirm_is_still_of_who_tries_it(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    game_id = game_at(page, server.address, "action", 3)
    open_table(page, server.address, game_id)
    ring = page.locator(".order .current use")
    before = ring.get_attribute("href")
    expect(page.locator(".city .cost").first).to_be_visible()
    page.locator("[data-place=pass]").click()
    expect(page.locator(CONFIRM)).to_be_visible()
    assert ring.get_attribute("href") == before
    expect(page.locator(".city .cost")).to_have_count(0)
    # Escape in what happened since then is meant for it, not for the turn.
    page.get_by_role("button", name="Since your last turn").click()
    dialog = page.get_by_role("dialog", name="Since your last turn")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator(CONFIRM)).to_be_visible()


# What is wrong with a phone's table: parts over each other or out of the screen, targets that are small or covered,
# content that does not fit.
WRONG = """([target, roomy]) => {
  const found = [], box = (one) => one.getBoundingClientRect(), all = (what) => [...document.querySelectorAll(what)];
  const name = (one) => one.dataset.place ?? one.dataset.answer ?? one.textContent.trim();
  const parts = ['header.bar', 'ul.strip', 'main > .board', '.sheet', 'footer.thumb'].flatMap(all);
  if (parts.length !== 5) found.push(`${parts.length} parts`);
  parts.forEach((one, i) => parts.slice(i + 1).forEach((other) => {
    const [a, b] = [box(one), box(other)];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    // The sheet's round corners lie on the board.
    if (wide > 1 && high > (one.matches('.board') && other.matches('.sheet') ? 15 : 1))
      found.push(`${one.className} lies over ${other.className}`);
  }));
  for (const one of all('.tabs button, .segments button, .closer button, footer button')) {
    const { left, top, width, height } = box(one);
    if (width < target || height < target) found.push(`${name(one)} is small: ${width} by ${height}`);
    for (const [x, y] of [[left + 4, top + 4], [left + width - 4, top + height - 4]])
      if (!one.contains(document.elementFromPoint(x, y))) found.push(`${name(one)} is covered`);
  }
  for (const one of all('.strip .who, .strip .purse, .strip .hand'))
    if (one.scrollWidth > one.clientWidth + 1) found.push(`${one.textContent} is too wide`);
  const actions = ["[data-place^='craft:'].legal", '.road button'].flatMap(all).filter((one) => one.checkVisibility());
  for (const one of actions)
    if (Math.min(box(one).width, box(one).height) < target) found.push(`${name(one)} is small`);
  const cities = all('.road button').length;
  if (roomy !== (cities === 9)) found.push(`${cities} cities`);
  return found;
}"""
SIZES = ((390, 844), (844, 390), (360, 640))


def test_stage_and_actions(server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]) -> None:
    for palace in (False, True):
        page = new_page(PHONE)
        open_at(page, server.address, "action", palace=palace)
        for size in SIZES:
            resize(page, size)
            for tab in ("Garden", "Fields", "Court", "Players"):
                page.locator(TAB.format(tab)).click()
                keep(page, f"phone {size[0]}x{size[1]} {tab}{' palace' if palace else ''}")
                assert page.evaluate(WRONG, [TARGET, size == PHONE]) == [], (size, tab, palace)
                expect(page.locator(CARDS).first).to_be_in_viewport()
                expect(page.locator("[data-answer=pass]")).to_be_in_viewport(ratio=0.9)


SCALE = "() => Number(/scale\\(([\\d.]+)\\)/.exec(document.querySelector('.garden > svg').style.transform)?.[1] ?? 1)"
# Fingers that go from places of the garden to others, given as shares of its size.
FINGERS = """(ways) => {
  const garden = document.querySelector('.garden'), { left, top, width, height } = garden.getBoundingClientRect();
  const at = ([x, y]) => ({ clientX: left + x * width, clientY: top + y * height });
  const tell = (kind, id, where) => document.elementFromPoint(at(where).clientX, at(where).clientY).dispatchEvent(
    new PointerEvent(kind, { ...at(where), pointerId: id, pointerType: 'touch', bubbles: true, isPrimary: id === 1 }));
  garden.setPointerCapture = () => {};
  ways.forEach((way, i) => tell('pointerdown', i + 1, way[0]));
  for (const share of [0.25, 0.5, 0.75, 1])
    ways.forEach(([from, to], i) => tell('pointermove', i + 1, [0, 1].map((n) => from[n] + (to[n] - from[n]) * share)));
  ways.forEach((way, i) => tell('pointerup', i + 1, way[1]));
}"""
MOST_TAPS = 50
PINCH = [[[0.45, 0.5], [0.2, 0.5]], [[0.55, 0.5], [0.8, 0.5]]]
# The legal places that do not lie in the garden's frame, or under a button.
OUT_OF_SIGHT = """() => {
  const frame = document.querySelector('.garden').getBoundingClientRect();
  return [...document.querySelectorAll("[data-place^='side:'].legal")].filter((one) => {
    const { left, top, width, height } = one.querySelector('.disc').getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) return true;
    return document.elementFromPoint(x, y)?.closest('.closer, .tabs, .caption') != null;
  }).map((one) => one.dataset.place);
}"""


def test_the_garden_can_be_looked_at_closely(server: RunningServer, new_page: NewPage) -> None:
    page = new_page(PHONE)
    open_at(page, server.address, "action")
    assert page.evaluate(SCALE) == 1
    page.evaluate(FINGERS, PINCH)
    assert page.evaluate(SCALE) > 1.5
    before = page.locator("[data-place='square:a1']").bounding_box()
    page.evaluate(FINGERS, [[[0.5, 0.5], [0.4, 0.7]]])
    after = page.locator("[data-place='square:a1']").bounding_box()
    assert before is not None
    assert after is not None
    assert after["x"] < before["x"] - 10
    page.get_by_role("button", name="Show the whole garden").tap()
    assert page.evaluate(SCALE) == 1
    # Two taps where a tap means nothing else; and by keys.
    garden = page.locator(".garden").bounding_box()
    assert garden is not None
    corner = garden["x"] + garden["width"] * 0.75, garden["y"] + garden["height"] * 0.75
    for _ in range(MOST_TAPS):  # of a busy machine, two may be too far from each other
        page.touchscreen.tap(*corner)
        page.touchscreen.tap(*corner)
        if page.evaluate(SCALE) > 1.5:
            break
    assert page.evaluate(SCALE) > 1.5
    page.get_by_role("button", name="Zoom in").focus()
    page.keyboard.press("0")
    assert page.evaluate(SCALE) == 1
    page.keyboard.press("+")
    assert page.evaluate(SCALE) > 1.5
    # Who aims sees all that may be chosen, larger; moving the garden chooses nothing, a tap does.
    open_at(page, server.address, "dig")
    for size in ((360, 640), (844, 390), PHONE):
        resize(page, size)
        assert page.evaluate(OUT_OF_SIGHT) == [], size
    page.evaluate(FINGERS, PINCH)
    assert page.evaluate(SCALE) > 1.5
    expect(page.locator(CONFIRM)).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show the whole garden").tap()
    page.locator("[data-place^='side:'].legal").first.tap()
    expect(page.locator(CONFIRM)).to_be_visible()


# How far the pictures of the places reach over what they show; and how high the garden is, of the whole screen.
COVERED = """() => {
  const box = (one) => one.getBoundingClientRect();
  const places = document.querySelectorAll('.board [role=tablist][aria-orientation] [role=tab]');
  return Math.max(...[...places].map((one) => box(one).right)) - box(document.querySelector('.board .log')).left;
}"""
GARDEN = "() => document.querySelector('section.garden').getBoundingClientRect().height / innerHeight"


def test_low_screens_keep_what_is_looked_at_in_sight(server: RunningServer, new_page: NewPage) -> None:
    page = new_page((360, 640))
    open_at(page, server.address, "sell")
    page.get_by_role("tab", name="Log").click()
    assert page.evaluate(COVERED) <= 0
    page.set_viewport_size({"width": 844, "height": 390})
    open_record(page, server.address, GOLDEN_GAMES[0].read_text(encoding="utf-8"))
    expect(page.locator("section.garden")).to_be_visible()
    assert page.evaluate(GARDEN) > 0.5
