"""A host of plain files, as anybody has one: a folder under some path, nothing else; it can be switched off."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext

PATH = "/some/folder/"
# Waits until Python is kept as it was started, at most three minutes.
STARTED = """async () => {
  const kept = async () => (await (await caches.open('python-started')).keys()).length;
  while ((await kept()) < 3) {
    if (performance.now() > 180_000) throw new Error(document.body.innerText);
    await new Promise(requestAnimationFrame);
  }
}"""


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of a folder below a path."""

    def __init__(self, *arguments: Any, host: "FileHost") -> None:
        self._host = host
        super().__init__(*arguments, directory=str(host.folder))

    def translate_path(self, path: str) -> str:
        """Where the file of an address lies; what is outside the path is not there."""
        if not path.startswith(self._host.path):
            self._host.strays.append(path)
            return str(self._host.folder / "there" / "is" / "no" / "such" / "file")
        return super().translate_path("/" + path.removeprefix(self._host.path))

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


class FileHost:
    """The host: its address, what was asked for outside its path, and its switch."""

    def __init__(self, folder: Path, path: str = PATH) -> None:
        self.folder, self.path = folder, path
        self.strays: list[str] = []
        self._server = self._new(0)
        self._port = self._server.server_port
        self.address = f"http://127.0.0.1:{self._port}{path}"

    def _new(self, port: int) -> ThreadingHTTPServer:
        server = ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, host=self))
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return server

    def switch_off(self) -> None:
        """Answer nobody any more: connections are refused."""
        self._server.shutdown()
        self._server.server_close()

    def switch_on(self) -> None:
        """Answer again, at the same address."""
        self._server = self._new(self._port)


@contextmanager
def file_host(folder: Path, path: str = PATH) -> Iterator[FileHost]:
    """A host for a while."""
    host = FileHost(folder, path)
    try:
        yield host
    finally:
        host.switch_off()


class KnownSite(NamedTuple):
    """A host with the game as a folder, and a browser context that was there before: it has kept a started Python."""

    host: FileHost
    context: BrowserContext
