"""The bodies and the queries of requests, read field by field; what is wrong with one is named as the API names it."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs

from amyitis.api.new_games import AskedGame, AskedMoment, AskedSeat
from amyitis.api.refusals import BadRequest
from amyitis.rules.seeds import SEED_LIMIT

MOST_PLY = 1_000_000
TOKEN, NAME, POSITION, RECORD = 40, 60, 4000, 200_000  # the most letters
HEX = "[0-9a-f]{64}"


class Fields:
    """The fields of something asked: each is taken once, and what is left over is refused by `end`."""

    def __init__(self, given: Mapping[str, Any], where: str = "") -> None:
        self._left, self._where = dict(given), where

    @classmethod
    def of_body(cls, text: str | None) -> "Fields":
        """Those of a body in JSON, none if there is no body; raises BadRequest."""
        try:
            given = json.loads(text) if text else {}
        except (ValueError, RecursionError):
            raise BadRequest("the body is no JSON in UTF-8 of a reasonable depth") from None
        if not isinstance(given, dict):
            raise BadRequest("body: this must be an object")
        return cls(given)

    @classmethod
    def of_query(cls, text: str) -> "Fields":
        """Those of the query of an address; what stands there several times is a list."""
        found = parse_qs(text, keep_blank_values=True)
        return cls({name: values if len(values) > 1 else values[0] for name, values in found.items()})

    def all_of(self, name: str, most: int) -> list[str]:
        """Some tokens of a query: one, or several."""
        found = self._left.get(name)
        self._left[name] = [found] if isinstance(found, str) else found
        return self.texts(name, 1, most)

    def text(self, name: str, most: int, pattern: str = "", least: int = 1) -> str | None:
        """A text of `least` to `most` letters, or nothing."""
        found = self._left.pop(name, None)
        if found is None:
            return None
        if not isinstance(found, str) or not least <= len(found) <= most:
            raise self.wrong(name, f"this must be a text of {least} to {most} letters")
        if pattern and not re.fullmatch(pattern, found):
            raise self.wrong(name, f"this must look like {pattern}")
        return found

    def needed(self, name: str, most: int) -> str:
        """A text that must be there."""
        found = self.text(name, most)
        if found is None:
            raise self.wrong(name, "this is missing")
        return found

    def one_of(self, name: str, words: Sequence[str], usual: str | None = None) -> str:
        """One of some words."""
        found = self._left.pop(name, usual)
        if found not in words:
            raise self.wrong(name, f"this must be one of {', '.join(words)}")
        return str(found)

    def number(self, name: str, most: int, least: int = 0) -> int | None:
        """A whole number, or nothing; in a query it is written."""
        found = self._left.pop(name, None)
        if isinstance(found, str) and re.fullmatch(r"[0-9]{1,7}", found):
            found = int(found)
        if found is None:
            return None
        if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
            raise self.wrong(name, f"this must be a whole number from {least} to {most}")
        return found

    def ply(self, name: str = "ply") -> int:
        """A ply that must be there."""
        found = self.number(name, MOST_PLY)
        if found is None:
            raise self.wrong(name, "this is missing")
        return found

    def flag(self, name: str) -> bool:
        """Yes or no; no if nothing is said."""
        found = self._left.pop(name, False)
        found = {"true": True, "false": False}.get(found, found) if isinstance(found, str) else found
        if not isinstance(found, bool):
            raise self.wrong(name, "this must be true or false")
        return found

    def texts(self, name: str, least: int, most: int) -> list[str]:
        """Some tokens."""
        found = self._left.pop(name, None)
        if not isinstance(found, list) or not least <= len(found) <= most:
            raise self.wrong(name, f"this must be a list of {least} to {most} moves")
        if not all(isinstance(one, str) and 1 <= len(one) <= TOKEN for one in found):
            raise self.wrong(name, f"a move is a text of 1 to {TOKEN} letters")
        return found

    def parts(self, name: str, least: int, most: int) -> "list[Fields]":
        """Some objects."""
        found = self._left.pop(name, None)
        if not isinstance(found, list) or not least <= len(found) <= most:
            raise self.wrong(name, f"this must be a list of {least} to {most} objects")
        return [self._part(f"{name}.{place}", one) for place, one in enumerate(found)]

    def part(self, name: str) -> "Fields | None":
        """An object, or nothing."""
        found = self._left.pop(name, None)
        return None if found is None else self._part(name, found)

    def taken(self, name: str) -> Any:
        """Whatever stands there, or nothing."""
        return self._left.pop(name, None)

    def end(self) -> None:
        """Nothing else may stand there."""
        for name in self._left:
            raise self.wrong(name, "there is no such field")

    def _part(self, name: str, found: Any) -> "Fields":
        if not isinstance(found, dict):
            raise self.wrong(name, "this must be an object")
        return Fields(found, f"{self._where}{name}.")

    def wrong(self, name: str, what: str) -> BadRequest:
        """The refusal of a field."""
        where = f"{self._where}{name}"
        return BadRequest(f"{where}: {what}", errors=[{"where": where, "what": what}])


def asked_game(fields: Fields) -> AskedGame:
    """A new game that is asked for; raises BadRequest."""
    origin = fields.part("from")
    asked = AskedGame(
        [_asked_seat(seat) for seat in fields.parts("seats", 2, 4)],
        name=fields.text("name", NAME, least=0),
        colours=fields.text("colours", 4, "[WKBR]{2,4}"),
        limited_supply=fields.flag("limited_supply"),
        palace=fields.flag("palace"),
        full_lap=fields.flag("full_lap"),
        unlimited_noble=fields.flag("unlimited_noble"),
        public=fields.flag("public"),
        seed=_seed(fields),
        first=_first(fields),
        record=fields.text("record", RECORD),
        ply=fields.number("ply", MOST_PLY),
        position=fields.text("position", POSITION),
        origin=None if origin is None else _moment(origin),
        keys=fields.flag("keys"),
        seal=fields.text("seal", 64, HEX),
        several_seats=fields.flag("several_seats"),
    )
    if fields.flag("coach"):
        raise fields.wrong("coach", "there is nobody here who could coach")
    fields.end()
    return asked


def _asked_seat(fields: Fields) -> AskedSeat:
    kind: Any = fields.one_of("kind", ("me", "open", "bot"))
    seat = AskedSeat(kind, fields.text("name", NAME), fields.text("bot", NAME))
    fields.end()
    return seat


def _moment(fields: Fields) -> AskedMoment:
    moment = AskedMoment(fields.needed("game", 32), fields.ply())
    fields.end()
    return moment


def _seed(fields: Fields) -> str | int | None:
    found = fields.taken("seed")
    if found is None or (isinstance(found, str) and re.fullmatch("[0-9]{1,20}", found)):
        return found
    if isinstance(found, int) and not isinstance(found, bool) and 0 <= found < SEED_LIMIT:
        return found
    raise fields.wrong("seed", f"this must be a whole number from 0 to {SEED_LIMIT - 1}")


def _first(fields: Fields) -> Any:
    found = fields.taken("first")
    if found is None or found == "chance":
        return "chance"
    if isinstance(found, int) and not isinstance(found, bool) and 0 <= found <= 3:
        return found
    raise fields.wrong("first", "this must be chance, or the place of a seat")
