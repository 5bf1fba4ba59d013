"""Phase II: turns and passing (5)."""

import pytest

from amyitis.game import Game
from tests.layout import NO_CUBE_AT_HOME, events, moves, play, random_moves, seat, section, table


def talents(game: Game) -> list[int]:
    return [seat(game, letter).talents for letter in game.seats]


@pytest.mark.clause("5.1")
def test_one_action_each_clockwise_and_round_and_round() -> None:
    game = table(3, first="K", crafts="FTM,FTM,FTM")
    order = ""
    for move in ("merchant/3", "merchant/2", "merchant/1", "priest/2", "pass", "pass"):
        order += game.seat
        play(game, move + (" marduk" if move == "priest/2" else ""))
    assert order == "KBWKBW"
    assert game.seat == "K", "who has passed is left out"


@pytest.mark.clause("5.2")
def test_pass_recruit_or_move_the_caravan() -> None:
    game = table(2, caravan="Uruk", W="c2 s", crafts="FTE,M", plants="1:1,2:1,3:1,K:2b")
    assert moves(game) == {"pass", "peasant/1", "priest/1", "engineer/1", "merchant/2", "go:Palmyra"}


@pytest.mark.clause("5.2", "5.6")
def test_the_choice_of_an_action_is_asked_even_if_passing_is_all_there_is() -> None:
    game = table(2, turn="K", first="K", crafts="-,-", W="t0 c0", K="t0 c0")
    play(game, "pass")
    assert (game.seat, game.question, moves(game)) == ("W", "action", {"pass"})


@pytest.mark.clause("5.3")
def test_who_passes_acts_no_more_and_takes_a_talent_each_time_the_turn_comes_round() -> None:
    game = table(3, W="t0", K="t0", B="t0", crafts="FTM,FTM,FTM")
    play(game, "pass")
    assert (section(game, "passed"), talents(game)) == ("W", [0, 0, 0]), "nothing for the pass itself"
    happened = play(game, "merchant/1 merchant/2")
    assert events(happened, "talents") == [("5.3", "W", 1, None)]
    assert (game.seat, talents(game)) == ("K", [1, 0, 0])
    play(game, "pass merchant/3")
    assert (game.seat, talents(game)) == ("B", [2, 1, 0])


@pytest.mark.clause("5.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_phase_ends_with_the_last_pass_and_nobody_takes_a_talent_for_it(players: int) -> None:
    game = table(players)
    happened = play(game, " ".join(["pass"] * players))
    assert talents(game) == [4] * players
    assert events(happened, "talents") == []
    assert game.question == "temple"


@pytest.mark.clause("5.5")
def test_the_last_one_in_goes_on_and_every_trip_pays_all_who_have_passed() -> None:
    game = table(turn="R", first="R", crafts="FTE,FMM,FMM,TE", W="t0", K="t0", B="t0", R="t9")
    play(game, "merchant/2 pass pass pass")
    assert (game.seat, talents(game)) == ("R", [0, 0, 0, 9])
    for trip in range(1, 4):
        play(game, ("merchant/2", "merchant/3", "merchant/3")[trip - 1])
        assert game.seat == "R"
        assert talents(game)[:3] == [trip] * 3
    play(game, "pass")
    assert talents(game)[:3] == [3, 3, 3]


@pytest.mark.clause("5.6")
def test_passing_needs_no_cube_and_places_none() -> None:
    game = table(**NO_CUBE_AT_HOME)
    assert seat(game, "W").cubes == 0
    assert "pass" in game.legal_moves
    play(game, "pass")
    assert (seat(game, "W").cubes, section(game, "passed")) == (0, "W")
    game = table()
    play(game, "pass")
    assert seat(game, "W").cubes == 30


@pytest.mark.clause("5.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_passing_is_always_among_the_actions(players: int) -> None:
    game = Game.new(players=players, seed=21)
    for _ in random_moves(game, seed=21):
        assert ("pass" in game.legal_moves) == (game.question == "action")
