"""The gate: a new network is admitted only if it beats the one before, both with a tree on top, seats rotated."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from amyitis.lab.intervals import Interval, wilson
from amyitis.lab.tournaments.match import play_match
from amyitis.lab.tournaments.tournament import Tournament
from amyitis.lab.variants import Variant
from amyitis.lab.workers import Workers

SIMULATIONS = 64  # of the tree that both have on top


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
            "rounds": round(self.rounds, 2),
        }


def meet(bot: str, other: str, variant: Variant, games: int, seed: int, workers: Workers) -> Meeting:
    """Let a bot meet others in games of this kind: every deal from every seat."""
    bots = (bot, *[other] * (variant.players - 1))
    fixtures = Tournament(bots, variant, seed).fixtures(games)
    wins = rounds = 0.0
    thought: dict[str, list[float]] = {bot: [0.0, 0.0], other: [0.0, 0.0]}
    with closing(workers.each(play_match, fixtures)) as all_played:
        for played in all_played:
            result = played.result
            wins += sum(share for name, share in zip(result.bots, result.shares, strict=True) if name == bot)
            rounds += result.rounds
            for name, seconds, decisions in zip(result.bots, result.seconds, result.decisions, strict=True):
                thought[name][0] += seconds
                thought[name][1] += decisions
    mine, others = (1000 * seconds / max(1.0, decisions) for seconds, decisions in (thought[bot], thought[other]))
    return Meeting(
        bot, other, variant.players, variant.palace, len(fixtures), wins, mine, others, rounds / len(fixtures)
    )


def admitted(meetings: Sequence[Meeting]) -> bool:
    """Whether a network may take the place of the one before: better in some kind of game, clearly worse in none."""
    return any(one.better for one in meetings) and all(one.interval.high >= 1 / one.players for one in meetings)
