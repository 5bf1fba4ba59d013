"""What a move costs: in two stages, alike for reviews and words, exact where proven, in prestige in lost games."""

from dataclasses import replace
from functools import partial

import pytest

from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.review import measuring
from amyitis.analysis.review.grades import PRESTIGE, SHARE, grade
from amyitis.analysis.review.measuring import Measured, is_as_good, measure, move_cost
from amyitis.analysis.review.move_costs import Effort, play_out, played_on_loss, will_stay
from amyitis.analysis.review.review import Reviewer
from amyitis.analysis.shapes import Loss
from amyitis.bots import play
from amyitis.game import Game
from amyitis.notation.positions import seat_letter
from amyitis.rules.bits import count_bits
from amyitis.rules.course.scoring import last_round
from amyitis.rules.state import State

QUICK = Effort(visits=12, reading=6, luck_visits=2, luck_deals=2, games=12)


def test_a_word_about_a_move_says_what_the_review_says(analyzer: NativeAnalyzer, game: Game) -> None:
    review = Reviewer(game, 0, QUICK, analyzer).run()
    graded = [move for move in review.decisions if move.grade]
    assert graded
    for move in [*graded[:6], *review.decisions[::25]]:
        s = game.plies[move.ply].before
        cost = move_cost(Game(s), move.played, None, QUICK, analyzer)
        assert (cost.best, cost.loss, cost.grade, cost.scale) == (move.best, move.loss, move.grade, move.scale)
        if move.grade:
            assert (cost.best_line, cost.move_line) == (move.best_line, move.played_line)
            assert review.shares[move.ply] == move.loss.best  # the curve knows what the deeper look has found


def test_a_mistake_that_later_rounds_do_not_show_is_none(
    analyzer: NativeAnalyzer, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = Reviewer(game, 0, QUICK, analyzer).run()
    dear = next(move for move in review.decisions if move.grade == "blunder" and not move.loss.proven)
    s = game.plies[dear.ply].before

    def measured_with(low: float) -> Measured:
        later = replace(dear.loss, points=low + 8, low=low, high=low + 16)
        monkeypatch.setattr(measuring, "played_on_loss", lambda *_: later)
        return measure(analyzer, s, Game(s).check(dear.played), QUICK)

    assert [measured_with(low).grade for low in (90, 12, 5, 4.9)] == ["blunder", "mistake", "inaccuracy", None]
    assert measured_with(4.9).loss.points == 12.9
    assert [is_as_good(measured_with(low), 2) for low in (-3.1, -2.9, 0.4, 4.9)] == [True, False, False, False]


def test_games_are_added_until_more_would_hardly_change_the_grade(analyzer: NativeAnalyzer, game: Game) -> None:
    s = next(ply.before for ply in game.plies if ply.before.round_no > 2 and count_bits(ply.before.legal) > 3)
    best, *_, last = (move.action for move in analyzer.read(s, 12).evaluations)
    few, many = Effort(reading=6, games=30), Effort(reading=6, games=60)
    clear, unclear = (-1000.0,), tuple(float(limit) for limit in range(-100, 101))
    measured = partial(played_on_loss, analyzer, s, best, last, scale=SHARE)
    assert measured(many, clear) == measured(few, clear) == measured(few, unclear) != measured(many, unclear)
    assert measured(many, unclear).high - measured(many, unclear).low < 40
    same = played_on_loss(analyzer, s, best, best, many, unclear, SHARE)
    assert (same.low, same.points, same.high) == (0, 0, 0)


def test_no_games_are_added_where_only_lines_differ() -> None:
    points = [30.0, -10.0, 12.0, 28.0, 3.0, 15.0]  # readers see other lines, and chance has hardly a part in it
    assert will_stay(points, (5,), 0.1, 0.01)
    assert not will_stay(points, (5,), 38, 9)  # all of it may be chance
    assert will_stay([40.0, 41, 39, 40, 42, 38], (5,), 0.3, 0.1)


def lost_endings(game: Game) -> list[State]:
    """The decisions of its last round, with so little prestige for the seat to move that it has lost."""
    found = []
    for ply in game.plies:
        if not ply.is_deal and last_round(ply.before) and count_bits(ply.before.legal) > 1:
            s = ply.before.copy()
            s.seats[1 - s.seat].prestige += 100
            found.append(s)
    return found


def test_in_a_lost_game_a_loss_is_one_of_prestige(analyzer: NativeAnalyzer) -> None:
    losses = set()
    for s in lost_endings(play(["net:small", "net:small"], 4))[-6:]:
        solver = analyzer.solver
        proof = solver.prove(s, 1_000_000)
        assert proof is not None
        assert proof.margin is not None
        for token in Game(s).legal_moves:
            move = Game(s).check(token)
            measured = measure(analyzer, s, move, QUICK)
            assert (measured.scale, measured.loss.proven, measured.loss.points) == (PRESTIGE, True, 0)
            after = Game(s)
            after.push_id(move)
            rest = None if after.is_over else solver.prove(after.state, 1_000_000)
            end = after.state.seats[0].prestige - after.state.seats[1].prestige if rest is None else rest.margin
            assert end is not None
            assert measured.loss.prestige == abs(proof.margin - end)
            assert measured.grade == grade(measured.loss.prestige, 2, PRESTIGE)
            losses.add(measured.loss.prestige)
    assert losses > {0}


def test_the_deeper_look_says_on_which_scale_a_loss_is_graded(
    analyzer: NativeAnalyzer, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = next(ply.before for ply in game.plies if ply.before.round_no > 3 and count_bits(ply.before.legal) > 6).copy()
    s.seats[1 - s.seat].prestige += 300
    seat = seat_letter(s, s.seat)
    evaluations = analyzer.read(s, QUICK.visits).evaluations
    worst = min(evaluations, key=lambda move: move.prestige[s.seat] - move.prestige[1 - s.seat])

    def open_after_all(*_: object, **__: object) -> Loss:
        return Loss(4.0, 3.0, 5.0, 9.0, {seat: 0.08}, {seat: 0.04}, 8.0, 10.0)

    monkeypatch.setattr(measuring, "played_on_loss", open_after_all)
    monkeypatch.setattr(measuring, "paired_loss", open_after_all)
    measured = measure(analyzer, s, worst.action, QUICK)
    assert (measured.scale, measured.grade) == (SHARE, None)


def test_a_lost_game_is_measured_before_its_end_too(analyzer: NativeAnalyzer, game: Game) -> None:
    s = next(ply.before for ply in game.plies if ply.before.round_no > 3 and count_bits(ply.before.legal) > 6).copy()
    s.seats[1 - s.seat].prestige += 300
    moves = analyzer.read(s, QUICK.visits).evaluations
    worst = min(moves, key=lambda move: move.prestige[s.seat] - move.prestige[1 - s.seat])
    measured = measure(analyzer, s, worst.action, QUICK)
    assert measured.scale == PRESTIGE
    assert measured.loss.prestige_low < measured.loss.prestige < measured.loss.prestige_high
    open_game = next(ply for ply in game.plies if not ply.is_deal)
    assert measure(analyzer, open_game.before, open_game.action, QUICK).scale == SHARE


def test_games_are_played_out_in_pairs(analyzer: NativeAnalyzer, game: Game) -> None:
    s = next(ply.before for ply in game.plies if ply.before.round_no > 5 and count_bits(ply.before.legal) > 3)
    best, *_, last = (move.action for move in analyzer.read(s, 12).evaluations)
    same = play_out(analyzer, s, best, best, 4)
    assert (same.points, same.points_error, same.prestige, same.prestige_error) == (0, 0, 0, 0)
    ends = play_out(analyzer, s, best, last, 6)
    assert ends.games == 6
    assert ends.points * 6 / 50 == round(ends.points * 6 / 50)  # games end with whole and with shared wins
    assert ends.prestige_error > 0
