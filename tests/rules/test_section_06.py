"""Recruiting and the four crafts (6)."""

import pytest

from tests.layout import (
    NO_CUBE_AT_HOME,
    ONE_CUBE_AT_HOME,
    Board,
    canals,
    events,
    full_garden,
    moves,
    play,
    seat,
    section,
    sides,
    table,
)

TOP = ["salt", "palm", "barley", "dates", "wine"]
BOTTOM = ["barley", "dates", "salt", "palm", "wine"]


@pytest.mark.clause("6.1")
@pytest.mark.parametrize(("group", "price"), [("FEM", 0), ("EM", 1), ("M", 2)])
def test_a_card_costs_a_talent_for_each_face_down_card_of_its_group(group: str, price: int) -> None:
    game = table(crafts=f"FTE,FT,{group},T", W="t2 c0")
    happened = play(game, "merchant/3")
    assert seat(game, "W").talents == 2 - price
    assert seat(game, "W").camels == 1
    paid = [("6.1", "W", -price, None)] if price else []
    assert events(happened, "talents") == paid
    assert section(game, "crafts") == f"FTE,FT,{group.replace('M', '') or '-'},T", "the card lies face down now"
    if price:
        assert "merchant/3" not in table(crafts=f"FTE,FT,{group},T", W=f"t{price - 1}").legal_moves


@pytest.mark.clause("6.1")
def test_any_face_up_card_of_any_group_and_no_other() -> None:
    game = table(crafts="FTE,TT,-,M")
    assert moves(game) == {"pass", "peasant/1", "priest/1", "engineer/1", "priest/2", "merchant/4"}
    play(game, "priest/2 ishtar")
    assert section(game, "crafts") == "FTE,T,-,M", "of two cards alike one is turned"
    assert "priest/2" in game.legal_moves


@pytest.mark.clause("6.1")
def test_a_card_is_carried_out_at_once() -> None:
    game = table()
    play(game, "peasant/1")
    assert (game.seat, game.question) == ("W", "row")
    play(game, "top")
    assert (game.seat, game.question) == ("K", "action")


@pytest.mark.clause("6.2")
@pytest.mark.parametrize("space", range(5))
@pytest.mark.parametrize("row", ["top", "bottom"])
def test_a_peasant_takes_the_good_of_the_leftmost_empty_space(row: str, space: int) -> None:
    before, other = "KBKB"[:space] or "-", "RK"
    game = table(top=before, bottom=other) if row == "top" else table(top=other, bottom=before)
    play(game, "peasant/1")
    assert moves(game) == {"top", "bottom"}
    happened = play(game, row)
    good = (TOP if row == "top" else BOTTOM)[space]
    assert events(happened, "good") == [("6.2", "W", 1, good)]
    assert events(happened, "cube in row") == [("6.2", "W", space + 1, row)]
    assert seat(game, "W").goods == {"wine": "w"}.get(good, good[0])
    assert seat(game, "W").cubes == (29 if space < 4 else 30), "from a full row the cube comes home"
    if space < 4:
        assert section(game, row) == before.strip("-") + "W"
    assert section(game, "bottom" if row == "top" else "top") == other


@pytest.mark.clause("6.3")
@pytest.mark.parametrize("row", ["top", "bottom"])
@pytest.mark.parametrize(
    ("cubes", "winner"),
    [
        ("KKKB", "K"),
        ("KBWW", "W"),
        ("WWKK", "W"),
        ("KBRR", "R"),
        ("KKBB", None),
        ("KWKB", None),
        ("WKKB", None),
        ("KKKK", "K"),
        ("WWWW", "W"),
        ("BKBR", "B"),
        ("RBKR", "R"),
    ],
)
def test_the_majority_of_a_full_row_takes_a_gardener(row: str, cubes: str, winner: str | None) -> None:
    """White fills the row; on a tie for most nobody takes a Gardener; the cubes go home in any case."""
    game = table(top=cubes) if row == "top" else table(bottom=cubes)
    happened = play(game, f"peasant/1 {row}")
    assert [seat(game, letter).gardeners for letter in "WKBR"] == [int(letter == winner) for letter in "WKBR"]
    assert events(happened, "court card") == ([("6.3", winner, 1, "gardener")] if winner else [])
    assert section(game, row) == "-"
    assert [seat(game, letter).cubes for letter in "WKBR"] == [30] * 4
    assert game.view()["court"]["gardener"] == (3 if winner else 4)


@pytest.mark.clause("6.3", "12.2")
def test_without_a_gardener_in_the_supply_the_row_is_emptied_all_the_same() -> None:
    game = table(bottom="KKKB", W="G1", B="G3")
    play(game, "peasant/1 bottom")
    assert [seat(game, letter).gardeners for letter in "WKBR"] == [1, 0, 3, 0]
    assert section(game, "bottom") == "-"
    assert [seat(game, letter).cubes for letter in "WKBR"] == [30] * 4


@pytest.mark.clause("6.3")
def test_a_row_is_not_scored_before_its_last_space() -> None:
    game = table(top="KKK")
    play(game, "peasant/1 top")
    assert section(game, "top") == "KKKW"
    assert seat(game, "K").gardeners == 0


@pytest.mark.clause("6.4")
@pytest.mark.parametrize("temple", ["ishtar", "marduk", "tammouz"])
@pytest.mark.parametrize(
    ("before", "after", "home"),
    [("-", "W", None), ("KB", "WKB", None), ("KBW", "WKBW", None), ("KBRN", "WKBR", None),
     ("KBNR", "WKBN", "R"), ("RKBW", "WRKB", "W")],
)  # fmt: skip
def test_a_priest_enters_on_the_left_and_a_cube_pushed_off_goes_home(
    temple: str, before: str, after: str, home: str | None
) -> None:
    temples = {"ishtar": "-", "marduk": "-", "tammouz": "-", temple: before}
    game = table(ishtar=temples["ishtar"], marduk=temples["marduk"], tammouz=temples["tammouz"])
    cubes = {letter: seat(game, letter).cubes for letter in "WKBR"}
    play(game, "priest/1")
    assert moves(game) == {"ishtar", "marduk", "tammouz"}
    happened = play(game, temple)
    assert section(game, temple) == after
    assert all(section(game, other) == "-" for other in {"ishtar", "marduk", "tammouz"} - {temple})
    expected = {letter: cubes[letter] - (letter == "W") + (letter == home) for letter in "WKBR"}
    assert {letter: seat(game, letter).cubes for letter in "WKBR"} == expected
    pushed = "N" if before == "KBRN" else home
    assert events(happened, "pushed out of temple") == ([("6.4", pushed, 1, temple)] if pushed else [])


@pytest.mark.clause("6.5")
def test_an_engineer_places_a_cube_and_scores_2() -> None:
    game = table(W="7")
    happened = play(game, "engineer/1")
    assert sides(game) == {"a1-a2", "a2-a3", "a3-a4", "a1-b1", "b1-c1", "c1-d1"}
    happened += play(game, "dig:c1-d1")
    assert (seat(game, "W").prestige, seat(game, "W").cubes) == (9, 29)
    assert canals(game) == {"c1-d1": "W"}
    assert events(happened, "prestige") == [("6.5", "W", 2, None)]
    assert events(happened, "canal") == [("6.5", "W", 1, "c1-d1")]


@pytest.mark.clause("6.5")
def test_with_no_area_on_the_whole_board_an_engineer_still_scores_2() -> None:
    game = table(canals=full_garden(double="BR"))
    happened = play(game, "engineer/1")
    assert seat(game, "W").prestige == 2
    assert seat(game, "W").cubes == 30
    assert events(happened, "canal") == []
    assert game.seat == "K"


@pytest.mark.clause("6.5")
def test_a_single_area_is_taken_without_a_question() -> None:
    game = table(canals=full_garden(but="c1-d1", double="BR"))
    play(game, "engineer/1")
    assert canals(game)["c1-d1"] == "W"
    assert game.seat == "K"


@pytest.mark.clause("6.6")
def test_a_merchant_brings_one_camel() -> None:
    game = table(W="c5")
    happened = play(game, "merchant/2")
    assert seat(game, "W").camels == 6
    assert events(happened, "camels") == [("6.6", "W", 1, None)]


@pytest.mark.clause("6.7")
def test_without_a_cube_at_home_there_is_no_peasant_priest_or_engineer() -> None:
    game = table(**NO_CUBE_AT_HOME)
    assert seat(game, "W").cubes == 0
    assert moves(game) == {"pass", "merchant/2", "merchant/3", "merchant/4"}
    for move in ("peasant/1", "priest/1", "engineer/1"):
        refusal = game.why_not(move)
        assert refusal is not None
        assert refusal.clause == "6.7"


@pytest.mark.clause("6.7")
def test_one_cube_is_enough_for_each() -> None:
    for move in ("peasant/1 top", "priest/1 marduk", "engineer/1 dig:b1-b2"):
        game = table(**ONE_CUBE_AT_HOME)
        assert seat(game, "W").cubes == 1
        play(game, move)


@pytest.mark.clause("6.7", "6.5")
def test_an_engineer_who_has_nothing_to_place_needs_no_cube() -> None:
    rest = full_garden(but=NO_CUBE_AT_HOME["canals"].replace(":W", ""), double="BR")
    board: Board = {**NO_CUBE_AT_HOME, "canals": f"{NO_CUBE_AT_HOME['canals']} {rest}"}
    game = table(**board)
    assert seat(game, "W").cubes == 0
    assert moves(game) == {"pass", "engineer/1", "merchant/2", "engineer/3", "merchant/3", "engineer/4", "merchant/4"}
    play(game, "engineer/1")
    assert seat(game, "W").prestige == 2
