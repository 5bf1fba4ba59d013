"""Players, seats and turn order (1)."""

import pytest

from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.rules.state import CHANCE
from tests.layout import play, seat, section, table, wander


@pytest.mark.clause("1.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_sit_clockwise(players: int) -> None:
    game = Game.new(players=players, seed=3)
    assert game.players == players
    assert game.seats == list("WKBR")[:players]


@pytest.mark.clause("1.1")
@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_no_other_number_of_players(players: int) -> None:
    with pytest.raises(Malformed, match=r"2 to 4 players, not for -?\d \(rule 1\.1\)"):
        Game.new(players=players, seed=3)


@pytest.mark.clause("1.1", "5.1")
@pytest.mark.parametrize("first", "WKBR")
def test_a_round_starts_with_the_first_player_and_goes_clockwise(first: str) -> None:
    game = table(first=first, todo="deal", round_no=4)
    play(game, "deal:FMM/TMM/FTE/FTE")
    order = ""
    for move in ("merchant/1", "merchant/1", "merchant/2", "merchant/2", "pass", "pass", "pass", "pass"):
        order += game.seat
        play(game, move)
    place = "WKBR".index(first)
    assert order == ("WKBR" * 3)[place : place + 8]


@pytest.mark.clause("1.2")
def test_the_colours_are_white_black_blue_and_red_and_a_table_may_choose() -> None:
    assert [one["colour"] for one in Game.new(players=4, seed=1).view()["seats"]] == ["white", "black", "blue", "red"]
    chosen = Game.new(players=2, seed=1, colours="RB")
    assert [one["colour"] for one in chosen.view()["seats"]] == ["red", "blue"]


@pytest.mark.clause("1.2")
@pytest.mark.parametrize("colours", ["WN", "WW", "W", "wk", "WX"])
def test_nobody_plays_grey_and_no_two_the_same_colour(colours: str) -> None:
    with pytest.raises(Malformed, match=r"2 players need 2 different letters of WKBR"):
        Game.new(players=2, seed=1, colours=colours)


@pytest.mark.clause("1.2")
def test_a_grey_cube_that_leaves_a_temple_comes_home_to_nobody() -> None:
    game = table(ishtar="NNNN")
    cubes = [seat(game, letter).cubes for letter in "WKBR"]
    play(game, "priest/1 ishtar")
    assert section(game, "ishtar") == "WNNN"
    assert [seat(game, letter).cubes for letter in "WKBR"] == [cubes[0] - 1, *cubes[1:]]


@pytest.mark.clause("1.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_position_tells_everything_and_only_the_deal_is_left_to_chance(players: int) -> None:
    """Somebody who knows the position and the moves, deals included, knows every later position."""
    game = Game.new(players=players, seed=11)
    wander(game, seed=11)
    told = Game.from_position(game.start)
    for ply in game.plies:
        assert (told.seat == "$") == (told.question == "deal") == ply.is_deal
        assert (told.state.seat == CHANCE) == ply.is_deal
        told = Game.from_position(told.position)
        told.push(ply.token)
    assert told == game
