"""The random facts of a set-up (2.3 to 2.8) given by hand: from JSON, checked, and laid out on the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from amyitis.box.tables import (
    CARAVANEER,
    CITY_NAMES,
    COURT_COUNT,
    FIXED_PLANT,
    FIXED_PLANT_SLOT,
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
    """An explicit set-up: everything that chance would decide before the first round.

    `tiles` names a tile by square, `plants` a plant card and its upper side by city, `caravaneer_goods` the goods on
    the level-2 Caravaneers, `first_player` the seat's letter.

    >>> game = Game.new(2, seed=7)
    >>> facts = SetupFacts.of(Game.from_position(game.start).state)
    >>> Game.new(2, setup=facts, first="W").seat  # the deal is not made yet
    '$'
    """

    tiles: Mapping[str, str]
    plants: Mapping[str, tuple[str, str]]
    caravaneer_goods: tuple[str, ...]
    first_player: str

    @classmethod
    def from_json(cls, facts: Any) -> "SetupFacts":
        """Returns the facts of a JSON object, as `as_dict` writes it; raises Malformed, naming the entry."""
        if not isinstance(facts, dict):
            raise Malformed("a set-up must be a JSON object")
        missing = [key for key in KEYS if key not in facts]
        unknown = [key for key in facts if key not in KEYS]
        if missing or unknown:
            wrong = f"{missing[0]!r} is missing" if missing else f"{unknown[0]!r} is not an entry"
            raise Malformed(f"set-up: {wrong}; the entries are {', '.join(KEYS)}")
        for key, kind, what in (
            ("tiles", dict, "object"),
            ("plants", dict, "object"),
            ("caravaneer_goods", list, "list"),
        ):
            if not isinstance(facts[key], kind):
                raise Malformed(f"set-up: {key} must be a JSON {what}")
        plants = {city: _card_and_face(city, value) for city, value in facts["plants"].items()}
        return cls(facts["tiles"], plants, tuple(facts["caravaneer_goods"]), facts["first_player"])

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
        """Returns the facts as plain data, for a JSON file."""
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
            if name not in TILE_NAMES:
                raise Malformed(f"set-up: tiles: {square}: there is no tile {name!r:.60} in the box")
            s.tile[SQUARE_NAMES.index(square)] = TILE_NAMES.index(name)
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
            card, face = self.plants[city]
            if card not in PLANT_CARDS:
                raise Malformed(f"set-up: plants: {city}: {card!r:.60} is not a plant card")
            number = PLANT_CARDS.index(card)
            if face not in PLANT_FACES[number]:
                sides = " and ".join(PLANT_FACES[number])
                raise Malformed(f"set-up: plants: {city}: card {card} has no side {face!r:.60}, but {sides}")
            if (number == FIXED_PLANT) != (slot == FIXED_PLANT_SLOT) or (
                number != FIXED_PLANT and face != PLANT_FACES[number][0]
            ):
                raise Malformed(f"set-up: plants: card {card} with side {face} up does not begin in {city} (2.3)")
            s.plant_card[slot], s.plant_face[slot] = number, PLANT_FACES[number].index(face)
        if len(set(s.plant_card)) != PLANT_SLOTS:
            raise Malformed("set-up: plants: a card is there twice")

    def _lay_goods(self, s: State) -> None:
        cards = COURT_COUNT[s.players][CARAVANEER][GOOD_LEVEL]
        unknown = [good for good in self.caravaneer_goods if good not in GOODS]
        if unknown:
            raise Malformed(f"set-up: caravaneer_goods: {unknown[0]!r:.60} is not a good")
        goods = [GOODS.index(good) for good in self.caravaneer_goods]
        if len(goods) != cards or len(set(goods)) != cards or WINE in goods:
            raise Malformed(f"set-up: caravaneer_goods: {cards} different goods lie there, none of them wine (2.4)")
        for good in goods:
            s.caravaneer_goods[good] = 1


def _card_and_face(city: str, value: Any) -> tuple[str, str]:
    """Returns a plant card and its upper side from their object."""
    if not isinstance(value, dict) or value.keys() != {"card", "face"}:
        raise Malformed(f'set-up: plants: {city}: {value!r:.60} is not an object {{"card": ..., "face": ...}}')
    return value["card"], value["face"]
