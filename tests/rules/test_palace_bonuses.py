"""What the four bonuses of the Palace phase do (13.5)."""

import pytest

from amyitis.box.tables import (
    COURTIER,
    COURTIER_STEPS,
    ENGINEER,
    MERCHANT,
    MINOR_STEPS,
    MINOR_TALENTS,
    N_CRAFTS,
    NOBLE_COST,
    PEASANT,
    PILE_TALENTS,
    PRIEST,
    START_TALENTS,
)
from amyitis.rules import journal
from amyitis.rules.bits import has_bit
from amyitis.rules.questions import (
    BONUS_COURTIER,
    BONUS_CRAFT,
    BONUS_FIRST,
    BONUS_PROCESSION,
    FREE_RECRUIT,
    NOBLE,
    PASS,
    TEMPLE,
)
from amyitis.rules.state import EMPTY
from tests.palace_table import (
    answer,
    ask_action,
    finish_round,
    free_offers,
    group,
    place,
    recruit,
    table,
    to_the_picks,
    track,
)


def free(group: int, craft: int) -> int:
    return FREE_RECRUIT + N_CRAFTS * group + craft


@pytest.mark.clause("13.5", "10.7")
@pytest.mark.parametrize("holder", [0, 1, 2, 3])
def test_first_player_bonus_takes_the_card_at_the_end_of_the_round(holder: int) -> None:
    s = table(4)
    s.journal = []
    s.first = 1
    s.bonus[BONUS_FIRST] = holder
    finish_round(s)
    assert s.first == holder
    assert journal.Note(13_05, holder, journal.FIRST_PLAYER, 1, journal.NO_DETAIL) in s.journal
    finish_round(s)
    assert s.first == (holder + 1) % 4  # 10.7 again


@pytest.mark.clause("13.5", "10.7")
def test_first_player_bonus_does_nothing_before_the_end_of_the_round() -> None:
    s = table(3)
    place(s, 0, 0, 2)
    s.first = 2
    to_the_picks(s)
    answer(s, BONUS_FIRST)
    assert (s.first, s.seat) == (0, 0)


@pytest.mark.clause("13.5", "10.1")
def test_procession_bonus_leads_this_rounds_procession() -> None:
    s = table(4)
    s.journal = []
    s.bonus[BONUS_PROCESSION] = 1
    ask_action(s, 0)
    for _ in range(4):
        answer(s, PASS)
    assert (s.asked, s.seat) == (TEMPLE, 1)
    answer(s, 0)
    assert s.temples[0][0] == 1
    assert journal.Note(13_05, 1, journal.BONUS, 0, BONUS_PROCESSION) in s.journal


@pytest.mark.clause("13.5", "10.1")
def test_without_the_procession_bonus_the_last_in_turn_order_leads() -> None:
    s = table(4)
    s.bonus[BONUS_FIRST] = 1
    s.first = 2
    ask_action(s, 2)
    for _ in range(4):
        answer(s, PASS)
    assert (s.asked, s.seat) == (TEMPLE, 1)


@pytest.mark.clause("13.5")
def test_craft_bonus_is_offered_only_where_the_card_costs_something() -> None:
    s = table(3)
    s.bonus[BONUS_CRAFT] = 0
    s.seats[0].talents = 1
    s.groups[0] = group(PEASANT, PRIEST, MERCHANT)  # costs nothing
    s.groups[1] = group(MERCHANT, COURTIER)  # costs 1
    s.groups[2] = group(ENGINEER)  # costs 2
    ask_action(s, 0)
    assert free_offers(s) == {free(1, MERCHANT), free(1, COURTIER), free(2, ENGINEER)}
    assert has_bit(s.legal, recruit(1, MERCHANT))
    assert not has_bit(s.legal, recruit(2, ENGINEER))


@pytest.mark.clause("13.5")
def test_craft_bonus_serves_its_holder_alone() -> None:
    s = table(2)
    s.bonus[BONUS_CRAFT] = 1
    s.groups[0] = group(MERCHANT)
    ask_action(s, 0)
    assert free_offers(s) == set()
    answer(s, PASS)
    assert free_offers(s) == {free(0, MERCHANT)}


@pytest.mark.clause("13.5", "6.7")
def test_craft_bonus_does_not_replace_a_cube() -> None:
    s = table(2)
    s.bonus[BONUS_CRAFT] = 0
    s.seats[0].cubes = 0
    s.groups[0] = group(PEASANT, PRIEST)
    s.groups[1] = group(ENGINEER, MERCHANT)
    ask_action(s, 0)
    assert free_offers(s) == {free(1, MERCHANT)}


@pytest.mark.clause("13.5")
def test_craft_bonus_is_spent_by_use_and_pays_for_the_card() -> None:
    s = table(2)
    s.journal = []
    s.bonus[BONUS_CRAFT] = 0
    s.groups[0] = group(MERCHANT, COURTIER)
    ask_action(s, 0)
    answer(s, free(0, COURTIER))
    assert s.seats[0].talents == START_TALENTS
    assert track(s)[0] == (COURTIER_STEPS, 0)
    assert s.groups[0] == group(MERCHANT)
    assert s.bonus[BONUS_CRAFT] == EMPTY
    assert s.seat == 1  # a normal turn
    assert journal.Note(13_05, 0, journal.BONUS, -1, BONUS_CRAFT) in s.journal
    answer(s, PASS)
    assert s.seat == 0
    assert free_offers(s) == set()


@pytest.mark.clause("13.5")
def test_a_paid_recruit_keeps_the_craft_bonus() -> None:
    s = table(2)
    s.bonus[BONUS_CRAFT] = 0
    s.groups[0] = group(MERCHANT, COURTIER)
    ask_action(s, 0)
    answer(s, recruit(0, MERCHANT))
    assert s.seats[0].talents == START_TALENTS - 1
    assert s.bonus[BONUS_CRAFT] == 0


@pytest.mark.clause("13.5")
def test_craft_bonus_is_never_for_the_noble() -> None:
    s = table(2)
    s.bonus[BONUS_CRAFT] = 0
    s.seats[0].talents = NOBLE_COST - 1
    ask_action(s, 0)
    assert s.legal == 1 << PASS
    s.seats[0].talents = NOBLE_COST
    ask_action(s, 0)
    answer(s, NOBLE)
    assert s.seats[0].talents == 0
    assert s.bonus[BONUS_CRAFT] == 0


@pytest.mark.clause("13.5")
def test_minor_courtier_acts_at_once() -> None:
    s = table(3)
    place(s, 2, 2 + MINOR_STEPS, 0)
    s.journal = []
    to_the_picks(s)
    answer(s, BONUS_FIRST)
    answer(s, BONUS_COURTIER)
    assert track(s) == [(2 + MINOR_STEPS, 1), (2 + MINOR_STEPS, 0), (0, 0)]
    assert s.seats[0].talents == START_TALENTS + MINOR_TALENTS
    assert s.journal[-3:] == [
        journal.Note(13_04, 0, journal.BONUS, 1, BONUS_COURTIER),
        journal.Note(13_05, 0, journal.TRACK, MINOR_STEPS, 2 + MINOR_STEPS),
        journal.Note(13_05, 0, journal.TALENTS, MINOR_TALENTS, journal.NO_DETAIL),
    ]


@pytest.mark.clause("13.5", "12.1")
def test_minor_courtiers_talent_is_cut_when_the_pile_is_empty() -> None:
    s = table(2, limited=True)
    place(s, 2, 0)
    s.seats[1].talents = PILE_TALENTS - START_TALENTS
    to_the_picks(s)
    answer(s, BONUS_COURTIER)
    assert s.seats[0].talents == START_TALENTS
    assert track(s)[0] == (2 + MINOR_STEPS, 0)


@pytest.mark.clause("13.5")
def test_nothing_survives_the_round() -> None:
    s = table(3)
    place(s, 2, 0, 0)
    s.round_no = 2
    s.bonus = [2, 2, 2, 2]
    to_the_picks(s)
    answer(s, BONUS_COURTIER)
    assert s.bonus == [EMPTY, EMPTY, EMPTY, 0]
    assert s.seat == 2  # the First player card was taken, once
    s.groups[0] = group(MERCHANT)
    ask_action(s, 2)
    assert free_offers(s) == set()
    s.passed = 0
    for _ in range(3):
        answer(s, PASS)
    assert s.seat == 1  # to the right of the first player
