"""Why a move is not allowed: the clause, a key, and the facts of it."""

from collections.abc import Callable
from typing import Any

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
    GARDENER,
    GOODS,
    MARKET,
    N_CITIES,
    N_CRAFTS,
    N_GOODS,
    NOBLE_COST,
    PLANT_CITY,
    SQUARE_NAMES,
    TOP_LEVEL,
)
from amyitis.notation.positions import decider_letter, seat_letter
from amyitis.notation.tokens import BONUS_NAMES, token
from amyitis.rules import agenda, questions
from amyitis.rules.apply import is_legal
from amyitis.rules.bits import members
from amyitis.rules.board.caravan import camels_to, cities_in_reach, city_payments, plant_extra, spaces_to
from amyitis.rules.board.garden import plant_quality, planted_squares
from amyitis.rules.board.garden_map import SIDE_NAMES, SQUARE_NEED, TILED_SQUARES
from amyitis.rules.board.recruiting import price
from amyitis.rules.questions import (
    CRAFTS_SHOWN,
    FIRST_ACTION,
    KIND_NAMES,
    N_KINDS,
    NO_GOOD,
    PURSE_FIRST,
    PURSE_SECOND,
    kind_of,
)
from amyitis.rules.state import EMPTY, State
from amyitis.rules.tasks import QUESTIONS, TASK_NAMES

from .refusal import Refusal


def why_not(s: State, action: int) -> Refusal | None:
    """Returns the reason why an action is not allowed now; None if it is."""
    if is_legal(s, action):
        return None
    if s.asked == questions.OVER:
        return _refusal("11.1", "game_over")
    kind = kind_of(action)
    if kind != s.asked:
        return _other_question(s)
    if kind == questions.DEAL:
        return _refusal("4.1", "wrong_deal", groups=s.players)
    return REASONS[kind](s, action - FIRST_ACTION[kind])


def refusals(s: State) -> dict[str, Refusal]:
    """Returns why the other answers to the open question are not allowed, by token: those with a place on the table.

    Of the kinds of question whose answers lie on boards and cards: what is paid, sold, taken, swapped or discarded
    comes from the goods at hand, and rows, temples and prizes are never refused.
    """
    shown = SHOWN[s.asked] if s.asked in range(N_KINDS) else None
    if shown is None:
        return {}
    first = FIRST_ACTION[s.asked]
    return {token(first + answer): REASONS[s.asked](s, answer) for answer in members(shown(s) & ~s.legal)}


def _shown_actions(s: State) -> int:
    """Returns every Craft card that lies face up, every city, and the Noble where the Palace is in play."""
    shown = sum(1 << questions.GO + city for city in range(N_CITIES))
    for group in range(s.players):
        shown |= CRAFTS_SHOWN[s.groups[group]] << questions.RECRUIT + N_CRAFTS * group
    return shown | (bool(s.palace) << questions.NOBLE)


def _all_shown(kind: int) -> Callable[[State], int]:
    every = (1 << FIRST_ACTION[kind + 1] - FIRST_ACTION[kind]) - 1
    return lambda _s: every


def _refusal(clause: str, key: str, **facts: Any) -> Refusal:
    return Refusal(clause, key, facts)


def _other_question(s: State) -> Refusal:
    """Returns the refusal of a move that does not answer the open question."""
    if s.task == agenda.DEAL_CRAFTS:
        return _refusal("4.1", "deal_due")
    question = QUESTIONS[TASK_NAMES[s.task]]
    return _refusal(
        question.clause, "question_open", seat=decider_letter(s), kind=KIND_NAMES[s.asked], task=question.name
    )


def _held(s: State) -> list[str]:
    goods = s.seats[s.seat].goods
    return [GOODS[good] for good in range(N_GOODS) for _ in range(goods[good])]


def _action(s: State, answer: int) -> Refusal:
    if answer >= questions.GO:
        return _city(s, answer - questions.GO)
    if answer == questions.NOBLE:
        return _noble(s)
    free = answer >= questions.FREE_RECRUIT
    card = answer - (questions.FREE_RECRUIT if free else questions.RECRUIT)
    return _recruit(s, card // N_CRAFTS, card % N_CRAFTS, free)


def _noble(s: State) -> Refusal:
    if not s.palace:
        return _refusal("13.3", "not_in_play", what="noble")
    if s.noble_used:
        return _refusal("13.3", "noble_used")
    return _refusal("13.3", "noble_too_dear", cost=NOBLE_COST, seat=decider_letter(s), talents=s.seats[s.seat].talents)


def _recruit(s: State, group: int, craft: int, free: bool) -> Refusal:
    if free and not s.palace:
        return _refusal("13.5", "not_in_play", what="free_recruit")
    if craft == COURTIER and not s.palace:
        return _refusal("13.2", "not_in_play", what="courtier")
    if group >= s.players:
        return _refusal("4.1", "no_such_group", group=group + 1, groups=s.players)
    if not CRAFTS_SHOWN[s.groups[group]] >> craft & 1:
        return _refusal("6.1", "no_craft_face_up", craft=CRAFTS[craft], group=group + 1)
    if free and s.bonus[questions.BONUS_CRAFT] != s.seat:
        return _refusal("13.5", "no_craft_bonus", seat=decider_letter(s))
    cost, talents = price(s, group), s.seats[s.seat].talents
    if free and cost == 0:
        return _refusal("13.5", "free_already", group=group + 1)
    if not free and cost > talents:
        return _refusal("6.1", "too_dear", group=group + 1, cost=cost, seat=decider_letter(s), talents=talents)
    return _refusal("6.7", "no_cube_at_home", seat=decider_letter(s), craft=CRAFTS[craft])


def _city(s: State, city: int) -> Refusal:
    name, me, seat = CITY_NAMES[city], s.seats[s.seat], decider_letter(s)
    if city == s.caravan and not s.full_lap:
        return _refusal("7.1", "caravan_stands_there", city=name)
    if not cities_in_reach(s, s.seat) >> city & 1:
        way = {"spaces": spaces_to(s, city), "camels_needed": camels_to(s, s.seat, city), "camels": me.camels}
        return _refusal("7.2", "too_far", city=name, **way, seat=seat)
    if CITY_KIND[city] == MARKET:
        return _refusal("7.3", "nothing_to_sell", city=name, seat=seat, goods=_held(s))
    if not city_payments(s, s.seat, city):
        return _refusal("7.3", "cannot_pay", city=name, asks=_asks(s, city), seat=seat, goods=_held(s))
    if CITY_KIND[city] == COURT_CITY:
        cards = [_next_card(s, kind) for kind in range(GARDENER + 1) if CITY_OFFER[city] >> kind & 1]
        return _refusal("7.3", "no_court_card", city=name, cards=cards, seat=seat)
    quality = plant_quality(s, CITY_PLANT_SLOT[city])
    return _refusal("7.3", "no_square", city=name, quality=quality, gardeners=me.court[GARDENER], seat=seat)


def _asks(s: State, city: int) -> list[str]:
    """Returns the goods a city asks for; wine can stand for each."""
    goods = [CITY_GOOD[city]]
    if CITY_KIND[city] == PLANT_CITY:
        extra = plant_extra(s, CITY_PLANT_SLOT[city])
        goods += [extra] if extra != NO_GOOD else []
    return [GOODS[good] for good in goods]


def _next_card(s: State, kind: int) -> dict[str, Any]:
    """Returns the Court card that the seat would get; Gardeners have no level."""
    level = None if kind == GARDENER else s.seats[s.seat].court[kind] + 1
    return {"card": COURT_TYPES[kind], "level": level}


def _dig(s: State, side: int) -> Refusal:
    if s.irrigated >> side & 1:
        return _refusal("8.2", "side_filled", side=SIDE_NAMES[side])
    return _refusal("8.3", "side_dry", side=SIDE_NAMES[side])


def _sell(s: State, purse: int) -> Refusal:
    return _refusal("7.4", "cannot_sell", seat=decider_letter(s), sold=_purse(purse), goods=_held(s))


def _purse(purse: int) -> list[str]:
    return [GOODS[good] for good in (PURSE_FIRST[purse], PURSE_SECOND[purse]) if good != NO_GOOD]


def _pay(s: State, purse: int) -> Refusal:
    city, asks = CITY_NAMES[s.caravan], _asks(s, s.caravan)
    return _refusal(
        "7.7", "wrong_payment", city=city, asks=asks, paid=_purse(purse), seat=decider_letter(s), goods=_held(s)
    )


def _court(s: State, kind: int) -> Refusal:
    card = COURT_TYPES[kind]
    if s.task == agenda.COURT_PURCHASE and not CITY_OFFER[s.caravan] >> kind & 1:
        return _refusal("7.5", "card_not_offered", city=CITY_NAMES[s.caravan], card=card)
    if kind == GARDENER:
        return _refusal("9.2", "gardener_gone")
    if s.seats[s.seat].court[kind] >= TOP_LEVEL[kind]:
        return _refusal("9.1", "highest_card", seat=decider_letter(s), card=card)
    return _refusal("9.2", "card_gone", **_next_card(s, kind))


def _plant(s: State, square: int) -> Refusal:
    name = SQUARE_NAMES[square]
    if not TILED_SQUARES[s.players] >> square & 1:
        return _refusal("8.10", "square_not_used", square=name)
    if planted_squares(s) >> square & 1:
        return _refusal("8.5", "square_planted", square=name)
    if not s.watered >> square & 1:
        return _refusal("8.5", "square_dry", square=name)
    quality, gardeners = plant_quality(s, CITY_PLANT_SLOT[s.caravan]), s.seats[s.seat].court[GARDENER]
    facts = {"needed": SQUARE_NEED[square], "quality": quality, "gardeners": gardeners}
    return _refusal("8.5", "quality_too_low", square=name, **facts, seat=decider_letter(s))


def _take(s: State, good: int) -> Refusal:
    if s.task == agenda.CARAVANEER_GOOD:
        return _refusal("9.3", "not_on_a_caravaneer", good=GOODS[good])
    return _refusal("12.1", "good_gone", good=GOODS[good])


def _swap(s: State, answer: int) -> Refusal:
    give, get = questions.SWAP_GIVE[answer], questions.SWAP_GET[answer]
    if not s.seats[s.seat].goods[give]:
        return _refusal("10.5", "nothing_to_give", seat=decider_letter(s), good=GOODS[give], goods=_held(s))
    return _refusal("12.1", "good_gone", good=GOODS[get])


def _drop(s: State, good: int) -> Refusal:
    return _refusal("10.6", "nothing_to_discard", seat=decider_letter(s), good=GOODS[good], goods=_held(s))


def _bonus(s: State, bonus: int) -> Refusal:
    holder = s.bonus[bonus]
    taken_by = None if holder == EMPTY else seat_letter(s, holder)
    return _refusal("13.4", "bonus_taken", bonus=BONUS_NAMES[bonus], holder=taken_by)


def _always_open(s: State, answer: int) -> Refusal:
    """Raises AssertionError: rows, temples and Ishtar's prizes are never refused."""
    raise AssertionError(f"{KIND_NAMES[s.asked]} answer {answer} refused")


REASONS: tuple[Callable[[State, int], Refusal], ...] = questions.by_kind(
    "reasons",
    {
        "action": _action,
        "row": _always_open,
        "temple": _always_open,
        "dig": _dig,
        "sell": _sell,
        "pay": _pay,
        "court": _court,
        "plant": _plant,
        "take": _take,
        "ishtar": _always_open,
        "swap": _swap,
        "drop": _drop,
        "bonus": _bonus,
    },
)

# By kind of question: which answers lie on the table, legal or not, as a bit set; None where they do not lie there.
SHOWN: tuple[Callable[[State], int] | None, ...] = questions.by_kind(
    "shown",
    {
        "action": _shown_actions,
        "row": None,
        "temple": None,
        "dig": _all_shown(questions.DIG),
        "sell": None,
        "pay": None,
        "court": _all_shown(questions.COURT),
        "plant": _all_shown(questions.PLANT),
        "take": None,
        "ishtar": None,
        "swap": None,
        "drop": None,
        "bonus": _all_shown(questions.BONUS),
    },
)
