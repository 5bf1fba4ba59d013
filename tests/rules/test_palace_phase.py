"""The Palace phase: who picks when, and what the four bonuses do (13.4, 13.5)."""

import pytest

from amyitis.box.tables import (
    BANKER,
    BANKER_TALENTS,
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
from amyitis.rules import chance, journal, palace
from amyitis.rules.apply import apply, is_legal
from amyitis.rules.bits import has_bit
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
    FREE_RECRUIT,
    NOBLE,
    OVER,
    PASS,
    TEMPLE,
)
from amyitis.rules.scoring import ROUND_LIMIT
from amyitis.rules.state import EMPTY
from tests.palace_table import (
    NOBODY_HOLDS,
    answer,
    ask_action,
    behind_the_picks,
    deal,
    finish_round,
    free_offers,
    game,
    group,
    pick_all,
    place,
    recruit,
    table,
    to_the_picks,
    track,
)


@pytest.fixture(params=[1, 2], ids=["rules 1", "rules 2"])
def version(request: pytest.FixtureRequest) -> int:
    """The versions of the rules that can be played."""
    number: int = request.param
    return number


def free(group: int, craft: int) -> int:
    return FREE_RECRUIT + N_CRAFTS * group + craft


# --- 13.4: the Palace phase -----------------------------------------------------------------------------------------


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


# --- 13.5: the bonuses ----------------------------------------------------------------------------------------------


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
def test_minor_courtier_acts_at_once(version: int) -> None:
    s = table(3, version=version)
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
def test_minor_courtiers_talent_is_cut_when_the_pile_is_empty(version: int) -> None:
    s = table(2, limited=True, version=version)
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
