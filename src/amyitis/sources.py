"""Digests of source code: which program made something that is kept."""

import hashlib
from pathlib import Path

PACKAGE = Path(__file__).parent
LENGTH = 16


def source_digest(*places: Path, also: str = "") -> str:
    """Returns a digest of the Python files at some places, each a file or a folder, and of a further text.

    It is the same on every system and wherever a place lies; a place that is not there adds its name alone. Take it
    when the program starts: an edit made later must not be taken for what is running.
    """
    digest = hashlib.sha256(also.encode())
    for place in places:
        digest.update(place.name.encode())
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            digest.update(path.relative_to(place.parent).as_posix().encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:LENGTH]


def package_digest(*names: str, also: str = "") -> str:
    """Returns a digest of some of our own packages, by their names: `package_digest("rules", "bots")`."""
    return source_digest(*(PACKAGE / name for name in names), also=also)
