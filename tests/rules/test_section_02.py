"""The set-up (2), over many seeds where chance has a hand in it."""

from collections import Counter
from functools import cache

import pytest

from amyitis.box.tables import SEAT_LETTERS, TILE_NAMES
from amyitis.game import Game, SetupFacts
from amyitis.rules.course.chance import shuffler
from amyitis.rules.course.setup import new_game
from amyitis.rules.state import State
from tests.layout import STARRED, TILES, seat

SEEDS = 800
FLOORS = {
    1: ("a1", "b1", "c1", "d1", "a2", "a3", "a4"),
    2: ("b2", "c2", "d2", "b3", "b4"),
    3: ("c3", "d3", "c4"),
    4: ("d4",),
}


@cache
def setups(players: int) -> list[SetupFacts]:
    """What the set-up of many seeds looks like."""
    found = []
    for seed in range(SEEDS):
        s = State()
        new_game(s, players, shuffler(seed))
        found.append(SetupFacts.of(s))
    return found


def rare(counts: Counter[str], kinds: int) -> bool:
    """Whether something comes much more rarely than if all kinds were alike."""
    return len(counts) < kinds or min(counts.values()) < 0.6 * counts.total() / kinds


@pytest.mark.clause("2.1")
@pytest.mark.parametrize(
    ("players", "bankers", "caravaneers", "palaces"),
    [
        (2, [2, 0, 0], [2, 1], [2, 1, 1, 1, 1, 1]),
        (3, [2, 1, 1], [2, 1], [2, 2, 2, 1, 1, 1]),
        (4, [3, 2, 1], [3, 2], [3, 3, 2, 2, 1, 1]),
    ],
)
def test_court_cards_by_number_of_players(
    players: int, bankers: list[int], caravaneers: list[int], palaces: list[int]
) -> None:
    court = Game.new(players=players, seed=1).view()["court"]
    assert list(court["banker"].values()) == bankers
    assert list(court["caravaneer"].values()) == caravaneers
    assert list(court["palace"].values()) == palaces
    assert court["gardener"] == 4


@pytest.mark.clause("2.1", "4.1")
@pytest.mark.parametrize(("players", "deck"), [(2, "2F3T2E3M"), (3, "4F4T3E3M"), (4, "5F5T4E4M")])
def test_craft_cards_by_number_of_players(players: int, deck: str) -> None:
    """Over many deals each craft comes at most as often as the deck has it, and sometimes just as often."""
    most: Counter[str] = Counter()
    for seed in range(400):
        deal = Game.new(players=players, seed=seed).moves[0]
        for craft in "FTEMC":
            most[craft] = max(most[craft], deal.count(craft))
    assert "".join(f"{most[craft]}{craft}" for craft in "FTEM") == deck
    assert most["C"] == 0


@pytest.mark.clause("2.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_caravan_stands_on_babylon(players: int) -> None:
    assert {Game.new(players=players, seed=seed).view()["caravan"] for seed in range(20)} == {"Babylon"}


@pytest.mark.clause("2.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_khorsabads_card_lies_there_with_either_side_up(players: int) -> None:
    faces = Counter(facts.plants["Khorsabad"][1] for facts in setups(players))
    assert {facts.plants["Khorsabad"][0] for facts in setups(players)} == {"K"}
    assert set(faces) == {"2b", "2s"}
    assert not rare(faces, 2)


@pytest.mark.clause("2.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_other_plant_cards_lie_in_every_order_with_quality_1_up(players: int) -> None:
    cities = ("Eshnunna", "Ur", "Mari")
    orders = Counter("".join(facts.plants[city][0] for city in cities) for facts in setups(players))
    assert set(orders) == {"123", "132", "213", "231", "312", "321"}
    assert not rare(orders, 6)
    assert {facts.plants[city][1] for facts in setups(players) for city in cities} == {"1"}


@pytest.mark.clause("2.4")
@pytest.mark.parametrize(("players", "lying"), [(2, 1), (3, 1), (4, 2)])
def test_a_good_that_is_not_wine_lies_on_each_level_2_caravaneer(players: int, lying: int) -> None:
    drawn = Counter("+".join(sorted(facts.caravaneer_goods)) for facts in setups(players))
    goods = ["barley", "dates", "palm", "salt"]
    pairs = [f"{a}+{b}" for a in goods for b in goods if a < b]
    assert set(drawn) == set(goods if lying == 1 else pairs)
    assert not rare(drawn, len(drawn))


@pytest.mark.clause("2.5")
@pytest.mark.parametrize("players", [3, 4])
def test_tiles_by_floor(players: int) -> None:
    for facts in setups(players):
        assert facts.tiles["d4"] == "3:10"
        for floor, squares in FLOORS.items():
            assert {facts.tiles[square].split(":")[0] for square in squares} == {str(min(floor, 3))}
        assert len(set(facts.tiles.values())) == 16, "no tile of the box is there twice"


@pytest.mark.clause("2.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_tile_can_come_to_every_square_of_its_floor(players: int) -> None:
    for floor in (1, 2, 3):
        kinds = [name for name in TILE_NAMES if name.startswith(f"{floor}:") and name != "3:10"]
        for square in FLOORS[floor]:
            if players > 2 or square not in STARRED:
                assert not rare(Counter(facts.tiles[square] for facts in setups(players)), len(kinds))
        out = Counter(kind for facts in setups(players) for kind in kinds if kind not in facts.tiles.values())
        assert not rare(out, len(kinds)), "every tile but the top one can stay in the box"


@pytest.mark.clause("2.6")
def test_two_players_leave_the_starred_squares_empty() -> None:
    for facts in setups(2):
        assert set(facts.tiles) == set(TILES) - {"c1", "d1", "d2"}
        assert len(facts.tiles) == len(set(facts.tiles.values())) == 13
        qualities = Counter(tile.split(":")[0] for tile in facts.tiles.values())
        assert qualities == {"1": 5, "2": 4, "3": 4}


@pytest.mark.clause("2.7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_each_player_starts_with(players: int) -> None:
    game = Game.new(players=players, seed=5)
    for letter in game.seats:
        me = seat(game, letter)
        assert (me.prestige, me.talents, me.camels, me.goods, me.cubes) == (0, 4, 1, "", 30)
        assert (me.banker, me.caravaneer, me.palace, me.gardeners) == (0, 0, 0, 0)
    assert game.view()["garden"]["tiles_left"] == (13 if players == 2 else 16)


@pytest.mark.clause("2.8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_is_drawn(players: int) -> None:
    drawn = Counter(facts.first_player for facts in setups(players))
    assert set(drawn) == set(SEAT_LETTERS[:players])
    assert not rare(drawn, players)


@pytest.mark.clause("2.8")
@pytest.mark.parametrize("first", "WKB")
def test_the_first_player_may_be_chosen_by_the_table(first: str) -> None:
    facts = SetupFacts.from_json({**setups(3)[0].as_dict(), "first_player": first})
    game = Game.new(players=3, seed=1, setup=facts)
    assert game.view()["first_player"] == game.seat == first
