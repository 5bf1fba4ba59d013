"""Whole games from their logs: every entry with what it did, and the film of it."""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from amyitis.errors import AmyitisError
from amyitis.game import Event, Game
from amyitis.game.film import changes
from amyitis.game.view import Parts, view_of
from amyitis.rules.state import State

from .entries import Entry, ply_facts
from .facts import GameFacts, LogEntry, SeatFacts


class WholeGame(NamedTuple):
    """A whole game: its facts, the game with every move since the start, and the entries of its log."""

    facts: GameFacts
    game: Game
    entries: list[Entry]


def begin(facts: GameFacts, seats: list[SeatFacts]) -> Game:
    """The game before anything in its log: from its seed, or from a position that it goes on from.

    Raises AmyitisError if these rules and this box set up another start than the game had.
    """
    seed = int(facts.seed)
    if not facts.seeded_start:
        return Game.from_position(facts.start, None if facts.deals_from else seed)
    letters, version = "".join(seat.seat for seat in seats), facts.rules_version
    switches = facts.switches.as_dict()
    game = Game.new(facts.players, seed, **switches, rules_version=version, colours=letters, first=facts.first)
    if game.start != facts.start:
        raise AmyitisError(f"game {facts.id} starts from another position than these rules and this box set up")
    return game


def replayed(
    facts: GameFacts, game: Game, log: Iterable[LogEntry], ply: int = 0
) -> Iterable[tuple[LogEntry, list[Event], State | None]]:
    """Play log entries on a game that deals by itself; gives each with its events.

    With it comes the state behind the entry where the game has dealt since, else None: it is the game's own. Raises
    AmyitisError where the log does not fit.
    """
    for entry in log:
        if entry.ply != ply + 1:
            raise AmyitisError(f"game {facts.id}: entry {ply + 1} of its log is missing")
        ply = entry.ply
        events, state = _replay(facts, game, entry)
        yield entry, events, state
        if ply == facts.deals_from:
            game.deal_from(int(facts.seed))


def _replay(facts: GameFacts, game: Game, entry: LogEntry) -> tuple[list[Event], State | None]:
    if entry.kind == "undo":
        for _ in range(entry.count):
            game.undo()
        return [], None
    if entry.kind == "move" or entry.ply <= facts.deals_from:
        before = len(game.plies)
        game.push(entry.token)
        made, *dealt = game.plies[before:]
        return made.events, dealt[0].before if dealt else None
    last = game.plies[-1] if game.plies else None
    if last is None or not last.is_deal or last.token != entry.token:
        raise AmyitisError(f"game {facts.id}: entry {entry.ply} of its log deals otherwise than its seed")
    return last.events, None


def replay_log(facts: GameFacts, log: Iterable[LogEntry]) -> WholeGame:
    """The whole game with every move since the start, for records and for those who have seen nothing yet.

    The deals are in the log too, so no seed is needed, and a game can be shown as it was between a move and a deal.
    """
    game = Game.from_position(facts.start)
    return WholeGame(facts, game, [Entry(entry, replay_entry(game, entry)) for entry in log])


def moment_of_log(facts: GameFacts, log: Iterable[LogEntry]) -> dict[str, Any]:
    """The table as it is behind a log: the position, the view, and the last entry."""
    _facts, game, entries = replay_log(facts, log)
    last = [entry.as_dict() for entry in entries[-1:]]
    return {"ply": len(entries), "position": game.position, "view": game.view(), "entries": last}


def entries_of_log(facts: GameFacts, log: Iterable[LogEntry]) -> list[Entry]:
    """Every entry of a log with what it did."""
    return replay_log(facts, log).entries


def record_of_log(facts: GameFacts, log: Iterable[LogEntry], headers: Mapping[str, str]) -> str:
    """A game as the text of a record, with further headers."""
    return replay_log(facts, log).game.record(headers)


def replay_entry(game: Game, entry: LogEntry) -> list[Event]:
    """Make an entry of a log on a game that does not deal by itself; returns what it did."""
    if entry.kind != "undo":
        return game.push(entry.token)
    for _ in range(entry.count):
        game.undo()
    return []


def film_of_log(
    facts: GameFacts, log: Iterable[LogEntry], ready: Callable[[Any], Any] = lambda part: part
) -> dict[str, Any]:
    """A game as a film: the view at the start, then each entry with what has changed on the table.

    `ready` is called for each frame as soon as it is made; its result stands in the film.
    """
    game, parts, frames = Game.from_position(facts.start), Parts(), []
    start = last = game.view(parts)
    for entry in log:
        done = Entry(entry, replay_entry(game, entry))
        before, last = last, game.view(parts)
        frames.append(ready({"entry": done.as_dict(), "set": changes(before, last)}))
    return {"start": start, "frames": frames}


def film_of_plies(game: Game) -> dict[str, Any]:
    """The film of a game in memory."""
    plies, parts = game.plies, Parts()
    views = [view_of(s, parts) for s in [*(ply.before for ply in plies), game.state]]
    frames = [
        {"entry": ply_facts(place, ply), "set": changes(before, after)}
        for place, (ply, (before, after)) in enumerate(zip(plies, pairwise(views), strict=True), 1)
    ]
    return {"start": views[0], "frames": frames}
