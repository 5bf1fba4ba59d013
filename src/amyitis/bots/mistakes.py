"""How a weaker level goes wrong: it overlooks moves, misjudges them, takes what lies near, forgets the others.

Never by a random move: it knows what every move is worth, and some of that knowledge is taken away. What it overlooks
and misjudges is drawn from the game on the table, the seat, the round and the move, so it is the same whenever it is
asked: a blind spot lasts for a round and is no whim of the moment.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from amyitis.rules.apply import apply
from amyitis.rules.state import State
from amyitis.search.evaluation import MoveEvaluation

_WORD = (1 << 64) - 1
_FACTOR = 0xBF58476D1CE4E5B9
_OVERLOOKING, _MISJUDGING, _FORM = 1, 2, 3  # draws for one purpose say nothing about those for another
NONSENSE = 1.0  # a move so many spreads below the average of the moment is none that a thinking player makes
_SLICES = 4
_SLICE_BITS = 64 // _SLICES


@dataclass(frozen=True)
class Mistakes:
    """What is taken away from a player who knows what every move is worth.

    Worth is counted in spreads: the standard deviation of the worth of all moves of the moment. So where one move is
    far better than all others it is found, and where many are nearly as good, any of them may be played.
    """

    overlooks: float = 0.0  # the share of the moves that it does not see in a round
    misjudges: float = 0.0  # by how many spreads it is wrong about a move
    near: float = 0.0  # how many spreads a prestige is worth to it that it gets at once
    alone: float = 0.0  # how far it counts its own prestige and forgets the others: 0 not at all, 1 entirely

    @property
    def none(self) -> bool:
        """Whether nothing is taken away."""
        return self == Mistakes()


def mistaken(s: State, evaluations: Sequence[MoveEvaluation], mistakes: Mistakes) -> list[MoveEvaluation]:
    """The evaluations in the order in which a player with these mistakes would take the moves.

    Moves far below the average of the moment come last, whatever is wrong with the others: they are nonsense, and
    nobody who has read the rules plays them for want of knowing better.
    """
    worth = in_spreads([move.guess for move in evaluations])
    own = in_spreads([move.prestige[s.seat] for move in evaluations])
    order = []
    for i, move in enumerate(evaluations):
        overlooked = _share(s, _OVERLOOKING, move.action) < mistakes.overlooks
        looks = worth[i] + mistakes.alone * (own[i] - worth[i]) + mistakes.misjudges * _error(s, move.action)
        if mistakes.near:
            looks += mistakes.near * gain_at_once(s, move.action)
        order.append((worth[i] < -NONSENSE, overlooked, -looks, i))
    return [evaluations[i] for *_, i in sorted(order)]


def in_spreads(values: Sequence[float]) -> list[float]:
    """How many standard deviations each value lies above the average; 0 where all are alike."""
    average = sum(values) / len(values)
    spread = sqrt(sum((x - average) ** 2 for x in values) / len(values))
    return [(x - average) / spread if spread else 0.0 for x in values]


def gain_at_once(s: State, action: int) -> int:
    """The prestige that a move brings its player at once."""
    after = s.copy()
    apply(after, action)
    return after.seats[s.seat].prestige - s.seats[s.seat].prestige


def form_of_the_day(s: State) -> float:
    """From -1 (a bad day) to 1 (a good one), drawn for the player in turn: the same through a whole game."""
    drawn = _mixed(_game_key(tuple(s.tile), tuple(s.colours)), _FORM, s.seat)
    return 2 * drawn / (_WORD + 1) - 1


def _share(s: State, purpose: int, action: int) -> float:
    """A number from 0 to 1, drawn for a move of this round."""
    return _draw(s, purpose, action) / (_WORD + 1)


def _error(s: State, action: int) -> float:
    """A number around 0, nearly normal with a standard deviation of 1, drawn for a move of this round."""
    drawn = _draw(s, _MISJUDGING, action)
    mask = (1 << _SLICE_BITS) - 1
    total = sum((drawn >> (_SLICE_BITS * i)) & mask for i in range(_SLICES)) / (mask + 1)
    return (total - _SLICES / 2) * sqrt(12 / _SLICES)


def _draw(s: State, purpose: int, action: int) -> int:
    return _mixed(_game_key(tuple(s.tile), tuple(s.colours)), purpose, s.round_no, s.seat, action)


@lru_cache(maxsize=1024)
def _game_key(tiles: tuple[int, ...], colours: tuple[int, ...]) -> int:
    """A number that stays the same through a game: its tiles lie where they were laid."""
    return _mixed(*tiles, *colours)


def _mixed(*numbers: int) -> int:
    """A number of 64 bits in which every bit depends on all numbers."""
    mixed = 0
    for number in numbers:
        mixed = ((mixed ^ (number + 0x9E3779B97F4A7C15)) * _FACTOR) & _WORD
        mixed ^= mixed >> 29
    mixed = mixed * 0x94D049BB133111EB & _WORD
    return mixed ^ (mixed >> 32)
