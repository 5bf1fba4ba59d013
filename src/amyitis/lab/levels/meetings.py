"""Meetings: one bot against others of one kind that hold all other seats, every deal from every seat."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from ..intervals import Interval, wilson
from ..tournaments.match import Fixture, MatchResult, play_match
from ..tournaments.tournament import Tournament
from ..variants import Variant
from ..workers import Workers


@dataclass(frozen=True)
class Pairing:
    """A meeting that is still to be played: who, against whom, in what kind of game, and how often."""

    bot: str
    other: str
    variant: Variant
    games: int
    seed: int

    @property
    def fixtures(self) -> list[Fixture]:
        """The games: at least as many as were wanted, in whole rotations."""
        bots = (self.bot, *[self.other] * (self.variant.players - 1))
        return Tournament(bots, self.variant, self.seed).fixtures(self.games)


@dataclass(frozen=True)
class Meeting:
    """How one bot did against others of one kind that held all other seats."""

    bot: str
    other: str
    players: int
    palace: bool
    games: int
    wins: float
    milliseconds: float  # that the bot thought about a decision, on average
    other_milliseconds: float
    rounds: float
    slowest: float = 0.0  # milliseconds of the bot's longest thought

    @property
    def rate(self) -> float:
        """The share of games won; a shared win is a part of one."""
        return self.wins / self.games

    @property
    def interval(self) -> Interval:
        """The interval of 95 % of the rate."""
        return wilson(self.wins, self.games)

    @property
    def better(self) -> bool:
        """Whether the bot won more than its even share, and not by chance."""
        return self.interval.low > 1 / self.players

    def as_dict(self) -> dict[str, Any]:
        """The meeting as plain data."""
        return {
            "bot": self.bot,
            "other": self.other,
            "players": self.players,
            "palace": self.palace,
            "games": self.games,
            "win_rate": round(self.rate, 4),
            "interval": [round(end, 4) for end in self.interval],
            "ms_a_decision": round(self.milliseconds, 2),
            "other_ms_a_decision": round(self.other_milliseconds, 2),
            "slowest_ms": round(self.slowest, 1),
            "rounds": round(self.rounds, 2),
        }


def meet(bot: str, other: str, variant: Variant, games: int, seed: int, workers: Workers) -> Meeting:
    """Let a bot meet others in games of this kind: every deal from every seat."""
    return meet_all([Pairing(bot, other, variant, games, seed)], workers)[0]


def meet_all(pairings: Sequence[Pairing], workers: Workers) -> list[Meeting]:
    """Play several meetings at once, all going on alike, so that nobody waits for the last games of one."""
    games = [(i / len(its), number, fixture) for number, its in enumerate(pairing.fixtures for pairing in pairings)
             for i, fixture in enumerate(its)]  # fmt: skip
    games.sort(key=lambda game: game[:2])
    fixtures = [replace(fixture, number=place) for place, (_, _, fixture) in enumerate(games)]
    results: list[list[MatchResult]] = [[] for _ in pairings]
    with closing(workers.each(play_match, fixtures)) as all_played:
        for played in all_played:
            results[games[played.result.number][1]].append(played.result)
    return [_meeting(*both) for both in zip(pairings, results, strict=True)]


def _meeting(pairing: Pairing, results: Sequence[MatchResult]) -> Meeting:
    """What came out of the games of a meeting."""
    wins = rounds = slowest = 0.0
    thought: dict[str, list[float]] = {pairing.bot: [0.0, 0.0], pairing.other: [0.0, 0.0]}
    for result in results:
        rounds += result.rounds
        for seat, name in enumerate(result.bots):
            thought[name][0] += result.seconds[seat]
            thought[name][1] += result.decisions[seat]
            if name == pairing.bot:
                wins += result.shares[seat]
                slowest = max(slowest, result.slowest[seat])
    mine, others = (
        1000 * seconds / max(1.0, decisions) for seconds, decisions in (thought[pairing.bot], thought[pairing.other])
    )
    variant, games = pairing.variant, len(results)
    return Meeting(
        pairing.bot,
        pairing.other,
        variant.players,
        variant.switches.palace,
        games,
        wins,
        mine,
        others,
        rounds / max(1, games),
        1000 * slowest,
    )
