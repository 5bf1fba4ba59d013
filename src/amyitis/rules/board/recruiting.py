"""Recruiting: the face-up Craft cards, their price, and what each craft does (6)."""

from amyitis.box.tables import (
    COURTIER,
    COURTIER_STEPS,
    ENGINEER,
    ENGINEER_PRESTIGE,
    MERCHANT,
    N_CRAFTS,
    PEASANT,
    PRIEST,
)

from .. import agenda
from ..journal import RECRUITED, note
from ..questions import BONUS_CRAFT, CRAFT_BITS, CRAFTS_SHOWN, FACE_UP, FREE_RECRUIT, GROUP_SIZE, RECRUIT
from ..rule import rule
from ..state import State
from .garden import open_sides
from .palace import advance, holds_bonus, spend_craft_bonus
from .supply import gain_camels, score, spend_talents

ALL_CRAFTS = (1 << N_CRAFTS) - 1


@rule
def price(s: State, group: int) -> int:
    """6.1: the price of a card is the number of face-down cards in its group."""
    return GROUP_SIZE - FACE_UP[s.groups[group]]


@rule
def crafts_possible(s: State, p: int) -> int:
    """6.7: the set of crafts that a player can carry out; with no cube at home there are fewer."""
    if s.seats[p].cubes > 0:
        return ALL_CRAFTS
    crafts = ALL_CRAFTS & ~(1 << PEASANT) & ~(1 << PRIEST)
    if open_sides(s) != 0:
        crafts &= ~(1 << ENGINEER)
    return crafts


@rule
def legal_recruits(s: State, p: int) -> int:
    """6.1: the set of face-up cards, as answers to the question for an action, that a player can pay and use."""
    possible = crafts_possible(s, p)
    answers = 0
    for group in range(s.players):
        if price(s, group) <= s.seats[p].talents:
            answers |= (CRAFTS_SHOWN[s.groups[group]] & possible) << (RECRUIT + N_CRAFTS * group)
    return answers


@rule
def legal_free_recruits(s: State, p: int) -> int:
    """13.5: the set of face-up cards that would cost something, for the holder of the Craft bonus who can use them."""
    if not holds_bonus(s, p, BONUS_CRAFT):
        return 0
    possible = crafts_possible(s, p)
    answers = 0
    for group in range(s.players):
        if price(s, group) > 0:
            answers |= (CRAFTS_SHOWN[s.groups[group]] & possible) << (FREE_RECRUIT + N_CRAFTS * group)
    return answers


@rule
def recruit(s: State, p: int, group: int, craft: int, cost: int) -> None:
    """6.1: pay, turn the card face down, carry it out."""
    spend_talents(s, p, cost, 6_01)
    s.groups[group] -= 1 << (CRAFT_BITS * craft)
    note(s, 6_01, p, RECRUITED, group + 1, craft)
    if craft == PEASANT:
        agenda.push(s, agenda.WORK_FIELD)
    elif craft == PRIEST:
        agenda.push(s, agenda.SERVE_TEMPLE)
    elif craft == ENGINEER:
        score(s, p, ENGINEER_PRESTIGE, 6_05)
        agenda.push(s, agenda.ENGINEER_DIG)
    elif craft == MERCHANT:
        gain_camels(s, p, 1, 6_06)
    elif craft == COURTIER:
        advance(s, p, COURTIER_STEPS, 13_02)


@rule
def recruit_answer(s: State, p: int, answer: int) -> None:
    """6.1: carry out a recruit named by an answer to the question for an action."""
    card = answer - RECRUIT
    group = card // N_CRAFTS
    recruit(s, p, group, card % N_CRAFTS, price(s, group))


@rule
def free_recruit_answer(s: State, p: int, answer: int) -> None:
    """13.5: carry out a recruit with the Craft bonus, which is then spent: no talents are paid."""
    spend_craft_bonus(s, p)
    card = answer - FREE_RECRUIT
    recruit(s, p, card // N_CRAFTS, card % N_CRAFTS, 0)
