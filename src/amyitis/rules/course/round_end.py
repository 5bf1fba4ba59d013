"""Phase III: procession, temples, goods limit, First player card (10)."""

from amyitis.box.tables import (
    CARAVANEER,
    CARAVANEER_KEEP,
    GREY,
    ISHTAR,
    MARDUK,
    MARDUK_PRESTIGE,
    TAMMOUZ,
    TEMPLES,
    WINE,
)

from .. import agenda, questions
from ..bits import has_bit
from ..board.caravan import holds_goods
from ..board.court import goods_in_supply
from ..board.fields import ask_row, work_field
from ..board.palace import close_palace, holds_bonus
from ..board.supply import gain_camels, gain_good, gain_talents, score, spend_good
from ..board.temples import ask_temple, enter_temple, first_in_temple, second_in_temple
from ..journal import BONUS, FIRST_PLAYER, NO_DETAIL, NOBODY, note
from ..rule import rule
from ..state import EMPTY, State
from .scoring import final_scoring, goods_held, last_round

N_TEMPLES = len(TEMPLES)
N_SWAPS = len(questions.SWAP_GIVE)


@rule
def begin_round_end(s: State) -> None:
    """10: lay out the course of phase III, the first thing on top."""
    agenda.push(s, agenda.END_ROUND)
    agenda.push(s, agenda.GOODS_LIMIT)
    agenda.push(s, agenda.TAMMOUZ_SECOND)
    agenda.push(s, agenda.TAMMOUZ_FIRST)
    agenda.push(s, agenda.SCORE_MARDUK)
    agenda.push(s, agenda.SCORE_ISHTAR)
    agenda.push(s, agenda.PROCESSION)


@rule
def procession_leader(s: State) -> int:
    """10.1: the player to the right of the first player, unless somebody has the Procession bonus (13.5)."""
    holder = s.bonus[questions.BONUS_PROCESSION]
    if holder == EMPTY:
        return (s.first + s.players - 1) % s.players
    return holder


@rule
def ask_procession(s: State) -> None:
    """10.1: the leader of the procession chooses a temple."""
    s.seat = procession_leader(s)
    ask_temple(s, agenda.PROCESSION)


@rule
def procession(s: State, p: int, chosen: int) -> None:
    """10.1: an own cube, if there is one at home, to the chosen temple, then a grey one to each of the others."""
    if holds_bonus(s, p, questions.BONUS_PROCESSION):
        note(s, 13_05, p, BONUS, 0, questions.BONUS_PROCESSION)
    if s.seats[p].cubes > 0:
        enter_temple(s, chosen, p, 10_01)
    for temple in range(N_TEMPLES):
        if temple != chosen:
            enter_temple(s, temple, GREY, 10_01)


@rule
def ask_ishtar(s: State) -> None:
    """10.3: the first in Ishtar's temple chooses between a camel and a talent."""
    first = first_in_temple(s, ISHTAR)
    if first != NOBODY:
        s.seat = first
        agenda.ask(s, agenda.SCORE_ISHTAR, questions.ISHTAR_PRIZE, 0b11)


@rule
def ishtar_prize(s: State, p: int, answer: int) -> None:
    """10.3: the first takes the chosen prize, the second the other one."""
    second = second_in_temple(s, ISHTAR)
    if answer == questions.CAMEL:
        gain_camels(s, p, 1, 10_03)
        if second != NOBODY:
            gain_talents(s, second, 1, 10_03)
    else:
        gain_talents(s, p, 1, 10_03)
        if second != NOBODY:
            gain_camels(s, second, 1, 10_03)


@rule
def score_marduk(s: State) -> None:
    """10.4: prestige for the first and the second in Marduk's temple."""
    first = first_in_temple(s, MARDUK)
    second = second_in_temple(s, MARDUK)
    if first != NOBODY:
        score(s, first, MARDUK_PRESTIGE[0], 10_04)
    if second != NOBODY:
        score(s, second, MARDUK_PRESTIGE[1], 10_04)


@rule
def ask_tammouz_row(s: State) -> None:
    """10.5: the first in Tammouz' temple does a peasant's work, if a cube is at home."""
    first = first_in_temple(s, TAMMOUZ)
    if first != NOBODY and s.seats[first].cubes > 0:
        s.seat = first
        ask_row(s, agenda.TAMMOUZ_FIRST)


@rule
def work_for_tammouz(s: State, p: int, row: int) -> None:
    """10.5: the work of a peasant in the row chosen."""
    work_field(s, p, row, 10_05)


@rule
def ask_swap(s: State) -> None:
    """10.5: the second in Tammouz' temple may exchange a good, but not for wine."""
    second = second_in_temple(s, TAMMOUZ)
    if second == NOBODY:
        return
    s.seat = second
    held = holds_goods(s, second)
    supply = goods_in_supply(s) & ~(1 << WINE)
    answers = 1 << questions.KEEP
    for swap in range(1, N_SWAPS):
        if has_bit(held, questions.SWAP_GIVE[swap]) and has_bit(supply, questions.SWAP_GET[swap]):
            answers |= 1 << swap
    agenda.ask(s, agenda.TAMMOUZ_SECOND, questions.SWAP, answers)


@rule
def swap_good(s: State, p: int, answer: int) -> None:
    """10.5: one good goes, another comes."""
    if answer != questions.KEEP:
        spend_good(s, p, questions.SWAP_GIVE[answer], 10_05)
        gain_good(s, p, questions.SWAP_GET[answer], 10_05)


@rule
def goods_allowed(s: State, p: int) -> int:
    """10.6: how many goods a player may keep."""
    return CARAVANEER_KEEP[s.seats[p].court[CARAVANEER]]


@rule
def ask_drop(s: State) -> None:
    """10.6: in turn order, who holds too many goods discards one, and is asked again if it is not enough."""
    for place in range(s.players):
        p = (s.first + place) % s.players
        if goods_held(s, p) > goods_allowed(s, p):
            s.seat = p
            agenda.ask(s, agenda.GOODS_LIMIT, questions.DROP, holds_goods(s, p))
            return


@rule
def drop_good(s: State, p: int, good: int) -> None:
    """10.6: one good too many goes back to the supply; then all are counted again."""
    spend_good(s, p, good, 10_06)
    agenda.push(s, agenda.GOODS_LIMIT)


@rule
def clear_crafts(s: State) -> None:
    """The Craft cards and the cubes on the Pass square are taken up."""
    s.passed = 0
    for group in range(s.players):
        s.groups[group] = 0


@rule
def pass_first_player(s: State) -> None:
    """10.7: the First player card goes to the left, or to the holder of the First player bonus (13.5)."""
    holder = s.bonus[questions.BONUS_FIRST]
    if holder == EMPTY:
        s.first = (s.first + 1) % s.players
        note(s, 10_07, s.first, FIRST_PLAYER, 1, NO_DETAIL)
    else:
        s.first = holder
        note(s, 13_05, holder, FIRST_PLAYER, 1, NO_DETAIL)
    s.turn = s.first


@rule
def end_round(s: State) -> None:
    """10.7, 11.1: the First player card goes on; then a new round, or the end of the game.

    With the Palace expansion the bonuses of the round end with it (13.4).
    """
    clear_crafts(s)
    pass_first_player(s)
    if s.palace:
        close_palace(s)
    if last_round(s):
        final_scoring(s)
        return
    agenda.push(s, agenda.DEAL_CRAFTS)
