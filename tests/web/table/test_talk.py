"""Talk at the table: what is said is seen by one's side alone, as text, and somebody may be muted."""

from playwright.sync_api import Page, expect

from tests.server.playing import ME, OPEN
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.playing import new_game, open_table

TALK = "Write a message"


def named(new_page: NewPage, server: RunningServer, name: str, size: tuple[int, int] = DESKTOP) -> Page:
    """Somebody with a name, at the page."""
    page = new_page(size)
    page.request.post(f"{server.address}/api/v1/me", data={"name": name})
    return page


def table_of_two(server: RunningServer, ann: Page, ben: Page) -> str:
    """A game of two people."""
    game_id = new_game(ann, server.address, [ME, OPEN], first=0)
    path = f"{server.address}/api/v1/games/{game_id}"
    invitation = ann.request.get(f"{path}/invitations").json()["invitations"]["K"]
    assert ben.request.post(f"{path}/seats/K/join", data={"invitation": invitation}).ok
    assert ann.request.get(path).ok
    return game_id


def open_talk(page: Page) -> None:
    page.get_by_role("tab", name="Chat").click()


# A bubble is there for four seconds, and a busy browser may not be asked meanwhile. What the window cuts is none.
NOTE_BUBBLES = """() => {
  window.bubbled = [];
  const note = () => document.querySelectorAll('.bubble').forEach((one) => {
    const { left, right } = one.getBoundingClientRect();
    if (left >= 0 && right <= innerWidth) bubbled.push(one.textContent.trim());
  });
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
BUBBLED = "(text) => bubbled.includes(text)"


def sit_down(page: Page, address: str, game_id: str) -> None:
    """Open a table, and wait until what was said there before is known."""
    with page.expect_response(lambda answer: answer.url.endswith("/talk")):
        open_table(page, address, game_id)


def note_bubbles(page: Page) -> None:
    """Keep what bubbles say from now on."""
    page.evaluate(NOTE_BUBBLES)


def say(page: Page, text: str) -> None:
    page.get_by_label(TALK).fill(text)
    page.get_by_label(TALK).press("Enter")


def test_what_is_said_is_read_by_ones_side(server: RunningServer, new_page: NewPage) -> None:
    ann, ben, eve = (named(new_page, server, name) for name in ("Ann", "Ben", "Eve"))
    game_id = table_of_two(server, ann, ben)
    for page in (ann, ben, eve):
        sit_down(page, server.address, game_id)
    open_talk(ann)
    note_bubbles(ben)
    say(ann, "<b>mine</b> https://example.org/river")
    ben.wait_for_function(BUBBLED, arg="<b>mine</b> https://example.org/river")
    expect(ben.get_by_role("tab", name="Chat one new message")).to_be_visible()
    open_talk(ben)
    said = ben.get_by_role("log", name="Chat")
    expect(said).to_contain_text("Ann <b>mine</b> https://example.org/river")
    expect(said.locator("b")).to_have_count(0)
    expect(said.get_by_role("link")).to_have_attribute("rel", "noopener noreferrer nofollow")
    expect(ben.get_by_text("one new message")).to_have_count(0)
    note_bubbles(ann)
    ben.get_by_role("button", name="Well played").click()
    ann.wait_for_function(BUBBLED, arg="Well played")
    expect(ann.get_by_role("log", name="Chat")).to_contain_text("Ben Well played")
    open_talk(eve)
    say(eve, "what a game https://example.org/spam")
    watching = eve.get_by_role("log", name="Chat")
    expect(watching).to_contain_text("You what a game")
    expect(watching).not_to_contain_text("mine")
    expect(watching.get_by_role("link")).to_have_count(0)
    expect(ann.get_by_role("log", name="Chat")).not_to_contain_text("what a game")


def test_somebody_is_muted_and_heard_again(server: RunningServer, new_page: NewPage) -> None:
    ann, ben = named(new_page, server, "Ann"), named(new_page, server, "Ben")
    game_id = table_of_two(server, ann, ben)
    path = f"{server.address}/api/v1/games/{game_id}/talk"
    ben.request.post(path, data={"text": "I am loud"})
    sit_down(ann, server.address, game_id)
    open_talk(ann)
    said = ann.get_by_role("log", name="Chat")
    ann.get_by_role("button", name="Ben", exact=True).click()
    ann.get_by_role("button", name="Report this message").click()
    expect(ann.get_by_role("button", name="Reported")).to_be_disabled()
    ann.get_by_role("button", name="Mute Ben").click()
    expect(said).not_to_contain_text("I am loud")
    ann.get_by_role("button", name="Unmute Ben").click()
    expect(said).to_contain_text("I am loud")
    say(ann, "the same")
    expect(said).to_contain_text("You the same")
    say(ann, "the same")
    expect(ann.get_by_role("alert")).to_have_text("You have just written that.")


def test_a_phone_has_talk_beside_the_log(server: RunningServer, new_page: NewPage) -> None:
    ann, ben = named(new_page, server, "Ann", PHONE), named(new_page, server, "Ben")
    game_id = table_of_two(server, ann, ben)
    sit_down(ann, server.address, game_id)
    note_bubbles(ann)
    wish = "May the finest terrace win, and nobody run dry"
    ben.request.post(f"{server.address}/api/v1/games/{game_id}/talk", data={"text": wish})
    ann.wait_for_function(BUBBLED, arg=wish)
    ann.get_by_role("tab", name="Log").click()
    open_talk(ann)
    expect(ann.get_by_role("log", name="Chat")).to_contain_text(f"Ben {wish}")
    ann.get_by_role("button", name="Thank you").click()
    expect(ann.get_by_role("log", name="Chat")).to_contain_text("You Thank you")
