"""Phase III: procession, temples, goods limit and the First player card (10)."""

import pytest

from amyitis.game import Game
from tests.layout import (
    NO_CUBE_AT_HOME,
    ONE_CUBE_AT_HOME,
    ROUND_END,
    Board,
    events,
    moves,
    pass_round,
    play,
    seat,
    section,
    table,
)

TEMPLES = ("ishtar", "marduk", "tammouz")
AFTER_PROCESSION = ROUND_END.removesuffix(",procession")
AFTER_ISHTAR = AFTER_PROCESSION.removesuffix(",ishtar")
LIMIT = "end,limit"


@pytest.mark.clause("10.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_player_to_the_right_of_the_first_leads_the_procession(players: int) -> None:
    letters = "WKBR"[:players]
    for place, first in enumerate(letters):
        game = table(players, first=first)
        play(game, " ".join(["pass"] * players))
        assert (game.seat, game.question) == (letters[place - 1], "temple")


@pytest.mark.clause("10.1")
def test_who_passed_last_does_not_matter() -> None:
    game = table(3, first="K", turn="B", passed="WK")
    play(game, "merchant/2 pass")
    assert game.seat == "W"


@pytest.mark.clause("10.1", "6.4")
@pytest.mark.parametrize("chosen", TEMPLES)
def test_an_own_cube_to_one_temple_and_grey_ones_to_the_others(chosen: str) -> None:
    game = table(todo=ROUND_END, ishtar="KBWR", marduk="KBWR", tammouz="KBWR")
    red = seat(game, "R").cubes
    assert (game.seat, moves(game)) == ("R", set(TEMPLES))
    happened = play(game, chosen)
    for temple in TEMPLES:
        assert section(game, temple) == ("R" if temple == chosen else "N") + "KBW"
    assert seat(game, "R").cubes == red - 1 + 3, "one goes in, three of red's are pushed out"
    assert events(happened, "cube in temple")[0] == ("10.1", "R", 1, chosen)
    assert {one[1] for one in events(happened, "cube in temple")[1:]} == {"N"}


# White has no cube in Marduk's temple, but eleven on canals: none is at home, and without the last canal one is.
MORE_CANALS = f"{NO_CUBE_AT_HOME['canals']} a2-b2:W b2-c2:W a3-b3:W"
NOT_IN_MARDUK: Board = {**NO_CUBE_AT_HOME, "marduk": "KB", "canals": f"{MORE_CANALS} b2-b3:W"}
ONE_FOR_MARDUK: Board = {**NOT_IN_MARDUK, "canals": MORE_CANALS}


@pytest.mark.clause("10.1")
def test_with_no_cube_at_home_only_the_grey_ones_are_placed() -> None:
    game = table(first="K", todo=ROUND_END, **NOT_IN_MARDUK)
    assert seat(game, "W").cubes == 0
    assert (game.seat, moves(game)) == ("W", set(TEMPLES))
    play(game, "marduk")
    assert (section(game, "ishtar"), section(game, "marduk"), section(game, "tammouz")) == ("NWWW", "KB", "NWWW")
    assert seat(game, "W").cubes == 2
    game = table(first="K", todo=ROUND_END, **ONE_FOR_MARDUK)
    assert seat(game, "W").cubes == 1
    play(game, "marduk")
    assert section(game, "marduk") == "WKB"
    assert seat(game, "W").cubes == 2


def ranked(game: Game) -> tuple[str | None, str | None]:
    """Who is first and second in Marduk's temple, by what they score."""
    happened = play(game, "camel") if game.question == "ishtar" else []
    scored = {one[2]: one[1] for one in events(happened, "prestige")}
    return scored.get(2), scored.get(1)


@pytest.mark.clause("10.2", "10.4")
@pytest.mark.parametrize(
    ("cubes", "first", "second"),
    [
        ("-", None, None),
        ("NNN", None, None),
        ("NKN", "K", None),
        ("KKKK", "K", None),
        ("KB", "B", "K"),
        ("BK", "K", "B"),
        ("KKB", "K", "B"),
        ("KNNB", "B", "K"),
        ("BBK", "B", "K"),
        ("KBBK", "K", "B"),
        ("BKKB", "B", "K"),
        ("KBR", "R", "B"),
        ("RBKK", "K", "B"),
        ("KKBR", "K", "R"),
        ("WKBR", "R", "B"),
        ("WNNK", "K", "W"),
    ],
)
def test_players_are_ranked_by_cubes_then_by_the_cube_furthest_right(
    cubes: str, first: str | None, second: str | None
) -> None:
    assert ranked(table(todo=AFTER_PROCESSION, ishtar="R", marduk=cubes)) == (first, second)


@pytest.mark.clause("10.2")
def test_with_two_players_only_the_first_place_is_rewarded() -> None:
    game = table(2, todo=AFTER_PROCESSION, ishtar="KW", marduk="KWW", tammouz="KW", W="c0 t0", K="c0 t0 b")
    happened = play(game, "camel")
    assert (seat(game, "W").camels, seat(game, "K").talents, seat(game, "K").camels) == (1, 0, 0)
    assert events(happened, "prestige") == [("10.4", "W", 2, None)]
    assert (game.seat, game.question) == ("W", "row")
    play(game, "top")
    assert game.question == "deal", "black, second in Tammouz, exchanges nothing"


@pytest.mark.clause("10.2")
def test_ishtar_then_marduk_then_tammouz() -> None:
    game = table(todo=ROUND_END, ishtar="KB", marduk="BK", tammouz="KB", K="b")
    play(game, "ishtar")
    asked = []
    while game.question != "deal":
        asked.append((game.seat, game.question))
        play(game, {"ishtar": "talent", "row": "top", "swap": "keep"}[game.question])
    assert asked == [("B", "ishtar"), ("B", "row"), ("K", "swap")]
    clauses = [event.clause for event in game.events]
    assert clauses == sorted(clauses, key=lambda one: int(one.split(".")[1]))


@pytest.mark.clause("10.3")
@pytest.mark.parametrize(("taken", "first", "second"), [("camel", (1, 0), (0, 1)), ("talent", (0, 1), (1, 0))])
def test_the_first_in_ishtar_chooses_and_the_second_gets_the_other(
    taken: str, first: tuple[int, int], second: tuple[int, int]
) -> None:
    game = table(todo=AFTER_PROCESSION, ishtar="WKB", W="c0 t0", K="c0 t0", B="c0 t0")
    assert (game.seat, moves(game)) == ("B", {"camel", "talent"})
    happened = play(game, taken)
    assert (seat(game, "B").camels, seat(game, "B").talents) == first
    assert (seat(game, "K").camels, seat(game, "K").talents) == second
    assert (seat(game, "W").camels, seat(game, "W").talents) == (0, 0)
    assert {one.clause for one in happened if one.what in ("camels", "talents")} == {"10.3"}


@pytest.mark.clause("10.3")
def test_alone_in_ishtar_nobody_gets_the_other() -> None:
    game = table(todo=AFTER_PROCESSION, ishtar="NKKN")
    before = [seat(game, letter)[:3] for letter in "WBR"]
    play(game, "talent")
    assert seat(game, "K").talents == 5
    assert [seat(game, letter)[:3] for letter in "WBR"] == before


@pytest.mark.clause("10.4")
def test_marduk_gives_2_and_1() -> None:
    game = table(todo=AFTER_PROCESSION, ishtar="R", marduk="WKB", W="5", K="5", B="5")
    play(game, "camel")
    assert [seat(game, letter).prestige for letter in "WKBR"] == [5, 6, 7, 0]


@pytest.mark.clause("10.5", "6.2", "6.3")
def test_the_first_in_tammouz_works_a_field_and_a_full_row_is_scored() -> None:
    game = table(todo=AFTER_PROCESSION, ishtar="R", tammouz="K", bottom="BBWB")
    play(game, "camel")
    assert (game.seat, moves(game)) == ("K", {"top", "bottom"})
    happened = play(game, "bottom")
    assert seat(game, "K").goods == "w"
    assert seat(game, "B").gardeners == 1
    assert section(game, "bottom") == "-"
    assert events(happened, "good") == [("10.5", "K", 1, "wine")]
    assert events(happened, "court card") == [("6.3", "B", 1, "gardener")]


@pytest.mark.clause("10.5")
def test_the_field_work_is_skipped_with_no_cube_at_home_but_not_the_exchange() -> None:
    board: Board = {**NO_CUBE_AT_HOME, "tammouz": "KWWW", "canals": NO_CUBE_AT_HOME["canals"] + " a2-b2:W"}
    game = table(todo=AFTER_ISHTAR.replace(",marduk", ",marduk,ishtar"), K="b", **board)
    assert seat(game, "W").cubes == 0
    assert game.seat == "W"
    play(game, "camel")
    assert (game.seat, game.question) == ("K", "swap")
    assert seat(game, "W").goods == ""


@pytest.mark.clause("10.5")
def test_one_cube_at_home_is_enough_for_the_field_work() -> None:
    game = table(todo=AFTER_PROCESSION, **ONE_CUBE_AT_HOME)
    play(game, "camel")
    assert (game.seat, game.question) == ("W", "row")
    play(game, "top")
    assert seat(game, "W").goods == "w"


@pytest.mark.clause("10.5")
@pytest.mark.parametrize(
    ("goods", "swaps"),
    [
        ("b", {"bd", "bs", "bp"}),
        ("w", {"wb", "wd", "ws", "wp"}),
        ("bbp", {"bd", "bs", "bp", "pb", "pd", "ps"}),
        ("", None),
    ],
)
def test_the_second_in_tammouz_may_exchange_any_good_but_not_for_wine_or_for_its_like(
    goods: str, swaps: set[str] | None
) -> None:
    game = table(todo=AFTER_PROCESSION, ishtar="R", tammouz="BK", B=f"C2 {goods}")
    play(game, "camel top")
    if swaps is None:
        assert game.question == "deal", "nothing to exchange: nobody is asked"
        return
    assert (game.seat, moves(game)) == ("B", {"keep", *(f"swap:{one}" for one in swaps)})
    give, get = tuple(min(swaps))
    happened = play(game, f"swap:{give}{get}")
    assert seat(game, "B").goods == "".join(sorted(goods.replace(give, "", 1) + get, key="bdspw".index))
    assert [(one[0], one[2]) for one in events(happened, "good")] == [("10.5", -1), ("10.5", 1)]
    game.undo()
    play(game, "keep")
    assert seat(game, "B").goods == goods


@pytest.mark.clause("10.5")
def test_alone_in_tammouz_there_is_no_second() -> None:
    game = table(todo=AFTER_PROCESSION, ishtar="R", tammouz="KNKN", W="b", K="b")
    play(game, "camel top")
    assert game.question == "deal"


@pytest.mark.clause("10.6")
@pytest.mark.parametrize(("level", "keep"), [(0, 2), (1, 2), (2, 4)])
def test_how_many_goods_may_be_kept(level: int, keep: int) -> None:
    exactly = table(todo=ROUND_END, W=f"C{level} {'bdsp'[:keep]}")
    play(exactly, "ishtar camel")
    assert exactly.question == "deal"
    assert len(seat(exactly, "W").goods) == keep
    more = table(todo=LIMIT, W=f"C{level} {'bdspw'[: keep + 1]}")
    assert (more.seat, moves(more)) == ("W", {f"drop:{one}" for one in "bdspw"[: keep + 1]})
    happened = play(more, "drop:d")
    assert seat(more, "W").goods == "bdspw"[: keep + 1].replace("d", "")
    assert events(happened, "good") == [("10.6", "W", -1, "dates")]
    assert more.question == "deal"


@pytest.mark.clause("10.6")
def test_in_turn_order_one_good_at_a_time() -> None:
    game = table(first="B", todo=LIMIT, W="bdspw", K="bds", B="bdw", R="b")
    asked = ""
    while game.question == "drop":
        asked += game.seat
        game.push(game.legal_moves[0])
    assert asked == "BWWWK"
    assert [seat(game, letter).goods for letter in "WKBR"] == ["pw", "ds", "dw", "b"]


@pytest.mark.clause("10.6")
def test_goods_that_are_all_alike_go_without_a_question() -> None:
    game = table(todo=LIMIT, W="wwwww", K="bds")
    assert (game.seat, moves(game)) == ("W", {"drop:w"}), "a table laid out by hand asks even that"
    game = table(todo=ROUND_END, W="wwwww")
    play(game, "ishtar camel")
    assert (game.question, seat(game, "W").goods) == ("deal", "ww")


@pytest.mark.clause("10.6")
def test_camels_and_talents_are_not_limited() -> None:
    game = table(todo=ROUND_END, W="t20 c20")
    play(game, "marduk")
    assert (seat(game, "W").talents, seat(game, "W").camels) == (20, 20)
    assert game.question == "deal"


@pytest.mark.clause("10.7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_card_goes_to_the_left_in_every_round(players: int) -> None:
    game = Game.new(players=players, seed=2)
    start = game.seats.index(game.seat)
    for number in range(1, 10):
        assert (game.round, game.seat) == (number, game.seats[(start + number - 1) % players])
        assert game.view()["first_player"] == game.seat
        pass_round(game)
    firsts = [event.seat for event in game.events if event.what == "first player"]
    assert firsts == [game.seats[(start + number) % players] for number in range(1, 10)]
    assert {event.clause for event in game.events if event.what == "first player"} == {"10.7"}


@pytest.mark.clause("10.1", "10.2")
def test_cubes_in_temples_and_fields_stay_from_round_to_round() -> None:
    game = table(todo=ROUND_END, passed="WKBR", ishtar="KB", top="WK", canals="a1-b1:W")
    play(game, "marduk camel")
    assert (section(game, "ishtar"), section(game, "marduk"), section(game, "tammouz")) == ("NKB", "R", "N")
    assert (section(game, "top"), section(game, "canals")) == ("WK", "a1-b1:W")
    assert (section(game, "passed"), section(game, "crafts")) == ("-", "-,-,-,-"), "cards and Pass cubes are taken up"
    assert (section(game, "first"), section(game, "turn")) == ("K", "K")
