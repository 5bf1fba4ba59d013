"""Games rebuilt from their logs: the game itself, every entry with what it did, and the replay for a viewer.

`replay_entries` is the one place that plays a log. It plays on a game that deals by itself (a table: the deals of the
log are compared with those of the seed) as well as on one that does not (all others: they take the deals from the log).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from amyitis.errors import AmyitisError
from amyitis.game import Event, Game, Ply, SetupFacts
from amyitis.game.deals.fair_deals import deal_seed
from amyitis.game.view import Parts, View, view_of
from amyitis.notation.endings import ENDING, Ending
from amyitis.rules.state import State
from amyitis.rules.switches import Switches

from .conduct import Conduct
from .messages.entries import Entry, Fragment, as_is, changes, entry_message, ply_message
from .messages.shapes import EntryModel, Frame, Moment, ReplayFrames
from .metadata import GameMetadata, LogEntry, SeatMetadata

LookAt = Callable[[Parts], View]  # makes the view of a moment


class _NothingDrawn(SetupFacts):
    """A set-up in which nothing was drawn yet."""

    def lay_out(self, s: State) -> None:
        """Leave the table as it is."""


def bare_table(players: int, switches: Switches, rules_version: int, colours: str) -> Game:
    """Returns a game whose set-up is not drawn: the boards and what each player begins with, for a game in the lobby.

    It can be looked at, but not be played.
    """
    nothing = _NothingDrawn({}, {}, (), colours[0])
    return Game.new(players, setup=nothing, **switches.as_dict(), rules_version=rules_version, colours=colours)


def seed_of(metadata: GameMetadata) -> int | bytes | None:
    """The seed of a game; None while it has not begun."""
    if metadata.stage is not None:
        return None
    if metadata.seed_chosen:
        return int(metadata.seed)
    return deal_seed(metadata.secret, metadata.commitment, metadata.shares)


def initial_game(metadata: GameMetadata, seats: Sequence[SeatMetadata]) -> Game:
    """The game before anything in its log, which deals by itself; a bare table while there is no seed.

    Raises AmyitisError if these rules and this box set up another start than the game had.
    """
    seed = seed_of(metadata)
    if not metadata.seeded_start:
        return Game.from_position(metadata.start, None if metadata.deals_from else seed)
    version, letters = metadata.rules_version, "".join(seat.seat for seat in seats)
    if seed is None:
        return bare_table(metadata.players, metadata.switches, version, letters)
    switches = metadata.switches.as_dict()
    game = Game.new(metadata.players, seed, **switches, rules_version=version, colours=letters, first=metadata.first)
    if metadata.start and game.start != metadata.start:
        raise AmyitisError(f"game {metadata.id} starts from another position than these rules and this box set up")
    return game


# One replayer.


class Played(NamedTuple):
    """An entry of a log that was just played: its events, and how to look at the table after it.

    The view must be made before the next entry is played.
    """

    logged: LogEntry
    events: list[Event]
    look: LookAt


def replay_entries(
    metadata: GameMetadata, log: Iterable[LogEntry], game: Game, ply: int = 0, *, seed: int | bytes | None = None
) -> Iterator[Played]:
    """Play the entries of a log, from after `ply` on, on a game; yields each of them.

    With a seed, the game deals by itself from the metadata's `deals_from` on. Raises AmyitisError if an entry is
    missing, is not legal, or deals otherwise than the seed.
    """
    for logged in log:
        if logged.ply != ply + 1:
            raise AmyitisError(f"game {metadata.id}: entry {ply + 1} of its log is missing")
        ply = logged.ply
        yield _play(metadata, logged, game)
        if seed is not None and ply == metadata.deals_from:
            game.deal_from(seed)


def _play(metadata: GameMetadata, logged: LogEntry, game: Game) -> Played:
    if logged.kind in ("undo", "table"):
        for _ in range(logged.count):
            game.undo()
        return Played(logged, [], game.view)
    if logged.kind == "deal" and game.question != "deal":  # the game has dealt by itself
        last = game.plies[-1] if game.plies else None
        if last is None or not last.is_deal or last.token != logged.token:
            raise AmyitisError(f"game {metadata.id}: entry {logged.ply} of its log deals otherwise than its seed")
        return Played(logged, list(last.events), game.view)
    first = len(game.plies)
    game.push(logged.token)
    ply, look = plies_to_look_at(game, first)[0]
    return Played(logged, list(ply.events), look)


def plies_to_look_at(game: Game, first: int = 0) -> list[tuple[Ply, LookAt]]:
    """The plies of a game from place `first` on, each with how to look at the table after it."""
    plies = game.plies[first:]
    after: list[LookAt] = [*(partial(view_of, ply.before) for ply in plies[1:]), game.view]
    return list(zip(plies, after, strict=False))


class ReplayedLog(NamedTuple):
    """A replayed game: its metadata, the game with every move since the start, and the entries of its log."""

    metadata: GameMetadata
    game: Game
    entries: list[Entry]


def replay_log(metadata: GameMetadata, log: Iterable[LogEntry]) -> ReplayedLog:
    """The game after a log, with every move since the start; no seed is needed, since the log has the deals."""
    game = Game.from_position(metadata.start)
    entries = [Entry(logged, events) for logged, events, _look in replay_entries(metadata, log, game)]
    return ReplayedLog(metadata, game, entries)


def moment_of_log(metadata: GameMetadata, log: Iterable[LogEntry]) -> Moment:
    """The table after a log, as JSON: the position, the view, and the last entry."""
    _metadata, game, entries = replay_log(metadata, log)
    return {
        "ply": entries[-1].logged.ply if entries else 0,
        "position": game.position,
        "view": game.view(),
        "entries": [entry.as_dict() for entry in entries[-1:]],
    }


def entries_of_log(metadata: GameMetadata, log: Iterable[LogEntry]) -> list[Entry]:
    """Every entry of a log with what it did."""
    return replay_log(metadata, log).entries


def moves_of_log(log: Iterable[LogEntry]) -> list[str]:
    """The tokens of all moves and deals of a log that were not taken back."""
    moves = list[str]()
    for entry in log:
        if entry.kind == "undo":
            del moves[len(moves) - entry.count :]
        elif entry.kind != "table":
            moves.append(entry.token)
    return moves


def record_of_log(metadata: GameMetadata, log: Sequence[LogEntry], headers: Mapping[str, str]) -> str:
    """A game as the text of a record, with further headers, and how it ended if not by the rules alone."""
    conduct = Conduct()
    for logged in log:
        conduct.note(logged)
    ending = {ENDING: str(conduct.ending)} if conduct.ending != Ending() else {}
    return replay_log(metadata, log).game.record({**headers, **ending})


# One replay maker.


def make_replay(start: LookAt, steps: Iterable[tuple[EntryModel, LookAt]], fragment: Fragment = as_is) -> ReplayFrames:
    """A replay as JSON: the view at the start, then a frame for each entry, with what it has changed in the view.

    `fragment` is called for each frame as soon as it is made; its result stands in the replay.
    """
    parts, frames = Parts(), list[Frame]()
    first = last = start(parts)
    for message, look in steps:
        before, last = last, look(parts)
        frames.append(fragment({"entry": message, "set": changes(before, last)}))
    return {"start": first, "frames": frames}


def replay_of_log(metadata: GameMetadata, log: Iterable[LogEntry], fragment: Fragment = as_is) -> ReplayFrames:
    """The replay of a log."""
    game = Game.from_position(metadata.start)
    played = replay_entries(metadata, log, game)
    return make_replay(game.view, ((entry_message(logged, events), look) for logged, events, look in played), fragment)


def replay_of_game(game: Game) -> ReplayFrames:
    """The replay of a game in memory, such as one that was read from a record."""
    plies = plies_to_look_at(game)
    start = partial(view_of, plies[0][0].before) if plies else game.view
    return make_replay(start, ((ply_message(place, ply), look) for place, (ply, look) in enumerate(plies, 1)))
