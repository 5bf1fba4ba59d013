"""Print what Chromium's renderer holds at a table without a server, and then at the analysis board.

    python -m tests.web.site_memory [FOLDER]

The browser is asked to run scripts and for nothing else. Where it tells Playwright of the network, the renderer keeps a
copy of every file that was fetched: 13 megabytes of Python's WebAssembly for each worker.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.web.conftest import BROWSERS, DESKTOP, FLAGS, SITE
from tests.web.file_host import STARTED, file_host

SETTLED = 5  # seconds after which what was needed for a moment is given back, or not
THINKING = 15
PLAY = "document.querySelector('button:enabled:has(use[href=\"#play\"])')"
NEW_SET_UP = "[...document.querySelectorAll('main button')].find((one) => one.textContent.includes('2 players'))"
# Waits until something is there.
UNTIL = """async (found) => {
  while (!found()) await new Promise((done) => setTimeout(done, 50));
  return found();
}"""
# Two turns: whatever glows is clicked on until a turn can be confirmed.
TURNS = f"""(async () => {{
  const until = {UNTIL};
  const one = (selector) => document.querySelector(selector);
  const click = (it) => it.dispatchEvent(new MouseEvent('click', {{ bubbles: true, cancelable: true }}));
  for (let turns = 0; turns < 2;) {{
    await until(() => one('[aria-busy=false]') && one('[data-confirm]:enabled, .legal'));
    const confirm = one('[data-confirm]:enabled');
    if (confirm) turns++;
    click(confirm ?? one('.legal:not([data-place=pass])'));
    await new Promise((done) => setTimeout(done, 200));
  }}
  await until(() => one('[aria-busy=false] .legal'));
}})()"""


class Page:
    """A page of a browser that is asked to run scripts only."""

    def __init__(self, browser: ClientConnection) -> None:
        self._browser, self._asked = browser, 0
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def _ask(self, method: str, session: str | None = None, **params: Any) -> Any:
        self._asked += 1
        message = {"id": self._asked, "method": method, "params": params} | ({"sessionId": session} if session else {})
        self._browser.send(json.dumps(message))
        while (answer := json.loads(self._browser.recv())).get("id") != self._asked:
            pass
        assert "error" not in answer, answer
        return answer["result"]

    def run(self, script: str) -> Any:
        """Run a script and wait for what it promises."""
        said = self._ask("Runtime.evaluate", self._session, expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in said, said
        return said["result"].get("value")

    def go(self, address: str) -> None:
        """Load an address."""
        self._ask("Page.navigate", self._session, url=address)

    def collect(self) -> None:
        """Have the page's own garbage collected, not that of its workers."""
        self._ask("HeapProfiler.collectGarbage", self._session)

    def close(self) -> None:
        """End the browser, so that what it keeps is on the disk."""
        self._ask("Browser.close")

    def tell(self, name: str, after: float) -> None:
        """Print what the renderers hold, after so many seconds, and when their garbage is gone."""
        time.sleep(after)
        before = self._resident()
        self.collect()
        for (whole, anonymous), (rest, kept) in zip(before, self._resident(), strict=True):
            print(f"{name:<24} {whole:4} MB resident, {anonymous:4} MB anonymous; collected {rest:4} and {kept:4}")

    def _resident(self) -> list[tuple[int, int]]:
        found = []
        for process in self._ask("SystemInfo.getProcessInfo")["processInfo"]:
            if process["type"] == "renderer":
                lines = Path(f"/proc/{process['id']}/smaps_rollup").read_text(encoding="utf-8").splitlines()[1:]
                sizes = {line.split()[0]: int(line.split()[1]) // 1024 for line in lines}
                found.append((sizes["Rss:"], sizes["Anonymous:"]))
        return found


@contextmanager
def browsing(profile: str) -> Iterator[Page]:
    """A page of a new browser that remembers what the last one with this profile has kept."""
    program = next(path for name in BROWSERS if (path := shutil.which(name)))
    window = f"--window-size={DESKTOP[0]},{DESKTOP[1]}"
    command = [program, *FLAGS, "--remote-debugging-port=0", f"--user-data-dir={profile}", window, "--lang=en-US"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        address = next(match[0] for line in process.stderr if (match := re.search(r"ws://\S+", line)))
        with connect(address, max_size=None, ping_interval=None) as browser:
            page = Page(browser)
            yield page
            page.close()


def main(site: Path) -> None:
    """Visit once, then again with a new browser, and print what that holds."""
    with file_host(site) as host, tempfile.TemporaryDirectory() as profile:
        with browsing(profile) as page:
            page.go(host.address)
            page.run(f"({STARTED})()")
        with browsing(profile) as page:
            page.tell("an empty page", 1)
            page.go(host.address)
            page.run(f"({UNTIL})(() => {PLAY}).then((button) => button.click())")
            page.run(TURNS)
            page.tell("the table", SETTLED)
            page.run("location.hash = '#/analysis'")
            page.run(f"({UNTIL})(() => {NEW_SET_UP}).then((button) => button.click())")
            page.run(f"({UNTIL})(() => document.querySelector('.evaluation li')).then(() => 1)")
            page.tell("then the analysis board", THINKING)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SITE)
