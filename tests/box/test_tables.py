"""The constant tables say what the box says, in plain numbers."""

import pytest

from amyitis.box import active_box, tables


def test_only_plain_values() -> None:
    def plain(value: object) -> bool:
        if isinstance(value, tuple):
            return all(plain(inner) for inner in value)
        return type(value) in (int, str)

    public = {name: value for name, value in vars(tables).items() if name.isupper() and not name.startswith("_")}
    assert len(public) > 90
    assert [name for name, value in public.items() if not plain(value)] == []


def test_letters_match_names() -> None:
    assert [good[0] for good in tables.GOODS] == list(tables.GOOD_LETTERS)
    assert len(tables.SEAT_LETTERS) == len(tables.COLOURS) == tables.MAX_SEATS == tables.GREY == 4
    assert len(tables.CRAFT_LETTERS) == len(tables.CRAFTS) == tables.N_CRAFTS


@pytest.mark.parametrize(
    ("names", "ids"),
    [
        (tables.GOODS, ("BARLEY", "DATES", "SALT", "PALM", "WINE")),
        (tables.CRAFTS, ("PEASANT", "PRIEST", "ENGINEER", "MERCHANT", "COURTIER")),
        (tables.COURT_TYPES, ("BANKER", "CARAVANEER", "PALACE", "GARDENER")),
        (tables.TEMPLES, ("ISHTAR", "MARDUK", "TAMMOUZ")),
    ],
)
def test_ids_count_in_the_order_of_the_names(names: tuple[str, ...], ids: tuple[str, ...]) -> None:
    assert tuple(one.upper() for one in names) == ids
    assert [getattr(tables, one) for one in ids] == list(range(len(ids)))


def test_boards() -> None:
    assert tables.ROW_LENGTH == 5
    assert [[tables.GOODS[good] for good in row] for row in tables.ROW_GOODS] == [
        list(r.goods) for r in active_box().fields
    ]
    assert tables.TEMPLE_SPACES == 4


def test_cities() -> None:
    assert tables.N_CITIES == len(tables.CITY_NAMES) == 9
    assert (tables.MARKET, tables.COURT_CITY, tables.PLANT_CITY) == (0, 1, 2)
    assert tables.CITY_KIND == (0, 2, 1, 2, 1, 2, 1, 2, 1)
    assert tables.CITY_GOOD == (-1, 2, 0, 3, 1, 0, 2, 1, 3)
    assert tables.CITY_OFFER == (0, 0, 0b011, 0, 0b011, 0, 0b101, 0, 0b110)
    assert tables.PLANT_SLOT_CITY == (1, 3, 5, 7)
    assert tables.CITY_PLANT_SLOT == (-1, 0, -1, 1, -1, 2, -1, 3, -1)
    assert tables.MARKET_PRESTIGE == (0, 3, 6)


def test_plant_cards() -> None:
    assert tables.PLANT_CARDS[tables.FIXED_PLANT] == "K"
    assert tables.CITY_NAMES[tables.PLANT_SLOT_CITY[tables.FIXED_PLANT_SLOT]] == "Khorsabad"
    assert tables.PLANT_FACES == (("1", "2p"), ("1", "2s"), ("1", "2d"), ("2b", "2s"))
    for card, faces in enumerate(tables.PLANT_FACES):
        for face, name in enumerate(faces):
            good = tables.PLANT_EXTRA[card][face]
            letter = "" if good < 0 else tables.GOOD_LETTERS[good]
            assert name == f"{tables.PLANT_QUALITY[card][face]}{letter}"


def test_craft_cards() -> None:
    assert tables.CRAFT_COUNT == ((0,) * 5, (0,) * 5, (2, 3, 2, 3, 2), (4, 4, 3, 3, 3), (5, 5, 4, 4, 4))


def test_court_cards() -> None:
    assert tables.TOP_LEVEL == (3, 2, 6, 1)
    assert tables.MAX_LEVEL == 6
    for players in (0, 1):
        assert sum(map(sum, tables.COURT_COUNT[players])) == 0
    assert tables.COURT_COUNT[2][tables.BANKER] == (0, 2, 0, 0, 0, 0, 0)
    assert tables.COURT_COUNT[3][tables.CARAVANEER] == (3, 2, 1, 0, 0, 0, 0)
    assert tables.COURT_COUNT[4][tables.PALACE] == (0, 3, 3, 2, 2, 1, 1)
    assert tables.COURT_COUNT[4][tables.GARDENER] == (0, 4, 0, 0, 0, 0, 0)
    assert sum(map(sum, tables.COURT_COUNT[4])) == 31
    assert tables.BANKER_TALENTS == (0, 1, 2, 2)
    assert tables.BANKER_PRESTIGE == (0, 0, 0, 2)
    assert tables.CARAVANEER_SPACES == (0, 2, 4)
    assert tables.CARAVANEER_KEEP == (2, 2, 4)
    assert tables.CARAVANEER_GOODS == (0, 0, 1)
    assert tables.PALACE_PRESTIGE == (0, 2, 3, 4, 5, 7, 10)
    assert tables.GARDENER_QUALITY == 1


def test_tiles() -> None:
    assert tables.N_TILE_KINDS == len(tables.TILE_NAMES) == len(set(tables.TILE_NAMES)) == 20
    assert sum(tables.TILE_COUNT) == 20
    assert tables.TILE_NAMES[tables.TOP_TILE] == "3:10"
    assert [tables.TILE_QUALITY.count(quality) for quality in (1, 2, 3)] == [9, 6, 5]
    kind = tables.TILE_NAMES.index("3:5+gardener+2talents")
    assert (tables.TILE_QUALITY[kind], tables.TILE_PRESTIGE[kind]) == (3, 5)
    assert (tables.TILE_GARDENERS[kind], tables.TILE_TALENTS[kind], tables.TILE_CAMELS[kind]) == (1, 2, 0)
    assert (tables.TILE_GOODS[kind], tables.TILE_PALACES[kind], tables.TILE_COURTS[kind]) == (0, 0, 0)
    assert tables.TILE_CAMELS[tables.TILE_NAMES.index("1:2+2camels")] == 2
    assert tables.TILE_GOODS[tables.TILE_NAMES.index("1:3+good")] == 1
    assert tables.TILE_PALACES[tables.TILE_NAMES.index("1:1+palace")] == 1
    assert tables.TILE_COURTS[tables.TILE_NAMES.index("3:6+court")] == 1


def test_garden() -> None:
    assert (tables.FILES, tables.RANKS) == (4, 4)
    assert [tables.SQUARE_NAMES[square] for square in (0, 1, 4, 15)] == ["a1", "b1", "a2", "d4"]
    assert [tables.SQUARE_NAMES[square] for square in tables.STARRED] == ["c1", "d1", "d2"]
    assert (tables.RIVER_FILE, tables.RIVER_RANK, tables.DOUBLE_FROM_FLOOR) == (1, 1, 3)


def test_numbers() -> None:
    assert (tables.START_TALENTS, tables.START_CAMELS, tables.START_CARAVANEER) == (4, 1, 0)
    assert (tables.CUBES, tables.PILE_TALENTS, tables.PILE_CAMELS, tables.PILE_GOODS) == (30, 30, 14, (7,) * 5)
    assert tables.ENGINEER_PRESTIGE == 2
    assert tables.MARDUK_PRESTIGE == (2, 1)
    assert tables.FAVOUR_TILES == ((0, 0), (0, 0), (5, 7), (4, 6), (3, 5))
    assert tables.FAVOUR_PRESTIGE == (5, 10)
    assert tables.END_TILES == (0, 0, 3, 4, 4)
    assert (tables.COURTIER_STEPS, tables.NOBLE_COST, tables.NOBLE_STEPS) == (2, 2, 2)
    assert (tables.MINOR_STEPS, tables.MINOR_TALENTS) == (1, 1)


def test_which_box() -> None:
    assert active_box().name == tables.BOX_NAME
    assert active_box().digest == tables.BOX_DIGEST
