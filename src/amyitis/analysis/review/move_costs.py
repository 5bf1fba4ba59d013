"""What a move costs beside another: several readers search both moves and roll them out over the same deals.

Each reader shuffles a deck of its own, and both moves meet all the deals of that deck (`analysis/analyzers/decks.py`).
The differences, reader by reader, give the loss and its interval. Once it is clear between which bounds a loss lies,
the remaining readers are skipped.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, hypot, inf, sqrt
from statistics import stdev, variance

from amyitis.analysis.analyzers.decks import deck_size
from amyitis.analysis.analyzers.position_analyzer import READERS, PositionAnalyzer, Row, means
from amyitis.analysis.proofs import by_seat
from amyitis.analysis.shapes import POINTS, Loss, PlayedOut
from amyitis.box.tables import MAX_SEATS
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.course.scoring import ROUND_LIMIT
from amyitis.rules.state import State
from amyitis.search.solver import may_end

from .grades import PRESTIGE, SHARE, Scale
from .grades import scale as scale_of

FEWEST_READERS = 3
# Student's t by degrees of freedom (readers less one): for the interval of a loss, and a wider one to stop early by.
T_95 = {2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571}
T_99 = {2: 9.925, 3: 5.841, 4: 4.604, 5: 4.032}

Z_95 = 1.96
# What a mean may be off beyond what the readers' disagreement shows, as a standard deviation in points as with two
# players: a little always, and more in an open game, the less the larger the budget, by a power of it. Measured
# (`benchmarks/review_figures.py calibration`) so that 95 % means 95 of 100.
LEAST_SPREAD = 0.25
SPREAD = {2: 2.0, 3: 8.0, 4: 20.0}
DECAY = {2: 0.5, 3: 0.2, 4: 0.2}
PRESTIGE_SPREAD = {2: 1.0, 3: 2.0, 4: 2.7}

Pair = tuple[list[float], list[float]]  # the mean rows of one reader after the best move and after the played one


@dataclass(frozen=True)
class Effort:
    """The budget of a review: visits of the search and of each reader, decks of each reader, and deals for luck.

    `games` are the most pairs of games with two players that confirm a mistake, at ten times the budget. With more
    players a pair takes longer, and readers differ more by their lines than by chance.
    """

    visits: int = 48
    reading: int = 20
    decks: int = 1
    luck_visits: int = 16
    luck_deals: int = 6
    games: int = 24

    def times(self, factor: int) -> "Effort":
        """The same budget for a move, multiplied."""
        return replace(self, visits=factor * self.visits, reading=factor * self.reading, games=factor * self.games)


USUAL = Effort()
MOST_TIMES = 40  # the greatest multiple of the usual budget that may be requested
MOST_GAMES = 200  # pairs that may be played to the end for one answer
WHOLE_GAME = ROUND_LIMIT  # rounds: as many as a game can have
# Games that confirm a mistake are played on for some rounds. What more rounds would change is a standard deviation in
# points as with two players (`docs/figures/review.md`); the chance that they add hides what a move was worth.
ROUNDS_ON = 3
LATER: dict[Scale, float] = {SHARE: 1.0, PRESTIGE: 0.5}
AT_FIRST = 5  # pairs of each reader; then as many as there are, again and again, while they are not enough
DECKS_APART = 16  # more than the games of a reader between two looks need
LINE_VISITS = 200  # of each reader for the round at hand, before the network plays a game out alone
PLAYED_OUT = 500  # the number of the first deck of games that are played on or out


def line_after(analyzer: PositionAnalyzer, s: State, action: int, visits: int) -> list[str]:
    """A move and the moves that the analyzer expects after it, to the end of the round, as tokens."""
    return [token(expected) for expected in analyzer.line(s, action, visits)]


def paired_loss(
    analyzer: PositionAnalyzer,
    s: State,
    best: int,
    played: int,
    effort: Effort,
    limits: Sequence[float] = (),
    scale: Scale = SHARE,
    floor: float = -inf,
) -> Loss:
    """What one move costs its player beside another: the mean of the differences; points are never below 0.

    The intervals are not cut off at 0. With `limits` on a scale, readers follow each other until it is certain (99 %)
    between which of the limits the loss lies; without, all of them read. No more read than the fewest if the loss lies
    below the floor.
    """
    pairs: list[Pair] = []
    for reader in range(READERS):
        pairs.append(_pair(analyzer, s, (best, played), reader, effort.reading, effort.decks))
        points = _differences(pairs, s, scale)
        if len(pairs) < FEWEST_READERS:
            continue
        if (limits and _is_settled(points, limits)) or (len(pairs) == FEWEST_READERS and _mean(points) < floor):
            break
    return _loss(s, pairs, None if best == played else _spreads(s.players, effort))


def _loss(s: State, pairs: list[Pair], spreads: Mapping[Scale, float] | None) -> Loss:
    """The mean of what readers found, with its intervals; without spreads the readers' disagreement is all."""
    best, played = (means(rows) for rows in zip(*pairs, strict=True))
    share = (best[s.seat] + played[s.seat]) / 2
    open_game = {SHARE: 4 * share * (1 - share), PRESTIGE: 1.0}
    (points, point_margin), (prestige, prestige_margin) = (
        _mean_and_margin(
            _differences(pairs, s, on), s.players, None if spreads is None else spreads[on] * open_game[on]
        )
        for on in (SHARE, PRESTIGE)
    )
    return Loss(
        points=max(0.0, points),
        low=points - point_margin,
        high=points + point_margin,
        prestige=prestige,
        best=by_seat(s, best[: s.players]),
        played=by_seat(s, played[: s.players]),
        prestige_low=prestige - prestige_margin,
        prestige_high=prestige + prestige_margin,
    )


def _pair(analyzer: PositionAnalyzer, s: State, moves: tuple[int, int], reader: int, visits: int, decks: int) -> Pair:
    """What a reader expects after two moves: for each the mean over the deals of some decks behind its line."""
    searched = _searched_end(analyzer, s, moves, reader, visits)
    if searched is not None:
        return searched
    count, first = decks * deck_size(s), reader * decks
    best, played = (means(analyzer.roll_out(s, reader, visits, count, move, first=first)) for move in moves)
    return best, played


def _searched_end(
    analyzer: PositionAnalyzer, s: State, moves: tuple[int, int], reader: int, visits: int
) -> Pair | None:
    """What the search of a reader says after two moves, if one of its lines ends the game.

    Such a line ends with a win or a loss, whatever else may happen on the way, so no mean of rollouts would do.
    """
    if not may_end(s):
        return None
    if not any(_is_result(s, *analyzer.roll_out(s, reader, visits, 1, move)) for move in moves):
        return None
    best, played = (_searched(analyzer, s, move, reader, visits) for move in moves)
    return best, played


def _is_result(s: State, row: Row) -> bool:
    """Whether a row is that of a finished game: no network expects whole prestige of every seat."""
    return all(float(value).is_integer() for value in [*row][MAX_SEATS : MAX_SEATS + s.players])


def _searched(analyzer: PositionAnalyzer, s: State, move: int, reader: int, visits: int) -> list[float]:
    """What the search of a reader says after a move, as rollouts have it."""
    after = s.copy()
    apply(after, move)
    if after.asked in (questions.DEAL, questions.OVER):
        return means(analyzer.roll_out(s, reader, visits, deck_size(s), move))
    best = analyzer.read(s, visits, reader, move).best
    unused = [0.0] * (MAX_SEATS - s.players)
    return [*best.wins, *unused, *best.prestige, *unused]


def play_out(analyzer: PositionAnalyzer, s: State, best: int, played: int, games: int) -> PlayedOut:
    """What one move lost beside another in about so many pairs of games, played to the end with the same deals.

    Readers see different lines for the round at hand, so their means differ by chance and by the choice of the line.
    """
    each = max(1, games // READERS)
    decks = ceil(each / deck_size(s))
    pairs = [
        _pair_of_means(
            analyzer.roll_out(s, reader, LINE_VISITS, each, move, rounds=WHOLE_GAME, first=PLAYED_OUT + reader * decks)
            for move in (best, played)
        )
        for reader in range(READERS)
    ]
    points, prestige = (_differences(pairs, s, scale) for scale in (SHARE, PRESTIGE))
    return PlayedOut(each * READERS, _mean(points), _standard_error(points), _mean(prestige), _standard_error(prestige))


def played_on_loss(
    analyzer: PositionAnalyzer, s: State, best: int, played: int, effort: Effort, limits: Sequence[float], scale: Scale
) -> Loss:
    """What one move costs its player beside another, in pairs of games that are played on for some rounds.

    The games of a pair meet the same deals. With `limits` on a scale, games are added until more would hardly bring the
    lower end of the interval to the other side of one of them; without, all games are played.
    """
    moves, most = (best, played), ceil(effort.games * scale_of(s.players) / READERS)
    fixed = [_searched_end(analyzer, s, moves, reader, effort.reading) for reader in range(READERS)]
    rows: list[tuple[list[Row], list[Row]]] = [([], []) for _ in fixed]
    first, games, more = PLAYED_OUT, 0, min(AT_FIRST, most)
    while True:
        for reader, ends in enumerate(rows):
            first += DECKS_APART
            for move, rolled in zip(moves, ends if fixed[reader] is None else (), strict=False):
                rolled.extend(analyzer.roll_out(s, reader, effort.reading, more, move, rounds=ROUNDS_ON, first=first))
        games += more
        pairs = [known or _pair_of_means(ends) for known, ends in zip(fixed, rows, strict=True)]
        if games == most:
            break
        if limits:
            chance = sum(_chance(ends, s, scale) for known, ends in zip(fixed, rows, strict=True) if known is None)
            chance /= READERS**2
            if will_stay(_differences(pairs, s, scale), limits, chance / games, chance / most):
                break
        more = min(games, most - games)
    return _loss(s, pairs, None if best == played else LATER)


def _pair_of_means(rows: Iterable[Iterable[Row]]) -> Pair:
    best, played = (means(each) for each in rows)
    return best, played


def _mean_and_margin(differences: list[float], players: int, spread: float | None) -> tuple[float, float]:
    """The mean of the readers' differences, and half its interval of 95 %.

    `spread` is the standard deviation of the mean beyond the readers' disagreement, as with two players; None is none.
    """
    more = 0.0 if spread is None else scale_of(players) * (LEAST_SPREAD + (spread if any(differences) else 0.0))
    return _mean(differences), hypot(T_95[len(differences) - 1] * _standard_error(differences), Z_95 * more)


def _spreads(players: int, effort: Effort) -> dict[Scale, float]:
    """The standard deviations of a mean loss in an open game, for a budget."""
    less = USUAL.visits / effort.visits
    return {SHARE: SPREAD[players] * float(less ** DECAY[players]), PRESTIGE: PRESTIGE_SPREAD[players] * sqrt(less)}


def _differences(pairs: list[Pair], s: State, scale: Scale) -> list[float]:
    """By how much the best move is better for who decides, reader by reader: in points, or in prestige."""
    if scale == SHARE:
        return [(best[s.seat] - played[s.seat]) * POINTS for best, played in pairs]
    ends = slice(MAX_SEATS, MAX_SEATS + s.players)
    return [lead(best[ends], s.seat) - lead(played[ends], s.seat) for best, played in pairs]


def lead(prestige: Sequence[float], seat: int) -> float:
    """The prestige of a seat less that of the best other."""
    return prestige[seat] - max(points for place, points in enumerate(prestige) if place != seat)


def _mean(points: list[float]) -> float:
    return sum(points) / len(points)


def _standard_error(points: list[float]) -> float:
    return stdev(points) / sqrt(len(points))


def _is_settled(points: list[float], limits: Sequence[float]) -> bool:
    """Whether the mean certainly lies above or below each of the limits."""
    mean, margin = _mean(points), T_99[len(points) - 1] * _standard_error(points)
    return all(abs(mean - limit) > margin for limit in limits)


def _chance(ends: tuple[list[Row], list[Row]], s: State, scale: Scale) -> float:
    """The variance of what single pairs of games say, all after the same two lines."""
    return variance(_differences([([*best], [*played]) for best, played in zip(*ends, strict=True)], s, scale))


def will_stay(points: list[float], limits: Sequence[float], now: float, later: float) -> bool:
    """Whether the lower end of the interval will be on the same side of each limit (95 %), once all games are played.

    `now` and `later` are what chance adds to the variance of the mean, with the games so far and with all. The rest of
    the readers' disagreement is about lines, and stays.
    """
    error = sqrt(max(0.0, variance(points) / len(points) - now) + later)
    t = T_95[len(points) - 1]
    low, may_move = _mean(points) - t * error, t * sqrt(now - later)
    return all(abs(low - limit) >= may_move for limit in limits)
