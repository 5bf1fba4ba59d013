"""How long a visitor of the folder without a server waits: `python -m tests.web.site_times` prints medians."""

import os
import shutil
import time
from collections.abc import Callable
from statistics import median

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.conftest import BROWSERS, FAILED_AFTER, FLAGS, SITE
from tests.web.file_host import STARTED, FileHost, file_host
from tests.web.local.kept_page import KEPT

VISITS = 3
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"
LEGAL = "button:enabled:visible:has-text('Pass')"
# The time from a click to the next picture that shows its effect.
CLICK = """async (button) => {
  const before = performance.now();
  const changed = new Promise((done) => {
    const watch = new MutationObserver(() => { watch.disconnect(); requestAnimationFrame(() => setTimeout(done)); });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  button.click();
  await changed;
  return (performance.now() - before) / 1000;
}"""


def timed(work: Callable[[], object]) -> float:
    """How long something takes."""
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


def first_move(page: Page, address: str) -> None:
    """Open the lobby, sit down against a bot, and wait until a move can be made."""
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(LEGAL).first).to_be_visible()


def visits(browser: Browser, host: FileHost) -> dict[str, float]:
    """A stranger's first visit and their second."""
    context = browser.new_context(locale="en-US")
    context.set_default_timeout(FAILED_AFTER)
    page = context.new_page()
    found = {"a first move, first visit": timed(lambda: first_move(page, host.address))}
    found["first paint, first visit"] = page.evaluate(PAINTED)
    found["the effect of a click"] = page.locator(LEGAL).first.evaluate(CLICK)
    page.evaluate(KEPT)
    page.evaluate(STARTED)
    page.close()
    page = context.new_page()
    found["a first move, second visit"] = timed(lambda: first_move(page, host.address))
    found["first paint, second visit"] = page.evaluate(PAINTED)
    context.close()
    return found


def main() -> None:
    """Visit several times, and print the medians."""
    expect.set_options(timeout=FAILED_AFTER)
    with sync_playwright() as playwright, file_host(SITE) as host:
        path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        measured = [visits(browser, host) for _ in range(VISITS)]
        for name in measured[0]:
            print(f"{name:<28} {median(one[name] for one in measured):.3f} s")
        print(f"load of the machine {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
        browser.close()


if __name__ == "__main__":
    main()
