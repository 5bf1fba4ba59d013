"""The balance table of a box: who wins by the order of seats, how long and close games are, what each thing gives."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from amyitis.analysis.level_shares import NETWORK, level_scales
from amyitis.box.tables import BOX_DIGEST, BOX_NAME
from amyitis.errors import Malformed
from amyitis.lab.batches import Array, check_seeds
from amyitis.lab.intervals import Rate
from amyitis.lab.variants import Variant
from amyitis.lab.workers import Workers

from .openness import Openness, openness
from .players import Player, find_judge, find_player, load, played_moves
from .seat_rows import FIRST_THING, MARGIN, PLACE, ROUNDS, SCORE, SHARE, SOURCE, Thing, seat_rows, things

AT_ONCE = 20  # games that a worker plays before it tells of them


@dataclass(frozen=True)
class Seat:
    """A place in the order of the first round."""

    place: int  # from 1
    won: Rate
    score: float


@dataclass(frozen=True)
class Given:
    """What a source of prestige gave: to a seat, to a winner, and its share of all."""

    name: str
    mean: float
    winners_mean: float
    share: float


@dataclass(frozen=True)
class Used:
    """What became of those who had or used something: a Court card, a city, a temple, a craft."""

    group: str
    name: str
    share: float  # of seats that had or used it
    mean: float  # times a seat
    users: Rate
    most: Rate  # who used it more than anybody else in the game


@dataclass(frozen=True)
class Balance:
    """The balance table of one kind of game."""

    box: str
    kind: str
    players: int
    player: Player
    seed: int
    games: int
    rounds: float
    score: float
    margin: float  # of the winner over the second
    shared_wins: float
    openness: Openness
    seats: tuple[Seat, ...]
    sources: tuple[Given, ...]
    used: tuple[Used, ...]

    @property
    def even(self) -> float:
        """The win rate of a seat if all were alike."""
        return 1 / self.players

    def as_json(self) -> dict[str, Any]:
        """Returns the table as plain lists and numbers."""
        return asdict(self)


def measure(
    variant: Variant,
    games: int,
    bot: str,
    workers: Workers,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Balance:
    """Let one bot play the games of consecutive seeds in all seats; returns the table. Raises Malformed."""
    if games < 1:
        raise Malformed(f"a balance table needs at least 1 game, not {games}")
    check_seeds(seed, games)
    player = find_player(bot, variant)
    judge = find_judge(bot, variant)
    ends = range(seed, seed + games, AT_ONCE)
    items = [(player.bot, judge, variant, first, min(AT_ONCE, seed + games - first)) for first in ends]
    played: list[Played] = []
    with closing(workers.each(play_some, items)) as parts:
        for part in parts:
            played += part
            if progress is not None:
                progress(len(played))
    played.sort(key=lambda game: int(game.rows[0, 0]))
    return summed_up(variant, player, seed, played)


@dataclass(frozen=True)
class Played:
    """A game: a row for each seat, and the scores of all of them after each round, and their chances by each judge."""

    rows: Array
    scores: Array
    judged: dict[str, Array]


def play_some(item: tuple[str, str | None, Variant, int, int]) -> list[Played]:
    """So many games of a bot from a seed on, judged by a network if one is named, and on the scale of a level's own."""
    bot, judge, variant, first, count = item
    scale = level_scales(variant.example(), NETWORK).get(bot)
    played = []
    for seed in range(first, first + count):
        rows, course = seat_rows(variant, seed, played_moves(bot, variant, seed), judge is not None)
        judged = {} if judge is None else {judge: course.chances(load(judge))}
        if scale is not None and judge is not None:
            judged[bot] = course.at_level(judged[judge], scale)
        played.append(Played(rows, np.array(course.scores), judged))
    return played


def summed_up(variant: Variant, player: Player, seed: int, played: Sequence[Played]) -> Balance:
    """The table of some games."""
    rows = np.concatenate([game.rows for game in played])
    by_game = rows.reshape(-1, variant.players, rows.shape[1])
    shares = rows[:, SHARE]
    seats = [rows[rows[:, PLACE] == place] for place in range(variant.players)]
    return Balance(
        box=f"{BOX_NAME} {BOX_DIGEST}",
        kind=variant.name,
        players=variant.players,
        player=player,
        seed=seed,
        games=len(by_game),
        rounds=float(by_game[:, 0, ROUNDS].mean()),
        score=float(rows[:, SCORE].mean()),
        margin=float(by_game[:, :, MARGIN].max(1).mean()),
        shared_wins=float((by_game[:, :, MARGIN].max(1) == 0).mean()),
        openness=openness(
            [game.scores for game in played],
            {judge: [game.judged[judge] for game in played] for judge in played[0].judged},
        ),
        seats=tuple(
            Seat(place + 1, Rate.of(here[:, SHARE]), float(here[:, SCORE].mean())) for place, here in enumerate(seats)
        ),
        sources=tuple(_sources(variant, rows)),
        used=tuple(
            _used(thing, by_game[:, :, FIRST_THING + i].reshape(-1), shares, variant.players)
            for i, thing in enumerate(things(variant))
            if thing.group != SOURCE
        ),
    )


def _sources(variant: Variant, rows: Array) -> Iterable[Given]:
    """Prestige by source, the richest first."""
    total = max(1, int(rows[:, SCORE].sum()))
    winners = rows[rows[:, SHARE] > 0]
    sources = [
        Given(thing.name, float(rows[:, at].mean()), float(winners[:, at].mean()), float(rows[:, at].sum()) / total)
        for at, thing in enumerate(things(variant), FIRST_THING)
        if thing.group == SOURCE
    ]
    return sorted(sources, key=lambda source: -source.mean)


def _used(thing: Thing, counts: Array, shares: Array, players: int) -> Used:
    """What became of those who used a thing so often."""
    games = counts.reshape(-1, players)
    best = games.max(1, keepdims=True)
    alone = (games == best) & ((games == best).sum(1, keepdims=True) == 1)
    return Used(
        thing.group,
        thing.name,
        float((counts > 0).mean()),
        float(counts.mean()),
        Rate.of(shares[counts > 0]),
        Rate.of(shares[alone.reshape(-1)]),
    )
