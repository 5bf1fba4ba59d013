"""Win shares at the level of the players, fitted: games of each level against itself, judged by strong play.

The network alone says what it thinks at the end of each round, or the search of a review where a round begins. How the
game ended says which power of these shares is the most likely one (`analysis/level_shares.py`). Positions of one game
are alike, so every interval counts games, not positions. The check is on other games: each half of the games is judged
by the powers that were fitted to the other half.
"""

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.level_shares import NETWORK, SAID, SEARCH, LevelScale, Source, kind, to_go
from amyitis.analysis.review.move_costs import USUAL
from amyitis.bots.levels import ALL_LEVELS, Level
from amyitis.lab.balance.players import load, played_moves
from amyitis.lab.balance.seat_rows import SHARE, seat_rows
from amyitis.lab.intervals import WHOLE, Z, wilson
from amyitis.lab.variants import Variant
from amyitis.lab.workers import Workers
from amyitis.nets.cards import SMALL
from amyitis.nets.network import packaged_network
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.course.chance import shuffler
from amyitis.rules.course.setup import new_game
from amyitis.rules.state import State

BINS = 10
AT_ONCE = 20  # games that a worker plays before it tells of them
LEAST = 1e-4  # the least share that is believed
STEPS = 30  # of Newton's method, far more than it needs
FARTHEST = 0.5  # that a step leads
HALF_WAY = 0.5  # of the tiles, where it is looked at how well a scale is known
THINKING = {0.6: 2, 0.9: 4}  # a level with so much skill thinks longer: it plays so many times fewer games
DIGITS = 12  # of a network's digest

Reals = NDArray[np.float64]


@dataclass(frozen=True)
class Positions:
    """One position of each round of some games: a row for each, with a number for each seat in two of them."""

    games: NDArray[np.int64]  # the seed of the game
    to_go: Reals
    said: Reals  # by seat: the share in strong play
    won: Reals  # by seat: the share of the win

    def of(self, chosen: NDArray[np.bool_]) -> "Positions":
        """Some of the rows."""
        return Positions(self.games[chosen], self.to_go[chosen], self.said[chosen], self.won[chosen])

    def at(self, scale: LevelScale) -> Reals:
        """By seat: the shares on a scale."""
        return _softmax(_features(self) @ np.array([scale.late, scale.early - scale.late]))


@dataclass(frozen=True)
class CheckedBin:
    """Seats of positions of other games of which a scale said about the same: what it said, and how many won."""

    said: float
    won: float
    low: float  # the interval of 95 %
    high: float
    positions: int
    games: int


@dataclass(frozen=True)
class FittedScale:
    """A level's scale, with the share that 90 % of strong play are half way, its interval, and the check."""

    level: str
    games: int
    early: float
    late: float
    share: float
    ninety: tuple[float, float]
    check: tuple[CheckedBin, ...]


def games_of(level: Level, games: int) -> int:
    """How many games a level plays, if the quick ones play so many."""
    return games // max((times for skill, times in THINKING.items() if level.setting.skill >= skill), default=1)


def collect(bot: str, variant: Variant, games: int, seed: int, workers: Workers, source: Source = SEARCH) -> Positions:
    """The positions of so many games of a bot against itself, in the order of their seeds."""
    firsts = range(seed, seed + games, AT_ONCE)
    items = [(bot, variant, first, min(AT_ONCE, seed + games - first), source) for first in firsts]
    with closing(workers.each(play_judged, items)) as parts:
        return _joined(sorted(parts, key=lambda part: int(part.games[0])))


def play_judged(item: tuple[str, Variant, int, int, Source]) -> Positions:
    """The positions of so many games of a bot from a seed on."""
    bot, variant, first, count, source = item
    parts = []
    for seed in range(first, first + count):
        moves = played_moves(bot, variant, seed)
        rows, course = seat_rows(variant, seed, moves, encode=source == NETWORK)
        if source == NETWORK:
            left, said = np.array(course.to_go), course.chances(load(SMALL)).astype(float)
            left, said = left[:-1], said[:-1]  # then the game is over
        else:
            left, said = _searched(variant, seed, moves)
        won = np.tile(rows[:, SHARE] / WHOLE, (len(said), 1))
        parts.append(Positions(np.full(len(said), seed), left, said, won))
    return _joined(parts)


def _searched(variant: Variant, seed: int, moves: Sequence[int]) -> tuple[Reals, Reals]:
    """Where each round of a game begins: the tiles to go, and the shares that the search of a review finds."""
    analyzer = _analyzer()
    left: list[float] = []
    said: list[Sequence[float]] = []
    s = State()
    variant.mark(s)
    new_game(s, variant.players, shuffler(seed))
    for move in moves:
        dealt = s.asked == questions.DEAL
        apply(s, move)
        if dealt and s.asked not in (questions.DEAL, questions.OVER):
            analyzer.reset(seed)
            left.append(to_go(s))
            said.append(analyzer.read(s, USUAL.visits).best.wins[: variant.players])
    return np.array(left), np.array(said, float)


@cache
def _analyzer() -> NativeAnalyzer:
    """One for all the games of a process."""
    return NativeAnalyzer()


def _joined(parts: Sequence[Positions]) -> Positions:
    return Positions(*(np.concatenate([getattr(part, name) for part in parts]) for name in Positions.__annotations__))


def _features(positions: Positions) -> Reals:
    """By seat: what the two numbers of a scale multiply, the latest power first, before the softmax."""
    logs = np.log(np.clip(positions.said, LEAST, 1.0))
    return np.stack((logs, logs * positions.to_go[:, None]), 2)


def _softmax(logits: Reals) -> Reals:
    raised = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(raised / raised.sum(1, keepdims=True))


def most_likely(positions: Positions) -> tuple[LevelScale, Reals]:
    """The most likely scale, and the covariance of its powers (late, early minus late), counted by games."""
    features, powers = _features(positions), np.array([1.0, 0.0])
    for _ in range(STEPS):
        shares = _softmax(features @ powers)
        mean = np.einsum("rs,rsm->rm", shares, features)
        curvature = np.einsum("rs,rsm,rsn->mn", shares, features, features) - mean.T @ mean
        slopes = np.einsum("rs,rsm->rm", positions.won - shares, features)
        powers = powers + np.clip(np.linalg.solve(curvature, slopes.sum(0)), -FARTHEST, FARTHEST)
    _, game = np.unique(positions.games, return_inverse=True)
    by_game = np.zeros((int(game.max()) + 1, 2))
    np.add.at(by_game, game, slopes)
    inverse = np.linalg.inv(curvature)
    return LevelScale(float(powers.sum()), float(powers[0])), inverse @ (by_game.T @ by_game) @ inverse


def interval_of(scale: LevelScale, covariance: Reals, players: int) -> tuple[float, tuple[float, float]]:
    """What 90 % of strong play are half way, where all others have the same; and the interval of 95 %."""
    at = np.array([1.0, HALF_WAY])
    half = Z * sqrt(float(at @ covariance @ at))
    ends = [_raised(scale.power(HALF_WAY) + off, players) for off in (0.0, -half, half)]
    return ends[0], (ends[1], ends[2])


def _raised(power: float, players: int) -> float:
    """The share that 90 % are by this power."""
    others = (players - 1) * ((1 - SAID) / (players - 1)) ** power
    return float(SAID**power / (SAID**power + others))


def check(positions: Positions, shares: Reals) -> tuple[CheckedBin, ...]:
    """Shares in ten bins beside how many won, with intervals that count games; empty bins are left out."""
    players = shares.shape[1]
    said, won = shares.reshape(-1), positions.won.reshape(-1)
    _, game = np.unique(np.repeat(positions.games, players), return_inverse=True)
    places = np.minimum((said * BINS).astype(int), BINS - 1)
    found = []
    for place in range(BINS):
        here = places == place
        if not here.any():
            continue
        count, rate = int(here.sum()), float(won[here].mean())
        off = np.bincount(game[here], won[here] - rate)
        variance = float((off**2).sum()) / count**2
        held = len(np.unique(game[here]))
        worth = min(count, rate * (1 - rate) / variance) if variance > 0 else held  # so many independent positions
        low, high = wilson(rate * worth, worth)
        found.append(CheckedBin(float(said[here].mean()), rate, low, high, count, held))
    return tuple(found)


def fit(level: str, positions: Positions) -> FittedScale:
    """The scale of a level by its games, checked on the half that each was not fitted to."""
    seeds = np.unique(positions.games)
    even = np.isin(positions.games, seeds[::2])
    said, order = [], []
    for half in (even, ~even):
        said.append(positions.of(~half).at(most_likely(positions.of(half))[0]))
        order.append(np.flatnonzero(~half))
    held_out = np.concatenate(said)[np.argsort(np.concatenate(order))]
    scale, covariance = most_likely(positions)
    share, ninety = interval_of(scale, covariance, positions.said.shape[1])
    return FittedScale(level, len(seeds), scale.early, scale.late, share, ninety, check(positions, held_out))


def as_text(known: dict[str, Any], source: Source, variant: Variant, fitted: Sequence[FittedScale]) -> str:
    """The file of the package with these scales of one kind of game in it, a line for each level.

    Scales for another network are left out.
    """
    digest = str(packaged_network(SMALL).card["sha256"])[:DIGITS]
    fresh: dict[str, Any] = {"digest": digest, SEARCH: {}, NETWORK: {}}
    file = known if known["digest"] == digest else fresh
    kinds, name = file[source], kind(variant.example())
    rows = {row["level"]: row for row in [*kinds.get(name, []), *map(_plain, fitted)]}
    kinds[name] = [rows[level.name] for level in ALL_LEVELS if level.name in rows]
    parts = [f'{{\n "digest": {json.dumps(digest)}']
    for part in (SEARCH, NETWORK):
        lists = [
            f"  {json.dumps(each)}: [\n" + ",\n".join(f"   {json.dumps(row)}" for row in file[part][each]) + "\n  ]"
            for each in sorted(file[part])
        ]
        parts.append(f" {json.dumps(part)}: {{\n" + ",\n".join(lists) + "\n }")
    return ",\n".join(parts) + "\n}\n"


def _plain(value: Any) -> Any:
    """A scale as plain data, numbers rounded."""
    if isinstance(value, FittedScale | CheckedBin):
        return {name: _plain(part) for name, part in vars(value).items()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return round(value, 4) if isinstance(value, float) else value
