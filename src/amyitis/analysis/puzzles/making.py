"""Puzzles from engine games: a clear best move with a gap above the second, checked with ten times the budget.

Most positions are no puzzles, so filters follow each other, the cheapest first: a few visits of the tree that goes
along with the game, then the usual visits, then two readers, then one reader with ten times the budget, then all six.
"""

from collections.abc import Iterator
from functools import partial

from amyitis.analysis.analyzers.decks import deck_size
from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.evaluation import MOST_VISITS
from amyitis.analysis.review.grades import bounds, grade, scale
from amyitis.analysis.review.measuring import DECIDED
from amyitis.analysis.review.move_costs import USUAL, Effort, line_after, paired_loss
from amyitis.analysis.review.reasons import reasons_between
from amyitis.analysis.shapes import POINTS
from amyitis.bots import play
from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.game.view.shape import Seat
from amyitis.notation.position_parser import parse_position
from amyitis.notation.positions import position_hash, position_text, seat_letter
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.bits import count_bits
from amyitis.rules.course.scoring import last_round
from amyitis.rules.state import State
from amyitis.search.evaluation import MoveEvaluation

from .puzzles import FollowUps, Puzzle, is_asked, themes_of, turn_starts
from .turns import behind, ends_turn, is_clear, main_line, with_turns

GAP = 8.0  # points, with two players, by which the best move must lead; surely by an inaccuracy
MOST_GAP = 60.0  # a greater one is no puzzle
PLAIN = 8.0  # points, with two players, by which no solution leads before any search
FAR_BEHIND = 2.0  # gaps
FEWEST_MOVES = 3
FILTER_VISITS = 16  # after which the moves must differ by the gap at all
FILTER_READERS = 2  # who must both see the gap before the check begins
PALACE_EVERY = 4
TIMES = 10  # the budget of the check, in usual ones
PLAYERS = ("net:small", "Steward", "Astronomer")  # who play the games, by turns: lively, and never foolish

CHECK = USUAL.times(TIMES)


def puzzle_games(seed: int, only: int | None = None) -> Iterator[tuple[int, Game]]:
    """Games without end, with two, three and four players by turns (or `only` so many), some with the Palace."""
    while True:
        players = 2 + seed % 3
        if only in (None, players):
            bots = [PLAYERS[(seed // 3 + place) % len(PLAYERS)] for place in range(players)]
            yield seed, play(bots, seed, palace=seed // 3 % PALACE_EVERY == 0)
        seed += 1


def puzzle_again(puzzle: Puzzle, analyzer: NativeAnalyzer, visits: int = MOST_VISITS) -> Puzzle | None:
    """A puzzle checked again with the box and the network in use, with their figures; None if its solution fails.

    So many visits of the analysis board must not prefer another move.

    None, too, if the position cannot be with this box. That the solution must not lead before any search is checked
    only when a puzzle is made, not again with another network.
    """
    try:
        s = parse_position(puzzle.position)
    except Malformed:
        return None
    analyzer.reset(analyzer.seed)
    analyzer.tree.plant(s, fresh=True)
    evaluations = analyzer.search(s, USUAL.visits)
    best = {token(move.action): move.action for move in evaluations}.get(puzzle.best)
    wanted = GAP * scale(s.players)
    if best is None or len(evaluations) < FEWEST_MOVES or not _open(s, evaluations, wanted):
        return None
    return _checked(s, best, evaluations, analyzer, wanted, visits)


def puzzles_of(game: Game, analyzer: NativeAnalyzer, known: set[str]) -> Iterator[Puzzle]:
    """The puzzles in a game: at most one in a round, none whose identity is known already."""
    analyzer.reset(analyzer.seed)
    analyzer.tree.plant(game.state, fresh=True)
    rounds: set[int] = set()
    for ply in game.plies:
        s = ply.before
        if ply.is_deal or s.round_no in rounds or count_bits(s.legal) < FEWEST_MOVES:
            continue
        if position_hash(position_text(s)) in known:
            continue
        puzzle = _puzzle_in(s, analyzer)
        if puzzle is not None:
            rounds.add(s.round_no)
            known.add(puzzle.id)
            yield puzzle


def _puzzle_in(s: State, analyzer: NativeAnalyzer) -> Puzzle | None:
    """The puzzle in a position, if a move leads clearly, and still does with ten times the budget."""
    wanted = GAP * scale(s.players)
    if not _open(s, analyzer.search(s, min(FILTER_VISITS, USUAL.visits)), wanted):
        return None
    evaluations = analyzer.search(s, USUAL.visits)
    if not wanted <= _lead(s, evaluations) <= MOST_GAP * scale(s.players):
        return None
    if is_plain(s, evaluations, evaluations[0].action):
        return None
    if not _seems_ahead(s, evaluations, analyzer, USUAL, FILTER_READERS, wanted):
        return None
    return _checked(s, evaluations[0].action, evaluations, analyzer, wanted)


def _checked(
    s: State,
    best: int,
    evaluations: list[MoveEvaluation],
    analyzer: NativeAnalyzer,
    wanted: float,
    visits: int = MOST_VISITS,
) -> Puzzle | None:
    """The puzzle with this solution, if that certainly leads with ten times the budget, and the analysis board agrees.

    `evaluations` are those with the usual budget; `visits` those of the board.
    """
    clear = _clear(s, best, analyzer, wanted, visits)
    if clear is None:
        return None
    second, loss = clear
    game = Game(s)
    turn: FollowUps = {token(best): follow_ups(game, best, analyzer)}
    text, seat = position_text(s), seat_letter(s, s.seat)
    found, turns = with_turns(game, turn, partial(_next_turn, seat=seat, analyzer=analyzer, visits=visits))
    lines = [whole_line(game, found, analyzer), line_after(analyzer, s, second, CHECK.visits)]
    reasons = reasons_between(s, lines[0], lines[1])
    question = questions.KIND_NAMES[s.asked]
    return Puzzle(
        id=position_hash(text),
        box=BOX_DIGEST,
        players=s.players,
        seat=seat,
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
        themes=themes_of(question, lines[0][0], reasons, is_last=last_round(s), turns=turns),
        difficulty=hardest(game, found, difficulty_of(s, evaluations, best), analyzer),
        follow_ups=found[token(best)],
    )


def _clear(
    s: State, best: int, analyzer: NativeAnalyzer, wanted: float, visits: int
) -> tuple[int, tuple[float, float, float]] | None:
    """The second best move and its loss, if the best one certainly leads, and the analysis board agrees."""
    again = analyzer.search(s, CHECK.visits)
    if again[0].action != best or not _seems_ahead(s, again, analyzer, CHECK, 1, wanted):
        return None
    checked = _surely_ahead(s, again, analyzer, wanted)
    if checked is None or analyzer.search(s, visits, fresh=True)[0].action != best:
        return None
    return checked


def _next_turn(game: Game, seat: Seat, analyzer: NativeAnalyzer, visits: int) -> FollowUps | None:
    """The reply that the analyzer expects and the right moves of a seat's next turn; None if no move clearly leads."""
    at, reply = game.copy(), list[str]()
    while not is_asked(at, seat):
        if at.is_over or at.question == "deal":
            return None
        moves = analyzer.search(at.state, CHECK.visits, fresh=True) if len(at.legal_moves) > 1 else []
        reply.append(token(moves[0].action) if moves else at.legal_moves[0])
        at.push(reply[-1])
    s = at.state
    wanted = GAP * scale(s.players)
    evaluations = analyzer.search(s, USUAL.visits, fresh=True)
    best = evaluations[0].action
    if not is_clear(at, {token(best): {}}) or not _open(s, evaluations, wanted) or _lead(s, evaluations) < wanted:
        return None
    if _clear(s, best, analyzer, wanted, visits) is None:
        return None
    return behind(reply, {token(best): follow_ups(at, best, analyzer)})


def follow_ups(before: Game, action: int, analyzer: NativeAnalyzer) -> FollowUps:
    """The right choices after a move, to the end of the turn: those that a review would not call an inaccuracy."""
    game = before.copy()
    game.push(token(action))
    s = game.state
    if ends_turn(before, token(action), game):
        return {}
    best, *others = (move.action for move in analyzer.search(s, CHECK.visits, fresh=True))
    limit = bounds(s.players)["inaccuracy"]
    right = [best]
    for other in others:
        loss = paired_loss(analyzer, s, best, other, CHECK, limits=(limit,))
        if grade(loss.low, s.players) is None:
            right.append(other)
    return {token(choice): follow_ups(game, choice, analyzer) for choice in right}


def whole_line(game: Game, right: FollowUps, analyzer: NativeAnalyzer) -> list[str]:
    """A right line, and the moves that the analyzer expects after it, to the end of the round."""
    *line, last = main_line(right)
    at = game.copy()
    for move in line:
        at.push(move)
    return [*line, *line_after(analyzer, at.state, at.check(last), CHECK.visits)]


def is_plain(s: State, evaluations: list[MoveEvaluation], best: int) -> bool:
    """Whether a solution leads before any search."""
    first, second = sorted(evaluations, key=lambda move: -move.guess)[:2]
    return first.action == best and POINTS * (first.guess - second.guess) >= PLAIN * scale(s.players)


def _lead(s: State, evaluations: list[MoveEvaluation]) -> float:
    """By how many points the best move leads all others, as the tree sees it."""
    return POINTS * (evaluations[0].wins[s.seat] - max(move.wins[s.seat] for move in _rivals(evaluations)))


def _rivals(evaluations: list[MoveEvaluation]) -> list[MoveEvaluation]:
    """The other moves that the tree has visited (its values of the rest are poor); at least one."""
    return [move for move in evaluations[1:] if move.visits] or evaluations[1:2]


def _open(s: State, evaluations: list[MoveEvaluation], wanted: float) -> bool:
    """Whether the game is open, and there is as much as wanted between the best and the worst move."""
    shares = [move.wins[s.seat] for move in evaluations]
    return DECIDED <= evaluations[0].wins[s.seat] <= 1 - DECIDED and POINTS * (max(shares) - min(shares)) >= wanted


def _nearest(s: State, evaluations: list[MoveEvaluation]) -> list[int]:
    """The rivals to be compared with the best move, the most promising first.

    They are the next two by visits, the next by value, and the next two by guess.
    """
    others = _rivals(evaluations)
    by_guess = sorted(evaluations[1:], key=lambda move: -move.guess)
    chosen = (*others[:2], *by_guess[:2], max(others, key=lambda move: move.wins[s.seat]))
    worth = {move.action: move.wins[s.seat] for move in chosen}
    return sorted(worth, key=lambda action: (-worth[action], action))


def _seems_ahead(
    s: State, evaluations: list[MoveEvaluation], analyzer: NativeAnalyzer, effort: Effort, readers: int, wanted: float
) -> bool:
    """Whether all of a few readers see the best move so far ahead of its rivals."""
    best = _shares(s, evaluations[0].action, analyzer, effort, readers)
    for rival in _nearest(s, evaluations):
        others = _shares(s, rival, analyzer, effort, readers)
        if min(mine - other for mine, other in zip(best, others, strict=True)) * POINTS < wanted:
            return False
    return True


def _shares(s: State, action: int, analyzer: NativeAnalyzer, effort: Effort, readers: int) -> list[float]:
    """The share of its player after a move, by reader."""
    count = effort.decks * deck_size(s)
    rolled = (analyzer.roll_out(s, reader, effort.reading, count, action) for reader in range(readers))
    return [float(values[:, s.seat].mean()) for values in rolled]


def _surely_ahead(
    s: State, evaluations: list[MoveEvaluation], analyzer: NativeAnalyzer, wanted: float
) -> tuple[int, tuple[float, float, float]] | None:
    """The move nearest to the best one and its loss (points, low, high), if all other moves lose enough.

    Those that are far behind with the usual budget need no larger one.
    """
    best, nearest = evaluations[0].action, _nearest(s, evaluations)
    losses = {}
    for rival in (*nearest, *(move.action for move in evaluations[1:] if move.action not in nearest)):
        loss = paired_loss(analyzer, s, best, rival, USUAL)
        if rival in nearest or loss.low < FAR_BEHIND * wanted:
            loss = paired_loss(analyzer, s, best, rival, CHECK)
        if loss.points < wanted or grade(loss.low, s.players) is None:
            return None
        losses[rival] = (loss.points, loss.low, loss.high)
    second = min(losses, key=lambda rival: losses[rival])
    return second, losses[second]


def difficulty_of(s: State, evaluations: list[MoveEvaluation], best: int) -> int:
    """From 1 to 5, by the rank of the solution before any search and by the number of moves."""
    by_guess = sorted(evaluations, key=lambda move: -move.guess)
    place = next(place for place, move in enumerate(by_guess) if move.action == best)
    return min(5, 1 + min(place, 3) + (count_bits(s.legal) > 8))


def hardest(start: Game, right: FollowUps, first: int, analyzer: NativeAnalyzer) -> int:
    """The difficulty of the hardest turn of a right line, of which the first turn has this one."""
    game, line, found = start.copy(), list(main_line(right)), first
    starts = turn_starts(start, line)[1:]
    for at, move in enumerate(line):
        if at in starts:
            evaluations = analyzer.search(game.state, USUAL.visits, fresh=True)
            found = max(found, difficulty_of(game.state, evaluations, game.check(move)))
        game.push(move)
    return found
