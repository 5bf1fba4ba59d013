"""What a played move cost: a quick measurement finds losses; ten times the effort and the rounds to come confirm them.

Reviews, the coach's words and second tries all ask here, so they agree. Where the end of the game can be proven, the
proof is all. In a lost game, where the win shares are flat, a loss is one of prestige.
"""

from dataclasses import dataclass, replace

from amyitis.analysis.analyzers.position_analyzer import PositionAnalyzer, SearchResult, is_trained_for, make_analyzer
from amyitis.analysis.proofs import by_seat, proven_line, proven_loss, quick
from amyitis.analysis.shapes import POINTS, Loss, MoveCost
from amyitis.game import Game
from amyitis.notation.positions import seat_letter
from amyitis.notation.tokens import token
from amyitis.rules.bits import count_bits
from amyitis.rules.questions import ASKED_NAMES
from amyitis.rules.state import State
from amyitis.search.evaluation import MoveEvaluation

from .grades import PRESTIGE, SHARE, Grade, Scale, bounds, grade, scale
from .move_costs import USUAL, Effort, lead, line_after, paired_loss, play_out, played_on_loss
from .reasons import reasons_between

AS_GOOD = 0.5  # points or prestige: a loss whose interval begins no higher may be none
CONFIRMING = 10  # times the usual effort, before a loss is called a mistake
SUSPICIOUS = 0.6  # of an inaccuracy: a loss that may be one is measured again
OBVIOUS = 10.0  # points, with two players, by which a move must lead before any search to be the one sensible answer
DECIDED = 0.05  # a share so near to 0 or 1 that no move matters any more
LITTLE = 2.0  # points, with two players, that must lie between the best and the worst move for a decision to matter
NOTHING_BETWEEN = 0.2  # of an inaccuracy: below it the search sees no difference worth measuring

Lines = tuple[list[str], list[str]]  # after the best move and after the played one


@dataclass(frozen=True)
class Measured:
    """A move beside the best one: its loss, whether the decision counts, its grade and on which scale that is.

    `confirmed`: the loss was proven or measured with ten times the effort. `lines` are None where the search's will do.
    """

    best: int
    loss: Loss
    counts: bool
    grade: Grade | None = None
    scale: Scale = SHARE
    confirmed: bool = False
    lines: Lines | None = None


def move_cost(
    game: Game,
    move: str,
    beside: str | None = None,
    effort: Effort = USUAL,
    analyzer: PositionAnalyzer | None = None,
    games: int = 0,
) -> MoveCost:
    """What a move costs beside another, or beside the best one, and why; raises Malformed or Illegal.

    After both moves so many games are played to the end.
    """
    analyzer = analyzer or make_analyzer()
    played, s = game.check(move), game.state
    other = None if beside is None else game.check(beside)
    analyzer.reset(0)
    measured = measure(analyzer, s, played, effort) if other is None else _beside(analyzer, s, other, played, effort)
    lines = measured.lines or _lines(analyzer, s, measured.best, played, effort.visits)
    return MoveCost(
        position=game.position,
        seat=seat_letter(s, s.seat),
        question=ASKED_NAMES[s.asked],
        trained_for_this_box=is_trained_for(analyzer, s),
        move=token(played),
        best=token(measured.best),
        loss=measured.loss,
        grade=measured.grade,
        scale=measured.scale,
        played_out=play_out(analyzer, s, measured.best, played, games) if games else None,
        as_good=is_as_good(measured, s.players),
        best_line=lines[0],
        move_line=lines[1],
        reasons=[] if played == measured.best else reasons_between(s, *lines),
    )


def is_as_good(measured: Measured, players: int) -> bool:
    """Whether a move may cost nothing, and does not look like an inaccuracy."""
    loss, on = measured.loss, measured.scale
    return loss.low_on(on) <= AS_GOOD and loss.on(on) < bounds(players, on)["inaccuracy"]


def measure(
    analyzer: PositionAnalyzer, s: State, played: int, effort: Effort = USUAL, result: SearchResult | None = None
) -> Measured:
    """What a move cost beside the best: proven if it can be, else measured where the search sees a difference.

    `result` is that of the search with the visits of this effort, if it is known.
    """
    result = result or analyzer.read(s, effort.visits)
    moves, best = result.evaluations, result.best
    tried = next(move for move in moves if move.action == played)
    counts = _matters(s, moves) and not (tried is best and _is_obvious(s, moves))
    if (proven := _measure_exactly(analyzer, s, played, counts, effort)) is not None:
        return proven
    on = _scale(best.wins[s.seat])
    searched = _searched_loss(s, best, tried)
    dear = searched.on(on) >= SUSPICIOUS * bounds(s.players, on)["inaccuracy"]  # even out of a game that seems won
    if tried is best or not (counts or dear or on == PRESTIGE) or (tried.visits and _alike(s, best, tried, on)):
        return Measured(best.action, searched, counts, scale=on)
    measured = _measure_pair(analyzer, s, best.action, played, effort, on)
    return replace(measured, counts=counts)


def _beside(analyzer: PositionAnalyzer, s: State, best: int, played: int, effort: Effort) -> Measured:
    """What a move cost beside another one that is named."""
    nodes = _nodes(s, effort)
    loss = proven_loss(analyzer.solver, s, best, played, nodes)
    if loss is not None:
        return _exactly(analyzer, s, best, played, loss, True, nodes)
    on = _scale(analyzer.read(s, effort.visits).best.wins[s.seat])
    return _measure_pair(analyzer, s, best, played, effort, on, keep_best=True)


def _measure_pair(
    analyzer: PositionAnalyzer, s: State, best: int, played: int, effort: Effort, on: Scale, keep_best: bool = False
) -> Measured:
    """Two moves measured; a loss that may deserve a grade is measured with ten times the effort, then in later rounds.

    The best move of that search takes the place of the one that was thought to be, unless that was named.
    """
    limits = tuple(bounds(s.players, on).values())
    suspicious = SUSPICIOUS * limits[0]
    loss = paired_loss(analyzer, s, best, played, effort, limits, on)
    if loss.on(on) < suspicious:
        return Measured(best, loss, True, scale=on)
    if effort.visits < CONFIRMING * USUAL.visits:
        effort = effort.times(CONFIRMING)
        if not keep_best:
            best = analyzer.read(s, effort.visits).best.action
        loss = paired_loss(analyzer, s, best, played, effort, scale=on, floor=suspicious)
        if loss.on(on) < limits[0]:
            return Measured(best, loss, True, None, on, True)
    may_stop = effort.visits == CONFIRMING * USUAL.visits  # who asks for longer thought gets all games
    loss = played_on_loss(analyzer, s, best, played, effort, limits if may_stop else (), on)
    on = _scale(loss.best[seat_letter(s, s.seat)])  # the deeper look may find a lost game open, or an open one lost
    graded = grade(loss.low_on(on), s.players, on)
    lines = _lines(analyzer, s, best, played, effort.reading) if graded else None  # those of the first reader
    return Measured(best, loss, True, graded, on, True, lines)


def _measure_exactly(
    analyzer: PositionAnalyzer, s: State, played: int, counts: bool, effort: Effort
) -> Measured | None:
    """What a move cost, if that can be proven."""
    nodes = _nodes(s, effort)
    proof = analyzer.solver.prove(s, nodes)
    if proof is None or not proof.moves:
        return None
    best = played if played in proof.moves else proof.moves[0]
    loss = proven_loss(analyzer.solver, s, best, played, nodes)
    return None if loss is None else _exactly(analyzer, s, best, played, loss, counts or loss.low > 0, nodes)


def _exactly(
    analyzer: PositionAnalyzer, s: State, best: int, played: int, loss: Loss, counts: bool, nodes: int
) -> Measured:
    lines = proven_line(analyzer.solver, s, best, nodes), proven_line(analyzer.solver, s, played, nodes)
    on: Scale = PRESTIGE if max(loss.best[seat_letter(s, s.seat)], loss.high / POINTS) <= 0 else SHARE
    return Measured(best, loss, counts, grade(loss.low_on(on), s.players, on), on, True, lines)


def _nodes(s: State, effort: Effort) -> int:
    """The positions that a proof may look at."""
    return quick(s) * max(1, effort.visits // USUAL.visits)


def _lines(analyzer: PositionAnalyzer, s: State, best: int, played: int, visits: int) -> Lines:
    return line_after(analyzer, s, best, visits), line_after(analyzer, s, played, visits)


def _scale(share: float) -> Scale:
    """On which scale a loss is graded, by the share after the best move: that of prestige where the game is lost."""
    return PRESTIGE if share < DECIDED else SHARE


def _alike(s: State, best: MoveEvaluation, tried: MoveEvaluation, on: Scale) -> bool:
    """Whether the search sees nothing between two moves that is worth measuring."""
    return abs(_searched_loss(s, best, tried).on(on)) < NOTHING_BETWEEN * bounds(s.players, on)["inaccuracy"]


def _searched_loss(s: State, best: MoveEvaluation, tried: MoveEvaluation) -> Loss:
    """What a move costs beside the best by the search alone, where no rollouts are needed."""
    points = max(0.0, (best.wins[s.seat] - tried.wins[s.seat]) * POINTS)
    prestige = lead(best.prestige, s.seat) - lead(tried.prestige, s.seat)
    best_shares, tried_shares = by_seat(s, best.wins), by_seat(s, tried.wins)
    return Loss(points, points, points, prestige, best_shares, tried_shares, prestige, prestige)


def _matters(s: State, moves: list[MoveEvaluation]) -> bool:
    """Whether there is anything to lose: several moves, an open game, and a difference between the moves."""
    shares = [move.wins[s.seat] for move in moves]
    differ = (max(shares) - min(shares)) * POINTS >= LITTLE * scale(s.players)
    return count_bits(s.legal) > 1 and differ and DECIDED <= moves[0].wins[s.seat] <= 1 - DECIDED


def _is_obvious(s: State, moves: list[MoveEvaluation]) -> bool:
    """Whether one move leads before any search by so much that nobody would consider the others."""
    guesses = sorted((move.guess for move in moves), reverse=True)
    return len(guesses) < 2 or (guesses[0] - guesses[1]) * POINTS >= OBVIOUS * scale(s.players)
