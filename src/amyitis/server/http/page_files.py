"""The built page: its files as they are, compressed once, and its front for every address that is the page's own.

Only files found in the folder can be asked for, by their names there, so no address leads out of it.
"""

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from .refusals import NotFound

INDEX = "index.html"
ASSETS = "assets/"  # named by what is in them, so they never change
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
COMPRESSED = (".css", ".html", ".js", ".json", ".map", ".svg", ".txt", ".webmanifest")


@dataclass(frozen=True)
class Held:
    """A file as it is sent."""

    body: bytes
    small: bytes | None
    etag: str
    media_type: str
    cache: str


class Page:
    """The folder that the page was built into; it may be built again, or for the first time, while the server runs."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._built: int | None = None
        self._files: dict[str, Path] = {}
        self._held: dict[str, Held] = {}

    @property
    def is_built(self) -> bool:
        """Whether there is a page; looks at the folder anew if it was built again."""
        if self._folder is None:
            return False
        try:
            built = (self._folder / INDEX).stat().st_mtime_ns
        except OSError:
            return False
        if built != self._built:
            found = (path for path in self._folder.rglob("*") if path.is_file())
            self._files = {path.relative_to(self._folder).as_posix(): path for path in found}
            self._held, self._built = {}, built
        return True

    def answer(self, name: str, request: Request) -> Response:
        """A file of the page; raises NotFound."""
        if not self.is_built or name not in self._files:
            raise NotFound("there is nothing here")
        held = self._held.get(name)
        if held is None:
            held = self._held[name] = _read(name, self._files[name])
        headers = {"Cache-Control": held.cache, "ETag": held.etag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == held.etag:
            return Response(status_code=304, headers=headers)
        if held.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(held.small, headers=headers | {"Content-Encoding": "gzip"}, media_type=held.media_type)
        return Response(held.body, headers=headers, media_type=held.media_type)


def _read(name: str, path: Path) -> Held:
    body, kind = path.read_bytes(), path.suffix.lower()
    small = gzip.compress(body, 9, mtime=0) if kind in COMPRESSED else None
    return Held(
        body,
        small if small is not None and len(small) < len(body) else None,
        f'W/"{hashlib.sha256(body).hexdigest()[:20]}"',
        TYPES.get(kind, "application/octet-stream"),
        FOR_EVER if name.startswith(ASSETS) else ASK_AGAIN,
    )
