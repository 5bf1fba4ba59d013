"""The Palace expansion: the track, the Courtier, the Noble, and that nothing stirs while the switch is off."""

import pytest

from amyitis.box.tables import (
    COURTIER,
    COURTIER_STEPS,
    CRAFT_COUNT,
    ENGINEER,
    MERCHANT,
    NOBLE_COST,
    NOBLE_STEPS,
    PALACE,
    PEASANT,
    PRIEST,
    START_TALENTS,
)
from amyitis.rules import journal
from amyitis.rules.apply import apply, is_legal
from amyitis.rules.bits import count_bits, has_bit, nth_bit
from amyitis.rules.board import court, palace
from amyitis.rules.checks.invariants import find_faults
from amyitis.rules.course import chance, round_start
from amyitis.rules.questions import (
    ACTION,
    BONUS,
    CRAFT_BITS,
    DEAL,
    FIRST_DEAL,
    NOBLE,
    OVER,
    PASS,
)
from amyitis.rules.state import State
from tests.palace_table import (
    NOBODY_HOLDS,
    answer,
    ask_action,
    finish_round,
    free_offers,
    game,
    group,
    place,
    recruit,
    table,
    track,
)

# --- 13.1: the track ------------------------------------------------------------------------------------------------


@pytest.mark.clause("13.1")
def test_every_marker_starts_off_the_track() -> None:
    assert track(game(4, 1)) == [(0, 0)] * 4


@pytest.mark.clause("13.1")
def test_further_is_ahead() -> None:
    s = table(3)
    place(s, 2, 5, 0)
    assert palace.is_ahead(s, 1, 0)
    assert not palace.is_ahead(s, 0, 1)
    assert palace.is_ahead(s, 0, 2)


@pytest.mark.clause("13.1")
def test_on_one_space_who_came_first_is_ahead() -> None:
    s = table(4)
    for p in (2, 0, 3):
        palace.advance(s, p, 4, 13_02)
    assert track(s) == [(4, 1), (0, 0), (4, 0), (4, 2)]
    assert palace.is_ahead(s, 2, 0)
    assert palace.is_ahead(s, 0, 3)
    assert not palace.is_ahead(s, 3, 2)
    assert not palace.is_ahead(s, 0, 0)


@pytest.mark.clause("13.1")
def test_who_leaves_a_space_lets_the_later_ones_move_up() -> None:
    s = table(4)
    for p in (2, 0, 3):
        palace.advance(s, p, 4, 13_02)
    palace.advance(s, 1, 5, 13_02)
    palace.advance(s, 0, 1, 13_05)
    assert track(s) == [(5, 1), (5, 0), (4, 0), (4, 1)]
    palace.advance(s, 2, 3, 13_02)
    assert track(s) == [(5, 1), (5, 0), (7, 0), (4, 0)]


@pytest.mark.clause("13.1")
def test_equal_tracks_are_equal_states_however_they_came_about() -> None:
    s, t = table(3), table(3)
    for p, steps in ((0, 2), (1, 2), (2, 4), (0, 2), (1, 2)):
        palace.advance(s, p, steps, 13_02)
    for p, steps in ((2, 4), (0, 4), (1, 1), (1, 3)):
        palace.advance(t, p, steps, 13_02)
    assert track(s) == [(4, 1), (4, 2), (4, 0)]
    assert s == t


@pytest.mark.clause("13.1")
def test_no_step_is_no_move() -> None:
    s = table(2)
    place(s, 3, 3)
    palace.advance(s, 0, 0, 13_02)
    assert track(s) == [(3, 0), (3, 1)]


@pytest.mark.clause("13.1")
def test_the_track_has_no_end() -> None:
    s = table(2)
    for _ in range(100):
        palace.advance(s, 0, 2, 13_02)
    assert track(s) == [(200, 0), (0, 0)]


# --- 13.2: the Courtier ---------------------------------------------------------------------------------------------


@pytest.mark.clause("13.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_courtiers_are_in_the_deck_only_with_the_switch(players: int) -> None:
    s = table(players)
    courtiers = group(COURTIER, COURTIER) + sum(group(PEASANT, PRIEST, ENGINEER) << (10 * g) for g in range(1, players))
    assert round_start.craft_cards(s, COURTIER) == CRAFT_COUNT[players][COURTIER] > 0
    s.palace = False
    assert round_start.craft_cards(s, COURTIER) == 0
    without = game(players, 0, expansion=False)
    assert not is_legal(without, FIRST_DEAL + courtiers + group(MERCHANT))
    assert is_legal(game(players, 0), FIRST_DEAL + courtiers + group(MERCHANT))


@pytest.mark.clause("13.2")
def test_courtiers_are_dealt() -> None:
    s, r = table(4), chance.shuffler(3)
    dealt = [
        (chance.draw_deal(s, r) >> (10 * place + CRAFT_BITS * COURTIER)) & 3 for _ in range(100) for place in range(4)
    ]
    assert sum(dealt) == pytest.approx(100 * 12 * 4 / 22, rel=0.2)


@pytest.mark.clause("13.2")
def test_a_courtier_advances() -> None:
    s = table(3)
    s.journal = []
    s.groups[1] = group(COURTIER, MERCHANT)
    ask_action(s, 0)
    answer(s, recruit(1, COURTIER))
    assert track(s) == [(COURTIER_STEPS, 0), (0, 0), (0, 0)]
    assert s.seats[0].talents == START_TALENTS - 1  # 6.1: one card of the group lay face down
    assert s.groups[1] == group(MERCHANT)
    assert s.turn == 1
    assert journal.Note(13_02, 0, journal.TRACK, COURTIER_STEPS, COURTIER_STEPS) in s.journal


@pytest.mark.clause("13.2", "6.7")
def test_a_courtier_asks_for_no_cube() -> None:
    s = table(2)
    s.seats[0].cubes = 0
    s.groups[0] = group(COURTIER, PEASANT, PRIEST)
    ask_action(s, 0)
    assert has_bit(s.legal, recruit(0, COURTIER))
    assert not has_bit(s.legal, recruit(0, PEASANT))


# --- 13.3: the Noble ------------------------------------------------------------------------------------------------


@pytest.mark.clause("13.3")
def test_the_noble_costs_talents_and_advances() -> None:
    s = table(3)
    s.journal = []
    ask_action(s, 1)
    answer(s, NOBLE)
    assert s.seats[1].talents == START_TALENTS - NOBLE_COST
    assert track(s) == [(0, 0), (NOBLE_STEPS, 0), (0, 0)]
    assert s.noble_used == 1
    assert (s.asked, s.seat) == (ACTION, 2)
    assert s.journal == [
        journal.Note(13_03, 1, journal.TALENTS, -NOBLE_COST, journal.NO_DETAIL),
        journal.Note(13_03, 1, journal.TRACK, NOBLE_STEPS, NOBLE_STEPS),
    ]


@pytest.mark.clause("13.3")
def test_the_noble_is_won_once_per_round_by_the_whole_table() -> None:
    s = table(3)
    ask_action(s, 0)
    answer(s, NOBLE)
    for _ in range(2):
        assert not has_bit(s.legal, NOBLE)
        answer(s, PASS)
    assert s.seat == 0
    assert not has_bit(s.legal, NOBLE)


@pytest.mark.clause("13.3")
def test_the_noble_is_there_again_in_the_next_round() -> None:
    s = table(3)
    s.noble_used = 1
    finish_round(s)
    assert s.asked == DEAL
    assert s.noble_used == 0


@pytest.mark.clause("13.3")
def test_the_noble_is_not_for_the_poor() -> None:
    s = table(2)
    s.seats[0].talents = NOBLE_COST - 1
    ask_action(s, 0)
    assert not has_bit(s.legal, NOBLE)


# --- 13.6 and the switch --------------------------------------------------------------------------------------------


@pytest.mark.clause("13.6")
def test_palace_cards_have_nothing_to_do_with_the_track() -> None:
    s = table(2)
    before = track(s)
    court.take_card(s, 0, PALACE, 7_05)
    assert s.seats[0].court[PALACE] == 1
    assert track(s) == before
    palace.advance(s, 1, 9, 13_02)
    assert s.seats[1].court[PALACE] == 0
    assert s.seats[1].prestige == 0


def play(s: State, seed: int) -> list[State]:
    """Every moment of a random game."""
    deals, moves = chance.shuffler(seed), chance.shuffler(seed, chance.MOVES)
    moments = []
    while s.asked != OVER:
        if s.asked == DEAL:
            apply(s, FIRST_DEAL + chance.draw_deal(s, deals))
        else:
            answer(s, nth_bit(s.legal, chance.draw_below(moves, count_bits(s.legal))))
        moments.append(s.copy())
    return moments


@pytest.mark.clause("13.1", "13.2", "13.3", "13.4", "13.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_with_the_expansion_are_sound(players: int) -> None:
    for seed in range(8):
        moments = play(game(players, seed), seed)
        assert [find_faults(s) for s in moments] == [0] * len(moments)
        assert any(s.asked == BONUS for s in moments)


@pytest.mark.clause("13.1", "13.2", "13.3", "13.4", "13.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_the_switch_off_nothing_stirs(players: int) -> None:
    for seed in range(4):
        for s in play(game(players, seed, expansion=False), seed):
            assert find_faults(s) == 0
            assert track(s) == [(0, 0)] * players
            assert (s.noble_used, s.bonus, s.bonus_picks) == (0, NOBODY_HOLDS, 0)
            assert s.asked != BONUS
            if s.asked == ACTION:
                assert not has_bit(s.legal, NOBLE)
                assert free_offers(s) == set()
                assert not any(has_bit(s.legal, recruit(group, COURTIER)) for group in range(players))
