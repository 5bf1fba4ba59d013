"""With a server that is far away: whatever is clicked, it is seen at once that it was."""

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.playing import CONFIRM, open_at, wait_for_rest

SIZES = {"desktop": DESKTOP, "phone": PHONE}
FAR = 400  # milliseconds until the server answers
AT_ONCE = 50  # milliseconds in which an effect must be seen
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


def seen_at_once(page: Page, selector: str, request: str) -> None:
    """Click on something; the page must show it before the server, which gets the request, has answered."""
    page.evaluate(WATCH)
    with page.expect_response(request):
        page.locator(selector).first.click()
        assert page.evaluate("() => window.effect") < AT_ONCE, selector
    wait_for_rest(page)
    expect(page.locator(".pending")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_a_click_is_seen_before_the_server_has_answered(server: RunningServer, new_page: NewPage, size: str) -> None:
    page = new_page(SIZES[size])
    open_at(page, server.address, "action", 2)

    slow = {"offline": False, "latency": FAR, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    seen_at_once(page, "[data-place$='/peasant'].legal, [data-place$='/priest'].legal", "**/try")
    kinds = ("row:", "temple:")
    answers = [f"[data-{name}^='{kind}'].legal" for name in ("answer", "place") for kind in kinds]
    seen_at_once(page, ", ".join(answers), "**/try")
    seen_at_once(page, CONFIRM, "**/moves")
