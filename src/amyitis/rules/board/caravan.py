"""The caravan and the nine cities: reach, trade and payment (7)."""

from amyitis.box.tables import (
    CARAVANEER,
    CARAVANEER_SPACES,
    CITY_GOOD,
    CITY_KIND,
    CITY_OFFER,
    CITY_PLANT_SLOT,
    COURT_CITY,
    MARKET,
    MARKET_PRESTIGE,
    N_CITIES,
    N_GOODS,
    PLANT_EXTRA,
    WINE,
)

from .. import agenda, questions
from ..bits import has_bit, least
from ..journal import CARAVAN, NOBODY, PLANT_TURNED, note
from ..questions import N_PURSES, NO_GOOD, PAIR, PURSE_FIRST, PURSE_SECOND
from ..rule import rule
from ..state import State
from .court import court_open, take_card
from .garden import ask_dig, dig, plant_quality, plantable_squares, quality_in_trade
from .supply import score, spend_camels, spend_good

ALL_CITIES = (1 << N_CITIES) - 1


@rule
def caravan_bonus(s: State, p: int) -> int:
    """7.2: the spaces that a player's Caravaneer adds."""
    return CARAVANEER_SPACES[s.seats[p].court[CARAVANEER]]


@rule
def cities_in_reach(s: State, p: int) -> int:
    """7.1, 7.2: the set of cities to which a player's camels and Caravaneer can take the caravan.

    Where it stands is among them only if the table plays with the full lap.
    """
    camels = s.seats[p].camels
    if camels == 0:
        return 0
    spaces = least(camels + caravan_bonus(s, p), N_CITIES - 1 + s.full_lap)
    ahead = ((1 << spaces) - 1) << (s.caravan + 1)
    return (ahead | (ahead >> N_CITIES)) & ALL_CITIES


@rule
def spaces_to(s: State, city: int) -> int:
    """7.1: how many spaces clockwise from the caravan to a city; the whole ring for where it stands."""
    spaces = city - s.caravan
    return spaces if spaces > 0 else spaces + N_CITIES


@rule
def camels_to(s: State, p: int, city: int) -> int:
    """7.2: the camels that the way to a city costs a player: at least one."""
    camels = spaces_to(s, city) - caravan_bonus(s, p)
    return camels if camels > 1 else 1


@rule
def plant_extra(s: State, slot: int) -> int:
    """7.6: the good asked for by the upper side of a plant card, or NO_GOOD."""
    return PLANT_EXTRA[s.plant_card[slot]][s.plant_face[slot]]


@rule
def can_hand_over(s: State, p: int, first: int, second: int) -> bool:
    """Whether a player holds these one or two tokens."""
    goods = s.seats[p].goods
    if second == NO_GOOD:
        return goods[first] > 0
    if first == second:
        return goods[first] > 1
    return goods[first] > 0 and goods[second] > 0


@rule
def payments(s: State, p: int, good: int, extra: int) -> int:
    """7.5 to 7.8: the set of purses with which a player can pay one or two goods, wine standing for any."""
    purses = 0
    if extra == NO_GOOD:
        if can_hand_over(s, p, good, NO_GOOD):
            purses |= 1 << good
        if can_hand_over(s, p, WINE, NO_GOOD):
            purses |= 1 << WINE
        return purses
    if can_hand_over(s, p, good, extra):
        purses |= 1 << PAIR[good][extra]
    if can_hand_over(s, p, good, WINE):
        purses |= 1 << PAIR[good][WINE]
    if can_hand_over(s, p, WINE, extra):
        purses |= 1 << PAIR[WINE][extra]
    if can_hand_over(s, p, WINE, WINE):
        purses |= 1 << PAIR[WINE][WINE]
    return purses


@rule
def city_payments(s: State, p: int, city: int) -> int:
    """7.5, 7.6: the set of purses with which a player can pay what a city asks."""
    slot = CITY_PLANT_SLOT[city]
    return payments(s, p, CITY_GOOD[city], NO_GOOD if slot < 0 else plant_extra(s, slot))


@rule
def holds_goods(s: State, p: int) -> int:
    """The set of goods of which a player holds a token."""
    goods = 0
    for good in range(N_GOODS):
        if s.seats[p].goods[good] > 0:
            goods |= 1 << good
    return goods


@rule
def can_trade(s: State, p: int, city: int) -> bool:
    """7.3: whether a player could do an action of a city if the caravan ended there."""
    kind = CITY_KIND[city]
    if kind == MARKET:
        return holds_goods(s, p) != 0
    if kind == COURT_CITY:
        return court_open(s, p) & CITY_OFFER[city] != 0 and city_payments(s, p, city) != 0
    quality = plant_quality(s, CITY_PLANT_SLOT[city])
    return plantable_squares(s, p, quality) != 0 and city_payments(s, p, city) != 0


@rule
def legal_cities(s: State, p: int) -> int:
    """7.1 to 7.3: the set of cities to which a player may move the caravan."""
    reach = cities_in_reach(s, p)
    if reach == 0 or holds_goods(s, p) == 0:
        return 0
    cities = 0
    for city in range(N_CITIES):
        if has_bit(reach, city) and can_trade(s, p, city):
            cities |= 1 << city
    return cities


@rule
def move_caravan(s: State, p: int, city: int) -> None:
    """7.1 to 7.3: pay the camels, move the caravan, and trade."""
    spaces = spaces_to(s, city)
    spend_camels(s, p, camels_to(s, p, city), 7_02)
    s.caravan = city
    note(s, 7_01, p, CARAVAN, spaces, city)
    if CITY_KIND[city] == MARKET:
        agenda.push(s, agenda.MARKET_DIG)
        agenda.push(s, agenda.MARKET_SALE)
    elif CITY_KIND[city] == COURT_CITY:
        agenda.push(s, agenda.COURT_PURCHASE)
        agenda.push(s, agenda.COURT_PAYMENT)
    else:
        agenda.push(s, agenda.CHOOSE_SQUARE)
        agenda.push(s, agenda.PLANT_PAYMENT)


@rule
def ask_sale(s: State) -> None:
    """7.4: which one or two goods are sold?"""
    purses = 0
    for purse in range(N_PURSES):
        if can_hand_over(s, s.seat, PURSE_FIRST[purse], PURSE_SECOND[purse]):
            purses |= 1 << purse
    agenda.ask(s, agenda.MARKET_SALE, questions.SELL, purses)


@rule
def sell(s: State, p: int, purse: int) -> None:
    """7.4: the goods go and bring prestige."""
    hand_over(s, p, purse, 7_04)
    score(s, p, MARKET_PRESTIGE[1 if PURSE_SECOND[purse] == NO_GOOD else 2], 7_04)


@rule
def ask_market_dig(s: State) -> None:
    """7.4: where does the free irrigation go? None without an area or a cube."""
    if s.seats[s.seat].cubes > 0:
        ask_dig(s, agenda.MARKET_DIG)


@rule
def dig_at_market(s: State, p: int, side: int) -> None:
    """7.4: the free irrigation."""
    dig(s, p, side, 7_04)


@rule
def ask_payment(s: State, task: int) -> None:
    """7.8: with the good itself or with wine?"""
    agenda.ask(s, task, questions.PAY, city_payments(s, s.seat, s.caravan))


@rule
def ask_court_payment(s: State) -> None:
    """7.5: the good that the city asks for a Court card."""
    ask_payment(s, agenda.COURT_PAYMENT)


@rule
def ask_plant_payment(s: State) -> None:
    """7.6: the good that the city asks for a plant."""
    ask_payment(s, agenda.PLANT_PAYMENT)


@rule
def hand_over(s: State, p: int, purse: int, clause: int) -> None:
    """A player gives the goods of a purse back to the supply."""
    spend_good(s, p, PURSE_FIRST[purse], clause)
    if PURSE_SECOND[purse] != NO_GOOD:
        spend_good(s, p, PURSE_SECOND[purse], clause)


@rule
def pay_court(s: State, p: int, purse: int) -> None:
    """7.5: a Court card is paid for."""
    hand_over(s, p, purse, 7_05)


@rule
def pay_plant(s: State, p: int, purse: int) -> None:
    """7.6: a plant is paid for."""
    hand_over(s, p, purse, 7_06)


@rule
def ask_purchase(s: State) -> None:
    """7.5: which of the two Court types?"""
    agenda.ask(s, agenda.COURT_PURCHASE, questions.COURT, court_open(s, s.seat) & CITY_OFFER[s.caravan])


@rule
def buy_card(s: State, p: int, kind: int) -> None:
    """7.5: the Court card bought."""
    take_card(s, p, kind, 7_05)


@rule
def ask_square(s: State) -> None:
    """7.6, 8.5: which square is planted?"""
    agenda.ask(s, agenda.CHOOSE_SQUARE, questions.PLANT, plantable_squares(s, s.seat, quality_in_trade(s)))


@rule
def turn_plant_card(s: State) -> None:
    """7.6, 8.9: the plant card of the caravan's city is turned over."""
    slot = CITY_PLANT_SLOT[s.caravan]
    s.plant_face[slot] = 1 - s.plant_face[slot]
    note(s, 7_06, NOBODY, PLANT_TURNED, 1, s.caravan)
