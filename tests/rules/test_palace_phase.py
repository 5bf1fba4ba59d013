"""The Palace phase: when it comes, and who picks in which order (13.4)."""

import pytest

from amyitis.box.tables import (
    BANKER,
    BANKER_TALENTS,
    MINOR_STEPS,
    START_TALENTS,
)
from amyitis.rules import journal
from amyitis.rules.apply import apply, is_legal
from amyitis.rules.board import palace
from amyitis.rules.course import chance
from amyitis.rules.course.scoring import ROUND_LIMIT
from amyitis.rules.questions import (
    ACTION,
    BONUS,
    BONUS_COURTIER,
    BONUS_CRAFT,
    BONUS_FIRST,
    BONUS_PROCESSION,
    DEAL,
    FIRST_ACTION,
    FIRST_DEAL,
    OVER,
)
from amyitis.rules.state import EMPTY
from tests.palace_table import (
    NOBODY_HOLDS,
    answer,
    deal,
    finish_round,
    game,
    pick_all,
    place,
    table,
    to_the_picks,
    track,
)


@pytest.mark.clause("13.4")
def test_no_palace_phase_before_the_first_round() -> None:
    s = game(3, 5)
    assert s.asked == DEAL
    apply(s, FIRST_DEAL + chance.draw_deal(s, chance.shuffler(5)))
    assert (s.asked, s.round_no, s.bonus, s.bonus_picks) == (ACTION, 1, NOBODY_HOLDS, 0)


@pytest.mark.clause("13.4")
def test_the_phase_comes_after_the_deal_and_the_income() -> None:
    s = table(4)
    s.seats[3].court[BANKER] = 1
    place(s, 2, 0, 0, 0)
    finish_round(s)
    assert (s.asked, s.round_no) == (DEAL, 1)
    deal(s)
    assert (s.asked, s.seat, s.round_no) == (BONUS, 0, 2)
    assert s.seats[3].talents == START_TALENTS + BANKER_TALENTS[1]
    assert s.legal == 0b1111
    answer(s, BONUS_PROCESSION)
    assert (s.asked, s.seat, s.round_no) == (ACTION, s.first, 2)
    assert s.bonus == [EMPTY, 0, EMPTY, EMPTY]


@pytest.mark.clause("13.4")
@pytest.mark.parametrize(
    ("spaces", "order"),
    [
        ((0, 0, 0), []),
        ((0, 3, 0), [1]),
        ((2, 3, 0), [1, 0]),
        ((2, 2, 4), [2, 0, 1]),
        ((0, 0, 0, 0), []),
        ((2, 0, 4, 0), [2, 0]),
        ((2, 2, 2, 2), [0, 1, 2, 3]),
        ((2, 4, 2, 6), [3, 1, 0, 2]),
    ],
)
def test_three_and_four_players_pick_one_each_in_track_order(spaces: tuple[int, ...], order: list[int]) -> None:
    s = table(len(spaces))
    place(s, *spaces)
    to_the_picks(s)
    assert pick_all(s) == order[:3]  # a fourth pick has a single answer and is not asked
    assert s.asked == ACTION
    assert [holder for holder in s.bonus if holder != EMPTY] == order
    assert s.bonus_picks == 0


@pytest.mark.clause("13.4")
@pytest.mark.parametrize(
    ("spaces", "asked", "bonuses"),
    [
        ((0, 0), [], [EMPTY] * 4),
        ((2, 4), [1, 0, 1], [1, 0, 1, 0]),
        ((4, 4), [0, 1, 0], [0, 1, 0, 1]),
    ],
)
def test_two_players_on_the_track_pick_twice(spaces: tuple[int, ...], asked: list[int], bonuses: list[int]) -> None:
    s = table(2)
    place(s, *spaces)
    to_the_picks(s)
    assert pick_all(s) == asked
    assert (s.asked, s.bonus) == (ACTION, bonuses)


@pytest.mark.clause("13.4")
@pytest.mark.parametrize("alone", [0, 1])
def test_of_two_players_one_alone_on_the_track_picks_once(alone: int) -> None:
    s = table(2)
    place(s, *((2, 0) if alone == 0 else (0, 2)))
    to_the_picks(s)
    assert pick_all(s) == [alone]
    assert (s.asked, s.bonus) == (ACTION, [alone, EMPTY, EMPTY, EMPTY])


@pytest.mark.clause("13.4")
def test_a_taken_bonus_is_not_offered_again() -> None:
    s = table(4)
    place(s, 8, 6, 4, 2)
    to_the_picks(s)
    for taken in (BONUS_CRAFT, BONUS_FIRST):
        answer(s, taken)
        assert not is_legal(s, FIRST_ACTION[BONUS] + taken)
    assert s.legal == 1 << BONUS_PROCESSION | 1 << BONUS_COURTIER


@pytest.mark.clause("13.4")
def test_the_last_bonus_resolves_itself() -> None:
    s = table(4)
    place(s, 8, 6, 4, 2)
    to_the_picks(s)
    for taken in (BONUS_CRAFT, BONUS_FIRST, BONUS_PROCESSION):
        answer(s, taken)
    assert (s.asked, s.bonus) == (ACTION, [1, 2, 0, 3])
    assert track(s)[3] == (2 + MINOR_STEPS, 0)


@pytest.mark.clause("13.4")
def test_the_order_is_fixed_though_the_minor_courtier_moves() -> None:
    s = table(2)
    place(s, 3, 3)
    to_the_picks(s)
    answer(s, BONUS_FIRST)
    answer(s, BONUS_COURTIER)
    assert palace.is_ahead(s, 1, 0)
    assert (s.asked, s.seat) == (BONUS, 0)


@pytest.mark.clause("13.4")
def test_the_bonuses_of_last_round_are_cleared_before_the_picks() -> None:
    s = table(3)
    place(s, 4, 2, 0)
    s.round_no = 2
    s.bonus = [1, 0, EMPTY, EMPTY]
    s.journal = []
    to_the_picks(s)
    assert (s.asked, s.bonus, s.legal) == (BONUS, NOBODY_HOLDS, 0b1111)
    cleared = [note for note in s.journal if note.what == journal.BONUS]
    assert cleared == [
        journal.Note(13_04, 1, journal.BONUS, -1, BONUS_FIRST),
        journal.Note(13_04, 0, journal.BONUS, -1, BONUS_PROCESSION),
    ]


@pytest.mark.clause("13.4")
def test_no_palace_phase_after_the_last_round() -> None:
    s = table(3)
    place(s, 4, 2, 0)
    s.round_no = ROUND_LIMIT
    s.bonus = [1, 0, EMPTY, EMPTY]
    s.noble_used = 1
    finish_round(s)
    assert (s.asked, s.bonus, s.bonus_picks, s.noble_used) == (OVER, NOBODY_HOLDS, 0, 0)


@pytest.mark.clause("13.4")
def test_a_moment_between_two_picks_can_be_kept_and_played_again() -> None:
    s = table(2)
    place(s, 3, 3)
    to_the_picks(s)
    answer(s, BONUS_COURTIER)
    kept = s.copy()
    answer(s, BONUS_CRAFT)
    assert kept != s
    answer(kept, BONUS_CRAFT)
    assert kept == s
