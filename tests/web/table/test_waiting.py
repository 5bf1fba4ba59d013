"""With a server that is far away: whatever is clicked, it is seen at once that it was."""

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import RunningServer
from tests.web.conftest import SIZES, NewPage
from tests.web.playing import CONFIRM, open_at, wait_for_rest

FAR = 400  # milliseconds until the server answers
AT_ONCE = 50  # milliseconds in which an effect must be seen
TRIES = 5  # of which one must be as quick: the bound is one for the page, not for what else the machine has to do
# How long after a click something in the page looks otherwise, in milliseconds.
WATCH = """() => {
  const chosen = () => document.querySelectorAll('.chosen').length;
  const before = chosen();
  window.effect = new Promise((done) => document.addEventListener('click', () => {
    const clicked = performance.now();
    new MutationObserver((_, watching) => {
      if (!document.querySelector('.pending') && chosen() <= before) return;
      watching.disconnect();
      done(performance.now() - clicked);
    }).observe(document.body, { attributes: true, childList: true, subtree: true, attributeFilter: ['class'] });
  }, { capture: true, once: true }));
}"""
# Notes whether a table that is waited for was seen as an outline.
OUTLINE = """new MutationObserver((_, watching) => {
  if (!document.querySelector('.outline')) return;
  watching.disconnect();
  window.outlined = true;
}).observe(document, { childList: true, subtree: true })"""


def milliseconds_until_seen(page: Page, selector: str, request: str) -> float:
    """Click on something that asks the server; how long it takes until the page shows that it was clicked."""
    page.evaluate(WATCH)
    with page.expect_response(request):
        page.locator(selector).first.click()
        effect: float = page.evaluate("() => window.effect")
    wait_for_rest(page)
    expect(page.locator(".pending")).to_have_count(0)
    return effect


@pytest.mark.parametrize("size", SIZES)
def test_a_click_is_seen_before_the_server_has_answered(server: RunningServer, new_page: NewPage, size: str) -> None:
    page = new_page(SIZES[size])
    page.add_init_script(OUTLINE)
    slow = {"offline": False, "latency": FAR, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    kinds = ("row:", "temple:")
    answers = [f"[data-{name}^='{kind}'].legal" for name in ("answer", "place") for kind in kinds]
    clicks = {
        "[data-place$='/peasant'].legal, [data-place$='/priest'].legal": "**/try",
        ", ".join(answers): "**/try",
        CONFIRM: "**/moves",
    }
    tries = []
    for _ in range(TRIES):
        open_at(page, server.address, "action", 2)
        assert page.evaluate("window.outlined"), "nothing was shown while the table was waited for"
        tries.append([milliseconds_until_seen(page, *click) for click in clicks.items()])
        if max(tries[-1]) < AT_ONCE:
            break
    assert all(min(effects) < AT_ONCE for effects in zip(*tries, strict=True)), tries
