"""The packaged box holds what components.md says, and how sure it is."""

from dataclasses import replace

import pytest

from amyitis.box import Box, load_box


@pytest.fixture(scope="module")
def box() -> Box:
    return load_box()


def test_counts(box: Box) -> None:
    assert box.goods.names == ("barley", "dates", "salt", "palm", "wine")
    assert (box.goods.total, box.goods.each) == (35, 7)
    assert (box.camels.count, box.camels.caravans) == (14, 1)
    assert box.talents.count == 30
    assert (box.cubes.each, box.cubes.total) == (30, 140)
    assert box.garden.tiles.total == 20
    assert (box.cards.craft, box.cards.court, box.cards.plant) == (18, 31, 4)


def test_boards(box: Box) -> None:
    assert {row.row: row.goods for row in box.fields} == {
        "top": ("salt", "palm", "barley", "dates", "wine"),
        "bottom": ("barley", "dates", "salt", "palm", "wine"),
    }
    assert box.temples.names == ("ishtar", "marduk", "tammouz")
    assert box.temples.spaces == 4


@pytest.mark.clause("7.1", "7.4", "7.5", "7.6")
def test_cities(box: Box) -> None:
    assert [(city.name, city.kind, city.good, city.offers) for city in box.cities] == [
        ("Babylon", "market", None, ()),
        ("Eshnunna", "plant", "salt", ()),
        ("Susa", "court", "barley", ("caravaneer", "banker")),
        ("Ur", "plant", "palm", ()),
        ("Uruk", "court", "dates", ("caravaneer", "banker")),
        ("Mari", "plant", "barley", ()),
        ("Palmyra", "court", "salt", ("palace", "banker")),
        ("Khorsabad", "plant", "dates", ()),
        ("Ninoua", "court", "palm", ("palace", "caravaneer")),
    ]
    assert box.cities[8].also == "Nineveh"
    assert box.market.prestige == (3, 6)


@pytest.mark.clause("2.3")
def test_plant_cards(box: Box) -> None:
    assert [(card.card, card.city, *(face.name for face in card.faces)) for card in box.plants] == [
        ("1", None, "1", "2p"),
        ("2", None, "1", "2s"),
        ("3", None, "1", "2d"),
        ("K", "Khorsabad", "2b", "2s"),
    ]


@pytest.mark.clause("2.1")
def test_craft_cards(box: Box) -> None:
    assert {card.craft: card.cards for card in box.crafts} == {
        "peasant": (2, 4, 5),
        "priest": (3, 4, 5),
        "engineer": (2, 3, 4),
        "merchant": (3, 3, 4),
        "courtier": (2, 3, 4),
    }


@pytest.mark.clause("2.1", "4.2", "9.1")
def test_court_cards(box: Box) -> None:
    worth = {
        (card.type, card.level): (card.talents, card.prestige, card.spaces, card.keep, card.goods, card.quality)
        for card in box.court
    }
    assert worth == {
        ("caravaneer", 0): (0, 0, 0, 2, 0, 0),
        ("caravaneer", 1): (0, 0, 2, 2, 0, 0),
        ("caravaneer", 2): (0, 0, 4, 4, 1, 0),
        ("banker", 1): (1, 0, 0, 0, 0, 0),
        ("banker", 2): (2, 0, 0, 0, 0, 0),
        ("banker", 3): (2, 2, 0, 0, 0, 0),
        ("palace", 1): (0, 2, 0, 0, 0, 0),
        ("palace", 2): (0, 3, 0, 0, 0, 0),
        ("palace", 3): (0, 4, 0, 0, 0, 0),
        ("palace", 4): (0, 5, 0, 0, 0, 0),
        ("palace", 5): (0, 7, 0, 0, 0, 0),
        ("palace", 6): (0, 10, 0, 0, 0, 0),
        ("gardener", 1): (0, 0, 0, 0, 0, 1),
    }
    assert {(card.type, card.level): card.cards for card in box.court} == {
        ("caravaneer", 0): (2, 3, 4),
        ("caravaneer", 1): (2, 2, 3),
        ("caravaneer", 2): (1, 1, 2),
        ("banker", 1): (2, 2, 3),
        ("banker", 2): (0, 1, 2),
        ("banker", 3): (0, 1, 1),
        ("palace", 1): (2, 2, 3),
        ("palace", 2): (1, 2, 3),
        ("palace", 3): (1, 2, 2),
        ("palace", 4): (1, 1, 2),
        ("palace", 5): (1, 1, 1),
        ("palace", 6): (1, 1, 1),
        ("gardener", 1): (4, 4, 4),
    }


@pytest.mark.clause("8.1", "8.2", "8.10")
def test_garden(box: Box) -> None:
    garden = box.garden
    assert (garden.floors.files, garden.floors.ranks, garden.floors.squares) == (4, 4, (7, 5, 3, 1))
    assert (garden.river.file, garden.river.rank) == ("a", 1)
    assert garden.starred.squares == ("c1", "d1", "d2")
    assert (garden.sides.double_from_floor, garden.sides.sides, garden.sides.areas) == (3, 24, 32)
    assert garden.tiles.values == (1, 2, 3, 4, 5, 6, 8, 10)
    assert garden.tiles.top == "3:10"


def test_tiles(box: Box) -> None:
    assert {tile.name for tile in box.tiles} == {
        *("1:1+palace", "1:2+palace", "1:1+court", "1:2+2camels", "1:3+camel", "1:3+2talents", "1:3+good", "1:4"),
        *("1:2+gardener", "2:4+2talents", "2:5+camel", "2:4+court", "2:5+good", "2:6", "2:4+gardener"),
        *("3:10", "3:8", "3:6+court", "3:6+2camels", "3:5+gardener+2talents"),
    }
    assert len(box.tiles) == 20
    good = next(tile for tile in box.tiles if tile.name == "1:3+good")
    dates = replace(good, goods="dates")
    assert (dates.name, dates.goods_count, good.goods_count) == ("1:3+dates", 1, 1)


@pytest.mark.clause("2.7", "6.5", "10.4", "11.1", "11.2")
def test_handed_out(box: Box) -> None:
    assert (box.start.talents, box.start.camels, box.start.caravaneer) == (4, 1, 0)
    assert box.engineer.prestige == 2
    assert box.marduk.prestige == (2, 1)
    assert (box.favour.low, box.favour.high, box.favour.prestige) == ((5, 4, 3), (7, 6, 5), (5, 10))
    assert box.end.tiles == (3, 4, 4)


@pytest.mark.clause("13.1", "13.2", "13.3", "13.5")
def test_palace_expansion(box: Box) -> None:
    palace = box.palace
    assert (palace.track.start, palace.track.endless) == (0, True)
    assert palace.courtier.steps == 2
    assert (palace.noble.talents, palace.noble.steps) == (2, 2)
    assert (palace.minor.steps, palace.minor.talents) == (1, 1)


def test_marks_of_counts_and_boards(box: Box) -> None:
    assert str(box.goods.origin) == "total certain, each likely"
    assert str(box.camels.origin) == str(box.talents.origin) == str(box.cards.origin) == "certain"
    assert str(box.cubes.origin) == "colours certain, each likely, total likely"
    assert [str(row.origin) for row in box.fields] == ["likely", "likely"]
    assert str(box.temples.origin) == str(box.market.origin) == "certain"
    assert str(box.mesopotamia.origin) == "likely"
    place, name = "city certain, place likely", "name likely, rest reconstructed"
    assert [str(city.origin) for city in box.cities] == [
        *("certain", "likely", "likely", "likely", place, place, name, "likely", name)
    ]


def test_marks_of_cards(box: Box) -> None:
    assert [str(card.origin) for card in box.plants] == [
        "good certain, rest likely",
        "reconstructed",
        "reconstructed",
        "city certain, quality certain, good reconstructed",
    ]
    assert {str(card.origin) for card in box.crafts[:4]} == {"four likely, fewer reconstructed"}
    assert str(box.crafts[4].origin) == "reconstructed"
    marks = {(card.type, card.level): str(card.origin) for card in box.court}
    assert marks.pop(("caravaneer", 0)) == marks.pop(("caravaneer", 2)) == "certain"
    assert marks.pop(("gardener", 1)) == "reconstructed"
    for (kind, level), mark in marks.items():
        by_others = kind == "palace" or (kind == "banker" and level < 3)
        counts = "two reconstructed, three likely, four likely" if level == 1 else "count reconstructed"
        assert mark == f"value {'likely' if by_others else 'certain'}, {counts}"


def test_marks_of_garden(box: Box) -> None:
    garden = box.garden
    assert str(garden.floors.origin) == "certain"
    assert str(garden.river.origin) == str(garden.sides.origin) == "likely"
    assert str(garden.starred.origin) == "squares likely, floors likely"
    assert str(garden.tiles.origin) == "total certain, values likely, top certain"
    marks = {tile.name: str(tile.origin) for tile in box.tiles}
    assert {marks.pop("1:1+palace"), marks.pop("1:2+palace")} == {"likely"}
    assert marks.pop("2:4+2talents") == "prestige certain, talents certain, quality likely"
    assert marks.pop("3:10") == "certain"
    assert set(marks.values()) == {"reconstructed"}


def test_sources_say_who_alone_says_it(box: Box) -> None:
    cards = {(card.type, card.level): card.origin.source for card in box.court}
    alone = [cards["banker", 1], cards["banker", 2], box.garden.starred.origin.source]
    assert all(source.startswith("a third party's summary") for source in alone)
    cities = {city.name: city.origin.source for city in box.cities}
    assert [name for name, source in cities.items() if "Assur" in source] == ["Susa", "Palmyra"]


def test_the_standard_box_has_the_digest_that_stored_games_name(box: Box) -> None:
    assert box.digest == "69893bf00ce9"


def test_marks_of_the_rest(box: Box) -> None:
    for entry in (box.start, box.engineer, box.marduk, box.favour, box.end):
        assert str(entry.origin) == "certain"
    assert str(box.palace.track.origin) == str(box.palace.courtier.origin) == "reconstructed"
    assert str(box.palace.noble.origin) == "price certain, steps reconstructed"
    assert str(box.palace.minor.origin) == "certain"
