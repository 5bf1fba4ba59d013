"""Puzzles from engine games: a clear best move, its gap above the second, checked again with ten times the thought.

Most positions are no puzzles, so they are sieved, the cheapest sieve first: a few visits of the tree that goes along
with the game, then the usual ones, then two readers, then one who thinks ten times as long, and only then all six.
"""

from collections.abc import Iterator

from amyitis.bots import play
from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.notation.position_parser import parse_position
from amyitis.notation.positions import position_hash, position_text, seat_letter
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.bits import count_bits
from amyitis.rules.scoring import last_round
from amyitis.rules.state import State
from amyitis.search.opinion import Opinion

from .decks import deck_size
from .grades import scale
from .lines import line_on
from .losses import POINTS, USUAL, Effort, paired_loss
from .puzzles import Puzzle, themes_of
from .reasons import reasons_between
from .review import DECIDED
from .thinking import Thinker

GAP = 8.0  # points, with two players, by which the best move must lead surely
MOST_GAP = 60.0  # a greater one is no riddle
PLAIN = 8.0  # points, with two players, by which no solution leads at first sight
FEWEST_MOVES = 3
SIEVE_VISITS = 16  # after which the moves must differ by the gap at all
SIEVE_READERS = 2  # who must both see the gap before the check begins
TIMES = 10  # the thought of the check
PLAYERS = ("net:small", "Steward", "Astronomer")  # who play the games, by turns: lively, and never foolish

CHECK = USUAL.times(TIMES)


def puzzle_games(seed: int, only: int | None = None) -> Iterator[tuple[int, Game]]:
    """Games without end, with two, three and four players by turns (or `only` so many), each with its seed."""
    while True:
        players = 2 + seed % 3
        if only in (None, players):
            yield seed, play([PLAYERS[(seed // 3 + place) % len(PLAYERS)] for place in range(players)], seed)
        seed += 1


def puzzle_again(puzzle: Puzzle, thinker: Thinker) -> Puzzle | None:
    """A puzzle with the box and the network in use: what they say of it, if its solution holds after the same check.

    None if it does not, or if the position cannot be with this box. That it must not be plain at first sight was asked
    of it when it was made, and is not asked again of another network.
    """
    try:
        s = parse_position(puzzle.position)
    except Malformed:
        return None
    thinker.start(thinker.seed)
    thinker.tree.plant(s, fresh=True)
    opinions = thinker.think(s, USUAL.visits)
    best = {token(one.action): one.action for one in opinions}.get(puzzle.best)
    wanted = GAP * scale(s.players)
    if best is None or len(opinions) < FEWEST_MOVES or not _open(s, opinions, wanted):
        return None
    return _checked(s, best, opinions, thinker, wanted)


def puzzles_of(game: Game, thinker: Thinker, known: set[str]) -> Iterator[Puzzle]:
    """The puzzles in a game: at most one in a round, none whose identity is known already."""
    thinker.start(thinker.seed)
    thinker.tree.plant(game.state, fresh=True)
    rounds: set[int] = set()
    for ply in game.plies:
        s = ply.before
        if ply.is_deal or s.round_no in rounds or count_bits(s.legal) < FEWEST_MOVES:
            continue
        if position_hash(position_text(s)) in known:
            continue
        found = _riddle(s, thinker)
        if found is not None:
            rounds.add(s.round_no)
            known.add(found.id)
            yield found


def _riddle(s: State, thinker: Thinker) -> Puzzle | None:
    """The puzzle in a position, if a move leads clearly, and still does after ten times the thought."""
    wanted = GAP * scale(s.players)
    if not _open(s, thinker.think(s, min(SIEVE_VISITS, USUAL.visits)), wanted):
        return None
    opinions = thinker.think(s, USUAL.visits)
    first_sight = sorted(opinions, key=lambda one: -one.guess)
    if not wanted <= _lead(s, opinions) <= MOST_GAP * scale(s.players):
        return None
    ahead = POINTS * (first_sight[0].guess - first_sight[1].guess)
    if first_sight[0].action == opinions[0].action and ahead >= PLAIN * scale(s.players):
        return None
    if not _seems_ahead(s, opinions, thinker, USUAL, SIEVE_READERS, wanted):
        return None
    return _checked(s, opinions[0].action, opinions, thinker, wanted)


def _checked(s: State, best: int, opinions: list[Opinion], thinker: Thinker, wanted: float) -> Puzzle | None:
    """The puzzle with this solution, if that leads for sure after ten times the thought; `opinions` are the usual."""
    again = thinker.think(s, CHECK.visits)
    if again[0].action != best or not _seems_ahead(s, again, thinker, CHECK, 1, wanted):
        return None
    checked = _surely_ahead(s, again, thinker, wanted)
    if checked is None:
        return None
    second, loss = checked
    lines = [line_on(thinker, s, action, CHECK.visits) for action in (best, second)]
    text = position_text(s)
    return Puzzle(
        id=position_hash(text),
        box=BOX_DIGEST,
        players=s.players,
        seat=seat_letter(s, s.seat),
        round=s.round_no,
        question=questions.ASKED_NAMES[s.asked],
        position=text,
        best=token(best),
        second=token(second),
        points=round(loss[0], 1),
        low=round(loss[1], 1),
        high=round(loss[2], 1),
        best_line=lines[0],
        second_line=lines[1],
        themes=_themes(s, lines),
        difficulty=_difficulty(s, opinions, best),
    )


def _lead(s: State, opinions: list[Opinion]) -> float:
    """By how many points the best move leads all others, as the tree sees it."""
    return POINTS * (opinions[0].wins[s.seat] - max(one.wins[s.seat] for one in _rivals(opinions)))


def _rivals(opinions: list[Opinion]) -> list[Opinion]:
    """The other moves that the tree has visited: what it says of the rest is worth little. At least one."""
    return [one for one in opinions[1:] if one.visits] or opinions[1:2]


def _open(s: State, opinions: list[Opinion], wanted: float) -> bool:
    """Whether the game is open, and there is as much as wanted between the best and the worst move."""
    shares = [one.wins[s.seat] for one in opinions]
    return DECIDED <= opinions[0].wins[s.seat] <= 1 - DECIDED and POINTS * (max(shares) - min(shares)) >= wanted


def _nearest(s: State, opinions: list[Opinion]) -> list[int]:
    """The rivals to be compared with the best move, the most promising first.

    They are the next two by visits, the next by value, and the next two at first sight.
    """
    others = _rivals(opinions)
    at_sight = sorted(opinions[1:], key=lambda one: -one.guess)
    chosen = (*others[:2], *at_sight[:2], max(others, key=lambda one: one.wins[s.seat]))
    worth = {one.action: one.wins[s.seat] for one in chosen}
    return sorted(worth, key=lambda action: (-worth[action], action))


def _seems_ahead(
    s: State, opinions: list[Opinion], thinker: Thinker, effort: Effort, readers: int, wanted: float
) -> bool:
    """Whether a few readers all see the best move so far ahead of all its rivals."""
    best = _shares(s, opinions[0].action, thinker, effort, readers)
    for rival in _nearest(s, opinions):
        others = _shares(s, rival, thinker, effort, readers)
        if min(mine - other for mine, other in zip(best, others, strict=True)) * POINTS < wanted:
            return False
    return True


def _shares(s: State, action: int, thinker: Thinker, effort: Effort, readers: int) -> list[float]:
    """The share of its player after a move, as some readers see it."""
    count = effort.decks * deck_size(s)
    rolled = (thinker.roll_out(s, reader, effort.reading, count, action) for reader in range(readers))
    return [float(values[:, s.seat].mean()) for values in rolled]


def _surely_ahead(
    s: State, opinions: list[Opinion], thinker: Thinker, wanted: float
) -> tuple[int, tuple[float, float, float]] | None:
    """The move that comes nearest to the best one and what it loses, if all rivals surely lose as much as wanted."""
    losses = {}
    for rival in _nearest(s, opinions):
        loss = paired_loss(thinker, s, opinions[0].action, rival, CHECK)
        if loss.low < wanted:
            return None
        losses[rival] = (loss.points, loss.low, loss.high)
    second = min(losses, key=lambda rival: losses[rival])
    return second, losses[second]


def _themes(s: State, lines: list[list[str]]) -> list[str]:
    """What a puzzle is about."""
    reasons = reasons_between(s, lines[0], lines[1])
    return themes_of(questions.KIND_NAMES[s.asked], lines[0][0], reasons, is_last=last_round(s))


def _difficulty(s: State, opinions: list[Opinion], best: int) -> int:
    """From 1 to 5: the place of the solution at first sight, and how many moves there are."""
    first_sight = sorted(opinions, key=lambda one: -one.guess)
    place = next(place for place, one in enumerate(first_sight) if one.action == best)
    return min(5, 1 + min(place, 3) + (count_bits(s.legal) > 8))
