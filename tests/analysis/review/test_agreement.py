"""The bar, a hint, a word, the review, the analysis board and a puzzle say the same of a position."""

from random import Random

import pytest

from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.evaluation import Evaluation, evaluate
from amyitis.analysis.puzzles.puzzles import Puzzle, all_puzzles
from amyitis.analysis.review.measuring import measure, move_cost
from amyitis.bots import play
from amyitis.game import Game
from amyitis.notation.positions import seat_letter
from amyitis.rules.bits import count_bits
from amyitis.service.analysis.coach import HINT_VISITS, SHARE_VISITS

FAR = 0.1  # of a win, between two shares of one position
PROVEN = [one for one in all_puzzles() if one.proven]


def looked_at(analyzer: NativeAnalyzer, game: Game, visits: int) -> Evaluation:
    *_, last = evaluate(game, visits, analyzer)
    return last


@pytest.mark.parametrize(("players", "palace"), [(2, False), (3, False), (4, False), (2, True)])
def test_what_one_screen_advises_no_other_calls_a_mistake(analyzer: NativeAnalyzer, players: int, palace: bool) -> None:
    played = play(["net:small"] * players, 40 + players, palace=palace)
    decisions = [ply for ply in played.plies if not ply.is_deal and 2 < count_bits(ply.before.legal) < 6]
    for ply in Random(players).sample(decisions, 2):
        game = Game(ply.before)
        seat = seat_letter(ply.before, ply.before.seat)
        bar, board = (looked_at(analyzer, game, visits) for visits in (SHARE_VISITS, HINT_VISITS))
        words = {move: move_cost(game, move, analyzer=analyzer) for move in game.legal_moves}
        mistakes = {move for move, word in words.items() if word.grade}
        assert board.lines[0].move not in mistakes
        assert not mistakes & {word.best for word in words.values()}
        assert abs(bar.wins[seat] - board.wins[seat]) < FAR
        analyzer.reset(0)
        in_review = measure(analyzer, ply.before, ply.action)
        word = words[ply.token]
        assert (in_review.grade, in_review.loss) == (word.grade, word.loss)


@pytest.mark.parametrize("one", PROVEN[:: len(PROVEN) // 3], ids=lambda one: one.id)
def test_the_solution_of_a_proven_puzzle_is_proven_everywhere(analyzer: NativeAnalyzer, one: Puzzle) -> None:
    game = Game.from_position(one.position)
    board = looked_at(analyzer, game, HINT_VISITS)
    assert board.proven is not None
    assert board.lines[0].move == board.proven.moves[0] == one.best
    best, second = (move_cost(game, move, analyzer=analyzer) for move in (one.best, one.second))
    assert (best.grade, best.loss.points) == (None, 0)
    assert second.loss.proven
    assert second.loss.points >= one.points
    assert second.loss.best[one.seat] == board.wins[one.seat]
