"""Puzzles of several turns: behind a turn come the others' reply and the next turn, while that is clear.

`proven.py` proves what is clear, `making.py` asks the network.
"""

from collections.abc import Callable, Iterator, Sequence

from amyitis.errors import Malformed
from amyitis.game import Game

from .puzzles import FollowUps

MOST_TURNS = 4
MOST_ENDS = 24  # of a turn that goes on
FEWEST_CHOICES = 3  # with which a further turn begins
MOST_RIGHT = 0.5  # of them

Further = Callable[[Game], FollowUps | None]


def ends_turn(before: Game, move: str, after: Game) -> bool:
    """Whether a move ends a turn: it is a pass, or somebody else or a new action is asked for."""
    return move == "pass" or after.is_over or after.seat != before.seat or after.question == "action"


def play_turn(game: Game, moves: Sequence[str]) -> tuple[list[str], bool]:
    """Play moves of a turn, and those without a choice that follow; return these, and whether the turn is over.

    Raises Malformed, also for a move behind the end of the turn, or IllegalMove.
    """
    is_over = False
    for move in moves:
        if is_over:
            raise Malformed(f"{move} is no part of the turn: that ends before it")
        is_over = _push(game, move)
    forced = list[str]()
    while not is_over and len(game.legal_moves) == 1:
        forced.append(game.legal_moves[0])
        is_over = _push(game, forced[-1])
    return forced, is_over


def _push(game: Game, move: str) -> bool:
    """Play a move; return whether it ends a turn."""
    before = game.copy()
    game.push(move)
    return ends_turn(before, move, game)


def with_turns(start: Game, tree: FollowUps, further: Further) -> tuple[FollowUps, int]:
    """The right moves of a turn with those of the turns behind it, as many as are clear; and the number of turns.

    `further` gets the game after a turn. It returns the others' reply with the right moves of the next turn behind it,
    or None. All right lines have equally many turns.
    """
    for turns in range(1, MOST_TURNS):
        longer = _longer(start, tree, further) if _ends(tree) <= MOST_ENDS else None
        if longer is None:
            return tree, turns
        tree = longer
    return tree, MOST_TURNS


def _longer(game: Game, tree: FollowUps, further: Further) -> FollowUps | None:
    if not tree:
        return None if game.is_over else further(game)
    longer: FollowUps = {}
    for move, rest in tree.items():
        after = game.copy()
        after.push(move)
        behind = _longer(after, rest, further)
        if behind is None:
            return None
        longer[move] = behind
    return longer


def _ends(tree: FollowUps) -> int:
    return sum(map(_ends, tree.values())) if tree else 1


def is_clear(game: Game, right: FollowUps) -> bool:
    """Whether a further turn is worth to be asked for: by its first choice, of which enough must be wrong."""
    count = len(game.legal_moves)
    return count >= FEWEST_CHOICES and len(right) <= MOST_RIGHT * count


def behind(reply: list[str], right: FollowUps) -> FollowUps:
    """The right moves behind a reply."""
    for move in reversed(reply):
        right = {move: right}
    return right


def main_line(tree: FollowUps) -> Iterator[str]:
    """The first of the right moves, and so on to the end."""
    while tree:
        move = next(iter(tree))
        yield move
        tree = tree[move]
