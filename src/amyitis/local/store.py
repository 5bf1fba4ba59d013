"""`BrowserStore`: the service's store over the key-value store of a browser (`web/src/local/games_db.ts`).

A game has a head, `{"id", "ply", "seating", "metadata", "seats"}`, and a log that is only appended to. Every change
names the ply and seating that it expects; of two tabs that change a game at the same time, one is refused.
"""

import json
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol

from amyitis.service.ports import Clock
from amyitis.service.problems import Conflict, StorageFull
from amyitis.table import GameMetadata, LogEntry, NewGame, SeatMetadata, Step
from amyitis.table.errors import Taken
from amyitis.table.likeness import KnownRow
from amyitis.table.metadata import Coach, Stage
from amyitis.table.people.puzzle_tries import PuzzleRating, PuzzleTry, Ratings, TryChange

KEPT, TAKEN = "kept", "taken"
PERSON, PUZZLES = "person", "puzzles"
NO_TRIES: dict[str, Any] = {"tries": {}, "mine": None, "ratings": {}}
FULL = "the browser has no more room for games: delete some that you need no more; nothing was lost"


class KeyValueStore(Protocol):
    """An object of JavaScript. Each method returns JSON, `null` for what is not there."""

    def head(self, game_id: str) -> Awaitable[str]:
        """Return the head of a game."""

    def heads(self) -> Awaitable[str]:
        """Return the heads of all games."""

    def log(self, game_id: str) -> Awaitable[str]:
        """Return the entries of a game's log, in their order."""

    def write(self, changes: str) -> Awaitable[str]:
        """Change some games, all or none: `[{"id", "before", "head", "entries"}, ...]`.

        `before` is the ply and the seating that the kept head must have, null for a game that must not exist yet; the
        head is null for a game that is deleted. Returns `"kept"` once it is durable, `"taken"` if a head was another
        one, `"full"` if there is no room; nothing was written then.
        """

    def fact(self, name: str) -> Awaitable[str]:
        """Return something kept under a name."""

    def keep_fact(self, name: str, value: str) -> Awaitable[str]:
        """Keep something under a name; returns `"kept"`, or `"full"` if there is no room."""

    def change_fact(self, name: str, before: str, value: str) -> Awaitable[str]:
        """Keep something under a name if `before` is kept there; returns `"taken"` if it is something else."""


@dataclass(frozen=True)
class Head:
    """A game as it is kept, without its log."""

    metadata: GameMetadata
    seats: list[SeatMetadata]

    @classmethod
    def from_dict(cls, content: dict[str, Any]) -> "Head":
        """Return a head from JSON; raises Conflict for one that a newer program has kept."""
        try:
            seats = [SeatMetadata(**seat) for seat in content["seats"]]
            return cls(GameMetadata.from_dict(content["metadata"]), seats)
        except (TypeError, KeyError):
            raise Conflict("this game was kept by a newer program: load the page again") from None

    @property
    def mark(self) -> list[int]:
        """The ply and the seating: whether the game is still as it was."""
        return [self.metadata.ply, self.metadata.seating]

    def changed(self, **changes: Any) -> "Head":
        """Return the head with other metadata, and the next seating."""
        return replace(self, metadata=replace(self.metadata, seating=self.metadata.seating + 1, **changes))

    def as_dict(self) -> dict[str, Any]:
        """Return the head as JSON."""
        metadata = self.metadata
        return {
            "id": metadata.id,
            "ply": metadata.ply,
            "seating": metadata.seating,
            "metadata": metadata.as_dict(),
            "seats": [asdict(seat) for seat in self.seats],
        }


def _change(before: Head | None, after: Head | None, entries: Sequence[LogEntry] = ()) -> dict[str, Any]:
    known = after or before
    assert known is not None
    return {
        "id": known.metadata.id,
        "before": None if before is None else before.mark,
        "head": None if after is None else after.as_dict(),
        "entries": [asdict(entry) for entry in entries],
    }


class Facts:
    """Small things kept under a name."""

    def __init__(self, store: KeyValueStore) -> None:
        self._store = store

    async def get(self, name: str) -> Any:
        """Return something, or None."""
        return json.loads(await self._store.fact(name))

    async def keep(self, name: str, value: Any) -> None:
        """Keep something; raises StorageFull."""
        _is_kept(json.loads(await self._store.keep_fact(name, json.dumps(value))))

    async def update(self, name: str, change: Callable[[Any], Any]) -> None:
        """Change something until no other tab was quicker; raises StorageFull."""
        while True:
            before = await self.get(name)
            outcome = await self._store.change_fact(name, json.dumps(before), json.dumps(change(before)))
            if _is_kept(json.loads(outcome)):
                return


class BrowserPeople:
    """The name of the person at this browser; there is nobody else."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    async def name(self, person: str) -> str | None:
        """Return the name, or None."""
        known = await self._facts.get(PERSON)
        return None if known is None else known["name"]

    async def change(self, person: str, *, name: str) -> None:
        """Keep the name; raises StorageFull."""
        await self._facts.keep(PERSON, {"name": name})


class BrowserPuzzles:
    """Puzzle attempts and ratings in this browser."""

    def __init__(self, facts: Facts, clock: Clock) -> None:
        self._facts, self._clock = facts, clock

    async def change(self, person: str, puzzle: str, starts: Ratings, change: TryChange) -> PuzzleTry:
        """Change an attempt, and with its result both ratings, all at once; raises StorageFull."""
        result = fresh = PuzzleTry(person, puzzle, "", 0, None, 0, self._clock.now(), None)

        def update(kept: Any) -> Any:
            nonlocal result
            known = kept or NO_TRIES
            attempt = known["tries"].get(puzzle)
            before = fresh if attempt is None else PuzzleTry(**attempt)
            mine, its = _rating(known["mine"]) or starts[0], _rating(known["ratings"].get(puzzle)) or starts[1]
            result, ratings = change(before, (mine, its))
            after = known | {"tries": known["tries"] | {puzzle: asdict(result)}}
            if ratings is not None:
                after |= {"mine": asdict(ratings[0]), "ratings": known["ratings"] | {puzzle: asdict(ratings[1])}}
            return after

        await self._facts.update(PUZZLES, update)
        return result

    async def tries(self, person: str) -> list[PuzzleTry]:
        """Return the attempts, the latest first."""
        attempts = [PuzzleTry(**attempt) for attempt in (await self._known())["tries"].values()]
        return sorted(attempts, key=lambda attempt: -attempt.begun)

    async def person(self, person: str) -> PuzzleRating | None:
        """Return the rating of the person at this browser; None if they have tried no puzzle."""
        return _rating((await self._known())["mine"])

    async def puzzles(self) -> dict[str, PuzzleRating]:
        """Return the ratings of all puzzles that were tried here."""
        return {name: PuzzleRating(**rating) for name, rating in (await self._known())["ratings"].items()}

    async def _known(self) -> dict[str, Any]:
        return await self._facts.get(PUZZLES) or NO_TRIES


class BrowserDerived:
    """Reviews of finished games; replays are quick to make, so none is kept."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    async def replay(self, _game_id: str, _made_by: str) -> bytes | None:
        """Return None."""
        return None

    async def keep_replay(self, _game_id: str, _made_by: str, _replay: bytes) -> None:
        """Keep nothing."""

    async def without_replay(self, _made_by: str, after: str = "") -> list[str]:
        """Return no game: no replay is made beforehand."""
        return []

    async def review(self, game_id: str) -> tuple[str, bytes] | None:
        """Return the digest of the code that reviewed a game, and the review; None if there is none."""
        kept = await self._facts.get(_review_name(game_id))
        return None if kept is None else (kept["made_by"], bytes.fromhex(kept["review"]))

    async def keep_review(self, game_id: str, made_by: str, review: bytes) -> None:
        """Keep the review of a game; raises StorageFull."""
        await self._facts.keep(_review_name(game_id), {"made_by": made_by, "review": review.hex()})

    async def forget(self, game_id: str) -> None:
        """Forget the review of a deleted game."""
        if await self._facts.get(_review_name(game_id)) is not None:
            await self._facts.keep(_review_name(game_id), None)


class ServerOnly:
    """Challenges, devices and clocks: the server alone uses them."""

    async def revoked(self, since: int = 0) -> set[str]:
        """Return no device: none can be revoked here."""
        return set()


class BrowserStore:
    """Keeps games in a key-value store; see `amyitis.service.ports.Store`."""

    shared = listening = True  # other tabs announce their changes
    has_clocks = False  # nobody is there while the tab is closed

    def __init__(self, store: KeyValueStore, clock: Clock) -> None:
        self._store, self._clock, self._facts = store, clock, Facts(store)
        self.people = BrowserPeople(self._facts)
        self.puzzles = BrowserPuzzles(self._facts, clock)
        self.derived = BrowserDerived(self._facts)
        self.challenges: Any = ServerOnly()
        self.devices: Any = ServerOnly()
        self.timing: Any = ServerOnly()

    async def _head(self, game_id: str) -> Head | None:
        content = json.loads(await self._store.head(game_id))
        return None if content is None else Head.from_dict(content)

    async def _heads(self) -> list[Head]:
        """All games that can be read; those of a newer program are not lost, but not shown either."""
        heads = []
        for content in json.loads(await self._store.heads()):
            try:
                heads.append(Head.from_dict(content))
            except Conflict:
                continue
        return heads

    async def _write(self, *changes: dict[str, Any]) -> bool:
        """Make changes, all or none; False if another tab was quicker. Raises StorageFull."""
        return _is_kept(json.loads(await self._store.write(json.dumps(changes, separators=(",", ":")))))

    async def create(self, new: NewGame, rematch_of: str | None = None) -> str:
        """Keep a new game; return its id, or the id of the rematch that the game before it has already."""
        created = _change(None, Head(new.metadata, new.seats), new.log)
        while True:
            if rematch_of is None:
                changes = [created]
            else:
                before = await self._head(rematch_of)
                if before is not None and before.metadata.rematch is not None:
                    return before.metadata.rematch
                changes = [created, *([_change(before, before.changed(rematch=new.metadata.id))] if before else [])]
            if await self._write(*changes):
                return new.metadata.id

    async def delete(self, game_id: str) -> bool:
        """Delete a game, and its mention in the game that it followed."""
        while (head := await self._head(game_id)) is not None:
            followed = [other for other in await self._heads() if other.metadata.rematch == game_id]
            if await self._write(_change(head, None), *(_change(old, old.changed(rematch=None)) for old in followed)):
                await self.derived.forget(game_id)
                break
        return True

    async def append(self, step: Step) -> None:
        """Append to a game's log; raises Taken, and then nothing was written."""
        while (head := await self._head(step.game_id)) is not None and head.metadata.ply == step.before:
            metadata = replace(
                head.metadata,
                ply=step.entries[-1].ply,
                updated=step.entries[-1].at,
                decider=step.decider,
                over=step.over,
                result=step.result,
                standing=step.standing,
            )
            if await self._write(_change(head, replace(head, metadata=metadata), step.entries)):
                return
        raise Taken(f"game {step.game_id}: ply {step.before + 1} was taken before")

    async def advance(self, metadata: GameMetadata, was: Stage, seating: int, entries: Sequence[LogEntry]) -> bool:
        """Take a game in the lobby to its next stage; False, and nothing is written, if it has changed meanwhile."""
        head = await self._head(metadata.id)
        if head is None or head.metadata.stage != was or head.metadata.seating != seating:
            return False
        after = Head(replace(metadata, seating=seating + 1), head.seats)
        return await self._write(_change(head, after, entries))

    async def game(self, game_id: str) -> GameMetadata | None:
        """Return a game, or None."""
        head = await self._head(game_id)
        return None if head is None else head.metadata

    async def seats(self, game_id: str) -> list[SeatMetadata]:
        """Return the seats of a game."""
        head = await self._head(game_id)
        return [] if head is None else head.seats

    async def seats_of(self, game_ids: list[str]) -> dict[str, list[SeatMetadata]]:
        """Return the seats of several games."""
        return {head.metadata.id: head.seats for head in await self._heads() if head.metadata.id in game_ids}

    async def log(self, game_id: str, after: int = 0, upto: int | None = None) -> list[LogEntry]:
        """Return the log entries behind ply `after`, up to ply `upto`."""
        entries = [LogEntry(**entry) for entry in json.loads(await self._store.log(game_id))]
        return entries[after:upto]

    async def head(self, game_id: str) -> tuple[int, int] | None:
        """Return the ply and the seating number of a game, or None."""
        head = await self._head(game_id)
        return None if head is None else (head.metadata.ply, head.metadata.seating)

    async def games_of(self, person: str) -> list[GameMetadata]:
        """Return all games, the running and the latest first."""
        games = [head.metadata for head in await self._heads()]
        return sorted(games, key=lambda metadata: (metadata.over, -metadata.updated))

    async def open_games(self) -> list[GameMetadata]:
        """Return no game: nobody else can sit down here."""
        return []

    async def public_games(self) -> list[GameMetadata]:
        """Return no game."""
        return []

    async def waiting_since(self, _before: int) -> list[str]:
        """Return no game: nothing expires here."""
        return []

    async def compared_games(self, _players: Iterable[int], _since: int) -> list[KnownRow]:
        """Return no game: one person plays here, and may analyse everything."""
        return []

    async def running_games(self, _owner: str) -> int:
        """Return 0: there is no limit here."""
        return 0

    async def change_seat(
        self, game_id: str, was: SeatMetadata, changes: Mapping[str, Any], _device: str | None = None
    ) -> bool:
        """Change a seat if it is still as it was; False if another tab changed it first."""
        head = await self._head(game_id)
        if head is None or not any(replace(seat, seen=was.seen) == was for seat in head.seats):
            return False
        seats = [replace(seat, **changes) if seat.seat == was.seat else seat for seat in head.seats]
        after = replace(head.changed(updated=self._clock.now()), seats=seats)
        return await self._write(_change(head, after))

    async def change_coach(self, game_id: str, was: Coach, coach: Coach) -> bool:
        """Turn the coach on or off; False if another tab changed that first."""
        head = await self._head(game_id)
        if head is None or head.metadata.coach != was:
            return False
        return await self._write(_change(head, head.changed(coach=coach, updated=self._clock.now())))

    async def saw(self, _seen: Sequence[tuple[str, str, int]]) -> None:
        """Note nothing: one person sits at all seats."""

    async def waiting_bots(self, watched: Collection[str] = ()) -> list[str]:
        """Return no game: bots play on when somebody opens their table."""
        return []

    async def planned_turns(self) -> list[str]:
        """Return no game: bots do not let people wait."""
        return []

    async def claim(self, _game_id: str, _ply: int, _holder: str, _seconds: float) -> bool:
        """Return True: of two tabs that play for a bot, the log takes one move."""
        return True


def _is_kept(outcome: str) -> bool:
    if outcome not in (KEPT, TAKEN):
        raise StorageFull(FULL, key="storage_full")
    return outcome == KEPT


def _rating(kept: dict[str, Any] | None) -> PuzzleRating | None:
    return None if kept is None else PuzzleRating(**kept)


def _review_name(game_id: str) -> str:
    return f"review {game_id}"
