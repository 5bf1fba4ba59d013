"""The checks of the Palace expansion find what is wrong with a position."""

from types import SimpleNamespace

import pytest

from amyitis.rules import questions
from amyitis.rules.agenda import START_TURN
from amyitis.rules.bits import has_bit
from amyitis.rules.checks import faults
from amyitis.rules.checks import palace as palace_checks
from amyitis.rules.checks.invariants import find_faults
from amyitis.rules.questions import ACTION, BONUS, BONUS_FIRST
from amyitis.rules.state import CHANCE, EMPTY, State
from tests.palace_table import answer, game, pick_all, place, to_the_picks


def sound() -> State:
    """A sound position in round 2 with markers on the track and bonuses held."""
    s = game(3, 11)
    place(s, 4, 4, 0)
    s.round_no = 1
    to_the_picks(s)
    pick_all(s)
    assert find_faults(s) == 0
    assert (s.asked, s.task, s.bonus) == (ACTION, START_TURN, [0, 1, EMPTY, EMPTY])
    return s


def picking() -> State:
    """A sound position between two picks."""
    s = game(3, 11)
    place(s, 4, 4, 2)
    s.round_no = 1
    to_the_picks(s)
    answer(s, BONUS_FIRST)
    assert find_faults(s) == 0
    assert s.asked == BONUS
    return s


@pytest.mark.clause("13.1")
@pytest.mark.parametrize(
    ("p", "space", "arrival"), [(2, -1, 0), (0, 4, 1), (1, 4, 0), (1, 4, 2), (2, 0, 1), (3, 1, 0), (2, 4, 1)]
)
def test_a_broken_track_is_found(p: int, space: int, arrival: int) -> None:
    s = sound()
    s.seats[p].track, s.seats[p].arrival = space, arrival
    assert has_bit(find_faults(s), faults.TRACK_ORDER)


@pytest.mark.clause("13.4", "13.5")
@pytest.mark.parametrize(("bonus", "holder"), [(2, 2), (2, 3), (2, -2), (2, 0)])
def test_a_bonus_in_wrong_hands_is_found(bonus: int, holder: int) -> None:
    s = sound()
    s.bonus[bonus] = holder
    assert has_bit(find_faults(s), faults.BONUS_HOLDER)


@pytest.mark.clause("13.4")
def test_a_bonus_in_the_first_round_is_found() -> None:
    s = sound()
    s.round_no = 1
    assert has_bit(find_faults(s), faults.BONUS_HOLDER)


@pytest.mark.clause("13.4")
def test_a_bonus_that_outlives_its_round_is_found() -> None:
    s = sound()
    s.bonus = [EMPTY] * 4
    s.asked, s.legal, s.seat = questions.DEAL, 0, CHANCE
    assert not has_bit(find_faults(s), faults.BONUS_HOLDER)
    s.bonus[BONUS_FIRST] = 0
    assert has_bit(find_faults(s), faults.BONUS_HOLDER)


@pytest.mark.clause("13.4")
def test_a_second_bonus_of_one_alone_on_the_track_is_found() -> None:
    s = game(2, 11)
    place(s, 4, 0)
    s.round_no = 1
    to_the_picks(s)
    pick_all(s)
    assert find_faults(s) == 0
    s.bonus[3] = 0
    assert has_bit(find_faults(s), faults.BONUS_HOLDER)


@pytest.mark.clause("13.3")
def test_a_misplaced_noble_is_found() -> None:
    s = sound()
    s.noble_used = 2
    assert has_bit(find_faults(s), faults.NOBLE_PLACE)
    t = picking()
    t.noble_used = 1
    assert has_bit(find_faults(t), faults.NOBLE_PLACE)


@pytest.mark.clause("13.3", "13.4")
def test_the_checks_do_not_lean_on_the_order_of_the_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the kinds were numbered otherwise: a bonus first, an action in its place."""
    s = sound()
    other = SimpleNamespace(BONUS=ACTION, DEAL=questions.DEAL, OVER=questions.OVER)
    monkeypatch.setattr(palace_checks, "questions", other)
    s.asked, s.noble_used = BONUS, 1
    assert palace_checks.check_noble(s) == palace_checks.check_bonuses(s) == 0
    s.round_no = 1
    assert has_bit(palace_checks.check_bonuses(s), faults.BONUS_HOLDER)


@pytest.mark.clause("13.4")
@pytest.mark.parametrize("picks", [0, 0x2, 0x23, 0x302, 0x332, 0x92, -1])
def test_wrong_picks_are_found(picks: int) -> None:
    s = picking()
    assert s.bonus_picks == 0x32
    s.bonus_picks = picks
    assert has_bit(find_faults(s), faults.PICKS)


@pytest.mark.clause("13.4")
def test_picks_outside_the_palace_phase_and_wrong_offers_are_found() -> None:
    s = sound()
    s.bonus_picks = 1
    assert has_bit(find_faults(s), faults.PICKS)
    t = picking()
    t.legal = 0b1111
    assert has_bit(find_faults(t), faults.PICKS)


@pytest.mark.clause("13.1", "13.3", "13.4")
@pytest.mark.parametrize("name", ["noble_used", "unlimited_noble", "bonus_picks", "track", "arrival", "bonus", "asked"])
def test_anything_of_the_expansion_without_its_switch_is_found(name: str) -> None:
    s = game(2, 1, expansion=False)
    assert find_faults(s) == 0
    if name == "bonus":
        s.bonus[BONUS_FIRST] = 0
    elif name == "asked":
        s.asked = questions.BONUS
    else:
        setattr(s.seats[1] if name in ("track", "arrival") else s, name, 1)
    assert has_bit(find_faults(s), faults.SWITCHED_OFF)
