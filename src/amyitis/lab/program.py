"""Which program plays: a digest of all that decides how a game goes, the rules and the bots.

Results say by which program their game was played, and all machines of a cluster must have the same one. What only
shows or serves games (the command line, for example) is not part of it, so it may change.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
ROOMS = ("box", "rules", "engine", "notation", "game", "search", "bots")


def program_digest(package: Path = PACKAGE, rooms: Sequence[str] = ROOMS) -> str:
    """A digest of the sources of some rooms, the same on every system."""
    digest = hashlib.sha256()
    for room in rooms:
        for path in sorted((package / room).rglob("*.py")):
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


# Taken at once: an edit made while the program runs must not be taken for what is running.
PROGRAM = program_digest()
