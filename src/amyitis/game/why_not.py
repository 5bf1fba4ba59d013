"""Why a move is not allowed: the clause, and what is missing, in a sentence."""

from collections.abc import Callable
from typing import NamedTuple

from amyitis.box.tables import (
    CITY_GOOD,
    CITY_KIND,
    CITY_NAMES,
    CITY_OFFER,
    CITY_PLANT_SLOT,
    COURT_CITY,
    COURT_TYPES,
    COURTIER,
    CRAFTS,
    ENGINEER,
    GARDENER,
    GOODS,
    MARKET,
    N_CRAFTS,
    N_GOODS,
    NOBLE_COST,
    PLANT_CITY,
    SQUARE_NAMES,
    TOP_LEVEL,
)
from amyitis.notation.tokens import BONUS_NAMES
from amyitis.rules import agenda, questions
from amyitis.rules.apply import is_legal
from amyitis.rules.caravan import camels_to, cities_in_reach, city_payments, plant_extra, spaces_to
from amyitis.rules.garden import plant_quality, planted_squares
from amyitis.rules.garden_map import SIDE_NAMES, SQUARE_NEED, TILED_SQUARES
from amyitis.rules.purses import NO_GOOD, PURSE_FIRST, PURSE_SECOND
from amyitis.rules.questions import CRAFTS_SHOWN, FIRST_ACTION, FIRST_DEAL, KIND_NAMES
from amyitis.rules.recruiting import price
from amyitis.rules.state import EMPTY, State

from .events import seat_name


class Refusal(NamedTuple):
    """The clause that forbids a move and what is missing for it."""

    clause: str
    missing: str

    def __str__(self) -> str:
        return f"rules {self.clause}: {self.missing}"


# What is asked, in words, and the clause that asks it.
ASKED_BY_TASK = {
    agenda.DEAL_CRAFTS: Refusal("4.1", "the Craft cards must be dealt first"),
    agenda.START_TURN: Refusal("5.2", "{who} must choose an action now: pass, recruit or move the caravan"),
    agenda.PROCESSION: Refusal("10.1", "{who} must choose a temple for the procession now"),
    agenda.SCORE_ISHTAR: Refusal("10.3", "{who} must choose between a camel and a talent now"),
    agenda.TAMMOUZ_FIRST: Refusal("10.5", "{who} must choose a field row now"),
    agenda.TAMMOUZ_SECOND: Refusal("10.5", "{who} must exchange a good or keep all now"),
    agenda.GOODS_LIMIT: Refusal("10.6", "{who} must discard a good now"),
    agenda.WORK_FIELD: Refusal("6.2", "{who} must choose a field row now"),
    agenda.SERVE_TEMPLE: Refusal("6.4", "{who} must choose a temple now"),
    agenda.ENGINEER_DIG: Refusal("6.5", "{who} must choose a side to irrigate now"),
    agenda.MARKET_SALE: Refusal("7.4", "{who} must choose what to sell now"),
    agenda.MARKET_DIG: Refusal("7.4", "{who} must choose a side to irrigate now"),
    agenda.COURT_PAYMENT: Refusal("7.8", "{who} must choose how to pay now"),
    agenda.PLANT_PAYMENT: Refusal("7.8", "{who} must choose how to pay now"),
    agenda.COURT_PURCHASE: Refusal("7.5", "{who} must choose a Court card now"),
    agenda.CHOOSE_SQUARE: Refusal("8.5", "{who} must choose a square to plant now"),
    agenda.TILE_COURT: Refusal("8.6", "{who} must choose the tile's Court card now"),
    agenda.TILE_GOOD: Refusal("8.6", "{who} must choose the tile's good now"),
    agenda.CARAVANEER_GOOD: Refusal("9.3", "{who} must choose the good of a level-2 Caravaneer now"),
    agenda.PICK_BONUS: Refusal("13.4", "{who} must choose a bonus of the Palace now"),
}


def why_not(s: State, action: int) -> Refusal | None:
    """The reason why an action is not allowed now; None if it is."""
    if is_legal(s, action):
        return None
    if s.asked == questions.OVER:
        return Refusal("11.1", "the game is over")
    kind = questions.DEAL if action >= FIRST_DEAL else next(k for k in REASONS if action < FIRST_ACTION[k + 1])
    if kind != s.asked:
        asked = ASKED_BY_TASK[s.task]
        return Refusal(asked.clause, asked.missing.format(who=_who(s)))
    if kind == questions.DEAL:
        return Refusal("4.1", f"a deal has {s.seats} groups of three cards, as many of each craft as the deck has")
    return REASONS[kind](s, action - FIRST_ACTION[kind])


def _who(s: State) -> str:
    return seat_name(s, s.seat)


def _list(names: list[str], word: str) -> str:
    """a, b and c."""
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _count(number: int, thing: str) -> str:
    return f"{'no' if number == 0 else number} {thing}{'' if number == 1 else 's'}"


def _held(s: State) -> str:
    goods = s.players[s.seat].goods
    names = [(f"{goods[good]} " if goods[good] > 1 else "") + GOODS[good] for good in range(N_GOODS) if goods[good]]
    return f"{_who(s)} holds {_list(names, 'and') if names else 'no goods'}"


def _action(s: State, answer: int) -> Refusal:
    if answer >= questions.GO:
        return _city(s, answer - questions.GO)
    if answer == questions.NOBLE:
        return _noble(s)
    free = answer >= questions.FREE_RECRUIT
    card = answer - (questions.FREE_RECRUIT if free else questions.RECRUIT)
    return _recruit(s, card // N_CRAFTS, card % N_CRAFTS, free)


def _noble(s: State) -> Refusal:
    if not s.expansion:
        return Refusal("13.3", "the Noble belongs to the Palace expansion, which is not in play")
    if s.noble_used:
        return Refusal("13.3", "the Noble has been recruited this round")
    have = _count(s.players[s.seat].talents, "talent")
    return Refusal("13.3", f"the Noble costs {_count(NOBLE_COST, 'talent')}; {_who(s)} has {have}")


def _recruit(s: State, group: int, craft: int, free: bool) -> Refusal:
    name = CRAFTS[craft]
    if (craft == COURTIER or free) and not s.expansion:
        what = "a free recruit" if free else "the Courtier"
        return Refusal("13.5" if free else "13.2", f"{what} belongs to the Palace expansion, which is not in play")
    if group >= s.seats:
        return Refusal("4.1", f"there are only {s.seats} groups of Craft cards")
    if not CRAFTS_SHOWN[s.groups[group]] >> craft & 1:
        return Refusal("6.1", f"no {name} lies face up in group {group + 1}")
    if free and s.bonus[questions.BONUS_CRAFT] != s.seat:
        return Refusal("13.5", f"{_who(s)} does not have the Craft bonus")
    if free and price(s, group) == 0:
        return Refusal("13.5", f"group {group + 1} costs nothing: the Craft bonus is for cards that cost something")
    me = s.players[s.seat]
    if not free and price(s, group) > me.talents:
        cost, have = _count(price(s, group), "talent"), _count(me.talents, "talent")
        return Refusal("6.1", f"a card of group {group + 1} costs {cost}; {_who(s)} has {have}")
    whom = f"an {name} who must place a cube" if craft == ENGINEER else f"a {name}"
    return Refusal("6.7", f"{_who(s)} has no cube at home for {whom}")


def _city(s: State, city: int) -> Refusal:
    name, me = CITY_NAMES[city], s.players[s.seat]
    if city == s.caravan:
        return Refusal("7.1", f"the caravan stands on {name} and may not end where it stood")
    if not cities_in_reach(s, s.seat) >> city & 1:
        spaces, cost = _count(spaces_to(s, city), "space"), _count(camels_to(s, s.seat, city), "camel")
        return Refusal("7.2", f"{name} is {spaces} away and costs {cost}; {_who(s)} has {_count(me.camels, 'camel')}")
    if CITY_KIND[city] == MARKET:
        return Refusal("7.3", f"{name} buys goods; {_held(s)}")
    if not city_payments(s, s.seat, city):
        return Refusal("7.3", f"{_asks(s, city)}; {_held(s)}")
    if CITY_KIND[city] == COURT_CITY:
        offers = [kind for kind in range(GARDENER + 1) if CITY_OFFER[city] >> kind & 1]
        closed = _list([_next_card(s, kind) for kind in offers], "or")
        return Refusal("7.3", f"{name} offers {closed}, and none of them is left for {_who(s)} (9.2)")
    quality = plant_quality(s, CITY_PLANT_SLOT[city])
    gardeners = _count(me.court[GARDENER], "Gardener")
    return Refusal(
        "7.3",
        f"no irrigated square with a tile can take the plant of {name}: its quality is {quality} "
        f"and {_who(s)} has {gardeners} (8.5)",
    )


def _asks(s: State, city: int) -> str:
    """What a city asks for, wine included."""
    goods = [CITY_GOOD[city]]
    if CITY_KIND[city] == PLANT_CITY:
        extra = plant_extra(s, CITY_PLANT_SLOT[city])
        goods += [extra] if extra != NO_GOOD else []
    if len(goods) == 1:
        return f"{CITY_NAMES[city]} asks for {GOODS[goods[0]]} or wine"
    return f"{CITY_NAMES[city]} asks for {GOODS[goods[0]]} and {GOODS[goods[1]]}, or wine for either"


def _next_card(s: State, kind: int) -> str:
    if kind == GARDENER:
        return "a Gardener"
    return f"{COURT_TYPES[kind].capitalize()} {s.players[s.seat].court[kind] + 1}"


def _dig(s: State, side: int) -> Refusal:
    if s.irrigated >> side & 1:
        return Refusal("8.2", f"every area of {SIDE_NAMES[side]} is filled")
    return Refusal("8.3", f"no water reaches {SIDE_NAMES[side]}")


def _sell(s: State, purse: int) -> Refusal:
    return Refusal("7.4", f"{_who(s)} cannot sell {_purse(purse)}: {_held(s)}")


def _purse(purse: int) -> str:
    goods = [PURSE_FIRST[purse]] + ([PURSE_SECOND[purse]] if PURSE_SECOND[purse] != NO_GOOD else [])
    return _list([GOODS[good] for good in goods], "and")


def _pay(s: State, purse: int) -> Refusal:
    return Refusal("7.7", f"{_asks(s, s.caravan)}, so {_purse(purse)} cannot pay here: {_held(s)}")


def _court(s: State, kind: int) -> Refusal:
    name = COURT_TYPES[kind].capitalize()
    if s.task == agenda.COURT_PURCHASE and not CITY_OFFER[s.caravan] >> kind & 1:
        return Refusal("7.5", f"{CITY_NAMES[s.caravan]} does not offer a {name}")
    if kind != GARDENER and s.players[s.seat].court[kind] >= TOP_LEVEL[kind]:
        return Refusal("9.1", f"{_who(s)} has the highest {name} already")
    return Refusal("9.2", f"{_next_card(s, kind)} is not left in the supply")


def _plant(s: State, square: int) -> Refusal:
    name = SQUARE_NAMES[square]
    if not TILED_SQUARES[s.seats] >> square & 1:
        return Refusal("8.10", f"{name} is not used with two players")
    if planted_squares(s) >> square & 1:
        return Refusal("8.5", f"{name} is planted already")
    if not s.watered >> square & 1:
        return Refusal("8.5", f"no side of {name} is fully irrigated")
    quality = plant_quality(s, CITY_PLANT_SLOT[s.caravan])
    gardeners = _count(s.players[s.seat].court[GARDENER], "Gardener")
    return Refusal(
        "8.5", f"{name} needs quality {SQUARE_NEED[square]}; the plant has {quality} and {_who(s)} {gardeners}"
    )


def _take(s: State, good: int) -> Refusal:
    if s.task == agenda.CARAVANEER_GOOD:
        return Refusal("9.3", f"no {GOODS[good]} lies on a level-2 Caravaneer")
    return Refusal("12.1", f"no {GOODS[good]} is left in the supply")


def _swap(s: State, answer: int) -> Refusal:
    give, get = questions.SWAP_GIVE[answer], questions.SWAP_GET[answer]
    if not s.players[s.seat].goods[give]:
        return Refusal("10.5", f"{_who(s)} has no {GOODS[give]} to give: {_held(s)}")
    return Refusal("12.1", f"no {GOODS[get]} is left in the supply")


def _drop(s: State, good: int) -> Refusal:
    return Refusal("10.6", f"{_who(s)} has no {GOODS[good]} to discard: {_held(s)}")


def _bonus(s: State, bonus: int) -> Refusal:
    holder = s.bonus[bonus]
    taken = "nobody" if holder == EMPTY else seat_name(s, holder)
    return Refusal("13.4", f"the bonus {BONUS_NAMES[bonus]} has been taken by {taken}")


def _always_open(s: State, answer: int) -> Refusal:
    """Rows, temples and Ishtar's prizes are never refused; named so that a defect shows."""
    raise AssertionError(f"{KIND_NAMES[s.asked]} answer {answer} refused")


# By kind of question, in the order of the action table.
REASONS: dict[int, Callable[[State, int], Refusal]] = {
    questions.ACTION: _action,
    questions.ROW: _always_open,
    questions.TEMPLE: _always_open,
    questions.DIG: _dig,
    questions.SELL: _sell,
    questions.PAY: _pay,
    questions.COURT: _court,
    questions.PLANT: _plant,
    questions.TAKE: _take,
    questions.ISHTAR_PRIZE: _always_open,
    questions.SWAP: _swap,
    questions.DROP: _drop,
    questions.BONUS: _bonus,
}
