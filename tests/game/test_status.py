"""`status()` names what is wrong with a table: one thing after the other is put out of order."""

from collections.abc import Callable

import pytest

from amyitis.box.tables import BANKER, CARAVANEER, GARDENER, GREY, PALACE, TILE_NAMES, TOP_TILE
from amyitis.game import Game
from amyitis.rules import agenda, questions
from amyitis.rules.checks.faults import FAULT_TEXTS
from amyitis.rules.state import EMPTY, State
from tests.layout import random_moves, table

Change = Callable[[State], None]


def sound() -> State:
    """A table in the middle of a game with something of everything on it."""
    return table(
        round_no=5,
        canals="a1-b1:W a1-a2:K b1-b2:B a2-b2:N c1-d1:R c2-d2:R c3-d3:KB",
        planted="b2:W a2:K",
        top="WK",
        ishtar="WNB",
        W="12 t3 c2 bd B1 C1 P1 G1",
        K="9 C2",
    ).state


def set_field(name: str, value: int) -> Change:
    def change(s: State) -> None:
        setattr(s, name, value)

    return change


def set_player(name: str, value: int, seat: int = 0) -> Change:
    def change(s: State) -> None:
        setattr(s.seats[seat], name, value)

    return change


def set_item(name: str, value: int, *place: int) -> Change:
    def change(s: State) -> None:
        things = getattr(s, name)
        for index in place[:-1]:
            things = things[index]
        things[place[-1]] = value

    return change


def set_player_item(name: str, place: int, value: int) -> Change:
    def change(s: State) -> None:
        getattr(s.seats[0], name)[place] = value

    return change


def set_first_and_turn(s: State) -> None:
    s.first = s.turn = 4


NEGATIVE = "a count is negative"
CUBES = "the cubes of a colour do not add up"
COURT = "the Court cards of a level do not add up"
LEVEL = "a Court level is out of range"
LYING = "the goods on the level-2 Caravaneers do not match the cards left"
CRAFTS = "the Craft cards do not add up"
TILES = "a tile is missing, doubled or on a wrong floor"
GARDENS = "a planted square has two owners, no tile or no water"
OVERFILLED = "a side holds more cubes than it has areas"
WATER = "the water does not agree with the canals"
DRY = "a cube lies where no water reaches"
ROWS = "a field row has a gap, a foreign cube or was not emptied"
TEMPLES = "a temple has a gap or a foreign cube"
PLACE = "the caravan or a plant card is out of place"
PILES = "a common pile holds less than nothing"
QUESTION = "the open question has no legal answer, or is not the one that its task asks"
ROUND = "the round, the first player or the turn is out of range"
GREY_PLACE = "a grey cube lies beside a square that is not planted"
GOODS = "somebody kept too many goods"
OFF = "the Palace expansion is in use though its switch is off"

CHANGES: list[tuple[str, Change, str]] = [
    ("prestige", set_player("prestige", -1), NEGATIVE),
    ("talents", set_player("talents", -1), NEGATIVE),
    ("camels", set_player("camels", -1), NEGATIVE),
    ("goods", set_player_item("goods", 2, -1), NEGATIVE),
    ("cubes below nothing", set_player("cubes", -1), NEGATIVE),
    ("cubes", set_player("cubes", 20), CUBES),
    ("court cards left", set_item("court_left", 9, BANKER, 1), COURT),
    ("court cards below nothing", set_item("court_left", -1, PALACE, 6), NEGATIVE),
    ("gardeners left", set_item("court_left", 4, GARDENER, 1), COURT),
    ("gardeners below nothing", set_player_item("court", GARDENER, -1), NEGATIVE),
    ("banker level", set_player_item("court", BANKER, 4), LEVEL),
    ("caravaneer level", set_player_item("court", CARAVANEER, 3), LEVEL),
    ("palace level", set_player_item("court", PALACE, 7), LEVEL),
    ("level below nothing", set_player_item("court", PALACE, -1), LEVEL),
    ("level without the card", set_player_item("court", PALACE, 2), COURT),
    ("goods on caravaneers", set_item("caravaneer_goods", 1, 1), LYING),
    ("a fourth card in a group", set_item("groups", 0b0101_1111, 0), CRAFTS),
    ("too many of a craft", set_item("groups", 3 << 6, 0), CRAFTS),
    ("a courtier", set_item("groups", 1 << 8, 0), CRAFTS),
    ("no group at all", set_item("groups", 5000, 0), CRAFTS),
    ("a tile missing", set_item("tile", EMPTY, 5), TILES),
    ("a tile twice", set_item("tile", TILE_NAMES.index("2:5+camel"), 5), TILES),
    ("a tile on a wrong floor", set_item("tile", TILE_NAMES.index("1:2+palace"), 5), TILES),
    ("the top tile elsewhere", set_item("tile", TOP_TILE, 10), TILES),
    ("no such tile", set_item("tile", 99, 5), TILES),
    ("two owners", set_player("gardens", 1 << 5, seat=1), GARDENS),
    ("a dry plant", set_player("gardens", 1 << 5 | 1 << 15), GARDENS),
    ("two cubes on a single side", set_item("doubles", 1, 0), OVERFILLED),
    ("three cubes on a double side", set_item("canals", 1 << 18, 3), OVERFILLED),
    ("irrigated too much", set_field("irrigated", (1 << 24) - 1), WATER),
    ("wet too little", set_field("wet", 0), WATER),
    ("watered too little", set_field("watered", 0), WATER),
    ("a cube in the dry", set_item("canals", 1 << 22, 2), DRY),
    ("a grey cube beside a tile", set_item("canals", 1 << 23, GREY), GREY_PLACE),
    ("a gap in a row", set_item("rows", EMPTY, 0, 0), ROWS),
    ("a grey cube in a row", set_item("rows", GREY, 0, 2), ROWS),
    ("a gap in a temple", set_item("temples", EMPTY, 0, 1), TEMPLES),
    ("no such cube in a temple", set_item("temples", 7, 0, 1), TEMPLES),
    ("the caravan nowhere", set_field("caravan", 9), PLACE),
    ("the caravan before the first", set_field("caravan", -1), PLACE),
    ("a plant card twice", set_item("plant_card", 1, 0), PLACE),
    ("no such plant card", set_item("plant_card", -1, 0), PLACE),
    ("a plant card on edge", set_item("plant_face", 2, 0), PLACE),
    ("no legal answer", set_field("legal", 0), QUESTION),
    ("a question of another kind than its task's", set_field("asked", questions.DIG), QUESTION),
    ("a question that a task without one asks", set_field("task", agenda.INCOME), QUESTION),
    ("a question that no task asks", set_field("task", questions.NOTHING), QUESTION),
    ("round 31", set_field("round_no", 31), ROUND),
    ("round -1", set_field("round_no", -1), ROUND),
    ("no such first player", set_field("first", 4), ROUND),
    ("nobody's turn", set_field("turn", -1), ROUND),
    ("no such first player, and it is their turn", set_first_and_turn, ROUND),
    ("a stranger has passed", set_field("passed", 1 << 4), ROUND),
    ("a marker on the track", set_player("track", 3), OFF),
    ("the Noble", set_field("noble_used", 1), OFF),
]


def test_the_table_is_sound_before_anything_is_changed() -> None:
    assert Game(sound()).status() == []


@pytest.mark.parametrize(("change", "fault"), [case[1:] for case in CHANGES], ids=[case[0] for case in CHANGES])
def test_a_table_out_of_order_is_named(change: Change, fault: str) -> None:
    s = sound()
    change(s)
    assert fault in Game(s).status()
    assert fault in FAULT_TEXTS


def test_a_pile_that_holds_less_than_nothing() -> None:
    for name, value in (("talents", 31), ("camels", 15)):
        s = sound()
        setattr(s.seats[0], name, value)
        assert PILES not in Game(s).status()
        s.limited_supply = 1
        assert PILES in Game(s).status()
    s = sound()
    s.limited_supply, s.seats[0].goods[4] = 1, 8
    assert PILES in Game(s).status()


def test_goods_kept_beyond_the_limit() -> None:
    s = table(todo="deal", W="bd").state
    assert Game(s).status() == []
    s.seats[0].goods[0] = 2
    assert Game(s).status() == [GOODS]
    s.seats[0].court[CARAVANEER] = 9
    assert LEVEL in Game(s).status()


def test_a_group_too_many() -> None:
    s = table(2).state
    s.groups[2] = s.groups[0]
    assert Game(s).status() == [CRAFTS]


def test_a_full_row_that_was_not_emptied() -> None:
    s = sound()
    s.rows[1] = [0, 1, 2, 3, 0]
    assert ROWS in Game(s).status()


def test_tiles_on_the_starred_squares_of_two_players() -> None:
    s = table(2).state
    assert Game(s).status() == []
    s.tile[2] = TILE_NAMES.index("1:3+2talents")
    assert Game(s).status() == [TILES]
    s = table(2, canals="b1-c1:W").state
    s.seats[0].gardens = 1 << 2
    assert Game(s).status() == [GARDENS]


def test_every_fault_of_the_base_game_is_shown_here() -> None:
    palace = {text for text in FAULT_TEXTS if "Palace" in text or "Noble" in text}
    assert {case[2] for case in CHANGES} | {PILES, GOODS} == (set(FAULT_TEXTS) - palace) | {OFF}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_sound_at_every_move(players: int) -> None:
    game = Game.new(players=players, seed=31, limited_supply=players == 3, palace=players == 2)
    for _ in random_moves(game, seed=31):
        assert game.status() == []
    assert game.status() == []
