"""The rulebook's worked examples of phases I and II: crafts, income, passing, recruiting and the four crafts."""

import pytest

from amyitis.game import Game
from tests.layout import canals, events, moves, play, seat, section, sides, table


@pytest.mark.clause("4.1")
def test_crafts_with_three_players() -> None:
    """Three players: three groups of three cards, all face up."""
    game = Game.new(players=3, seed=1)
    groups = game.view()["crafts"]
    assert len(groups) == 3
    assert [len(group) for group in section(game, "crafts").split(",")] == [3, 3, 3]
    assert [group["price"] for group in groups] == [0, 0, 0]


@pytest.mark.clause("4.2")
def test_income_of_a_level_3_banker() -> None:
    """The Banker of level 3 pays 2 talents and 2 prestige."""
    game = table(3, W="5 t1 B3", todo="deal", round_no=3)
    happened = play(game, "deal:FTE/FTM/FEM")
    assert (seat(game, "W").talents, seat(game, "W").prestige) == (3, 7)
    assert events(happened, "talents") == [("4.2", "W", 2, None)]
    assert events(happened, "prestige") == [("4.2", "W", 2, None)]


@pytest.mark.clause("5.3", "5.4")
def test_pass() -> None:
    """White and black have passed, blue recruits, red and blue pass: a talent for white and for black, none for red."""
    game = table(turn="B", passed="WK", W="t0", K="t0", B="t0", R="t0")
    play(game, "merchant/2")
    assert (game.seat, seat(game, "W").talents, seat(game, "K").talents) == ("R", 0, 0)
    play(game, "pass")
    assert section(game, "passed") == "WKR"
    assert [seat(game, letter).talents for letter in "WKBR"] == [1, 1, 0, 0]
    assert game.seat == "B"
    play(game, "pass")
    assert game.question == "temple", "the phase has ended: next comes the procession"
    assert [seat(game, letter).talents for letter in "WKBR"] == [1, 1, 0, 0]


@pytest.mark.clause("6.1")
def test_recruit_cost() -> None:
    """The last card of a group costs 2 talents, the second 1."""
    crafts = "FTE,T,FM,TEM"
    game = table(crafts=crafts, W="t2")
    play(game, "priest/2 ishtar")
    assert seat(game, "W").talents == 0
    game = table(crafts=crafts, W="t2")
    play(game, "peasant/3 top")
    assert seat(game, "W").talents == 1
    assert "priest/2" not in table(crafts=crafts, W="t1").legal_moves


@pytest.mark.clause("6.2", "6.3")
def test_peasant_filling_the_bottom_row() -> None:
    """Blue fills the bottom row and takes wine, red has most cubes there and takes a Gardener, the row is emptied."""
    game = table(turn="B", top="WK", bottom="RRWR")
    before = {letter: seat(game, letter).cubes for letter in "WKBR"}
    play(game, "peasant/1 bottom")
    assert seat(game, "B").goods == "w"
    assert [seat(game, letter).gardeners for letter in "WKBR"] == [0, 0, 0, 1]
    assert (section(game, "top"), section(game, "bottom")) == ("WK", "-")
    home = {letter: seat(game, letter).cubes - before[letter] for letter in "WKBR"}
    assert home == {"W": 1, "K": 0, "B": 0, "R": 3}


@pytest.mark.clause("6.2")
def test_peasant_had_blue_chosen_the_top_row() -> None:
    """The third space of the top row: barley, and the row is not emptied."""
    game = table(turn="B", top="WK", bottom="RRWR")
    play(game, "peasant/1 top")
    assert seat(game, "B").goods == "b"
    assert (section(game, "top"), section(game, "bottom")) == ("WKB", "RRWR")
    assert seat(game, "R").gardeners == 0


@pytest.mark.clause("6.4")
def test_priest_expelling_red() -> None:
    """Black enters a full temple of Ishtar; all move right, and red's cube on the last space goes home."""
    game = table(turn="K", ishtar="WBKR")
    black, red = seat(game, "K").cubes, seat(game, "R").cubes
    happened = play(game, "priest/1 ishtar")
    assert section(game, "ishtar") == "KWBK"
    assert (seat(game, "K").cubes, seat(game, "R").cubes) == (black - 1, red + 1)
    assert events(happened, "pushed out of temple") == [("6.4", "R", 1, "ishtar")]


@pytest.mark.clause("6.5", "8.3")
def test_engineers_available_areas() -> None:
    """An area is available beside the river or at the end of an unbroken chain, whoever dug it; others are not."""
    game = table(canals="a1-b1:K b1-b2:B", W="3")
    play(game, "engineer/1")
    directly = {"a1-a2", "a2-a3", "a3-a4", "b1-c1", "c1-d1"}
    by_a_chain = {"a2-b2", "b2-c2", "c1-c2"}
    unreachable = {"b2-b3", "c2-c3", "d1-d2", "c3-c4", "d3-d4"}
    assert sides(game) == directly | by_a_chain
    assert not sides(game) & unreachable
    refusal = game.why_not("dig:c3-c4")
    assert refusal is not None
    assert refusal.clause == "8.3"
    play(game, "dig:b2-c2")
    assert canals(game)["b2-c2"] == "W"
    assert seat(game, "W").prestige == 5


@pytest.mark.clause("6.6")
def test_merchant() -> None:
    """Red recruits a merchant and takes a camel."""
    game = table(turn="R", R="c0")
    assert "merchant/2" in moves(game, "merchant")
    play(game, "merchant/2")
    assert seat(game, "R").camels == 1
