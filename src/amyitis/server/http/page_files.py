"""The built page: its files as they are or compressed, and its front for every address that is the page's own.

Only files found in the folder can be asked for, by their names there, so no address leads out of it.
"""

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from amyitis.service.problems import NotFound

INDEX = "index.html"
BROTLI = ".br"  # what the build has compressed has this behind its name
BR, GZIP = "br", "gzip"
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
PRELOAD = {".js": "rel=modulepreload", ".css": "rel=preload; as=style; crossorigin"}
PRELOAD_ANSWER = "rel=preload; as=fetch; crossorigin"
COMPRESSED = (".css", ".html", ".js", ".json", ".map", ".svg", ".txt", ".webmanifest")


@dataclass(frozen=True)
class PageFile:
    """A file as it is sent."""

    body: bytes
    small: dict[str, bytes]  # by the name of the compression
    shrinks: bool
    etag: str
    media_type: str
    cache: str

    def compressed(self, known: set[str]) -> tuple[str, bytes] | None:
        """The best compression that a browser knows, and the file so; None where it is sent as it is.

        What the build has not compressed is compressed when it is first asked for: nearly nobody does.
        """
        for name in (BR, GZIP):
            if name == GZIP and self.shrinks and name in known and name not in self.small:
                self.small[name] = gzip.compress(self.body, 9, mtime=0)
            if name in known and len(self.small.get(name, self.body)) < len(self.body):
                return name, self.small[name]
        return None


class Page:
    """The folder that the page was built into; it may be built again, or for the first time, while the server runs."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._built: int | None = None
        self._files: dict[str, Path] = {}
        self._read_files: dict[str, PageFile] = {}

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
            files = (path for path in self._folder.rglob("*") if path.is_file())
            self._files = {path.relative_to(self._folder).as_posix(): path for path in files}
            self._read_files, self._built = {}, built
        return True

    def answer(self, name: str, request: Request) -> Response:
        """A file of the page; raises NotFound."""
        if not self.is_built or name not in self._files:
            raise NotFound("there is nothing here")
        file = self._read_files.get(name)
        if file is None:
            file = self._read_files[name] = _read_file(name, self._files[name], self._files.get(name + BROTLI))
        headers = {"Cache-Control": file.cache, "ETag": file.etag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == file.etag:
            return Response(status_code=304, headers=headers)
        compressed = file.compressed(_known(request.headers.get("accept-encoding", "")))
        if compressed:
            encoding, small = compressed
            return Response(small, headers=headers | {"Content-Encoding": encoding}, media_type=file.media_type)
        return Response(file.body, headers=headers, media_type=file.media_type)

    def front(self, request: Request, part: str, *answers: str) -> Response:
        """The front of the page; its headers let the browser fetch the files of a part of it before it runs.

        So are answers of the server that the page will ask for, by their addresses.
        """
        answer = self.answer(INDEX, request)
        files = [name for name in self._files if name.startswith(f"{ASSETS}{part}-")]
        links = [f"</{name}>; {PRELOAD[kind]}" for name in files if (kind := Path(name).suffix) in PRELOAD]
        links += [f"<{address}>; {PRELOAD_ANSWER}" for address in answers]
        if links:
            answer.headers["Link"] = ", ".join(sorted(links))
        return answer


def _known(accepted: str) -> set[str]:
    """The compressions that a browser takes: `gzip, br;q=0.5`, without those it refuses with `q=0`."""
    known = set()
    for entry in accepted.lower().split(","):
        name, _, weight = entry.partition(";")
        if weight.replace(" ", "").rstrip("0.") != "q=":
            known.add(name.strip())
    return known


def _read_file(name: str, path: Path, squeezed: Path | None) -> PageFile:
    body, kind = path.read_bytes(), path.suffix.lower()
    return PageFile(
        body,
        {BR: squeezed.read_bytes()} if squeezed else {},
        kind in COMPRESSED,
        f'W/"{hashlib.sha256(body).hexdigest()[:20]}"',
        TYPES.get(kind, "application/octet-stream"),
        FOR_EVER if name.startswith(ASSETS) else ASK_AGAIN,
    )
