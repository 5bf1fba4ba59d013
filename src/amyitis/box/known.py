"""Boxes by their digest: every box that a release came with is kept, so that its games can be opened for ever.

The standard box is `box.toml`. A release that changes its facts leaves the box before it in the folder `boxes`, in a
file named by its digest, and none is ever removed. A box of an owner's is kept in the folder of the games that were
played with it (`keep_box`).
"""

import re
from functools import cache
from pathlib import Path

from amyitis.box.active import active_box, active_text, use_box
from amyitis.box.loading import PACKAGED, load_box
from amyitis.errors import Malformed
from amyitis.files import write_atomically

FOLDER = Path(__file__).with_name("boxes")  # of earlier releases; there is none yet

_DIGEST = re.compile(r"[0-9a-f]{12}")
_HEADER = re.compile(r'^\[Box "(?:[^"\\]|\\["\\])*?([0-9a-f]{12})"\]\s*$', re.MULTILINE)


def known_box(digest: str, record: Path | None = None) -> Path | None:
    """Returns the file of a box that a release came with, or that is kept with a record; None for any other.

    The box of a record lies in its folder, or in the one above, as in the folder of a tournament.
    """
    if not _DIGEST.fullmatch(digest):
        return None
    if digest == _standard_digest():
        return PACKAGED
    places = [FOLDER / f"{digest}.toml"]
    if record is not None:
        places += [folder / _kept_name(digest) for folder in record.resolve().parents[:2]]
    return next((path for path in places if path.is_file()), None)


@cache
def _standard_digest() -> str:
    return load_box(PACKAGED).digest


def keep_box(folder: Path) -> None:
    """Keep the box in use in a folder of games, unless a release came with it; raises OSError."""
    digest = active_box().digest
    path = folder / _kept_name(digest)
    if known_box(digest) is None and not path.exists():
        write_atomically(path, active_text())


def _kept_name(digest: str) -> str:
    return f"box-{digest}.toml"


def digest_in(name: str) -> str:
    """Returns the digest in a box as records and games name it, `amyitis 69893bf00ce9`; empty if there is none."""
    last = name.split()[-1:]
    return last[0] if last and _DIGEST.fullmatch(last[0]) else ""


def box_of_record(text: str) -> str | None:
    """Returns the digest of the box that a record's header names; None if it names none. Nothing else is read."""
    header = _HEADER.search(text.removeprefix("\ufeff"))
    return header[1] if header else None


def use_box_of(record: str, file: Path | None = None) -> None:
    """Make the box that a record names the box in use, as `use_box_called` does; nothing happens if it names none."""
    use_box_called(box_of_record(record) or "", "the record", file)


def use_box_called(digest: str, whose: str, file: Path | None = None) -> None:
    """Make the box of a digest the box in use; must be called before the rules are imported.

    Nothing happens if it is in use already, or if the digest is empty. Raises Malformed, naming `whose` box it is, for
    one that neither a release came with nor is kept with the file: its owner can name it. Raises BoxError where
    the rules were imported with another one.
    """
    if not digest or digest == active_box().digest:
        return
    path = known_box(digest, file)
    if path is None:
        raise Malformed(
            f"{whose} was played with the box {digest}, which is not the one in use, {active_box().digest}, "
            "and did not come with any release: give its file with --box"
        )
    if load_box(path).digest != digest:
        raise Malformed(f"{path} was changed: it is not the box {digest} any more, with which {whose} was played")
    use_box(path)
