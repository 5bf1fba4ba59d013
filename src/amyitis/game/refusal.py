"""`Refusal`: why a move is not allowed, as a key and facts for programs, and as an English sentence made from them.

`TEMPLATES` is the one table of the sentences. What stands behind a colon in a field says how a fact becomes words: see
`WORDS`. A page in another language has a table of its own with the same keys and facts (`docs/reference/api.md`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from amyitis.box.tables import COLOURS, GOODS, SEAT_LETTERS
from amyitis.rules.tasks import QUESTIONS

TEMPLATES: Mapping[str, str] = {
    "game_over": "the game is over",
    "question_open": "{seat:who} must {task:asked}",
    "deal_due": "the Craft cards must be dealt first",
    "wrong_deal": "a deal has {groups} groups of three cards, as many of each craft as the deck has",
    # recruiting
    "not_in_play": "{what:palace_part} belongs to the Palace expansion, which is not in play",
    "noble_used": "the Noble has been recruited this round",
    "noble_too_dear": "the Noble costs {cost:talent}; {seat:who} has {talents:talent}",
    "no_such_group": "there are only {groups} groups of Craft cards",
    "no_craft_face_up": "no {craft} lies face up in group {group}",
    "no_craft_bonus": "{seat:who} does not have the Craft bonus",
    "free_already": "group {group} costs nothing: the Craft bonus is for cards that cost something",
    "too_dear": "a card of group {group} costs {cost:talent}; {seat:who} has {talents:talent}",
    "no_cube_at_home": "{seat:who} has no cube at home for {craft:whom}",
    # the caravan
    "caravan_stands_there": "the caravan stands on {city} and may not end where it stood",
    "too_far": "{city} is {spaces:space} away and costs {camels_needed:camel}; {seat:who} has {camels:camel}",
    "nothing_to_sell": "{city} buys goods; {seat:who} holds {goods:held}",
    "cannot_pay": "{city} asks for {asks:asked_goods}; {seat:who} holds {goods:held}",
    "no_court_card": "{city} offers {cards:any_card}, and none of them is left for {seat:who} (9.2)",
    "no_square": (
        "no irrigated square with a tile can take the plant of {city}: its quality is {quality} "
        "and {seat:who} has {gardeners:Gardener} (8.5)"
    ),
    # parts of an action
    "side_filled": "every area of {side} is filled",
    "side_dry": "no water reaches {side}",
    "cannot_sell": "{seat:who} cannot sell {sold:all}: {seat:who} holds {goods:held}",
    "wrong_payment": (
        "{city} asks for {asks:asked_goods}, so {paid:all} cannot pay here: {seat:who} holds {goods:held}"
    ),
    "card_not_offered": "{city} does not offer a {card:title}",
    "highest_card": "{seat:who} has the highest {card:title} already",
    "card_gone": "{card:title} {level} is not left in the supply",
    "gardener_gone": "a Gardener is not left in the supply",
    "square_not_used": "{square} is not used with two players",
    "square_planted": "{square} is planted already",
    "square_dry": "no side of {square} is fully irrigated",
    "quality_too_low": "{square} needs quality {needed}; the plant has {quality} and {seat:who} {gardeners:Gardener}",
    "not_on_a_caravaneer": "no {good} lies on a level-2 Caravaneer",
    "good_gone": "no {good} is left in the supply",
    # the end of the round
    "nothing_to_give": "{seat:who} has no {good} to give: {seat:who} holds {goods:held}",
    "nothing_to_discard": "{seat:who} has no {good} to discard: {seat:who} holds {goods:held}",
    "bonus_taken": "the bonus {bonus} has been taken by {holder:who}",
}

PALACE_PARTS = {"noble": "the Noble", "courtier": "the Courtier", "free_recruit": "a free recruit"}


@dataclass(frozen=True)
class Refusal:
    """Why a move is not legal: the clause, a key for programs, and facts (names as in views, seats as letters).

    >>> game = Game.new(2, seed=7)
    >>> refusal = game.why_not("go:Uruk")
    >>> refusal.clause, refusal.key, refusal.facts["camels_needed"]
    ('7.2', 'too_far', 4)
    """

    clause: str
    key: str
    facts: Mapping[str, Any]

    @property
    def missing(self) -> str:
        """What is missing for the move, as an English sentence."""
        return _WRITER.format(TEMPLATES[self.key], **self.facts)

    def __str__(self) -> str:
        return f"rules {self.clause}: {self.missing}"


def _list(names: list[str], word: str) -> str:
    """Returns names as "a, b and c"."""
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _count(number: int, thing: str) -> str:
    return f"{'no' if number == 0 else number} {thing}{'' if number == 1 else 's'}"


def _who(letter: str | None) -> str:
    return "nobody" if letter is None else COLOURS[SEAT_LETTERS.index(letter)].capitalize()


def _held(goods: list[str]) -> str:
    counts = [(goods.count(good), good) for good in GOODS if good in goods]
    return _list([f"{count} {good}" if count > 1 else good for count, good in counts], "and") if goods else "no goods"


def _asked_goods(goods: list[str]) -> str:
    """Returns what a city asks for, wine included."""
    return f"{goods[0]} or wine" if len(goods) == 1 else f"{goods[0]} and {goods[1]}, or wine for either"


def _card(card: Mapping[str, Any]) -> str:
    return "a Gardener" if card["level"] is None else f"{card['card'].capitalize()} {card['level']}"


def _whom(craft: str) -> str:
    return f"an {craft} who must place a cube" if craft == "engineer" else f"a {craft}"


# How a fact becomes words; any other word behind a colon is a thing to be counted.
WORDS: Mapping[str, Callable[[Any], str]] = {
    "": str,
    "who": _who,
    "asked": lambda task: QUESTIONS[task].must,
    "palace_part": PALACE_PARTS.__getitem__,
    "whom": _whom,
    "held": _held,
    "all": lambda goods: _list(goods, "and"),
    "asked_goods": _asked_goods,
    "any_card": lambda cards: _list([_card(card) for card in cards], "or"),
    "title": str.capitalize,
}


class _Writer(Formatter):
    """Writes a template with facts."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Returns a fact in words."""
        return WORDS[format_spec](value) if format_spec in WORDS else _count(value, format_spec)


_WRITER = _Writer()
