"""Phase I: the deal of the Craft cards and the income (4)."""

from amyitis.box.tables import BANKER, BANKER_PRESTIGE, BANKER_TALENTS, COURTIER, CRAFT_COUNT, MAX_SEATS, N_CRAFTS

from .. import agenda, questions
from ..board.supply import gain_camels, gain_talents, score
from ..journal import DEALT, NOBODY, note
from ..questions import CRAFT_BITS, CRAFT_MASK, FACE_UP, GROUP_BITS, GROUP_MASK, GROUP_SIZE
from ..rule import rule
from ..state import CHANCE, State


@rule
def ask_deal(s: State) -> None:
    """4.1: chance must lay out the Craft cards. The set of its answers is not kept: see `deal_is_legal`."""
    s.seat = CHANCE
    s.asked = questions.DEAL
    s.task = agenda.DEAL_CRAFTS
    s.legal = 0


@rule
def craft_cards(s: State, craft: int) -> int:
    """2.1, 4.1: how many cards of a craft are in the deck; Courtiers only with the expansion (13.2)."""
    if craft == COURTIER and not s.palace:
        return 0
    return CRAFT_COUNT[s.players][craft]


@rule
def deal_is_legal(s: State, deal: int) -> bool:
    """4.1: a group of three for each player, and no more cards of a craft than the deck has."""
    for group in range(s.players):
        if FACE_UP[(deal >> GROUP_BITS * group) & GROUP_MASK] != GROUP_SIZE:
            return False
    for craft in range(N_CRAFTS):
        count = 0
        for group in range(s.players):
            count += (deal >> (GROUP_BITS * group + CRAFT_BITS * craft)) & CRAFT_MASK
        if count > craft_cards(s, craft):
            return False
    return deal >> (GROUP_BITS * s.players) == 0


@rule
def lay_out_crafts(s: State, p: int, deal: int) -> None:
    """4.1: the groups lie face up; a round begins. Whose answer a deal is (chance's) does not matter.

    2.7: with `open_duel` the second player takes a camel before the first round.
    """
    s.round_no += 1
    for group in range(MAX_SEATS):
        s.groups[group] = (deal >> (GROUP_BITS * group)) & GROUP_MASK
    note(s, 4_01, NOBODY, DEALT, s.round_no, deal)
    if s.open_duel and s.round_no == 1:
        gain_camels(s, 1 - s.first, 1, 2_07)
    agenda.push(s, agenda.START_TURN)
    if s.palace and s.round_no > 1:
        agenda.push(s, agenda.PALACE_PHASE)
    agenda.push(s, agenda.INCOME)
    s.turn = s.first
    s.passed = 0


@rule
def income(s: State) -> None:
    """4.2: every Banker pays, in turn order (12.1)."""
    for place in range(s.players):
        p = (s.first + place) % s.players
        level = s.seats[p].court[BANKER]
        gain_talents(s, p, BANKER_TALENTS[level], 4_02)
        score(s, p, BANKER_PRESTIGE[level], 4_02)
