"""The common piles: what a player gains comes from here, and with `limited_supply` they can run out (12.1)."""

from amyitis.box.tables import PILE_CAMELS, PILE_GOODS, PILE_TALENTS

from ..bits import least
from ..journal import CAMELS, GOOD, NO_DETAIL, PRESTIGE, TALENTS, note
from ..rule import rule
from ..state import State


@rule
def talents_left(s: State) -> int:
    """12.1: talents in the pile."""
    left = PILE_TALENTS
    for p in range(s.players):
        left -= s.seats[p].talents
    return left


@rule
def camels_left(s: State) -> int:
    """12.1: camels in the pile; the caravan marker is not one of them."""
    left = PILE_CAMELS
    for p in range(s.players):
        left -= s.seats[p].camels
    return left


@rule
def goods_left(s: State, good: int) -> int:
    """12.1: tokens of a good in the pile; those on level-2 Caravaneers are out of it."""
    left = PILE_GOODS[good] - s.caravaneer_goods[good]
    for p in range(s.players):
        left -= s.seats[p].goods[good]
    return left


@rule
def gain_talents(s: State, p: int, amount: int, clause: int) -> None:
    """A player takes talents, as far as there are any (12.1)."""
    if s.limited_supply:
        amount = least(amount, talents_left(s))
    if amount > 0:
        s.seats[p].talents += amount
        note(s, clause, p, TALENTS, amount, NO_DETAIL)


@rule
def gain_camels(s: State, p: int, amount: int, clause: int) -> None:
    """A player takes camels, as far as there are any (12.1)."""
    if s.limited_supply:
        amount = least(amount, camels_left(s))
    if amount > 0:
        s.seats[p].camels += amount
        note(s, clause, p, CAMELS, amount, NO_DETAIL)


@rule
def gain_good(s: State, p: int, good: int, clause: int) -> None:
    """A player takes one token of a good, if there is one (12.1)."""
    if s.limited_supply and goods_left(s, good) <= 0:
        return
    s.seats[p].goods[good] += 1
    note(s, clause, p, GOOD, 1, good)


@rule
def spend_good(s: State, p: int, good: int, clause: int) -> None:
    """A player gives one token of a good back."""
    s.seats[p].goods[good] -= 1
    note(s, clause, p, GOOD, -1, good)


@rule
def spend_talents(s: State, p: int, amount: int, clause: int) -> None:
    """A player pays talents."""
    if amount > 0:
        s.seats[p].talents -= amount
        note(s, clause, p, TALENTS, -amount, NO_DETAIL)


@rule
def spend_camels(s: State, p: int, amount: int, clause: int) -> None:
    """A player pays camels."""
    s.seats[p].camels -= amount
    note(s, clause, p, CAMELS, -amount, NO_DETAIL)


@rule
def score(s: State, p: int, amount: int, clause: int) -> None:
    """A player scores prestige."""
    if amount > 0:
        s.seats[p].prestige += amount
        note(s, clause, p, PRESTIGE, amount, NO_DETAIL)
