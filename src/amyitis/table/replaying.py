"""Whole games from their logs: every entry with what it did, and the film of it."""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from amyitis.errors import AmyitisError
from amyitis.game import Event, Game
from amyitis.game.fair_deals import deal_seed
from amyitis.game.film import changes
from amyitis.game.view import Parts, view_of
from amyitis.rules.state import State

from .bare_table import bare_table
from .entries import Entry, ply_facts
from .facts import GameFacts, LogEntry, SeatFacts


class WholeGame(NamedTuple):
    """A whole game: its facts, the game with every move since the start, and the entries of its log."""

    facts: GameFacts
    game: Game
    entries: list[Entry]


def seed_of(facts: GameFacts) -> int | bytes | None:
    """The seed of a game; None while it has not begun."""
    if facts.stage is not None:
        return None
    return int(facts.seed) if facts.deals == 1 else deal_seed(facts.secret, facts.commitment, facts.shares)


def set_up(facts: GameFacts, seats: list[SeatFacts]) -> Game:
    """The game that the seed sets up; a bare table while there is none."""
    seed, letters = seed_of(facts), "".join(seat.seat for seat in seats)
    if seed is None:
        return bare_table(facts.players, facts.switches, facts.rules_version, letters)
    switches, version = facts.switches.as_dict(), facts.rules_version
    return Game.new(facts.players, seed, **switches, rules_version=version, colours=letters, first=facts.first)


def begin(facts: GameFacts, seats: list[SeatFacts]) -> Game:
    """The game before anything in its log: from its seed, or from a position that it goes on from.

    Raises AmyitisError if these rules and this box set up another start than the game had.
    """
    if not facts.seeded_start:
        return Game.from_position(facts.start, None if facts.deals_from else seed_of(facts))
    game = set_up(facts, seats)
    if facts.stage is None and game.start != facts.start:
        raise AmyitisError(f"game {facts.id} starts from another position than these rules and this box set up")
    return game


def replayed(
    facts: GameFacts, game: Game, log: Iterable[LogEntry], ply: int = 0, short: bool = False
) -> Iterable[tuple[LogEntry, list[Event], State | None]]:
    """Play log entries on a game that deals by itself; gives each with its events.

    With it comes the state behind the entry where the game has dealt since, else None: it is the game's own. Raises
    AmyitisError where the log does not fit; `short` says that there are no entries for what was taken back.
    """
    for entry in log:
        if entry.ply != ply + 1 and not short:
            raise AmyitisError(f"game {facts.id}: entry {ply + 1} of its log is missing")
        ply = entry.ply
        events, state = _replay(facts, game, entry)
        yield entry, events, state
        if ply == facts.deals_from and (seed := seed_of(facts)) is not None:
            game.deal_from(seed)


def _replay(facts: GameFacts, game: Game, entry: LogEntry) -> tuple[list[Event], State | None]:
    if entry.kind == "undo":
        for _ in range(entry.count):
            game.undo()
        return [], None
    if entry.kind == "move" or entry.ply <= facts.deals_from:
        before = len(game.plies)
        game.push(entry.token)
        made, *dealt = game.plies[before:]
        return list(made.events), dealt[0].before if dealt else None
    last = game.plies[-1] if game.plies else None
    if last is None or not last.is_deal or last.token != entry.token:
        raise AmyitisError(f"game {facts.id}: entry {entry.ply} of its log deals otherwise than its seed")
    return list(last.events), None


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
    return {
        "ply": entries[-1].logged.ply if entries else 0,
        "position": game.position,
        "view": game.view(),
        "entries": last,
    }


def entries_of_log(facts: GameFacts, log: Iterable[LogEntry]) -> list[Entry]:
    """Every entry of a log with what it did."""
    return replay_log(facts, log).entries


def record_of_log(facts: GameFacts, log: Iterable[LogEntry], headers: Mapping[str, str]) -> str:
    """A game as the text of a record, with further headers."""
    return replay_log(facts, log).game.record(headers)


class LogReplay:
    """A log replayed page by page, for one that need not fit into memory."""

    def __init__(self, facts: GameFacts) -> None:
        self._game = Game.from_position(facts.start)

    def entries(self, page: Iterable[LogEntry]) -> list[Entry]:
        """The next entries with what they did."""
        found = list[Entry]()
        for entry in page:
            found.append(Entry(entry, replay_entry(self._game, entry)))
            if entry.kind == "deal":
                self._game.forget()
        return found


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
