"""The Palace phase: when it comes, and who picks in which order (13.4)."""

import pytest

from amyitis.box.tables import (
    BANKER,
    BANKER_TALENTS,
    MINOR_STEPS,
    START_TALENTS,
)
from amyitis.rules import chance, journal, palace
from amyitis.rules.apply import apply, is_legal
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
from amyitis.rules.scoring import ROUND_LIMIT
from amyitis.rules.state import EMPTY
from tests.palace_table import (
    NOBODY_HOLDS,
    answer,
    behind_the_picks,
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
def test_no_palace_phase_before_the_first_round(version: int) -> None:
    s = game(3, 5, version=version)
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
def test_in_rules_version_1_the_phase_comes_before_the_deal() -> None:
    s = table(4, version=1)
    place(s, 2, 0, 0, 0)
    finish_round(s)
    assert (s.asked, s.seat, s.round_no) == (BONUS, 0, 1)
    assert s.legal == 0b1111
    answer(s, BONUS_PROCESSION)
    assert (s.asked, s.round_no) == (DEAL, 1)
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
def test_three_and_four_players_pick_one_each_in_track_order(
    spaces: tuple[int, ...], order: list[int], version: int
) -> None:
    s = table(len(spaces), version=version)
    place(s, *spaces)
    to_the_picks(s)
    assert pick_all(s) == order[:3]  # a fourth pick has a single answer and is not asked
    assert s.asked == behind_the_picks(s)
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
def test_two_players_on_the_track_pick_twice(
    spaces: tuple[int, ...], asked: list[int], bonuses: list[int], version: int
) -> None:
    s = table(2, version=version)
    place(s, *spaces)
    to_the_picks(s)
    assert pick_all(s) == asked
    assert (s.asked, s.bonus) == (behind_the_picks(s), bonuses)


@pytest.mark.clause("13.4")
@pytest.mark.parametrize("alone", [0, 1])
def test_of_two_players_one_alone_on_the_track_picks_once(alone: int) -> None:
    s = table(2)
    place(s, *((2, 0) if alone == 0 else (0, 2)))
    to_the_picks(s)
    assert pick_all(s) == [alone]
    assert (s.asked, s.bonus) == (ACTION, [alone, EMPTY, EMPTY, EMPTY])


@pytest.mark.clause("13.4")
@pytest.mark.parametrize("alone", [0, 1])
def test_in_rules_version_1_one_of_two_alone_on_the_track_picks_twice(alone: int) -> None:
    s = table(2, version=1)
    place(s, *((2, 0) if alone == 0 else (0, 2)))
    to_the_picks(s)
    assert pick_all(s) == [alone, alone]
    assert (s.asked, s.bonus) == (DEAL, [alone, alone, EMPTY, EMPTY])


@pytest.mark.clause("13.4")
def test_a_taken_bonus_is_not_offered_again(version: int) -> None:
    s = table(4, version=version)
    place(s, 8, 6, 4, 2)
    to_the_picks(s)
    for taken in (BONUS_CRAFT, BONUS_FIRST):
        answer(s, taken)
        assert not is_legal(s, FIRST_ACTION[BONUS] + taken)
    assert s.legal == 1 << BONUS_PROCESSION | 1 << BONUS_COURTIER


@pytest.mark.clause("13.4")
def test_the_last_bonus_resolves_itself(version: int) -> None:
    s = table(4, version=version)
    place(s, 8, 6, 4, 2)
    to_the_picks(s)
    for taken in (BONUS_CRAFT, BONUS_FIRST, BONUS_PROCESSION):
        answer(s, taken)
    assert (s.asked, s.bonus) == (behind_the_picks(s), [1, 2, 0, 3])
    assert track(s)[3] == (2 + MINOR_STEPS, 0)


@pytest.mark.clause("13.4")
def test_the_order_is_fixed_though_the_minor_courtier_moves(version: int) -> None:
    s = table(2, version=version)
    place(s, 3, 3)
    to_the_picks(s)
    answer(s, BONUS_FIRST)
    answer(s, BONUS_COURTIER)
    assert palace.is_ahead(s, 1, 0)
    assert (s.asked, s.seat) == (BONUS, 0)


@pytest.mark.clause("13.4")
def test_the_bonuses_of_last_round_are_cleared_before_the_picks(version: int) -> None:
    s = table(3, version=version)
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
def test_no_palace_phase_after_the_last_round(version: int) -> None:
    s = table(3, version=version)
    place(s, 4, 2, 0)
    s.round_no = ROUND_LIMIT
    s.bonus = [1, 0, EMPTY, EMPTY]
    s.noble_used = 1
    finish_round(s)
    assert (s.asked, s.bonus, s.bonus_picks, s.noble_used) == (OVER, NOBODY_HOLDS, 0, 0)


@pytest.mark.clause("13.4")
def test_a_moment_between_two_picks_can_be_kept_and_played_again(version: int) -> None:
    s = table(2, version=version)
    place(s, 3, 3)
    to_the_picks(s)
    answer(s, BONUS_COURTIER)
    kept = s.copy()
    answer(s, BONUS_CRAFT)
    assert kept != s
    answer(kept, BONUS_CRAFT)
    assert kept == s
