"""The random facts of a set-up (2.3 to 2.8) given by hand: from JSON, checked, and laid out on the table."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from amyitis.box.tables import (
    CARAVANEER,
    CITY_NAMES,
    COURT_COUNT,
    FIXED_PLANT,
    FIXED_PLANT_SLOT,
    GOOD_LETTERS,
    GOODS,
    N_GOODS,
    PLANT_CARDS,
    PLANT_FACES,
    PLANT_SLOT_CITY,
    SQUARE_NAMES,
    TILE_NAMES,
    WINE,
)
from amyitis.errors import Malformed
from amyitis.notation.positions import seat_letter, seat_letters
from amyitis.rules.board.court import GOOD_LEVEL
from amyitis.rules.board.garden_map import N_SQUARES, TILED_SQUARES
from amyitis.rules.checks.invariants import check_tiles
from amyitis.rules.state import EMPTY, PLANT_SLOTS, State

KEYS = ("tiles", "plants", "caravaneer_goods", "first_player")


@dataclass(frozen=True)
class SetupFacts:
    """What chance would have decided before the first round.

    `tiles` names a tile by square, `plants` a plant card and its upper side by city, `caravaneer_goods` the goods on
    the level-2 Caravaneers, `first_player` the seat's letter.
    """

    tiles: Mapping[str, str]
    plants: Mapping[str, tuple[str, str]]
    caravaneer_goods: tuple[str, ...]
    first_player: str

    @classmethod
    def load(cls, path: Path) -> "SetupFacts":
        """Returns the facts of a JSON file; raises Malformed, naming the entry."""
        try:
            return cls.from_json(json.loads(path.read_text(encoding="utf-8")))
        except OSError as problem:
            raise Malformed(f"set-up file {path}: {problem.strerror}") from None
        except ValueError as problem:
            raise Malformed(f"set-up file {path}: {problem}") from None

    @classmethod
    def from_json(cls, facts: Any) -> "SetupFacts":
        """Returns the facts of a JSON object with the four keys; raises Malformed, naming the entry."""
        if not isinstance(facts, dict):
            raise Malformed("a set-up must be a JSON object")
        missing = [key for key in KEYS if key not in facts]
        unknown = [key for key in facts if key not in (*KEYS, "players")]
        if missing or unknown:
            wrong = f"{missing[0]!r} is missing" if missing else f"{unknown[0]!r} is not an entry"
            raise Malformed(f"set-up: {wrong}; the entries are {', '.join(KEYS)}")
        return cls(
            tiles=_mapping(facts, "tiles"),
            plants={city: _plant(city, value) for city, value in _mapping(facts, "plants").items()},
            caravaneer_goods=tuple(_good(good) for good in _list(facts, "caravaneer_goods")),
            first_player=str(facts["first_player"]),
        )

    @classmethod
    def of(cls, s: State) -> "SetupFacts":
        """Returns the facts of a state before its first round."""
        return cls(
            tiles={SQUARE_NAMES[i]: TILE_NAMES[s.tile[i]] for i in range(N_SQUARES) if s.tile[i] != EMPTY},
            plants={
                CITY_NAMES[PLANT_SLOT_CITY[slot]]: (
                    PLANT_CARDS[s.plant_card[slot]],
                    PLANT_FACES[s.plant_card[slot]][s.plant_face[slot]],
                )
                for slot in range(PLANT_SLOTS)
            },
            caravaneer_goods=tuple(GOODS[good] for good in range(N_GOODS) if s.caravaneer_goods[good]),
            first_player=seat_letter(s, s.first),
        )

    def as_dict(self) -> dict[str, Any]:
        """Returns the facts as they stand in a JSON file."""
        return {
            "tiles": dict(self.tiles),
            "plants": {city: {"card": card, "face": face} for city, (card, face) in self.plants.items()},
            "caravaneer_goods": list(self.caravaneer_goods),
            "first_player": self.first_player,
        }

    def lay_out(self, s: State) -> None:
        """Put the facts on a table that is otherwise set up; raises Malformed where section 2 says otherwise."""
        seats = seat_letters(s)
        if self.first_player not in seats:
            raise Malformed(f"set-up: first_player: {self.first_player!r:.60} is none of {', '.join(seats)}")
        for key, entries in (("tiles", self.tiles), ("plants", self.plants)):
            if not isinstance(entries, Mapping):
                raise Malformed(f"set-up: {key}: it names what lies there by its place, and is not {entries!r:.60}")
        if not isinstance(self.caravaneer_goods, Sequence):
            raise Malformed(f"set-up: caravaneer_goods: goods, and not {self.caravaneer_goods!r:.60}")
        s.first = s.turn = seats.index(self.first_player)
        self._lay_tiles(s)
        self._lay_plants(s)
        self._lay_goods(s)

    def _lay_tiles(self, s: State) -> None:
        wanted = {SQUARE_NAMES[i] for i in range(N_SQUARES) if TILED_SQUARES[s.players] >> i & 1}
        for square, name in self.tiles.items():
            if square not in wanted:
                raise Malformed(
                    f"set-up: tiles: {square!r:.60} is not a square that gets a tile with {s.players} players (2.6)"
                )
            s.tile[SQUARE_NAMES.index(square)] = _tile(square, name)
        missing = sorted(wanted - set(self.tiles))
        if missing:
            raise Malformed(f"set-up: tiles: {missing[0]} has no tile")
        if check_tiles(s):
            raise Malformed("set-up: tiles: a tile lies on a wrong floor or more often than the box has it (2.5)")

    def _lay_plants(self, s: State) -> None:
        cities = [CITY_NAMES[city] for city in PLANT_SLOT_CITY]
        if set(self.plants) != set(cities):
            raise Malformed(f"set-up: plants: it must name a card for each of {', '.join(cities)}")
        for slot, city in enumerate(cities):
            card, face = _plant(city, self.plants[city])
            number = PLANT_CARDS.index(card)
            if (number == FIXED_PLANT) != (slot == FIXED_PLANT_SLOT) or (
                number != FIXED_PLANT and face != PLANT_FACES[number][0]
            ):
                raise Malformed(f"set-up: plants: card {card} with side {face} up does not begin in {city} (2.3)")
            s.plant_card[slot], s.plant_face[slot] = number, PLANT_FACES[number].index(face)
        if len(set(s.plant_card)) != PLANT_SLOTS:
            raise Malformed("set-up: plants: a card is there twice")

    def _lay_goods(self, s: State) -> None:
        cards = COURT_COUNT[s.players][CARAVANEER][GOOD_LEVEL]
        goods = [GOODS.index(_good(good)) for good in self.caravaneer_goods]
        if len(goods) != cards or len(set(goods)) != cards or WINE in goods:
            raise Malformed(f"set-up: caravaneer_goods: {cards} different goods lie there, none of them wine (2.4)")
        for good in goods:
            s.caravaneer_goods[good] = 1


def _mapping(facts: dict[str, Any], key: str) -> dict[str, Any]:
    if not isinstance(facts[key], dict):
        raise Malformed(f"set-up: {key} must be a JSON object")
    return dict(facts[key])


def _list(facts: dict[str, Any], key: str) -> list[Any]:
    value = facts[key]
    if isinstance(value, str):
        return list(value)
    if not isinstance(value, list):
        raise Malformed(f"set-up: {key} must be a list of goods")
    return value


def _good(value: Any) -> str:
    if value in GOODS:
        return str(value)
    if isinstance(value, str) and len(value) == 1 and value in GOOD_LETTERS:
        return GOODS[GOOD_LETTERS.index(value)]
    raise Malformed(f"set-up: caravaneer_goods: {value!r:.60} is not a good")


def _tile(square: str, name: Any) -> int:
    """Returns a tile kind by its name; a count of one may be written, and the bonuses stand in any order."""
    value, *bonuses = re.sub(r"\+1(?=[a-z])", "+", str(name)).split("+")
    for kind, known in enumerate(TILE_NAMES):
        first, *rest = known.split("+")
        if (first, sorted(rest)) == (value, sorted(bonuses)):
            return kind
    raise Malformed(f"set-up: tiles: {square}: there is no tile {name!r:.60} in the box")


def _plant(city: str, value: Any) -> tuple[str, str]:
    """Returns a plant card and its upper side: an object with card and face, a pair, `1:2p`, or a name alone."""
    if isinstance(value, dict):
        card, face = value.get("card"), value.get("face")
    elif isinstance(value, list | tuple) and len(value) == 2:
        card, face = value
    else:
        card, _, face = str(value).replace("/", ":").partition(":")
    if card not in PLANT_CARDS:
        named = [known for known, faces in zip(PLANT_CARDS, PLANT_FACES, strict=True) if card in faces and not face]
        card, face = (named[0], card) if len(named) == 1 else (card, face)
    if card not in PLANT_CARDS:
        raise Malformed(f"set-up: plants: {city}: {card!r:.60} is not a plant card")
    faces = PLANT_FACES[PLANT_CARDS.index(card)]
    face = face or faces[0]
    if face not in faces:
        raise Malformed(f"set-up: plants: {city}: card {card} has no side {face!r:.60}, but {' and '.join(faces)}")
    return str(card), str(face)
