"""A box file that does not fit is refused in one sentence that names the entry."""

from pathlib import Path

import pytest

from amyitis.box import load_box
from amyitis.box.loading import packaged_text, parse_box
from amyitis.errors import BoxError, Malformed

TOP_ROW = '[[fields]]\nrow = "top"\ngoods = ["salt", "palm", "barley", "dates", "wine"]'
SUSA = 'name = "Susa"\nkind = "court"\ngood = "barley"\noffers = ["caravaneer", "banker"]'
ORIGIN = '\nmark = "certain"\nsource = "test"\n'


def changed(old: str, new: str) -> str:
    """The packaged file with the first `old` replaced."""
    text = packaged_text()
    assert old in text, f"the packaged box has no {old!r}"
    return text.replace(old, new, 1)


def without(start: str) -> str:
    """The packaged file without the entry that begins so: up to the next empty line."""
    text = packaged_text()
    first = text.index(start)
    return text[:first] + text[text.index("\n\n", first) :]


def refusal(text: str) -> BoxError:
    with pytest.raises(BoxError) as caught:
        parse_box(text)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 6
    return caught.value


def test_the_packaged_file_is_accepted() -> None:
    parse_box(packaged_text())


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BoxError, match=r"there is no file .*nowhere\.toml"):
        load_box(tmp_path / "nowhere.toml")


def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(BoxError, match="cannot be read"):
        load_box(tmp_path)


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BoxError, match="cannot be read"):
        load_box(path)


def test_a_file_that_is_not_toml_names_the_line() -> None:
    error = refusal(changed("each = 7", "each = = 7"))
    assert error.entry == "box file"
    assert "line" in str(error)


def test_a_refusal_is_malformed() -> None:
    assert isinstance(refusal(""), Malformed)


SHAPES = [
    ("each = 7\n", "", "goods.each", "is missing"),
    ("each = 7\n", "each = 7\ncolour = 3\n", "goods.colour", "is not a key"),
    ("[camels]", "[sheep]\ncount = 1\n[camels]", "sheep", "is not a key"),
    ("format = 1", "format = 2", "box.format", "must be 1"),
    ('name = "amyitis"', 'name = ""', "box.name", "must not be empty"),
    ("each = 7", 'each = "seven"', "goods.each", "must be a whole number, not 'seven'"),
    ("each = 7", "each = 7.0", "goods.each", "must be a whole number, not 7.0"),
    ("each = 7", "each = true", "goods.each", "must be a whole number, not true"),
    ("each = 7", "each = [7]", "goods.each", "must be a whole number, not a list"),
    ("each = 7", "each = {}", "goods.each", "must be a whole number, not a table"),
    ("each = 7", "each = -7", "goods.each", "must not be negative, but is -7"),
    ("each = 7", "each = 700", "goods.each", "must be at most"),
    ('row = "top"', "row = 1", "fields[0].row", "must be a text, not 1"),
    ("endless = true", "endless = 1", "palace.track.endless", "must be true or false, not 1"),
    ("[talents]\n", "[talents]\ncount = 1\n", "box file", "line"),
    ("cards = [2, 4, 5]", "cards = 3", "crafts[0].cards", "must be a list, not 3"),
    ("cards = [2, 4, 5]", "cards = [2, 4]", "crafts[0].cards", "must hold 3 numbers, not 2"),
    ("cards = [2, 4, 5]", "cards = [2, 4, -5]", "crafts[0].cards[2]", "must not be negative"),
    ("prestige = [3, 6]", "prestige = [3, 6, 9]", "market.prestige", "must hold 2 numbers, not 3"),
    ("[engineer]\n", "[[engineer]]\n", "engineer", "must be a table, not a list"),
    ('mark = { total = "certain", each = "likely" }\n', "", "goods.mark", "is missing"),
    ('{ total = "certain", each = "likely" }', '"sure"', "goods.mark", "must be one of certain, likely, reconstructed"),
    ('each = "likely" }', 'each = "perhaps" }', "goods.mark.each", "must be one of"),
    ('{ total = "certain", each = "likely" }', "{}", "goods.mark", "must not be empty"),
    ('source = "publisher\'s rulebook, Czech and German editions"\n', "", "camels.source", "is missing"),
]

WORDS = [
    ('names = ["barley", "dates"', 'names = ["barley", "rice"', "goods.names[1]", "not 'rice'"),
    ('"salt", "palm", "barley", "dates", "wine"]', '"salt", "figs"]', "fields[0].goods[1]", "not 'figs'"),
    ('row = "top"', 'row = "middle"', "fields[0].row", "must be one of top, bottom"),
    (
        'kind = "plant"\ngood = "salt"',
        'kind = "harbour"\ngood = "salt"',
        "cities[1].kind",
        "must be one of market, court",
    ),
    ('kind = "plant"\ngood = "salt"', 'kind = "plant"\ngood = "gold"', "cities[1].good", "not 'gold'"),
    ('"caravaneer", "banker"]', '"caravaneer", "general"]', "cities[2].offers[1]", "not 'general'"),
    ('good = "salt"\nmark = "likely"', 'mark = "likely"', "cities[1].good", "is missing"),
    (
        'name = "Babylon"\nkind = "market"',
        'name = "Babylon"\nkind = "market"\ngood = "salt"',
        "cities[0].good",
        "not a key",
    ),
    ('craft = "priest"', 'craft = "baker"', "crafts[1].craft", "must be one of peasant"),
    ('type = "banker"', 'type = "lender"', "court[3].type", "must be one of banker"),
    ("level = 1\ntalents = 1", "level = 1\ntalents = 1\nkeep = 1", "court[3].keep", "is not a key"),
    ('card = "1"', 'card = "9"', "plants[0].card", "must be one of 1, 2, 3, K"),
    ('file = "a"', 'file = "e"', "garden.river.file", "must be one of a, b, c, d"),
    ('["c1", "d1", "d2"]', '["c1", "d1", "d9"]', "garden.starred.squares[2]", "not 'd9'"),
    ('neutral = "grey"', 'neutral = "pink"', "cubes.neutral", "must be one of grey"),
]

SUMS = [
    ("total = 35", "total = 36", "goods.total", "must be 5 times goods.each, 35, but is 36"),
    ("each = 7\ntotal = 35", "each = 0\ntotal = 0", "goods.each", "must be at least 1"),
    (
        '["barley", "dates", "salt", "palm", "wine"]\neach',
        '["barley", "dates"]\neach',
        "goods.names",
        "salt is missing",
    ),
    ("total = 140", "total = 120", "cubes.total", "must be more than the 120 cubes of the players"),
    ('"white", "black"', '"white", "white"', "cubes.colours", "white is there twice"),
    ('"white", "black"', '"black", "white"', "cubes.colours", "must be in the order white, black"),
    ("caravans = 1", "caravans = 2", "camels.caravans", "must be 1"),
    ("count = 14", "count = 3", "camels.count", "must be at least 4"),
    ("count = 30", "count = 15", "talents.count", "must be at least 16"),
    ("craft = 18", "craft = 17", "cards.craft", "is 17, but the Craft cards listed for 4 players are 18"),
    ("court = 31", "court = 30", "cards.court", "is 30, but the Court cards listed for 4 players are 31"),
    ("plant = 4", "plant = 5", "cities", "5 must be plant cities"),
    ("total = 20", "total = 21", "tiles", "garden.tiles.total says 21, but 20 are listed"),
    ("areas = 32", "areas = 31", "garden.sides.areas", "must be 32"),
    ("sides = 24", "sides = 25", "garden.sides.sides", "must be 24"),
]

BOARDS = [
    ('goods = ["salt", "palm", "barley", "dates", "wine"]', "goods = []", "fields", "at least one space"),
    ('row = "bottom"', 'row = "top"', "fields", "top is there twice"),
    ('"dates", "wine"]\nmark', '"dates"]\nmark', "fields", "both rows must be of one length, but have 4 and 5"),
    ("spaces = 4\nmark", "spaces = 5\nmark", "temples.spaces", "must be 4 (rule 6.4)"),
    ('"ishtar", "marduk"', '"marduk", "ishtar"', "temples.names", "must be in the order"),
    ("[mesopotamia]\nspaces = 9", "[mesopotamia]\nspaces = 8", "mesopotamia.spaces", "must be 9"),
    ('name = "Ur"', 'name = "susa"', "cities.susa", "is there twice"),
    ('name = "Ur"', 'name = "Ur of old"', "cities.Ur of old", "one word of letters"),
    ('["caravaneer", "banker"]', '["banker", "banker"]', "cities.Susa.offers", "two different Court types"),
    ('["caravaneer", "banker"]', '["banker"]', "cities.Susa.offers", "two different Court types"),
    (SUSA, 'name = "Susa"\nkind = "market"', "cities", "one must be a market, but 2 are"),
    ('kind = "market"', 'kind = "plant"\ngood = "salt"', "cities", "one must be a market, but 0 are"),
    (SUSA, 'name = "Susa"\nkind = "plant"\ngood = "barley"', "cities", "4 must be plant cities"),
    ("files = 4", "files = 5", "garden.floors.files", "must be 4"),
    ("ranks = 4", "ranks = 5", "garden.floors.ranks", "must be 4"),
    ("squares = [7, 5, 3, 1]", "squares = [7, 5, 2, 2]", "garden.floors.squares", "must be 7, 5, 3, 1"),
    ('file = "a"', 'file = "b"', "garden.river.file", "must be a"),
    ("rank = 1", "rank = 4", "garden.river.rank", "must be 1"),
    ('["c1", "d1", "d2"]', '["c1", "d1", "c2", "d2"]', "garden.starred.squares", "one square of floor 2"),
    ('["c1", "d1", "d2"]', '["d1", "d1", "d2"]', "garden.starred.squares", "d1 is there twice"),
    ('["c1", "d1", "d2"]', '["c1", "d1", "d4"]', "garden.starred.squares", "two of floor 1 (rule 2.6)"),
    ('["c1", "d1", "d2"]', "[]", "garden.starred.squares", "but are none"),
    ("double_from_floor = 3", "double_from_floor = 0", "garden.sides.double_from_floor", "must be a floor"),
]

CARDS = [
    ('card = "2"', 'card = "1"', "plants", "1 is there twice"),
    ('{ quality = 2, good = "barley" }', "{ quality = 1 }", "plants", "one card must have quality 2 on both sides"),
    ('{ quality = 1 }, { quality = 2, good = "palm" }', "{ quality = 2 }, { quality = 2 }", "plants", "but 2 have"),
    ('{ quality = 1 }, { quality = 2, good = "palm" }', "{ quality = 1 }", "plants[0].faces", "the 2 sides"),
    (
        '{ quality = 1 }, { quality = 2, good = "palm" }',
        "{ quality = 3 }, { quality = 1 }",
        "plants.1.faces",
        "first side",
    ),
    ('{ quality = 2, good = "palm" }', "{ quality = 4 }", "plants.1.faces", "a quality must be 1, 2 or 3"),
    ('{ quality = 2, good = "palm" }', "{ quality = 2, cost = 1 }", "plants[0].faces[1].cost", "is not a key"),
    ('city = "Khorsabad"\n', "", "plants.K.city", "is missing"),
    ('city = "Khorsabad"', 'city = "Uruk"', "plants.K.city", "must be a plant city"),
    ('card = "1"\n', 'card = "1"\ncity = "Ur"\n', "plants.1.city", "only the card with quality 2"),
    ('craft = "priest"', 'craft = "peasant"', "crafts", "peasant is there twice"),
    ("cards = [2, 4, 5]", "cards = [5, 4, 5]", "crafts.peasant.cards", "must not fall with more players"),
    (
        "spaces = 2\nkeep = 2\ncards = [2, 2, 3]",
        "spaces = 2\nkeep = 2\ncards = [2, 1, 3]",
        "court.caravaneer[1].cards",
        "fall",
    ),
    (
        'cards = [2, 3, 4]\nmark = "certain"',
        'cards = [2, 2, 4]\nmark = "certain"',
        "court.caravaneer[0].cards",
        "one each",
    ),
    ("level = 2\ntalents = 2", "level = 3\ntalents = 2", "court.banker[2]", "is missing"),
    ("level = 2\ntalents = 2", "level = 4\ntalents = 2", "court.banker[2]", "is missing"),
    ("level = 6", "level = 7", "court.palace[6]", "is missing"),
    ("prestige = 5\ngoods = 1", 'prestige = 5\ngoods = "figs"', "tiles[12].goods", "not 'figs'"),
    ("keep = 4\ngoods = 1", "keep = 4\ngoods = 2", "court.caravaneer[2].goods", "must be 1 (rule 9.3)"),
    ("keep = 2\n", "keep = 2\ngoods = 1\n", "court.caravaneer[0].goods", "must be 0 (rule 9.3)"),
    ("# lying on the card\ncards = [1, 1, 2]", "\ncards = [1, 1, 5]", "court.caravaneer[2].cards", "at most 4 cards"),
    ("quality = 1 # added", "quality = 2 # added", "court.gardener[1].quality", "must be 1 (rule 8.5)"),
]

TILES = [
    ('top = "3:10"', 'top = "3:9"', "garden.tiles.top", "there is no tile 3:9"),
    ('top = "3:10"', 'top = "2:6"', "garden.tiles.top", "must be of quality 3"),
    ("quality = 3\nprestige = 10", "quality = 2\nprestige = 10", "garden.tiles.top", "there is no tile 3:10"),
    ("quality = 3\nprestige = 10", "quality = 4\nprestige = 10", "tiles.4:10", "must be 1, 2 or 3"),
    ("quality = 1\nprestige = 4", "quality = 1\nprestige = 7", "tiles.1:7", "no tile worth 7"),
    ("values = [1, 2, 3", "values = [1, 2, 9, 3", "garden.tiles.values", "no tile is worth 9"),
    ("courts = 1", "courts = 4", "tiles.1:1+4courts", "at most 3"),
]

REST = [
    ("caravaneer = 0", "caravaneer = 1", "start.caravaneer", "must be level 0"),
    ("high = [7, 6, 5]", "high = [7, 4, 5]", "favour.high", "above favour.low with 3 players"),
    ("tiles = [3, 4, 4]", "tiles = [13, 14, 14]", "end.tiles", "below the 13 tiles 2 players start with"),
    ("start = 0", "start = 1", "palace.track.start", "must be 0"),
    ("endless = true", "endless = false", "palace.track.endless", "must be true"),
]


@pytest.mark.parametrize(("old", "new", "entry", "problem"), SHAPES + WORDS + SUMS + BOARDS + CARDS + TILES + REST)
def test_one_change_is_refused(old: str, new: str, entry: str, problem: str) -> None:
    error = refusal(changed(old, new))
    assert error.entry == entry
    assert problem in str(error)
    assert str(error).startswith(entry)


@pytest.mark.parametrize(
    ("start", "entry", "problem"),
    [
        ("[goods]", "goods", "is missing"),
        ("[temples]", "temples", "is missing"),
        ("[garden.river]", "garden.river", "is missing"),
        ("[palace.noble]", "palace.noble", "is missing"),
        (TOP_ROW, "fields", "top is missing"),
        ('[[cities]]\nname = "Mari"', "cities", "must be 9 as mesopotamia.spaces says, but are 8"),
        ('[[plants]]\ncard = "2"', "plants", "2 is missing"),
        ('[[crafts]]\ncraft = "engineer"', "crafts", "engineer is missing"),
        ('[[court]]\ntype = "banker"\nlevel = 2', "court.banker[2]", "is missing"),
        ("[[court]] # Gardeners", "court.gardener[1]", "is missing"),
        ("[[tiles]]\nquality = 3\nprestige = 8", "tiles", "garden.tiles.total says 20, but 19 are listed"),
        ("[[tiles]]\nquality = 3\nprestige = 10", "tiles", "but 19 are listed"),
    ],
)
def test_an_entry_left_out_is_refused(start: str, entry: str, problem: str) -> None:
    error = refusal(without(start))
    assert error.entry == entry
    assert problem in str(error)


def test_an_empty_file_misses_its_head() -> None:
    assert str(refusal("")) == "box: is missing"


def test_the_market_must_come_first() -> None:
    text = (
        packaged_text()
        .replace('name = "Babylon"\nkind = "market"', "@")
        .replace(SUSA, 'name = "Babylon"\nkind = "market"')
    )
    error = refusal(text.replace("@", SUSA))
    assert error.entry == "cities.Babylon"
    assert "must come first" in str(error)


@pytest.mark.clause("4.1")
def test_the_craft_deck_must_be_enough_for_the_deal() -> None:
    text = changed("cards = [2, 4, 5]", "cards = [0, 0, 5]").replace("cards = [3, 4, 5]", "cards = [0, 4, 5]", 1)
    error = refusal(text)
    assert error.entry == "crafts"
    assert "2 players need 6 cards (rule 4.1), but there are 5" in str(error)


@pytest.mark.clause("2.5")
@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("quality = 3\nprestige = 8", "quality = 1\nprestige = 8", None),
        ("quality = 1\nprestige = 3", "quality = 3\nprestige = 3", "floor 1 needs 7 tiles of quality 1"),
        ("quality = 2\nprestige = 4", "quality = 1\nprestige = 4", "floor 2 needs 5 tiles of quality 2"),
        ("quality = 3\nprestige = 6", "quality = 2\nprestige = 6", "floor 3 needs 3 tiles of quality 3"),
    ],
)
def test_every_floor_needs_its_tiles(old: str, new: str, problem: str | None) -> None:
    text = packaged_text()
    if problem is None:
        parse_box(text.replace(old, new))
        return
    error = refusal(text.replace(old, new))
    assert error.entry == "tiles"
    assert problem in str(error)


def test_a_level_twice_is_refused() -> None:
    banker = '[[court]]\ntype = "banker"\nlevel = 2\ntalents = 9\ncards = [0, 0, 0]' + ORIGIN
    error = refusal(packaged_text() + banker)
    assert error.entry == "court.banker[2]"
    assert "is there twice" in str(error)


def test_a_level_too_many_is_refused() -> None:
    error = refusal(packaged_text() + '[[court]]\ntype = "banker"\nlevel = 4\ntalents = 9\ncards = [0, 0, 0]' + ORIGIN)
    assert error.entry == "court.banker[4]"
    assert "the last is 3" in str(error)
