"""The end of the game (11)."""

import pytest

from amyitis.game import Game
from tests.layout import (
    DEALS,
    ROUND_END,
    TILES,
    events,
    full_garden,
    left_with,
    pass_round,
    play,
    seat,
    section,
    table,
)

ALL = list(TILES)


@pytest.mark.clause("11.1")
@pytest.mark.parametrize(("players", "tiles"), [(2, 3), (3, 4), (4, 4)])
def test_so_few_tiles_make_the_round_the_last(players: int, tiles: int) -> None:
    for left, over in ((tiles + 1, False), (tiles, True), (tiles - 1, True), (0, True)):
        game = left_with(players, left)
        assert game.view()["garden"]["tiles_left"] == left
        assert game.view()["last_round"] is over
        pass_round(game)
        assert game.is_over is over
        assert game.question == ("over" if over else "deal")


@pytest.mark.clause("11.1")
def test_the_last_round_is_played_to_its_end_phase_iii_included() -> None:
    game = left_with(4, 5, W="bdssp C2 c9", K="b", R="c1 p")
    play(game, "go:Eshnunna plant:a1")
    assert game.view()["garden"]["tiles_left"] == 4
    assert game.seat == "K"
    play(game, "pass pass merchant/2 merchant/3")
    assert game.question == "action"
    play(game, "pass pass")
    assert game.question == "temple"
    happened = play(game, "marduk")
    assert events(happened, "prestige")[0] == ("10.4", "R", 2, None)
    assert game.is_over
    assert events(happened, "first player") == [("10.7", "K", 1, None)]
    assert events(happened, "game over") == [("11.1", None, 1, None)]
    assert list(game.legal_moves) == []
    refusal = game.why_not("pass")
    assert refusal is not None
    assert refusal.clause == "11.1"


@pytest.mark.clause("11.2")
@pytest.mark.parametrize(
    ("players", "favours"),
    [
        (2, [0, 0, 0, 0, 0, 5, 5, 10, 10, 10, 10]),
        (3, [0, 0, 0, 0, 5, 5, 10, 10, 10, 10, 10, 10, 10]),
        (4, [0, 0, 0, 5, 5, 10, 10, 10, 10, 10, 10, 10, 10]),
    ],
)
def test_amyitis_favour_by_tiles_owned(players: int, favours: list[int]) -> None:
    in_use = [square for square in ALL if players > 2 or square not in ("c1", "d1", "d2")]
    total = len(favours) - 1
    for owned, favour in enumerate(favours):
        squares = [f"{square}:{'W' if place < owned else 'K'}" for place, square in enumerate(in_use[:total])]
        game = table(players, canals=full_garden(), planted=" ".join(squares), W="20", K="20")
        pass_round(game)
        assert game.is_over
        scored = [one for one in events(game.events, "prestige") if one[0] == "11.2"]
        other = favours[total - owned]
        expected = [("11.2", letter, amount, None) for letter, amount in (("W", favour), ("K", other)) if amount]
        assert scored == expected


@pytest.mark.clause("11.3")
def test_one_prestige_for_each_good_left_and_nothing_else() -> None:
    game = left_with(4, 4, owner="R", W="20 t30 c14 C2 bbww", K="20 d", B="20 G3 P3 B2", R="20")
    pass_round(game)
    assert game.is_over
    assert [seat(game, letter).prestige for letter in "WKBR"] == [24, 21, 20, 20 + 10]
    assert [one for one in events(game.events, "prestige") if one[0] == "11.3"] == [
        ("11.3", "W", 4, None), ("11.3", "K", 1, None),
    ]  # fmt: skip


@pytest.mark.clause("11.3", "10.6")
def test_goods_are_discarded_before_they_are_counted() -> None:
    game = left_with(3, 4, W="bdsp")
    pass_round(game)
    assert game.is_over
    assert seat(game, "W").goods == "sp"
    assert [one[2] for one in events(game.events, "prestige") if one[0] == "11.3"] == [2]


@pytest.mark.clause("11.4")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ((30, 20, 10), ["W"]),
        ((10, 20, 30), ["B"]),
        ((30, 30, 10), ["W", "K"]),
        ((10, 30, 30), ["K", "B"]),
        ((30, 10, 30), ["W", "B"]),
        ((0, 0, 0), ["W", "K", "B"]),
    ],
)
def test_most_prestige_wins_and_the_tied_share(scores: tuple[int, int, int], winners: list[str]) -> None:
    white, black, blue = scores
    game = table(3, todo="over", W=f"{white} t0", K=f"{black} t9 c9 bd", B=f"{blue} t1")
    assert game.is_over
    assert game.winners == winners
    assert game.scores == {"W": white, "K": black, "B": blue}


@pytest.mark.clause("11.4")
def test_nobody_has_won_while_the_game_is_running() -> None:
    assert table(3, W="30").winners == []


@pytest.mark.clause("11.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_thirty_rounds_the_game_ends(players: int) -> None:
    game = Game.new(players=players, seed=1)
    for number in range(1, 31):
        assert (game.round, game.is_over) == (number, False)
        pass_round(game)
    assert (game.round, game.is_over) == (30, True)
    assert game.view()["garden"]["tiles_left"] > 4
    assert game.winners != []


@pytest.mark.clause("11.5", "11.2", "11.3")
def test_the_end_after_thirty_rounds_is_scored_as_usual() -> None:
    for number, over in ((29, False), (30, True)):
        game = table(4, round_no=number, todo=ROUND_END, canals=full_garden(), planted="a1:K b1:K c1:K", W="bd")
        play(game, "marduk")
        assert game.is_over is over
        scored = {one[0] for one in events(game.events, "prestige")}
        assert ({"11.2", "11.3"} <= scored) is over


@pytest.mark.clause("11.1")
def test_a_new_round_begins_while_there_are_tiles() -> None:
    game = left_with(2, 4)
    pass_round(game)
    play(game, DEALS[2])
    assert (game.round, section(game, "turn")) == (2, "K")
