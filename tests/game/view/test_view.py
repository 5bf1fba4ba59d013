"""`view()`: the table as plain data that agrees with the state it shows."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from amyitis.box.tables import COURT_COUNT, CUBES, GARDENER
from amyitis.game import Game
from tests.layout import ROUND_END, play, random_moves, seat, section, table

GAMES = [(2, False, False), (3, True, False), (4, False, True)]


@pytest.mark.parametrize(("players", "limited", "palace"), GAMES)
def test_it_is_json_and_agrees_with_the_table(players: int, limited: bool, palace: bool) -> None:
    game = Game.new(players=players, seed=6, limited_supply=limited, palace=palace, colours="RBWK")
    for _ in random_moves(game, seed=6):
        view = game.view()
        assert json.loads(json.dumps(view)) == view
        check_players(game, view)
        check_boards(game, view)
        assert ("supply" in view, "palace" in view) == (limited, palace)
    over = game.view()
    assert (over["question"], over["phase"], over["winners"]) == (None, "over", game.winners)
    assert over["last_round"]


def check_players(game: Game, view: Mapping[str, Any]) -> None:
    assert view["players"] == game.players
    assert [one["seat"] for one in view["seats"]] == game.seats
    assert view["scores"] == game.scores
    assert view["question"]["seat"] == game.seat
    assert view["question"]["kind"] == game.question
    for one in view["seats"]:
        me = seat(game, one["seat"])
        assert (one["prestige"], one["talents"], one["camels"]) == (me.prestige, me.talents, me.camels)
        assert (one["banker"], one["caravaneer"], one["palace"]) == (me.banker, me.caravaneer, me.palace)
        assert (one["gardeners"], one["cubes"], one["goods_held"]) == (me.gardeners, me.cubes, len(me.goods))
        assert list(one["goods"].values()) == [me.goods.count(letter) for letter in "bdspw"]
        assert one["passed"] == (one["seat"] in section(game, "passed"))
        assert len(one["tiles"]) == section(game, "tiles").count(f"{one['seat']}@")


def check_boards(game: Game, view: Mapping[str, Any]) -> None:
    letters = game.seats
    on_board = [cube for row in view["fields"].values() for cube in (space["cube"] for space in row)]
    on_board += [cube for temple in view["temples"].values() for cube in temple]
    on_board += [cube for side in view["garden"]["sides"].values() for cube in side["cubes"]]
    for one in view["seats"]:
        assert on_board.count(one["seat"]) + one["cubes"] == CUBES
    assert set(on_board) <= {*letters, "N", None}
    planted = [square for square in view["garden"]["squares"].values() if square["planted_by"]]
    tiles = [square for square in view["garden"]["squares"].values() if square["tile"]]
    assert view["garden"]["tiles_left"] == len(tiles) - len(planted)
    gardeners = sum(one["gardeners"] for one in view["seats"])
    assert view["court"]["gardener"] + gardeners == COURT_COUNT[game.players][GARDENER][1]
    assert view["caravan"] == section(game, "caravan")
    assert [one["spaces"] == 0 for one in view["cities"]] == [one["city"] == view["caravan"] for one in view["cities"]]
    for move in game.legal_moves:
        if move.startswith("go:"):
            city = next(one for one in view["cities"] if f"go:{one['city']}" == move)
            assert 1 <= city["camels"] <= seat(game, game.seat).camels
    if game.question == "dig":
        open_ = {f"dig:{side}" for side, one in view["garden"]["sides"].items() if one["open"]}
        assert open_ == set(game.legal_moves)


def test_what_a_start_looks_like() -> None:
    view = table(3, W="t0 c2 bbw B1 C1").view()
    assert set(view["switches"].values()) == {False}
    assert view["rules_version"] == 1
    assert (view["round"], view["phase"], view["first_player"], view["turn"]) == (1, "actions", "W", "W")
    assert view["question"] == {"seat": "W", "kind": "action", "task": "turn"}
    white = view["seats"][0]
    assert (white["goods_limit"], white["caravan_bonus"], white["income"]) == (2, 2, 1)
    assert (white["favour"], white["tiles_to_next_favour"]) == (0, 4)
    assert [group["price"] for group in view["crafts"]] == [0, 0, 0]
    eshnunna = view["cities"][1]
    assert (eshnunna["kind"], eshnunna["asks"], eshnunna["camels"]) == ("plant", "salt", 1)
    under = {"face": "2p", "quality": 2, "extra": "palm"}
    assert eshnunna["plant"] == {"card": "1", "face": "1", "quality": 1, "extra": None, "under": under}
    under = {"face": "2s", "quality": 2, "extra": "salt"}
    assert view["cities"][7]["plant"] == {"card": "K", "face": "2b", "quality": 2, "extra": "barley", "under": under}
    assert view["cities"][7]["camels"] is None
    assert view["cities"][4]["offers"] == ["banker", "caravaneer"]
    assert view["court"]["caravaneer_goods"] == ["palm"]
    assert view["fields"]["top"][0] == {"good": "salt", "cube": None}
    assert view["temples"]["ishtar"] == [None] * 4
    assert view["garden"]["squares"]["d4"]["quality_needed"] == 3


def test_prices_of_groups_and_what_is_left_of_them() -> None:
    groups = table(3, crafts="FTE,M,-").view()["crafts"]
    assert [group["price"] for group in groups] == [0, 2, None]


def test_favour_and_the_tiles_that_are_missing_for_the_next() -> None:
    three = table(canals="a1-b1:K b1-b2:K", planted="a1:W b1:W b2:W", K="0").view()["seats"][0]
    assert (three["favour"], three["tiles_to_next_favour"]) == (5, 2)
    five = table(canals="a1-b1:K b1-b2:K b1-c1:K a1-a2:K", planted="a1:W b1:W b2:W c1:W a2:W").view()["seats"][0]
    assert (five["favour"], five["tiles_to_next_favour"]) == (10, None)


def test_phases() -> None:
    game = table(2, todo="deal")
    assert game.view()["phase"] == "deal"
    play(game, "deal:FTE/FTM peasant/1")
    assert game.view()["phase"] == "actions"
    assert table(2, todo=ROUND_END).view()["phase"] == "round end"
    assert table(2, todo="end,limit", W="bds").view()["phase"] == "round end"
    assert table(2, todo="over").view()["phase"] == "over"
