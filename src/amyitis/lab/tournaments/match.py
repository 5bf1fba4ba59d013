"""One game between bots: a fixture says who plays whom on which seed, playing it gives scores, times and a record.

The set-up and the deals come from the seed, and each bot gets a seed of its own, made from the game's and the seat. So
equal fixtures give equal games, to the last byte of the record, wherever they are played. (A bot that thinks for a
given time, not to a given depth, may of course play otherwise on another day.)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from amyitis.bots import play_out
from amyitis.bots.playing import seated
from amyitis.box.tables import COLOURS
from amyitis.game import Game

from ..variants import Variant
from .program import LineUp, program_of


@dataclass(frozen=True)
class Fixture:
    """A game to be played: its number in the tournament, its seed, the bots by seat, and the kind of game."""

    number: int
    seed: int
    bots: LineUp
    variant: Variant
    move_seconds: float | None = None  # that a bot may think about a move


@dataclass(frozen=True)
class MatchResult:
    """How a game ended. All lists are by seat; `places` count from 1 and are shared by those who tie."""

    number: int
    seed: int
    bots: LineUp
    scores: tuple[int, ...]
    places: tuple[int, ...]
    rounds: int
    decisions: tuple[int, ...]  # by each bot; deals and what the rules leave no choice about are nobody's
    seconds: tuple[float, ...]  # of thinking, by each bot
    slowest: tuple[float, ...]  # the longest that each bot thought about one decision
    program: str  # which program played it (`program.py`)

    @property
    def winners(self) -> list[int]:
        """The seats that won, all of them if tied (11.4)."""
        return [seat for seat, place in enumerate(self.places) if place == 1]

    @property
    def shares(self) -> list[float]:
        """What each seat has of the win: a win shared by k players is 1/k of one for each."""
        winners = self.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(self.bots))]

    @property
    def margins(self) -> list[int]:
        """By how much each seat is ahead of the best other one."""
        return [
            score - max(other for rival, other in enumerate(self.scores) if rival != seat)
            for seat, score in enumerate(self.scores)
        ]

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> "MatchResult":
        """Returns the result that `asdict` gave as plain data; raises KeyError, TypeError or ValueError for another."""
        lists = {"bots": str, "scores": int, "places": int, "decisions": int, "seconds": float, "slowest": float}
        values: dict[str, Any] = {name: tuple(map(kind, plain[name])) for name, kind in lists.items()}
        if len({len(values_of_key) for values_of_key in values.values()}) != 1:
            raise ValueError("the lists are not of one length")
        values |= {name: int(plain[name]) for name in ("number", "seed", "rounds")}
        return cls(**values, program=str(plain["program"]))


@dataclass(frozen=True)
class Played:
    """A game that was played: its result and the text of its record."""

    result: MatchResult
    record: str


def places(scores: Sequence[int]) -> list[int]:
    """Returns the place of each score, from 1; equal scores share the better place."""
    return [1 + sum(other > score for other in scores) for score in scores]


def play_match(fixture: Fixture) -> Played:
    """Play a fixture to its end; returns result and record. Raises BotError if a bot fails or breaks the rules."""
    variant, seed = fixture.variant, fixture.seed
    game = Game.new(variant.players, seed, **variant.switches.as_dict(), rules_version=variant.rules_version)
    # As loaded: an edit of a bot's file does not change a running tournament.
    bots = [seated(bot, seed, place, as_loaded=True) for place, bot in enumerate(fixture.bots)]
    decisions = [0] * len(bots)
    seconds, slowest = [0.0] * len(bots), [0.0] * len(bots)

    def count(place: int, took: float) -> None:
        decisions[place] += 1
        seconds[place] += took
        slowest[place] = max(slowest[place], took)

    play_out(game, bots, seed, count, fixture.move_seconds)
    scores = list(game.scores.values())
    result = MatchResult(
        number=fixture.number,
        seed=seed,
        bots=fixture.bots,
        scores=tuple(scores),
        places=tuple(places(scores)),
        rounds=game.round,
        decisions=tuple(decisions),
        seconds=tuple(seconds),
        slowest=tuple(slowest),
        program=program_of(fixture.bots),
    )
    return Played(result, game.record(_headers(fixture, game)))


def _headers(fixture: Fixture, game: Game) -> dict[str, str]:
    """Returns who played which colour, and the seed; no date, so that equal games have equal records."""
    colours = (COLOURS[colour].capitalize() for colour in game.state.colours)
    return dict(zip(colours, fixture.bots, strict=False)) | {"Seed": str(fixture.seed)}
