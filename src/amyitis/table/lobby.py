"""The lobby: people sit down, each browser seals a share of the seed, and reveals it when everybody is there.

Before a game begins it goes through three stages:

1. `waiting`: seats are open. There is no deadline.
2. `commit`: everybody sits, and a seal is still expected. It is left out if there are none to wait for.
3. `reveal`: no more seals are accepted, so the shares can be revealed.

Seals are accepted in `waiting` and in `commit`. A player who misses a deadline has no share in the seed: the game
begins without it. Games with a chosen seed have no stages.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from amyitis.game import Game
from amyitis.game.deals.fair_deals import BOT, LATE, NONE, bots_in, shares_text

from .conduct import BEGIN
from .likeness import likeness
from .metadata import CHANCE, SERVER, GameMetadata, LogEntry, NewGame, SeatMetadata, Stage
from .people.absence import compared
from .replaying import initial_game, replay_entries, seed_of
from .table import standing

SHARE_SECONDS = 10.0  # to seal a share where one is expected, and to reveal it


class Begun(NamedTuple):
    """A game that begins: its metadata, and the deals to append to its log."""

    metadata: GameMetadata
    entries: list[LogEntry]


def share_state(seat: SeatMetadata) -> str:
    """What the seat adds to the seed: its share, or why there is none."""
    if seat.share is not None:
        return seat.share
    if seat.seal is not None:
        return LATE
    return NONE


def next_stage(
    metadata: GameMetadata, seats: Sequence[SeatMetadata], at: int, seconds: float = SHARE_SECONDS
) -> GameMetadata | None:
    """The metadata of a game in the lobby in its next stage, with `seconds` for it; None while it must wait.

    After `reveal` it has its shares and no stage; `begin_game` deals then.
    """
    stage, in_time = metadata.stage, metadata.stage_until is not None and at < metadata.stage_until
    if any(seat.is_open for seat in seats):
        return replace(metadata, stage="waiting", stage_until=None) if stage == "commit" else None
    if stage == "reveal":
        if in_time and any(seat.seal and seat.share is None for seat in seats):
            return None
        bots = bots_in(metadata.terms)
        shares = shares_text({seat.seat: BOT if seat.seat in bots else share_state(seat) for seat in seats})
        return replace(metadata, stage=None, stage_until=None, shares=shares)
    following: Stage = "reveal"
    if any(seat.seal == "" for seat in seats):
        if stage == "commit" and in_time:
            return None
        following = "commit" if stage == "waiting" else "reveal"
    return replace(metadata, stage=following, stage_until=at + int(1000 * seconds))


def latest_stage(
    metadata: GameMetadata, seats: Sequence[SeatMetadata], at: int, seconds: float = SHARE_SECONDS
) -> GameMetadata:
    """The metadata of a game in the stage that it can reach now; the same object if that is its own."""
    while metadata.stage is not None and (later := next_stage(metadata, seats, at, seconds)) is not None:
        metadata = later
    return metadata


def begin_game(metadata: GameMetadata, seats: Sequence[SeatMetadata], log: Sequence[LogEntry], at: int) -> Begun:
    """Begin a game that has its seed, after the log that it goes on from: draw its set-up, and the deal that is due."""
    game = initial_game(metadata, seats)
    for _played in replay_entries(metadata, log, game, seed=seed_of(metadata)):
        pass
    entries = [
        LogEntry(metadata.ply + place, "deal", CHANCE, ply.token, 0, CHANCE, at)
        for place, ply in enumerate(game.plies[len(log) :], 1)
    ]
    if metadata.clock:
        entries.append(LogEntry(metadata.ply + len(entries) + 1, "table", CHANCE, BEGIN, 0, SERVER, at))
    ply, due = metadata.ply + len(entries), at if metadata.clock else None
    # A start that others may know is nobody's own: such a game is recognised from its first move on.
    row = likeness(game.state) if metadata.drawn and compared(metadata, seats) else ""
    begun = replace(metadata, start=game.start, ply=ply, updated=at, likeness=row, due=due, **head(game))
    return Begun(begun, entries)


def head(game: Game) -> dict[str, Any]:
    """The fields of the metadata that say how a game stands."""
    return {"decider": game.seat, "over": game.is_over, "result": game.result, "standing": standing(game)}


def begin_if_ready(new: NewGame, at: int, seconds: float = SHARE_SECONDS) -> NewGame:
    """A new game in the stage that it can reach now: it begins if there is nobody to wait for."""
    metadata = latest_stage(new.metadata, new.seats, at, seconds)
    if metadata.stage is not None or new.metadata.stage is None:
        return replace(new, metadata=metadata)
    metadata, entries = begin_game(metadata, new.seats, new.log, at)
    return NewGame(metadata, new.seats, [*new.log, *entries])
