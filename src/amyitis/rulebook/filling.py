"""Numbers and names in the rules that are facts of the box: the text names them in braces, the box fills them in.

{start.talents}                         4
{start.talents: talent|talents}         4 talents; Czech has three forms: 1, 2 to 4, and the rest
{banker.3.prestige? and : point|points} ` and 2 points`, and nothing at all where the number is 0
{cities.plant}                          Eshnunna, Ur and Mari
"""

import re
from collections.abc import Mapping
from functools import cache

from amyitis.box.model import Box
from amyitis.errors import Malformed

Fact = int | str | tuple[str, ...]

PLAYERS = (2, 3, 4)
AND = {"en": "and", "de": "und", "cs": "a", "fr": "et"}

_BLANK = re.compile(r"\{([a-z0-9.]+)(?:\?([^:{}]*))?(?::\s*([^{}]+))?\}")


def fill(text: str, lang: str, box: Box) -> str:
    """Returns the text with every name in braces replaced by what this box says; raises Malformed for another name."""
    facts = facts_of(box)
    filled = _BLANK.sub(lambda blank: _filled(blank, lang, facts), text)
    if "{" in filled or "}" in filled:
        raise Malformed(f"This clause of the rulebook has a brace that stands for nothing: {filled[:60]!r}.")
    return filled


@cache
def facts_of(box: Box) -> Mapping[str, Fact]:
    """Returns the facts that a clause may name."""
    court = {(card.type, card.level): card for card in box.court}
    plants = [city.name for city in box.cities if city.kind == "plant"]
    fixed = next(card.city for card in box.plants if card.city is not None)
    facts: dict[str, Fact] = {
        "start.talents": box.start.talents,
        "start.camels": box.start.camels,
        "goods.each": box.goods.each,
        "engineer.prestige": box.engineer.prestige,
        "top.prestige": next(tile.prestige for tile in box.tiles if tile.name == box.garden.tiles.top),
        "double.floor": box.garden.sides.double_from_floor,
        "areas": box.garden.sides.areas,
        "favour.small": box.favour.prestige[0],
        "favour.great": box.favour.prestige[1],
        "courtier.steps": box.palace.courtier.steps,
        "noble.talents": box.palace.noble.talents,
        "noble.steps": box.palace.noble.steps,
        "minor.steps": box.palace.minor.steps,
        "minor.talents": box.palace.minor.talents,
        "city.market": next(city.name for city in box.cities if city.kind == "market"),
        "city.fixed": fixed,
        "cities.plant": tuple(name for name in plants if name != fixed),
    }
    for place in (1, 2):
        facts[f"market.{place}"] = box.market.prestige[place - 1]
        facts[f"marduk.{place}"] = box.marduk.prestige[place - 1]
    for level in (1, 2, 3):
        facts[f"banker.{level}.talents"] = court["banker", level].talents
        facts[f"banker.{level}.prestige"] = court["banker", level].prestige
    for level in (0, 1, 2):
        facts[f"caravaneer.{level}.spaces"] = court["caravaneer", level].spaces
        facts[f"caravaneer.{level}.keep"] = court["caravaneer", level].keep
    for column, players in enumerate(PLAYERS):
        facts[f"lying.{players}"] = court["caravaneer", 2].cards[column]
        facts[f"end.{players}"] = box.end.tiles[column]
        facts[f"favour.low.{players}"] = box.favour.low[column]
        facts[f"favour.high.{players}"] = box.favour.high[column]
    return facts


def _filled(blank: re.Match[str], lang: str, facts: Mapping[str, Fact]) -> str:
    name, before, forms = blank[1], blank[2], blank[3]
    if name not in facts:
        raise Malformed(f"The rulebook names {name!r}, which is no fact of the box.")
    fact = facts[name]
    if isinstance(fact, tuple):
        return f"{', '.join(fact[:-1])} {AND[lang]} {fact[-1]}"
    if before is not None and not fact:
        return ""
    counted = f" {_form(int(fact), lang, forms.split('|'))}" if forms else ""
    return f"{before or ''}{fact}{counted}"


def _form(number: int, lang: str, forms: list[str]) -> str:
    """Returns the form of a noun after a number: one, more; in Czech one, 2 to 4, more; in French one for 0 too."""
    if len(forms) != (3 if lang == "cs" else 2):
        raise Malformed(f"The rulebook in {lang!r} counts with the forms {'|'.join(forms)!r}: too few or too many.")
    if lang == "cs" and 2 <= number <= 4:
        return forms[1]
    return forms[0] if number == 1 or (lang == "fr" and number == 0) else forms[-1]
