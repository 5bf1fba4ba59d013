from typing import Any

import numpy as np
import pytest

from amyitis.analysis.analyzers.decks import deals_of_deck
from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.review.grades import FEWEST_DECISIONS, MOST_LEVELS, bounds, grade, levels_near, skill_ranges
from amyitis.analysis.review.move_costs import Effort, paired_loss
from amyitis.analysis.review.review import Reviewer
from amyitis.analysis.review.summaries import is_measured
from amyitis.bots.levels import ALL_LEVELS
from amyitis.game import Game
from amyitis.notation.positions import seat_letter
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits
from amyitis.rules.course.chance import draw_deal, shuffler
from amyitis.rules.questions import FIRST_DEAL
from amyitis.rules.state import State
from tests.analysis.conftest import LIGHT
from tests.golden_games import GOLDEN


def choices(game: Game) -> list[State]:
    """The positions of a game in which somebody had a choice."""
    return [ply.before for ply in game.plies if not ply.is_deal and count_bits(ply.before.legal) > 1]


def test_a_planted_blunder_is_found(analyzer: NativeAnalyzer, game: Game) -> None:
    effort = Effort(visits=64)
    found = missed = 0
    for s in choices(game)[4::5]:
        evaluations = analyzer.read(s, effort.visits).evaluations
        worst = min(evaluations, key=lambda one: one.wins[s.seat])
        if evaluations[0].wins[s.seat] - worst.wins[s.seat] < 0.25:
            continue
        planted = Game(s)
        planted.push_id(worst.action)
        (judged,) = Reviewer(planted, 5, effort, analyzer).run().decisions
        if judged.grade is None:  # later rounds do not lose as much
            missed += 1
            assert missed < 3
            continue
        assert (judged.played, judged.best) == (token(worst.action), token(evaluations[0].action))
        assert 5 <= judged.loss.low <= judged.loss.points <= judged.loss.high
        assert judged.reasons
        found += 1
        if found == 2:
            return
    pytest.fail("the game has no two moments with a blunder to plant")


def test_the_engines_own_moves_lose_nothing(analyzer: NativeAnalyzer) -> None:
    game = Game.new(2, 8)
    other = NativeAnalyzer(2)
    for _ in range(14):
        game.push_id(other.search(game.state, 128)[0].action)
    review = Reviewer(game, 3, analyzer=analyzer).run()
    assert [one.grade for one in review.decisions] == [None] * 14
    assert all(one.loss.low <= 2.5 for one in review.decisions)


def test_skill_is_what_was_measured_and_all_parts_add_up_to_the_result(analyzer: NativeAnalyzer, game: Game) -> None:
    review = Reviewer(game, 2, LIGHT, analyzer).run()
    assert review.complete
    assert review.done == review.total == len(review.decisions)
    assert len(review.shares) == len(game.plies) + 1
    for place, one in enumerate(review.summary):
        assert one.skill + one.gifts + one.luck + one.unexplained == pytest.approx(one.result, abs=1e-9)
        other = review.summary[1 - place]
        assert one.gifts == pytest.approx(-other.skill, abs=1e-3)  # what one of two loses, the other gets
        own = [move.loss for move in review.decisions if move.seat == one.seat and is_measured(move.loss)]
        assert one.skill == pytest.approx(-sum((loss.low + loss.high) / 2 for loss in own))
        assert one.result == (50.0 if game.winners == [game.seats[place]] else -50.0)
    assert sum(one.luck for one in review.summary) == pytest.approx(0, abs=1e-3)
    luck = Reviewer(game, 2, LIGHT, analyzer).luck()
    assert [one.luck for one in review.summary] == pytest.approx(list(luck), abs=1e-6)


@pytest.mark.slow
def test_deals_are_worth_nothing_on_average(analyzer: NativeAnalyzer, game: Game) -> None:
    before = [ply.before for ply in game.plies if ply.is_deal][3]
    found = []
    for number in range(120):
        dealt = Game(before)
        dealt.push_id(FIRST_DEAL + draw_deal(before, shuffler(number)))
        found.append(Reviewer(dealt, 1000 + number, LIGHT, analyzer).run().deals[1].luck[seat_letter(game.state, 0)])
    assert np.std(found) > 1
    assert abs(np.mean(found)) < 4 * np.std(found) / np.sqrt(len(found))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["two-again", "palace-three", "four-limited"])
def test_reviews_of_golden_games_are_stable(name: str, analyzer: NativeAnalyzer) -> None:
    game = Game.from_record((GOLDEN / f"{name}.amy").read_text(encoding="utf-8"), to=14)
    first = Reviewer(game, 4, LIGHT, analyzer).run().as_dict()
    assert Reviewer(game, 4, LIGHT, NativeAnalyzer(9)).run().as_dict() == first
    assert Reviewer(game, 5, LIGHT, analyzer).run().as_dict() != first
    assert first["trained_for_this_box"] == ("limited" not in name)


def test_the_preliminary_review_comes_before_any_search(analyzer: NativeAnalyzer, game: Game) -> None:
    preliminary = next(Reviewer(game, 2, LIGHT, analyzer).steps())
    assert (preliminary.done, preliminary.decisions, preliminary.complete) == (0, [], False)
    assert len(preliminary.shares) == len(game.plies) + 1
    for shares in preliminary.shares:
        assert sum(shares.values()) == pytest.approx(1, abs=1e-4)


def test_two_moves_meet_the_same_deals(analyzer: NativeAnalyzer, game: Game) -> None:
    s = next(ply.before for ply in game.plies if ply.is_deal and ply.before.round_no > 0)
    first = analyzer.roll_out(s, 0, 4, 20, seed=7)
    assert np.array_equal(first, analyzer.roll_out(s, 3, 4, 20, seed=7))  # at a deal there is nothing to read
    assert not np.array_equal(first, analyzer.roll_out(s, 0, 4, 20, seed=8))
    assert np.array_equal(first[:5], analyzer.roll_out(s, 0, 4, 5, seed=7))
    assert np.array_equal(first[10:], analyzer.roll_out(s, 0, 4, 10, seed=7, first=1))  # a deck has ten cards
    analyzer.reset(7)
    for row, deal in zip(first, [*deals_of_deck(s, 7), *deals_of_deck(s, 7, 1)], strict=True):
        after = s.copy()
        apply(after, deal)
        assert analyzer.preliminary(after) == pytest.approx(row, abs=1e-6)


def test_a_move_loses_nothing_beside_itself(analyzer: NativeAnalyzer, game: Game) -> None:
    s = choices(game)[30]
    action = analyzer.search(s, 8)[0].action
    loss = paired_loss(analyzer, s, action, action, LIGHT)
    assert (loss.points, loss.low, loss.high, loss.prestige) == (0, 0, 0, 0)


def test_readers_are_asked_until_a_class_is_sure(
    analyzer: NativeAnalyzer, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = iter([30.0, 31, 30, 32, 29, 30])
    asked = []

    def rolled(_s: State, reader: int, *_rest: object, **_more: object) -> Any:
        asked.append(reader)
        return np.full((1, 8), next(seen) / 100 if len(asked) % 2 else 0.0)

    monkeypatch.setattr(analyzer, "roll_out", rolled)
    s = choices(game)[0]
    sure = paired_loss(analyzer, s, 1, 2, LIGHT, (5, 10, 15))
    assert asked == [0, 0, 1, 1, 2, 2]
    assert sure.points == pytest.approx(30.33, abs=0.01)
    assert sure.low > 15
    seen, asked[:] = iter([30.0, 8, 1, 32, 29, 12]), []
    unsure = paired_loss(analyzer, s, 1, 2, LIGHT, (5, 10, 15))
    assert len(asked) == 12
    assert unsure.low < 5 < unsure.points
    seen, asked[:] = iter([30.0] * 6), []
    paired_loss(analyzer, s, 1, 2, LIGHT)  # without bounds all are asked
    assert len(asked) == 12
    for floor, most in ((17, 6), (15, 12)):  # the first three find 16
        seen, asked[:] = iter([30.0, 8, 10, 32, 29, 12]), []
        paired_loss(analyzer, s, 1, 2, LIGHT, floor=floor)
        assert len(asked) == most


def test_forced_moves_do_not_count(analyzer: NativeAnalyzer, game: Game) -> None:
    s = next(ply.before for ply in game.plies if not ply.is_deal and count_bits(ply.before.legal) == 1)
    forced = Game(s)
    forced.push(forced.legal_moves[0])
    (judged,) = Reviewer(forced, 1, LIGHT, analyzer).run().decisions
    assert not judged.counts
    assert judged.grade is None
    assert judged.after == judged.before


def test_lines_can_be_played_to_the_end_of_the_round(analyzer: NativeAnalyzer, game: Game) -> None:
    s = choices(game)[10]
    for line in _lines_of(s, analyzer):
        after = s.copy()
        board = Game(after)
        for move in line:
            board.push(move)
        assert board.state.asked in (questions.DEAL, questions.OVER)


def _lines_of(s: State, analyzer: NativeAnalyzer) -> list[list[str]]:
    played = Game(s)
    played.push(played.legal_moves[-1])
    (judged,) = Reviewer(played, 1, LIGHT, analyzer).run().decisions
    assert judged.played_line[0] == judged.played
    assert judged.best_line[0] == judged.best
    return [judged.best_line, judged.played_line]


@pytest.mark.parametrize(("players", "expected"), [(2, (5, 10, 15)), (3, (10 / 3, 20 / 3, 10)), (4, (2.5, 5, 7.5))])
def test_the_bounds_shrink_with_an_even_share(players: int, expected: tuple[float, ...]) -> None:
    assert tuple(bounds(players).values()) == pytest.approx(expected)
    assert grade(expected[0] - 0.01, players) is None
    assert [grade(bound + 0.01, players) for bound in expected] == ["inaccuracy", "mistake", "blunder"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_skill_is_named_by_the_levels(players: int) -> None:
    ranges = skill_ranges(players)
    if not ranges:  # not measured with so many
        assert levels_near(1.0, 50, players) == []
        return
    assert [one.level for one in ranges] == [level.name for level in ALL_LEVELS]
    assert levels_near(100.0, 50, players) == [max(ranges, key=lambda one: one.high).level]
    assert levels_near(0.0, FEWEST_DECISIONS - 1, players) == []  # too little to tell
    for points in (0.0, 0.5, 1.0, 2.0, 4.0, 8.0):
        fitting = [one.level for one in ranges if one.low <= points <= one.high]
        if fitting:
            assert levels_near(points, 50, players) == (fitting if len(fitting) <= MOST_LEVELS else [])
