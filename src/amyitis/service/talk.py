"""`Talk`: what people say at a table. Those who sit there and those who watch hear only their own side.

Where the operator wants it, all talk in the lobby, too.

It is kept beside the game, and no log, record or replay has it. Programs say and hear nothing.
"""

from collections import deque
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from amyitis.table import Identity, Table
from amyitis.table.people.talk import LONGEST, MOST_LATEST, SIDES, Kind, Place, Said, Side, clean_text

from .accounts.names import DEFAULT_NAME
from .bounded_cache import BoundedCache
from .events import DevicesRevoked, EventBus
from .games.watching.watchers import Watcher, Watchers
from .ports import Clock
from .problems import BadRequest, Forbidden, NotFound, TooMuch
from .shapes.talk import SaidModel

if TYPE_CHECKING:
    from amyitis.store.parts.talk import TalkStore

MOST_CACHED = 1000
MOST_SPEAKERS = 10_000
MOST_AT_ONCE, AT_ONCE_SECONDS = 4, 10.0  # the fifth within ten seconds is refused
MOST_OF_ADDRESS = 20  # in the same time, of all who come from one network address
AGAIN_SECONDS = 60.0  # for which nobody says the same again


class Talk:
    """Says things, and tells watchers what was said on their side."""

    def __init__(
        self, store: "TalkStore", clock: Clock, watchers: Watchers, events: EventBus, in_lobby: bool = False
    ) -> None:
        self.in_lobby = in_lobby
        self.store, self._clock, self._watchers = store, clock, watchers
        self._latest: BoundedCache[tuple[str, Side], list[Said]] = BoundedCache(MOST_CACHED)
        self._mutes: BoundedCache[str, set[str]] = BoundedCache(MOST_SPEAKERS)
        self._lately: BoundedCache[str, deque[tuple[float, str]]] = BoundedCache(MOST_SPEAKERS)
        self._from: BoundedCache[str, deque[float]] = BoundedCache(MOST_SPEAKERS)
        self._changes = 0  # of what is cached: a read that began before the last one may be stale, and is not kept
        events.subscribe(DevicesRevoked, lambda _event: self.look_again())  # who was removed says nothing any more

    async def say(self, identity: Identity, client: str, place: Place, name: str | None, kind: Kind, text: str) -> Said:
        """Say something at a table, from a network address; raises Forbidden, BadRequest and TooMuch."""
        if identity.person is None:
            raise Forbidden("programs do not talk")
        game_id, text = place.id, clean_text(text)
        if not 1 <= len(text) <= LONGEST:
            raise BadRequest(f"one says 1 to {LONGEST} letters", field="text")
        self._check_flood(identity.person, client, text)
        mine = next((seat for seat in place.seats if seat.person == identity.person), None)
        side: Side = "watchers" if mine is None else "table"
        seat, called = ("", name or DEFAULT_NAME) if mine is None else (mine.seat, name or mine.name)
        now = self._clock.now()
        said = await self.store.say(Said(0, game_id, side, identity.person, seat, called, now, kind, text))
        self._changes += 1
        known = self._latest.get((game_id, side))
        if known is not None and said.id not in {other.id for other in known}:  # read since it was kept
            known.append(said)
            del known[:-MOST_LATEST]
        self._watchers.wake(game_id)
        return said

    def _check_flood(self, person: str, client: str, text: str) -> None:
        """Raise TooMuch for the fifth word in ten seconds, for the same again, or for very many from one address."""
        now = self._clock.monotonic()
        self._lately[person] = lately = self._lately.get(person, deque(maxlen=MOST_AT_ONCE))
        self._from[client] = times = self._from.get(client, deque(maxlen=MOST_OF_ADDRESS))
        first_of_person = lately[0][0] if len(lately) == MOST_AT_ONCE else -AT_ONCE_SECONDS
        first_of_address = times[0] if len(times) == MOST_OF_ADDRESS else -AT_ONCE_SECONDS
        if now - max(first_of_person, first_of_address) < AT_ONCE_SECONDS:
            raise TooMuch("not so much at once", AT_ONCE_SECONDS, key="talk_flood")
        if any(said == text.casefold() and now - at < AGAIN_SECONDS for at, said in lately):
            raise TooMuch("you have just said that", AGAIN_SECONDS, key="talk_again")
        lately.append((now, text.casefold()))
        times.append(now)

    # Hearing.

    async def heard(self, identity: Identity, place: Place) -> list[Said]:
        """Return what somebody may hear at a table, the oldest first."""
        if identity.key_hash is not None:
            return []
        muted = await self._muted(identity)
        return [said for said in await self._said(identity, place) if said.person not in muted]

    async def news(self, watcher: Watcher, place: Place) -> list[Said]:
        """Return what a watcher has not been told yet, and note that they are."""
        if not watcher.talk:
            return []
        fresh = [said for said in await self.heard(watcher.identity, place) if said.id not in watcher.heard]
        watcher.heard &= {said.id for said in await self._said(watcher.identity, place)}
        watcher.heard |= {said.id for said in fresh}
        return fresh

    async def _said(self, identity: Identity, place: Place) -> list[Said]:
        """Return what was said of late on somebody's side of a table."""
        game_id, side = place.id, side_of(identity, place)
        known = self._latest.get((game_id, side))
        if known is None:
            changes = self._changes
            known = await self.store.latest(game_id, side)
            if changes == self._changes:
                self._latest[game_id, side] = known
        return known

    async def _muted(self, identity: Identity) -> set[str]:
        if identity.person is None:
            return set()
        known = self._mutes.get(identity.person)
        if known is None:
            changes = self._changes
            known = await self.store.muted(identity.person)
            if changes == self._changes:
                self._mutes[identity.person] = known
        return known

    def heard_elsewhere(self, game_id: str) -> None:
        """Note that something was said through another server, or removed by a command."""
        self._changes += 1
        for side in SIDES:
            self._latest.pop((game_id, side), None)
        self._watchers.wake(game_id)

    def look_again(self) -> None:
        """Read everything anew: announcements may have been missed."""
        self._changes += 1
        self._latest.clear()
        self._mutes.clear()

    # Muting and reporting.

    async def muted_at(self, identity: Identity, place: Place) -> dict[str, str]:
        """Return whom somebody does not want to hear, of those who spoke at a table: their marks and names."""
        muted = await self._muted(identity)
        return {mark_of(said.person): said.name for said in await self._said(identity, place) if said.person in muted}

    async def mute(self, identity: Identity, place: Place, mark: str, on: bool) -> None:
        """Hear somebody who spoke at a table no longer, or again; raises NotFound."""
        person = identity.person or ""
        speakers = {message.person for message in await self._said(identity, place)} - {person}
        muted = next((speaker for speaker in speakers if mark_of(speaker) == mark), None)
        if muted is None:
            raise NotFound("nobody here has said anything under that mark")
        await self.store.mute(person, muted, on)
        self._changes += 1
        self._mutes.pop(person, None)

    async def report(self, identity: Identity, place: Place, number: int) -> None:
        """Report something to the operator; raises NotFound for what this identity has not heard."""
        said = next((message for message in await self.heard(identity, place) if message.id == number), None)
        if said is None:
            raise NotFound("nothing of the kind was said here")
        await self.store.report(said, identity.person or "")


def place_of(table: Table) -> Place:
    """Return a table as a place where people talk."""
    return Place(table.metadata.id, table.seats, table.metadata.public)


def side_of(identity: Identity, place: Place) -> Side:
    """Return on which side of a table somebody is."""
    sits = identity.person is not None and any(seat.person == identity.person for seat in place.seats)
    return "table" if sits else "watchers"


def mark_of(person: str) -> str:
    """Return a mark by which others can mean a person, and which says nothing about them."""
    return sha256(f"amyitis-talk:{person}".encode()).hexdigest()[:16]


def said_models(said: Sequence[Said], identity: Identity, place: Place) -> list[SaidModel]:
    """Return what was said, for somebody. Links may be followed where only people who were invited can speak."""
    links = not place.public
    return [
        {
            "id": message.id,
            "seat": message.seat or None,  # type: ignore[typeddict-item] # the letter of a seat
            "name": message.name,
            "by": mark_of(message.person),
            "yours": message.person == identity.person,
            "at": message.at,
            "kind": message.kind,
            "text": message.text,
            "links": links and message.side == "table",
        }
        for message in said
    ]
