"""People who were removed stay removed, whatever backup is restored: a file beside the database has a line for each.

A database in a file has a file with the ending `.removed` beside it, with a line for each person. A backup is often put
back under another name, so all such files of the folder are read. PostgreSQL has no such file: the database before is
named to `amyitis restore`.
"""

import json
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from .files import private_file

if TYPE_CHECKING:
    from .store import GameStore

ENDING = ".removed"
Tombstone = tuple[str, str | None, int]

logger = logging.getLogger(__name__)


def note(database: Path, tombstone: Tombstone) -> None:
    """Note somebody who was removed beside the file of a database."""
    file = database.with_name(database.name + ENDING)
    if not file.exists():
        private_file(file)
    with file.open("a", encoding="utf-8") as lines:
        lines.write("\n" + json.dumps(tombstone) + "\n")  # the line before may have been cut off by a full disk


def noted(file: Path) -> list[Tombstone]:
    """Return the people that a file names; lines that are damaged are logged."""
    tombstones = list[Tombstone]()
    for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        try:
            match json.loads(line or "null"):
                case [str(person), None | str() as looks, int(at)]:
                    tombstones.append((person, looks, at))
                case None:
                    pass
                case _:
                    raise ValueError
        except ValueError:
            logger.error("%s: line %d is damaged: somebody who was removed may come back", file, number)
    return tombstones


async def bury_again(store: "GameStore", bot: str, others: Iterable[Tombstone] = ()) -> int:
    """Remove those who were removed before and came back with a backup; returns how many were here.

    What is noted beside another file of the folder counts only for people who are here: it may be another server's.
    """
    known, elsewhere = list(others), list[Tombstone]()
    if store.file is not None:
        own = store.file.resolve().with_name(store.file.name + ENDING)
        for file in own.parent.glob(f"*{ENDING}"):
            (known if file == own else elsewhere).extend(noted(file))
    if elsewhere:
        here = await store.moving.hashes()
        known += [tombstone for tombstone in elsewhere if tombstone[0] in here]
    there = {hashed for hashed, _looks, _at in await store.moving.tombstones()} if known else set[str]()
    missing = [tombstone for tombstone in known if tombstone[0] not in there]
    return await store.moving.bury(missing, bot) if missing else 0
