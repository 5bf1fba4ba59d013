"""Files that are there whole or not at all."""

import os
from pathlib import Path
from threading import get_ident


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file so that at any moment either the old or the new one is there, whole; raises OSError.

    Text is written as UTF-8, with the line ends it has. Several processes and threads may write the same file at once:
    the last one wins.
    """
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}.{get_ident()}.part")
    try:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
        os.replace(draft, target)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
