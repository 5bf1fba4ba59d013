"""Own network only: no request leaves the server's own host, and the page lives with the strictest content policy."""

from random import Random
from urllib.parse import quote, urlsplit

from playwright.sync_api import Browser, Page, expect

from tests.server.playing import ME, bot
from tests.server.running import RunningServer
from tests.web.conftest import NewPage, game_seed
from tests.web.playing import LAID, game_at, new_game, open_table, play_a_turn

HERE_ONLY = {"'none'", "'self'", "data:", "blob:"}
LANGUAGES = ("de", "cs", "fr", "en")


def visit_everything(page: Page, address: str) -> None:
    """See every page, play some turns, hear the sounds, change language and theme."""
    page.goto(address)
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    for path in ("/games", "/rules", "/rules/6.5", "/rules?box", "/replay"):
        page.goto(address + path)
        expect(page.get_by_role("banner")).to_be_visible()
    page.goto(f"{address}/learn")
    page.locator("[data-lesson=next]").click()
    game_id = game_at(page, address, "over", 3, palace=True)
    page.goto(f"{address}/replay/{game_id}?ply=30")
    page.get_by_role("button", name="One move on").click()
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog").get_by_role("textbox").first).not_to_have_value("")
    position = page.request.get(f"{address}/api/v1/games/{game_id}").json()["position"]
    page.goto(f"{address}/position?text={quote(position)}")
    expect(page.locator(LAID)).to_be_visible()
    page.goto(f"{address}/table/{game_id}")
    expect(page.get_by_role("heading", level=1).last).to_contain_text("win")
    for language in LANGUAGES:
        page.evaluate(
            "(liked) => localStorage.setItem('amyitis.preferences', JSON.stringify(liked))",
            {"speed": 0, "sounds": True, "language": language},
        )
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("lang", language)
    open_table(page, address, new_game(page, address, [ME, bot()], seed=game_seed()))
    for _ in range(3):
        play_a_turn(page, Random(2))
    page.get_by_role("button", name="Light or dark").click()


def test_no_request_leaves_the_server(server: RunningServer, new_page: NewPage) -> None:
    """Who asks for another host is seen asking; that none is there to answer, the browser's flags see to."""
    page = new_page()
    own = urlsplit(server.address).netloc
    asked: list[str] = []
    spoken: list[str] = []

    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.on("console", lambda said: spoken.append(said.text))
    visit_everything(page, server.address)
    hosts = {urlsplit(url).netloc for url in asked if not url.startswith(("data:", "blob:"))}
    assert hosts == {own}
    assert any(url.startswith("ws:") for url in asked)
    assert [said for said in spoken if "Content Security Policy" in said] == []


def test_the_content_policy_is_strict(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    script = page.locator("script[src]").first.get_attribute("src")
    for path in ("/", "/table/any", "/rules", "/learn", "/nowhere", str(script), "/favicon.svg", "/api/v1/box"):
        headers = page.request.get(server.address + path).headers
        policy = {line.split()[0]: set(line.split()[1:]) for line in headers["content-security-policy"].split("; ")}
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == {"'none'"}
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == {"'self'"}
        assert all(sources <= HERE_ONLY for sources in policy.values()), policy
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"


def test_a_violation_would_be_seen(server: RunningServer, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(server.address)
    with page.expect_console_message(lambda said: "Content Security Policy" in said.text and said.type == "error"):
        page.evaluate("() => fetch('https://example.org/').catch(() => null)")
    page.close()
