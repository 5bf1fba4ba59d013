"""What is kept of local games, and where: heads that say how a game stands, and logs that are only appended to.

A head is `{"id", "ply", "seating", "facts", "seats"}`. Everything goes in and out as JSON: in a browser the store is an
object of JavaScript, `web/src/local/games_db.ts`.
"""

import json
from collections.abc import Awaitable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol

from amyitis.api.refusals import Conflict, Refused
from amyitis.table import GameFacts, LogEntry, SeatFacts

KEPT, TAKEN = "kept", "taken"


class StorageFull(Refused):
    """There is no more room for games; nothing was changed."""

    status, kind, title = 507, "storage-full", "There is no more room"

    def __init__(self) -> None:
        sentence = "the browser has no more room for games: throw away some that you need no more; nothing was lost"
        super().__init__(sentence, key="storage_full")


class Store(Protocol):
    """Who keeps games. Each method returns JSON, `null` for what is not there."""

    def head(self, game_id: str) -> Awaitable[str]:
        """The head of a game."""

    def heads(self) -> Awaitable[str]:
        """The heads of all games."""

    def log(self, game_id: str) -> Awaitable[str]:
        """The entries of a game's log, in their order."""

    def write(self, changes: str) -> Awaitable[str]:
        """Make some changes of games, all or none: `[{"id", "before", "head", "entries"}, ...]`.

        `before` is the ply and the seating that the kept head must have, null for a game that must not be there yet;
        the head is null for a game that is thrown away. Returns `"kept"` once it is safe, `"taken"` if a head was
        another one, `"full"` if there is no room; nothing was written then.
        """

    def fact(self, name: str) -> Awaitable[str]:
        """Something kept under a name."""

    def keep_fact(self, name: str, value: str) -> Awaitable[str]:
        """Keep something under a name; returns `"kept"`, or `"full"` if there is no room."""

    def change_fact(self, name: str, before: str, value: str) -> Awaitable[str]:
        """Keep something under a name where this was kept before; returns `"taken"` if it was something else."""


@dataclass(frozen=True)
class Kept:
    """A game as it is kept, without its log."""

    facts: GameFacts
    seats: list[SeatFacts]

    @property
    def mark(self) -> list[int]:
        """By this it is known whether a game is still as it was."""
        return [self.facts.ply, self.facts.seating]

    def seated(self, seats: Sequence[SeatFacts], **changes: Any) -> "Kept":
        """The same game with other seats, or other facts."""
        return Kept(replace(self.facts, seating=self.facts.seating + 1, **changes), list(seats))

    def as_dict(self) -> dict[str, Any]:
        """The head."""
        facts = self.facts
        return {
            "id": facts.id,
            "ply": facts.ply,
            "seating": facts.seating,
            "facts": asdict(facts),
            "seats": [asdict(seat) for seat in self.seats],
        }


@dataclass(frozen=True)
class GameChange:
    """A change of one game: what it was before (None if there was none), what it is then, and new entries."""

    before: Kept | None
    after: Kept | None
    entries: Sequence[LogEntry] = ()

    def as_dict(self) -> dict[str, Any]:
        """The change as the store wants it."""
        known = self.after or self.before
        assert known is not None
        return {
            "id": known.facts.id,
            "before": None if self.before is None else self.before.mark,
            "head": None if self.after is None else self.after.as_dict(),
            "entries": [asdict(entry) for entry in self.entries],
        }


def kept_from(head: dict[str, Any]) -> Kept:
    """A game from its head; raises Conflict for one that a newer program has kept."""
    try:
        return Kept(GameFacts(**head["facts"]), [SeatFacts(**seat) for seat in head["seats"]])
    except TypeError:
        raise Conflict("this game was kept by a newer program: load the page again") from None


class GameLog:
    """The games of a store, as what they are."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def kept(self, game_id: str) -> Kept | None:
        """A game, or None; raises Conflict."""
        head = json.loads(await self._store.head(game_id))
        return None if head is None else kept_from(head)

    async def all(self) -> list[Kept]:
        """All games that can be read, the running ones and the latest first."""
        found = []
        for head in json.loads(await self._store.heads()):
            try:
                found.append(kept_from(head))
            except Conflict:
                continue  # it is not lost: the newer program that kept it shows it
        return sorted(found, key=lambda one: (one.facts.over, -one.facts.updated))

    async def entries(self, game_id: str) -> list[LogEntry]:
        """The log of a game."""
        return [LogEntry(**entry) for entry in json.loads(await self._store.log(game_id))]

    async def write(self, *changes: GameChange) -> bool:
        """Make changes, all or none; False if somebody was quicker. Raises StorageFull."""
        told = json.dumps([change.as_dict() for change in changes], separators=(",", ":"))
        return _checked(json.loads(await self._store.write(told)))

    async def fact(self, name: str) -> Any:
        """Something kept under a name, or None."""
        return json.loads(await self._store.fact(name))

    async def keep_fact(self, name: str, value: Any) -> None:
        """Keep something under a name; raises StorageFull."""
        _checked(json.loads(await self._store.keep_fact(name, json.dumps(value))))

    async def change_fact(self, name: str, before: Any, value: Any) -> bool:
        """Keep something under a name; False if it was no more what it was before. Raises StorageFull."""
        said = await self._store.change_fact(name, json.dumps(before), json.dumps(value))
        return _checked(json.loads(said))


def _checked(said: str) -> bool:
    if said not in (KEPT, TAKEN):
        raise StorageFull
    return said == KEPT
