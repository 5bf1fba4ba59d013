"""Puzzles with a proof: in a last round one move wins, and no other wins as surely.

Everything is searched to the end of the game (`search/solver.py`), so no network can be wrong about them; it only says
how hard they look. Where a game of engines is decided, one seat's prestige is changed until it is not: the puzzle is to
win by one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.evaluation import MOST_VISITS
from amyitis.analysis.proofs import proof_of, proven_line, proven_loss, quick
from amyitis.analysis.review.move_costs import USUAL
from amyitis.analysis.review.reasons import reasons_between
from amyitis.analysis.shapes import POINTS
from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.game.view.shape import Seat
from amyitis.notation.position_parser import parse_position
from amyitis.notation.positions import position_hash, position_text, seat_letter
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits, members
from amyitis.rules.course.scoring import last_round
from amyitis.rules.questions import FIRST_ACTION
from amyitis.rules.state import State
from amyitis.search.solver import Proof, Solver

from .making import FEWEST_MOVES, difficulty_of, hardest, is_plain, puzzle_again
from .puzzles import FollowUps, Puzzle, is_asked, themes_of
from .turns import behind, ends_turn, is_clear, main_line, with_turns

NODES = 150_000  # positions that one proof may look at
MOST_A_GAME = 3
SHIFTS = (0, 1, -1, 2, -2)  # of prestige, around an even end, with three and four players


@dataclass(frozen=True)
class _Choice:
    """A move, and how the game ends after it."""

    move: int
    proof: Proof

    def sure(self, p: int) -> float:
        """The share of the win that a seat has for sure."""
        return self.proof.least[p]

    def margin(self, p: int) -> int:
        """By how much a seat of two ends ahead."""
        return (self.proof.margin or 0) * (1 if p == 0 else -1)


def proven_puzzles_of(game: Game, analyzer: NativeAnalyzer, known: set[str]) -> Iterator[Puzzle]:
    """Yield the proven puzzles in the last round of a game: at most one in a turn, none that is known already."""
    made, turn = 0, None
    for ply in game.plies:
        s = ply.before
        if ply.is_deal or not last_round(s) or count_bits(s.legal) < FEWEST_MOVES or made == MOST_A_GAME:
            continue
        if s.asked == questions.ACTION:
            turn = None
        puzzle = None if turn == s.seat else _puzzle_in(s, analyzer)
        if puzzle is not None and puzzle.id not in known:
            made, turn = made + 1, s.seat
            known.add(puzzle.id)
            yield puzzle


def checked_again(puzzle: Puzzle, analyzer: NativeAnalyzer, visits: int = MOST_VISITS) -> Puzzle | None:
    """Check a puzzle with the box and the network in use, by a proof if it was made by one; None if it fails.

    Without a proof, so many visits of the analysis board must not prefer another move.
    """
    if not puzzle.proven:
        return puzzle_again(puzzle, analyzer, visits)
    try:
        s = parse_position(puzzle.position)
    except Malformed:
        return None
    again = _puzzle_at(s, analyzer, plain_too=True)
    return again if again is not None and again.best == puzzle.best else None


def _puzzle_in(s: State, analyzer: NativeAnalyzer) -> Puzzle | None:
    choices = _choices(s, analyzer.solver)
    if choices is None:
        return None
    for changed in [s, *_sharpened(s, choices, analyzer.solver)]:
        puzzle = _puzzle_at(changed, analyzer)
        if puzzle is not None:
            return puzzle
    return None


def _shown_as_proven(s: State, best: int, second: int, solver: Solver) -> bool:
    """Whether reviews, hints and the analysis board prove the position and the loss with the effort they spend."""
    solver.forget()
    return solver.prove(s, quick(s)) is not None and proven_loss(solver, s, best, second, quick(s)) is not None


def _choices(s: State, solver: Solver, nodes: int = NODES) -> list[_Choice] | None:
    """Every move with its proof, the best for the player first; None if one of them cannot be proven."""
    choices = []
    for answer in members(s.legal):
        after = s.copy()
        apply(after, FIRST_ACTION[s.asked] + answer)
        proof = proof_of(solver, after, nodes)
        if proof is None or (s.players == 2 and proof.margin is None):
            return None
        choices.append(_Choice(FIRST_ACTION[s.asked] + answer, proof))
    return sorted(
        choices, key=lambda choice: (-choice.sure(s.seat), -choice.proof.most[s.seat], -choice.margin(s.seat))
    )


def _sharpened(s: State, choices: list[_Choice], solver: Solver) -> Iterator[State]:
    """The position with another prestige of the player, so that the game hangs on this move."""
    if s.players == 2:
        first, second, *_ = sorted(choices, key=lambda choice: -choice.margin(s.seat))
        if first.margin(s.seat) > second.margin(s.seat):
            yield _changed(s, 1 - first.margin(s.seat))
        return
    line = list(solver.line(s, NODES))
    if line and line[-1][1].asked == questions.OVER:
        ends = [player.prestige for player in line[-1][1].seats[: s.players]]
        even = max(end for p, end in enumerate(ends) if p != s.seat) - ends[s.seat]
        for shift in SHIFTS:
            yield _changed(s, even + shift)


def _changed(s: State, by: int) -> State:
    """The position with so much more prestige of the player, or, where that would be below 0, less of all others."""
    changed = s.copy()
    lacking = max(0, -(s.seats[s.seat].prestige + by))
    for p, player in enumerate(changed.seats[: s.players]):
        player.prestige += lacking + (by if p == s.seat else 0)
    return changed


def _puzzle_at(s: State, analyzer: NativeAnalyzer, *, plain_too: bool = False) -> Puzzle | None:
    """The puzzle in exactly this position, if one move is surely better than all others, and not at first sight."""
    solver, p = analyzer.solver, s.seat
    choices = _choices(s, solver)
    if choices is None or len(choices) < FEWEST_MOVES:
        return None
    best, second = choices[0], max(choices[1:], key=lambda other: (other.proof.most[p], other.margin(p)))
    gap = POINTS * (best.sure(p) - second.proof.most[p])
    if gap <= 0 or not _shown_as_proven(s, best.move, second.move, solver):
        return None
    evaluations = analyzer.search(s, USUAL.visits, fresh=True)
    if not plain_too and is_plain(s, evaluations, best.move):
        return None
    game, seat = Game(s), seat_letter(s, p)
    turn = _follow_ups(game, best.move, solver)
    if turn is None:
        return None
    found, turns = with_turns(game, {token(best.move): turn}, partial(_next_turn, seat=seat, solver=solver))
    lines = [_best_line(game, found, solver), proven_line(solver, s, second.move, NODES)]
    if not all(_is_whole(s, line) for line in lines):
        return None
    text = position_text(s)
    reasons = reasons_between(s, lines[0], lines[1])
    question = questions.ASKED_NAMES[s.asked]
    return Puzzle(
        id=position_hash(text),
        box=BOX_DIGEST,
        players=s.players,
        seat=seat,
        round=s.round_no,
        question=question,
        position=text,
        best=token(best.move),
        second=token(second.move),
        points=round(gap, 1),
        low=round(gap, 1),
        high=round(gap, 1),
        best_line=lines[0],
        second_line=lines[1],
        themes=themes_of(question, lines[0][0], reasons, is_last=True, turns=turns),
        difficulty=hardest(game, found, difficulty_of(s, evaluations, best.move), analyzer),
        follow_ups=found[token(best.move)],
        proven=True,
    )


def _follow_ups(before: Game, action: int, solver: Solver, nodes: int = NODES) -> FollowUps | None:
    """The choices after a move, to the end of the turn, that keep what is sure; None if not all are proven."""
    game = before.copy()
    game.push_id(action)
    return {} if ends_turn(before, token(action), game) else _right(game, solver, nodes)


def _right(game: Game, solver: Solver, nodes: int) -> FollowUps | None:
    """The right choices of a decision, and after them, to the end of the turn.

    None if not all are proven, or if others decide whether a choice is as good as the best.
    """
    choices, p = _choices(game.state, solver, nodes), game.state.seat
    if choices is None:
        return None
    right: FollowUps = {}
    for choice in choices:
        if choice.sure(p) >= choices[0].sure(p):
            further = _follow_ups(game, choice.move, solver, nodes)
            if further is None:
                return None
            right[token(choice.move)] = further
        elif choice.proof.most[p] >= choices[0].sure(p):
            return None
    return right


def _next_turn(game: Game, seat: Seat, solver: Solver) -> FollowUps | None:
    """The others' reply and the right moves of a seat's next turn; None if that is not clear, or not proven quickly.

    Of the replies that are best for the first of the others who has a choice, it is the one that leaves the seat the
    fewest right choices.
    """
    solver.forget()
    nodes, best, fewest = quick(game.state), None, 1.0
    for reply, at in _replies(game, seat, solver, nodes):
        right = _right(at, solver, nodes)
        if right is not None and is_clear(at, right) and len(right) / len(at.legal_moves) < fewest:
            best, fewest = behind(reply, right), len(right) / len(at.legal_moves)
    return best


def _replies(game: Game, seat: Seat, solver: Solver, nodes: int) -> Iterator[tuple[list[str], Game]]:
    """What the others may do until a seat has a choice: any best move of the first who has one, then what is proven."""
    first, forced = game.copy(), list[str]()
    while len(first.legal_moves) == 1:
        forced.append(first.legal_moves[0])
        first.push(forced[-1])
    if first.is_over or first.seat == seat:
        yield from [] if first.is_over else [(forced, first)]
        return
    choices, p = _choices(first.state, solver, nodes) or [], first.state.seat
    for choice in choices:
        at, reply = first.copy(), [*forced, token(choice.move)]
        at.push(reply[-1])
        while choice.sure(p) == choices[0].sure(p) and not at.is_over:
            if is_asked(at, seat):
                yield reply, at
                break
            proof = solver.prove(at.state, nodes)
            if proof is None or not proof.moves:
                break
            reply.append(token(proof.moves[0]))
            at.push(reply[-1])


def _best_line(game: Game, found: FollowUps, solver: Solver) -> list[str]:
    """A line that is right, with the moves that are proven best after it."""
    at, line = game.copy(), list(main_line(found))
    for move in line:
        at.push(move)
    return line if at.is_over else [*line, *(token(move) for move, _ in solver.line(at.state, NODES))]


def _is_whole(s: State, line: list[str]) -> bool:
    """Whether a line goes to the end of the game."""
    game = Game(s)
    for move in line:
        game.push(move)
    return game.is_over
