"""Atomic writes: files that are there whole or not at all."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def draft_of(path: Path, beside: Sequence[str] = ()) -> Iterator[Path]:
    """Yields the path of a draft to be written: at the end it is moved to its place, and removed if anything is raised.

    So at any moment either the old file or the new one is there, whole, and an interruption leaves nothing behind, too.
    `beside` are the ends of the names of files that come beside the draft while it is written; they are removed in
    either case. Several processes and threads may write the same file at once: the last one wins. Raises OSError.
    """
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{os.urandom(4).hex()}.part")
    try:
        yield draft
        os.replace(draft, target)
    finally:
        for end in ("", *beside):
            Path(f"{draft}{end}").unlink(missing_ok=True)


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all (`draft_of`); text as UTF-8, with the line ends it has. Raises OSError."""
    with draft_of(path) as draft:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
