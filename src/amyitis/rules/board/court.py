"""Court cards: Banker, Caravaneer, Palace by level, and Gardeners (9)."""

from amyitis.box.tables import CARAVANEER, COURT_COUNT, GARDENER, N_GOODS, PALACE, PALACE_PRESTIGE, TILE_GOOD, TOP_LEVEL

from .. import agenda, questions
from ..journal import BONUS_LOST, COURT_CARD, GOOD, note
from ..rule import rule
from ..state import State
from .supply import gain_good, goods_left, score

GOOD_LEVEL = 2  # 9.3: the Caravaneer of this level brings a good


@rule
def begins_with(s: State, kind: int, level: int) -> bool:
    """2.7: whether each player begins with this Court card: with `open_duel` a Banker and a Caravaneer of level 1."""
    return bool(s.open_duel) and kind < PALACE and level == 1


@rule
def court_cards(s: State, kind: int, level: int) -> int:
    """2.1, 2.7: how many Court cards of a type and level are in the game."""
    return s.players if begins_with(s, kind, level) else COURT_COUNT[s.players][kind][level]


@rule
def court_open(s: State, p: int) -> int:
    """9.1, 9.2: the set of Court types of which a player can take the next card."""
    types = 0
    for kind in range(GARDENER):
        level = s.seats[p].court[kind] + 1
        if level <= TOP_LEVEL[kind] and s.court_left[kind][level] > 0:
            types |= 1 << kind
    if s.court_left[GARDENER][1] > 0:
        types |= 1 << GARDENER
    return types


@rule
def take_gardener(s: State, p: int, clause: int) -> None:
    """9.1: a player takes a Gardener; there is one."""
    s.court_left[GARDENER][1] -= 1
    s.seats[p].court[GARDENER] += 1
    note(s, clause, p, COURT_CARD, 1, GARDENER)


@rule
def return_gardeners(s: State, p: int, count: int) -> None:
    """8.5: the Gardeners used go back to the supply."""
    if count > 0:
        s.court_left[GARDENER][1] += count
        s.seats[p].court[GARDENER] -= count
        note(s, 8_05, p, COURT_CARD, -count, GARDENER)


@rule
def take_card(s: State, p: int, kind: int, clause: int) -> None:
    """9.1: a player takes the next card of a type that is open to them, with its good (9.3) or prestige (9.4)."""
    if kind == GARDENER:
        take_gardener(s, p, clause)
        return
    level = s.seats[p].court[kind] + 1
    s.seats[p].court[kind] = level
    s.court_left[kind][level] -= 1
    note(s, clause, p, COURT_CARD, level, kind)
    if kind == PALACE:
        score(s, p, PALACE_PRESTIGE[level], 9_04)
    elif kind == CARAVANEER and level == GOOD_LEVEL:
        agenda.push(s, agenda.CARAVANEER_GOOD)


@rule
def ask_caravaneer_good(s: State) -> None:
    """9.3: which of the goods lying on the level-2 Caravaneers comes with the card?"""
    goods = 0
    for good in range(N_GOODS):
        if s.caravaneer_goods[good] > 0:
            goods |= 1 << good
    agenda.ask(s, agenda.CARAVANEER_GOOD, questions.TAKE, goods)


@rule
def take_caravaneer_good(s: State, p: int, good: int) -> None:
    """9.3: the good leaves the card for the player."""
    s.caravaneer_goods[good] -= 1
    s.seats[p].goods[good] += 1
    note(s, 9_03, p, GOOD, 1, good)


@rule
def take_tile_palace(s: State) -> None:
    """8.6: the next Palace card, lost if there is none for this player."""
    p = s.seat
    if court_open(s, p) & (1 << PALACE):
        take_card(s, p, PALACE, 8_06)
    else:
        note(s, 8_06, p, BONUS_LOST, 1, COURT_CARD)


@rule
def ask_tile_court(s: State) -> None:
    """8.6: which Court card does the tile bring? Lost if none is open."""
    types = court_open(s, s.seat)
    if types == 0:
        note(s, 8_06, s.seat, BONUS_LOST, 1, COURT_CARD)
    agenda.ask(s, agenda.TILE_COURT, questions.COURT, types)


@rule
def take_tile_card(s: State, p: int, kind: int) -> None:
    """8.6: the Court card that the tile brings."""
    take_card(s, p, kind, 8_06)


@rule
def ask_tile_good(s: State) -> None:
    """8.6: which good does the tile bring? The one it shows, or any; with `limited_supply` only from a pile (12.1)."""
    goods = goods_in_supply(s)
    shown = TILE_GOOD[s.tile[s.planting]]
    if shown >= 0:
        goods &= 1 << shown
    if goods == 0:
        note(s, 8_06, s.seat, BONUS_LOST, 1, GOOD)
    agenda.ask(s, agenda.TILE_GOOD, questions.TAKE, goods)


@rule
def take_tile_good(s: State, p: int, good: int) -> None:
    """8.6: the good that the tile brings."""
    gain_good(s, p, good, 8_06)


@rule
def goods_in_supply(s: State) -> int:
    """12.1: the set of goods that can still be had."""
    goods = 0
    for good in range(N_GOODS):
        if not s.limited_supply or goods_left(s, good) > 0:
            goods |= 1 << good
    return goods
