"""Questions in a plain sentence, and what each answer would do, told by the engine where it costs little.

An answer is explained by trying it on a copy of the game and reading the events: no rule is written here a second
time. Only what lies beyond the next question (what a city offers, what a card is worth) is looked up in the view and
the box.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from amyitis.box import tables
from amyitis.drawing.garden_drawing import tile_prestige
from amyitis.drawing.glyphs import COLOUR_NAMES
from amyitis.game import Event, Game
from amyitis.rules.questions import KindName, by_kind
from amyitis.rules.tasks import QUESTIONS

View = Mapping[str, Any]

GOOD_NAMES = dict(zip(tables.GOOD_LETTERS, tables.GOODS, strict=True))
BONUSES = {
    "first": "the First player card at the end of this round",
    "procession": "you lead the procession at the end of this round",
    "craft": "once this round a Craft card without paying talents",
    "courtier": f"at once {tables.MINOR_TALENTS} talent and {tables.MINOR_STEPS} space on the Palace track",
}
_CHOSEN: dict[str, str] = {
    "court": "a Court card of your choice",
    "good": "a good of your choice",
    "palace": "the next Palace card",
    "gardener": "1 Gardener",
    **{good: f"1 {good}" for good in tables.GOODS},
}
# The events that only repeat what the token says, and those that belong to others' turns and later rounds.
_SAID_BY_TOKEN = {"cube in row", "cube in temple", "canal", "tile", "recruited", "caravan", "court card"}
_LATER = {"deal", "game over", "first player", "passed"}


def question_sentence(view: View) -> str:
    """Returns what is asked now, addressed to the player."""
    question = view["question"]
    seat = _seat(view, question["seat"])
    return QUESTIONS[question["task"]].sentence.format(
        caravan=view["caravan"], held=seat["goods_held"], limit=seat["goods_limit"]
    )


def choices(game: Game) -> list[str]:
    """Returns the legal moves in the order in which they are offered: to pass comes last."""
    return sorted(game.legal_moves, key=lambda move: move in ("pass", "keep"))


def explain(game: Game, view: View, move: str) -> str:
    """Returns what a legal move would do, in a few words."""
    kind = view["question"]["kind"]
    return _EXPLAIN[kind](game, view, move)


def _seat(view: View, letter: str) -> dict[str, Any]:
    return next(seat for seat in view["seats"] if seat["seat"] == letter)


def _me(view: View) -> dict[str, Any]:
    return _seat(view, view["question"]["seat"])


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _goods(letters: str) -> str:
    return " and ".join(GOOD_NAMES[letter] for letter in letters)


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


# What an answer does, by its events.


def _try(game: Game, move: str) -> tuple[Game, list[Event]]:
    """Returns the game after a move, and what the move did before chance or another player's turn comes in."""
    twin = game.copy()
    events: list[Event] = []
    for event in twin.push(move):
        if event.what in _LATER or event.clause in ("4.2", "5.3"):
            break
        events.append(event)
    return twin, events


def _event_words(game: Game, events: list[Event], without: set[str] = _SAID_BY_TOKEN) -> str:
    """Returns events in one line; the player's own without the name."""
    mine = COLOUR_NAMES[game.seat]
    texts = [
        event.text.removeprefix(f"{mine} ")
        for event in events
        if not (event.seat == game.seat and event.what in without)
    ]
    return "; ".join(texts)


def _by_events(game: Game, view: View, move: str) -> str:
    return _event_words(game, _try(game, move)[1])


def _temple(game: Game, view: View, move: str) -> str:
    """Returns who stands in the temple, and what follows."""
    names = [COLOUR_NAMES[letter] for letter in view["temples"][move] if letter]
    now = f"from the left {', '.join(names)}" if names else "empty"
    out = next((event for event in _try(game, move)[1] if event.what == "pushed out of temple"), None)
    pushed = out is not None and out.detail == move
    return f"now {now}" + (f"; {COLOUR_NAMES[out.seat or '']} is pushed out" if out and pushed else "")


def _dig(game: Game, view: View, move: str) -> str:
    """Returns the prestige, and the tiles that are watered by this canal and were not before."""
    twin, events = _try(game, move)
    before, after = view["garden"], twin.view()["garden"]
    wet = [
        name
        for name, square in after["squares"].items()
        if square["irrigated"] and not before["squares"][name]["irrigated"] and square["tile"]
    ]
    side = after["sides"][move.removeprefix("dig:")]
    parts = [_event_words(game, [event for event in events if event.what == "prestige"])]
    if wet:
        parts.append(f"waters {' and '.join(wet)}")
    elif not side["irrigated"]:
        parts.append("half of the canal: it carries water when both areas are filled")
    return "; ".join(filter(None, parts)) or "carries water on"


def _plant(game: Game, view: View, move: str) -> str:
    """Returns the tile, the Gardeners it takes, who scores for irrigation, and the grey cubes."""
    tile = str(view["garden"]["squares"][move.removeprefix("plant:")]["tile"])
    twin, events = _try(game, move)
    while twin.seat == game.seat and twin.question in ("court", "take"):
        events += twin.push(twin.legal_moves[0])  # whatever is chosen here, what follows is the same
    parts = [", ".join([f"{tile_prestige(tile)} prestige", *map(_bonus, tile.split("+")[1:])])]
    parts += [_event_words(game, [event], set()) for event in events if event.what == "court card" and event.amount < 0]
    for event in events:
        if event.clause == "8.7":
            who = "you" if event.seat == game.seat else COLOUR_NAMES[event.seat or ""]
            parts.append(f"{event.amount} prestige to {who} for irrigation")
    grey = sum(event.clause == "8.8" for event in events)
    return "; ".join([*parts, f"{_count(grey, 'grey cube')} placed"] if grey else parts)


def _bonus(bonus: str) -> str:
    """Returns a bonus of a tile in words: `2camels` as "2 camels", `camel` as "1 camel"."""
    return _CHOSEN.get(bonus) or re.sub(r"^(\d*)", lambda count: f"{count[1] or 1} ", bonus)


def _court(game: Game, view: View, move: str) -> str:
    """Returns what the next card of a type is worth."""
    if move == "gardener":
        return f"once, {tables.GARDENER_QUALITY} more plant quality"
    level = _me(view)[move] + 1
    return f"{move.capitalize()} {level}: {card_worth(move, level, view['court']['caravaneer_goods'])}"


def card_worth(kind: str, level: int, goods: list[str]) -> str:
    """Returns what a Court card of a level brings; `goods` lie on the level-2 Caravaneers."""
    if kind == "palace":
        return f"{tables.PALACE_PRESTIGE[level]} prestige at once"
    if kind == "banker":
        prestige = tables.BANKER_PRESTIGE[level]
        more = f" and {prestige} prestige" if prestige else ""
        return f"{_count(tables.BANKER_TALENTS[level], 'talent')}{more} at the start of every round"
    token = f", take its {_either(goods)}" if tables.CARAVANEER_GOODS[level] and goods else ""
    spaces, keep = tables.CARAVANEER_SPACES[level], tables.CARAVANEER_KEEP[level]
    return f"up to {spaces} spaces without camels, keep {keep} goods{token}"


# The choice of an action.


def _action(game: Game, view: View, move: str) -> str:
    if move == "pass":
        others = [seat for seat in view["seats"] if seat["seat"] != game.seat and not seat["passed"]]
        if not others:
            return "ends the actions of this round"
        return "no more actions this round; 1 talent each time your turn comes while others go on"
    if move.startswith("go:"):
        return _city(game, view, move)
    if move == "noble":
        return f"{_count(tables.NOBLE_COST, 'talent')}: advance {tables.NOBLE_STEPS} on the Palace track"
    craft, _, group = move.removeprefix("free:").partition("/")
    price = 0 if move.startswith("free:") else view["crafts"][int(group) - 1]["price"]
    cost = "your Craft bonus" if move.startswith("free:") else _count(price, "talent") if price else "free"
    return f"{cost}: {_craft(view, craft)}"


def _craft(view: View, craft: str) -> str:
    """Returns what a craft does."""
    if craft == "peasant":
        rows = view["fields"].items()
        nexts = [f"{space['good']} ({name})" for name, row in rows for space in _first_empty(row)]
        return f"a cube into the fields, take {_either(nexts)}"
    return {
        "priest": "a cube into a temple",
        "engineer": f"{tables.ENGINEER_PRESTIGE} prestige, and a canal in the garden",
        "merchant": "take 1 camel",
        "courtier": f"advance {tables.COURTIER_STEPS} on the Palace track",
    }[craft]


def _first_empty(row: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [space for space in row if space["cube"] is None][:1]


def _city(game: Game, view: View, move: str) -> str:
    """Returns what the way costs, what the city asks and what can be had there."""
    city = next(city for city in view["cities"] if city["city"] == move.removeprefix("go:"))
    way = _count(city["camels"], "camel")
    if city["kind"] == "market":
        one, two = tables.MARKET_PRESTIGE[1:]
        return f"{way}: sell 1 good for {one} prestige or 2 for {two}, and dig a canal"
    if city["kind"] == "plant":
        extra = city["plant"]["extra"]
        asks = f"{city['asks']} and {extra}" if extra else city["asks"]
        return f"{way}, {asks}: plant quality {city['plant']['quality']} on {_either(_squares(game, move))}"
    me, left = _me(view), view["court"]
    offers = [f"{kind.capitalize()} {me[kind] + 1}" for kind in city["offers"] if left[kind].get(str(me[kind] + 1))]
    return f"{way}, {city['asks']}: {_either(offers)}"


def _squares(game: Game, move: str) -> list[str]:
    """Returns the squares that can be planted from a city: tried on a copy, past the question of payment."""
    twin, events = _try(game, move)
    if twin.question == "pay":
        events += twin.push(twin.legal_moves[0])
    if twin.question == "plant":
        return [square.removeprefix("plant:") for square in twin.legal_moves]
    return [str(event.detail) for event in events if event.what == "tile"]


_EXPLAIN: dict[KindName, Callable[[Game, View, str], str]] = {
    "action": _action,
    "row": _by_events,
    "temple": _temple,
    "dig": _dig,
    "sell": lambda game, view, move: f"{_goods(move.removeprefix('sell:'))}: {_prestige(game, move)}",
    "pay": lambda game, view, move: _goods(move.removeprefix("pay:")),
    "court": _court,
    "plant": _plant,
    "take": lambda game, view, move: GOOD_NAMES[move.removeprefix("take:")],
    "ishtar": lambda game, view, move: _event_words(game, _try(game, move)[1][:2], set()),
    "swap": lambda game, view, move: (
        "exchange nothing" if move == "keep" else _event_words(game, _try(game, move)[1][:2])
    ),
    "drop": lambda game, view, move: GOOD_NAMES[move.removeprefix("drop:")],
    "bonus": lambda game, view, move: BONUSES[move.removeprefix("bonus:")],
}
by_kind("explanations", _EXPLAIN)


def _prestige(game: Game, move: str) -> str:
    return _event_words(
        game, [event for event in _try(game, move)[1] if event.clause == "7.4" and event.what == "prestige"]
    )
