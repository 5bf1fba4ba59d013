"""The start page: what comes first for somebody new and for who comes back, and that all of it is seen at once."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.server.playing import ME, bot, late_record
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.looking import overflow, small_targets
from tests.web.playing import game_at, new_game, next_frame, resize, visit

LANGUAGES = ("de", "fr", "cs", "en")
SMALL_PHONE = (360, 640)
FOR_FINGERS = (PHONE, SMALL_PHONE)
WIDE = 1024
# The choices whose words are shortened.
CUT_OFF = """() => [...document.querySelectorAll('fieldset .label')].filter(
  (one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
GOLD = """() => [...document.querySelectorAll('.go')].filter((one) => one.checkVisibility()
  && getComputedStyle(one).backgroundColor === 'rgb(255, 197, 61)').map((one) => one.textContent.trim())"""
SPEAK = """(language) => {
  const kept = JSON.parse(localStorage.getItem('amyitis.preferences') ?? '{}');
  localStorage.setItem('amyitis.preferences', JSON.stringify({...kept, language}));
}"""
# A file that is held over the page, wherever that is, and then let go.
DRAG = """([kind, text]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], 'game.amy'));
  const over = document.querySelector('h2');
  over.dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: carried}));
}"""


def seen_at_once(page: Page, address: str, keep: Callable[[Page, str], None], name: str) -> None:
    """Whether nothing scrolls on a desk in any language, nothing sideways elsewhere, and fingers hit what they mean."""
    for language in LANGUAGES:
        page.evaluate(SPEAK, language)
        visit(page, address, "/")
        expect(page.locator("html")).to_have_attribute("lang", language)
        for size in (DESKTOP, (1024, 768), (768, 1024), *FOR_FINGERS):
            resize(page, size)
            if language == "de":
                keep(page, f"lobby {name} {size[0]}")
            assert overflow(page) == (False, size != DESKTOP), (language, size)
            if size[0] < WIDE:
                assert page.evaluate(CUT_OFF) == [], (language, size)
            if size in FOR_FINGERS:
                assert small_targets(page) == [], (language, size)
    resize(page, DESKTOP)


def assert_nothing_moves_when_my_games_come(page: Page) -> None:
    """Load the page anew on a phone and see that what stands below my games stays where it is."""
    resize(page, PHONE)
    below, games = page.locator(".quick .go"), page.get_by_role("link", name="Go on with this game")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/games?which=mine", hold)
    page.reload()
    expect(below).to_be_visible()
    expect(games).to_have_count(0)
    before = below.bounding_box()
    held[0].continue_()
    expect(games).to_be_visible()
    page.unroute("**/games?which=mine")
    assert below.bounding_box() == before
    resize(page, DESKTOP)


def test_the_first_thing_for_somebody_new_is_the_first_game(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page()
    visit(page, server.address, "/")
    assert page.evaluate(GOLD) == ["Start the first game"]
    seen_at_once(page, server.address, keep, "new")
    resize(page, PHONE)
    start = page.get_by_role("link", name="Start the first game").bounding_box()
    assert start is not None
    assert start["y"] + start["height"] < PHONE[1] / 2, "on a phone it is in sight, far up"
    page.get_by_role("button", name="I know the game").click()
    expect(page.get_by_role("link", name="Start the first game")).to_have_count(0)
    assert page.evaluate(GOLD) == ["Play now"]
    expect(page.get_by_role("button", name="Play now")).to_be_focused()


def test_who_comes_back_sees_the_newest_game_and_the_page_takes_a_record(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page()
    older = new_game(page, server.address, [ME, ME, ME])
    newest = game_at(page, server.address, "action", 2)
    game_at(page, server.address, "over", 2)
    visit(page, server.address, "/")
    first = page.locator("section", has=page.get_by_role("heading", name="It is your turn in 2 games"))
    expect(first.locator("[data-place^='square:']")).to_have_count(16)
    expect(first.get_by_role("link", name="Go on with this game")).to_have_attribute("href", f"/table/{newest}")
    expect(page.get_by_role("listitem").locator(f"a[href='/table/{older}']")).to_be_visible()
    assert page.evaluate(GOLD) == ["Go on with this game"]
    seen_at_once(page, server.address, keep, "back")
    assert_nothing_moves_when_my_games_come(page)
    page.evaluate(DRAG, ["dragover", ""])
    expect(page.get_by_text("Drop to replay this record")).to_be_visible()
    keep(page, "lobby takes a record")
    page.evaluate(DRAG, ["drop", late_record(2, False, 3)])
    page.wait_for_url("**/replay")
    expect(page.locator("input[type=range]")).to_be_visible()
    next_frame(page)


def test_a_running_game_with_bots_is_removed_and_comes_back(server: RunningServer, new_page: NewPage) -> None:
    page = new_page(preferences="{}")
    ids = [new_game(page, server.address, [ME, bot()], first=0) for _ in range(3)]
    visit(page, server.address, "/")
    newest = page.get_by_role("link", name="Go on with this game")
    expect(newest).to_have_attribute("href", f"/table/{ids[2]}")
    page.locator(".next").get_by_role("button", name="Remove from my games").click()
    expect(newest).to_have_attribute("href", f"/table/{ids[1]}")
    page.reload()
    expect(newest).to_have_attribute("href", f"/table/{ids[1]}")
    expect(page.locator(f"a[href='/table/{ids[2]}']")).to_have_count(0)
    page.get_by_role("button", name="Show them again").click()
    expect(newest).to_have_attribute("href", f"/table/{ids[2]}")


def test_a_phone_asks_its_host_for_a_name_and_folds_the_fair_cards(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page(PHONE, preferences="{}")
    visit(page, server.address, "/")
    form = page.locator("section", has=page.get_by_role("heading", name="Table with friends"))
    form.get_by_label("Your name").fill("Shammuramat")
    keep(page, "phone host name")
    with page.expect_response(lambda answer: answer.url.endswith("/games") and answer.request.method == "POST"):
        form.get_by_role("button", name="Create the table").click()
    games = page.request.get(f"{server.address}/api/v1/games?which=mine").json()["games"]
    assert games[0]["seats"][0]["name"] == "Shammuramat"
    page.goto(f"{server.address}/table/{games[0]['id']}")
    expect(page.get_by_role("listitem").filter(has_text="Shammuramat")).to_be_visible()
    words = page.locator("details p").first
    expect(words).not_to_be_visible()
    keep(page, "phone waiting room")
    page.get_by_text("The cards are drawn fairly: how?").click()
    expect(words).to_be_visible()


CHOSEN_LEVEL_IN_SIGHT = """() => {
  const chosen = document.querySelector('.rungs label.on'), box = chosen.getBoundingClientRect();
  return chosen.contains(document.elementFromPoint(box.left + 60, box.top + box.height / 2));
}"""


def test_options_explain_themselves_on_touch(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page(PHONE, preferences="{}")
    visit(page, server.address, "/")
    form = page.locator("section", has=page.get_by_role("heading", name="Table with friends"))
    form.locator("summary").click()
    note = form.get_by_text("Talents, camels and goods can run out")
    expect(note).to_be_visible()
    keep(page, "phone options")
    box = note.bounding_box()
    assert box is not None
    assert box["height"] > 10
    # Those of a game with bots leave the chosen level in sight.
    resize(page, DESKTOP)
    page.locator("section", has=page.get_by_role("heading", name="Play against bots")).locator("summary").click()
    expect(page.get_by_role("switch", name="Palace expansion").first).to_be_visible()
    assert page.evaluate(CHOSEN_LEVEL_IN_SIGHT)
    keep(page, "options")
