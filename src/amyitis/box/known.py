"""Boxes by their digest: every box that a release came with is kept, so that its games can be opened for ever.

The folder `boxes` holds them, each file named by its digest. The standard box, `box.toml`, is among them as soon as a
release has it; facts that change get a file of their own, and none is ever removed.
"""

import re
from pathlib import Path

from amyitis.box.active import active_box, use_box
from amyitis.errors import Malformed

FOLDER = Path(__file__).with_name("boxes")

_DIGEST = re.compile(r"[0-9a-f]{12}")
_HEADER = re.compile(r'^\[Box "(?:[^"\\]|\\["\\])*?([0-9a-f]{12})"\]\s*$', re.MULTILINE)


def known_box(digest: str) -> Path | None:
    """Returns the file of a box that a release came with; None for any other."""
    path = FOLDER / f"{digest}.toml"
    return path if _DIGEST.fullmatch(digest) and path.is_file() else None


def digest_in(name: str) -> str:
    """Returns the digest in a box as records and games name it, `amyitis 9838a9770713`; empty if there is none."""
    last = name.split()[-1:]
    return last[0] if last and _DIGEST.fullmatch(last[0]) else ""


def box_of_record(text: str) -> str | None:
    """Returns the digest of the box that a record's header names; None if it names none. Nothing else is read."""
    found = _HEADER.search(text)
    return found[1] if found else None


def use_box_of(record: str) -> None:
    """Make the box that a record names the box in use, as `use_box_called` does; nothing happens if it names none."""
    use_box_called(box_of_record(record) or "", "the record")


def use_box_called(digest: str, whose: str) -> None:
    """Make the box of a digest the box in use; must be called before the rules are imported.

    Nothing happens if it is in use already, or if the digest is empty. Raises Malformed, naming `whose` box it is, for
    one that no release came with: whoever has its file can name it. Raises BoxError where the rules were imported with
    another one.
    """
    if not digest or digest == active_box().digest:
        return
    path = known_box(digest)
    if path is None:
        raise Malformed(
            f"{whose} was played with the box {digest}, which is not the one in use, {active_box().digest}, "
            "and did not come with any release: give its file with --box"
        )
    use_box(path)
