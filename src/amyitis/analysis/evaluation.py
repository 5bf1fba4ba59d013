"""The evaluation of a position, which improves with time: win shares, expected prestige, and the best lines."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import ceil
from typing import Any, Literal

from amyitis.box.tables import MAX_SEATS
from amyitis.game import Game
from amyitis.game.view.shape import Kind, Seat, SeatOrChance
from amyitis.notation.positions import decider_letter, seat_letter, seat_letters
from amyitis.notation.tokens import action_id, token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.state import State
from amyitis.search.evaluation import MoveEvaluation
from amyitis.search.solver import may_end

from .analyzers.decks import deck_size
from .analyzers.position_analyzer import PositionAnalyzer, is_trained_for, make_analyzer, means
from .level_shares import level_powers
from .proofs import by_seat, final_prestige, final_shares, proven
from .shapes import Proven, Shares, rounded

FIRST_VISITS = 16
GROWTH = 2  # the visits of each evaluation, divided by those of the one before
MOST_VISITS = 4096
MOST_LINES = 5
NODES_A_VISIT = 2_000  # positions that a proof may look at, for each visit of the search
DECKS = 2  # whose deals are averaged where a deal is due


@dataclass(frozen=True)
class EvaluatedLine:
    """A move: its visits, what it is worth to each seat, and the line after it; exact if `proven`."""

    move: str
    visits: int
    wins: Shares
    prestige: Shares
    line: list[str]
    proven: bool = False


@dataclass(frozen=True)
class Evaluation:
    """A position after so many visits: the win share and the expected prestige of each seat, and the best lines.

    The best line comes first. Where a deal is due, or the game is over, there are none. Where the end of the game is
    proven, the shares are exact, and the lines are those of all legal moves. Shares are those of strong play; `powers`
    turns them into those of a level of the bots: by level, the power that they are raised to before they are made to
    add up to 1 again, or None for a level of which too little is known.
    """

    position: str
    seats: list[Seat]
    seat: SeatOrChance
    question: Kind | Literal["over"]
    trained_for_this_box: bool
    visits: int
    wins: Shares
    prestige: Shares
    lines: list[EvaluatedLine]
    powers: dict[str, float | None]
    proven: Proven | None = None

    def as_dict(self) -> dict[str, Any]:
        """Returns the evaluation as plain data."""
        plain: dict[str, Any] = rounded(asdict(self))
        return plain


def evaluate(
    game: Game, most_visits: int = MOST_VISITS, analyzer: PositionAnalyzer | None = None, growth: float = GROWTH
) -> Iterator[Evaluation]:
    """Yields evaluations of the position of a game, each with more visits by a factor, until the end is proven."""
    analyzer = analyzer or make_analyzer()
    s = game.state
    if s.asked in (questions.DEAL, questions.OVER):
        row = means(analyzer.roll_out(s, 0, 1, DECKS * deck_size(s)))  # of a finished game: its result
        yield _evaluation(game, analyzer, row[: s.players], row[MAX_SEATS : MAX_SEATS + s.players], 0, [])
        return
    visits, before = min(FIRST_VISITS, most_visits), 0
    while True:
        moves = analyzer.search(s, visits, fresh=not before)
        reached, proof = analyzer.visits, proven(analyzer.solver, s, NODES_A_VISIT * visits)
        shown = moves if proof is not None else [move for move in moves[:MOST_LINES] if move.visits]
        lines = [_evaluated(analyzer, s, move) for move in shown]
        evaluation = _evaluation(game, analyzer, moves[0].wins, moves[0].prestige, reached, lines)
        if proof is not None:
            evaluation = _exact(analyzer, s, evaluation, proof, NODES_A_VISIT * visits)
        yield evaluation
        if visits >= most_visits or _is_exact(evaluation):
            return
        if reached == before and not may_end(s):
            return  # the tree is full; where the end is near, a longer proof may still come
        visits, before = min(ceil(growth * visits), most_visits), reached


def _is_exact(evaluation: Evaluation) -> bool:
    """Whether nothing is left to prove."""
    proof = evaluation.proven
    return proof is not None and proof.prestige is not None and all(line.proven for line in evaluation.lines)


def _evaluated(analyzer: PositionAnalyzer, s: State, move: MoveEvaluation) -> EvaluatedLine:
    wins, prestige = by_seat(s, move.wins), by_seat(s, move.prestige)
    return EvaluatedLine(token(move.action), move.visits, wins, prestige, _line(analyzer, s, move.action))


def _exact(analyzer: PositionAnalyzer, s: State, evaluation: Evaluation, proof: Proven, nodes: int) -> Evaluation:
    """The evaluation with what is proven in place of what the search believes; the best line comes first.

    The proofs of the moves that the search thinks little of may together look at as many positions as one. The move
    with which the proof of the position begins is proven with it.
    """
    seat, share = seat_letter(s, s.seat), nodes // len(evaluation.lines)
    wins = _middle(proof)
    lines = [
        _exact_line(analyzer, s, line, nodes if place < MOST_LINES else share)
        for place, line in enumerate(evaluation.lines)
    ]
    for i, line in enumerate(lines):
        if not line.proven and line.move in proof.line[:1]:
            prestige = proof.prestige or line.prestige
            lines[i] = replace(line, wins=wins, prestige=prestige, line=proof.line, proven=True)
    lines.sort(key=lambda line: (line.move not in proof.moves, not line.proven, -line.wins[seat], -line.prestige[seat]))
    return replace(evaluation, proven=proof, wins=wins, prestige=proof.prestige or evaluation.prestige, lines=lines)


def _exact_line(analyzer: PositionAnalyzer, s: State, line: EvaluatedLine, nodes: int) -> EvaluatedLine:
    """A line with what is proven behind its move."""
    after = s.copy()
    apply(after, action_id(line.move))
    if after.asked == questions.OVER:
        wins, prestige = by_seat(s, final_shares(after)), final_prestige(after)
        return replace(line, wins=wins, prestige=prestige, line=[line.move], proven=True)
    proof = proven(analyzer.solver, after, nodes)
    if proof is None:
        return line
    prestige = proof.prestige or line.prestige
    return replace(line, wins=_middle(proof), prestige=prestige, line=[line.move, *proof.line], proven=True)


def _middle(proof: Proven) -> Shares:
    """The middle between each seat's least and greatest share."""
    return {each: (share + proof.most[each]) / 2 for each, share in proof.least.items()}


def _line(analyzer: PositionAnalyzer, s: State, action: int) -> list[str]:
    """A move and what the present tree expects after it."""
    after = s.copy()
    apply(after, action)
    line = [token(action)]
    if after.asked not in (questions.DEAL, questions.OVER):
        analyzer.search(after, 1)
        line += [token(expected) for expected in analyzer.expected_line()]
    return line


def _evaluation(
    game: Game,
    analyzer: PositionAnalyzer,
    wins: Sequence[float],
    prestige: Sequence[float],
    visits: int,
    lines: list[EvaluatedLine],
) -> Evaluation:
    s = game.state
    return Evaluation(
        game.position, seat_letters(s), decider_letter(s), questions.KIND_NAMES[s.asked], is_trained_for(analyzer, s),
        visits, by_seat(s, wins), by_seat(s, prestige), lines, level_powers(s),
    )  # fmt: skip
