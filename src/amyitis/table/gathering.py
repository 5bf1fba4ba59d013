"""A table that gathers: people sit down, each browser seals a share of the seed, and shows it when all are there.

A game goes through two stages before it begins. `open`: seats are free, or seals are expected. `reveal`: everyone sits
and no seal can come any more, so that the shares may be shown. Who is not there in time is left out: no game waits for
ever. Games whose maker has chosen the seed have no stages.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from amyitis.game import Game
from amyitis.game.fair_deals import BOT, LATE, NONE, shares_text

from .facts import CHANCE, GameFacts, LogEntry, NewGame, SeatFacts, now
from .replaying import replay_log, seed_of, set_up
from .table import standing

SHARE_SECONDS = 10.0  # to show a share, or in a rematch to seal one, for those whose browser had one before


class Begun(NamedTuple):
    """A game that begins: its facts, and the deal that was due."""

    facts: GameFacts
    entries: list[LogEntry]


def share_state(seat: SeatFacts) -> str:
    """What the seat adds to the seed: its share, or why there is none (yet)."""
    if seat.share is not None:
        return seat.share
    if seat.seal is not None:
        return LATE
    return BOT if seat.bot is not None and seat.person is None else NONE


def next_stage(
    facts: GameFacts, seats: Sequence[SeatFacts], at: int, seconds: float = SHARE_SECONDS
) -> GameFacts | None:
    """The facts of a gathering game in its next stage, None while there is something to wait for (`seconds` at most).

    The last step, out of `reveal`, has the shares; what they deal is up to `begun`.
    """
    if any(seat.is_open for seat in seats):
        return None
    in_time = facts.stage_until is not None and at < facts.stage_until
    if facts.stage == "open":
        if any(seat.seal == "" for seat in seats):
            if facts.stage_until is None:
                return replace(facts, stage_until=at + int(1000 * seconds))
            if in_time:
                return None
        return replace(facts, stage="reveal", stage_until=at + int(1000 * seconds))
    if in_time and any(seat.seal and seat.share is None for seat in seats):
        return None
    shares = shares_text({seat.seat: share_state(seat) for seat in seats})
    return replace(facts, stage=None, stage_until=None, shares=shares)


def begun(facts: GameFacts, seats: list[SeatFacts], log: Sequence[LogEntry]) -> Begun:
    """The game that begins with the shares in its facts: the set-up if it is drawn, and the deal that is due."""
    at = now()
    if facts.seeded_start:
        game, before = set_up(facts, seats), 0
    else:
        game = replay_log(facts, log).game
        before, seed = len(game.plies), seed_of(facts)
        assert seed is not None
        game.deal_from(seed)
    plies = game.plies[before:]
    entries = [
        LogEntry(facts.ply + place, "deal", CHANCE, ply.token, 0, CHANCE, at) for place, ply in enumerate(plies, 1)
    ]
    return Begun(replace(facts, start=game.start, ply=facts.ply + len(entries), updated=at, **head(game)), entries)


def head(game: Game) -> dict[str, Any]:
    """What the facts of a game say of how it stands."""
    return {"decider": game.seat, "over": game.is_over, "result": game.result, "standing": standing(game)}


def latest_stage(facts: GameFacts, seats: Sequence[SeatFacts], seconds: float = SHARE_SECONDS) -> GameFacts:
    """The facts of a game as far as it can go by itself now; what its shares deal is up to `begun`."""
    at = now()
    while facts.stage is not None and (later := next_stage(facts, seats, at, seconds)) is not None:
        facts = later
    return facts


def begun_if_ready(new: NewGame, seconds: float = SHARE_SECONDS) -> NewGame:
    """A new game, as far as it can go by itself: where nobody is waited for, it begins."""
    facts = latest_stage(new.game, new.seats, seconds)
    if facts.stage is not None or new.game.stage is None:
        return replace(new, game=facts)
    facts, entries = begun(facts, new.seats, new.log)
    return NewGame(facts, new.seats, [*new.log, *entries])
