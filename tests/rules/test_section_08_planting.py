"""What a planting brings: the tile, the irrigation bonus, the grey cubes, and in which order (8.6 to 8.9)."""

import pytest

from amyitis.box.tables import DATES, TILE_GOOD, TILE_NAMES
from amyitis.game import Game
from amyitis.rules.board import court
from tests.layout import all_planted, canals, events, full_garden, moves, play, seat, section, table

EVERYWHERE = full_garden(double="BR")


def garden(tile: str, white: str = "", square: str = "", **others: str) -> tuple[Game, str]:
    """White is about to plant a tile with a plant of quality 1, every side of the garden being full; where it lies."""
    square = square or {"1": "a1", "2": "b2", "3": "c3"}[tile[0]]
    need = int(tile[0]) - 1
    game = table(canals=EVERYWHERE, tiles={square: tile}, W=f"10 t0 c1 s G{need} {white}", **others)  # type: ignore[arg-type]
    play(game, "go:Eshnunna")
    return game, f"plant:{square}"


@pytest.mark.clause("8.6")
@pytest.mark.parametrize(
    ("tile", "prestige", "talents", "camels", "gardeners"),
    [
        ("1:4", 4, 0, 0, 0),
        ("1:3+camel", 3, 0, 1, 0),
        ("1:2+2camels", 2, 0, 2, 0),
        ("1:3+2talents", 3, 2, 0, 0),
        ("1:2+gardener", 2, 0, 0, 1),
        ("2:6", 6, 0, 0, 0),
        ("2:4+2talents", 4, 2, 0, 0),
        ("2:5+camel", 5, 0, 1, 0),
        ("2:4+gardener", 4, 0, 0, 1),
        ("3:8", 8, 0, 0, 0),
        ("3:6+2camels", 6, 0, 2, 0),
        ("3:5+gardener+2talents", 5, 2, 0, 1),
    ],
)
def test_prestige_camels_talents_and_gardeners(
    tile: str, prestige: int, talents: int, camels: int, gardeners: int
) -> None:
    game, plant = garden(tile)
    happened = play(game, plant)
    me = seat(game, "W")
    assert (me.prestige, me.talents, me.camels, me.gardeners) == (10 + prestige, talents, camels, gardeners)
    assert me.goods == ""
    assert events(happened, "tile") == [("8.6", "W", 1, plant.removeprefix("plant:"))]
    assert game.seat == "K", "there was nothing to choose"
    assert game.view()["seats"][0]["tiles"] == [{"square": plant.removeprefix("plant:"), "tile": tile}]


@pytest.mark.clause("8.6")
def test_the_tile_worth_10() -> None:
    game = table(canals=EVERYWHERE, W="s G2")
    play(game, "go:Eshnunna plant:d4")
    assert seat(game, "W").prestige == 10


@pytest.mark.clause("8.6")
def test_a_tile_that_names_its_good_brings_that_one(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = tuple(DATES if name == "1:3+good" else one for name, one in zip(TILE_NAMES, TILE_GOOD, strict=True))
    monkeypatch.setattr(court, "TILE_GOOD", shown)
    for tile, goods in (("1:3+good", "d"), ("2:5+good", "")):
        game, plant = garden(tile)
        play(game, plant)
        assert (seat(game, "W").goods, game.question == "take") == (goods, not goods)


@pytest.mark.clause("8.6")
@pytest.mark.parametrize("tile", ["1:3+good", "2:5+good"])
@pytest.mark.parametrize("good", "bdspw")
def test_a_good_of_choice_is_any_of_the_five(tile: str, good: str) -> None:
    game, plant = garden(tile)
    play(game, plant)
    assert moves(game) == {"take:b", "take:d", "take:s", "take:p", "take:w"}
    play(game, f"take:{good}")
    assert seat(game, "W").goods == good
    assert seat(game, "W").prestige == 10 + int(tile[2])


@pytest.mark.clause("8.6", "9.4")
@pytest.mark.parametrize("tile", ["1:1+palace", "1:2+palace"])
def test_the_next_palace_card(tile: str) -> None:
    game, plant = garden(tile, "P1")
    play(game, plant)
    assert seat(game, "W").palace == 2
    assert seat(game, "W").prestige == 10 + int(tile[2]) + 3
    assert game.seat == "K"


@pytest.mark.clause("8.6")
@pytest.mark.parametrize("tile", ["1:1+court", "2:4+court", "3:6+court"])
@pytest.mark.parametrize("card", ["banker", "caravaneer", "palace", "gardener"])
def test_a_court_card_of_choice(tile: str, card: str) -> None:
    game, plant = garden(tile)
    play(game, plant)
    assert moves(game) == {"banker", "caravaneer", "palace", "gardener"}
    happened = play(game, card)
    assert events(happened, "court card") == [("8.6", "W", 1, card)]
    me = seat(game, "W")
    levels = {"banker": me.banker, "caravaneer": me.caravaneer, "palace": me.palace, "gardener": me.gardeners}
    assert levels == {**dict.fromkeys(levels, 0), card: 1}
    assert me.prestige == 10 + int(tile[2]) + (2 if card == "palace" else 0)


@pytest.mark.clause("8.6", "9.3")
def test_a_caravaneer_of_level_2_from_a_tile_brings_its_good() -> None:
    game, plant = garden("1:1+court", "C1")
    play(game, f"{plant} caravaneer")
    assert (game.question, moves(game)) == ("take", {"take:b", "take:p"})
    play(game, "take:p")
    assert (seat(game, "W").goods, section(game, "lying")) == ("p", "b")
    assert game.seat == "K"


@pytest.mark.clause("8.6", "12.2")
def test_a_gardener_is_lost_if_none_is_left() -> None:
    game, plant = garden("1:2+gardener", "G0", K="G4")
    happened = play(game, plant)
    assert seat(game, "W").gardeners == 0
    assert events(happened, "bonus lost") == [("8.6", "W", 1, "court card")]
    assert seat(game, "W").prestige == 12


@pytest.mark.clause("8.6", "9.2")
def test_a_palace_card_is_lost_if_the_next_one_is_gone() -> None:
    game = table(3, canals=full_garden(), tiles={"a1": "1:1+palace"}, W="s P3", K="P4")
    happened = play(game, "go:Eshnunna plant:a1")
    assert (seat(game, "W").palace, seat(game, "W").prestige) == (3, 1)
    assert events(happened, "bonus lost") == [("8.6", "W", 1, "court card")]
    game = table(3, canals=full_garden(), tiles={"a1": "1:1+palace"}, W="s P6")
    play(game, "go:Eshnunna plant:a1")
    assert (seat(game, "W").palace, seat(game, "W").prestige) == (6, 1)


@pytest.mark.clause("8.6", "9.2")
def test_a_court_card_of_choice_is_lost_if_every_type_is_closed() -> None:
    game = table(3, canals=full_garden(), tiles={"a1": "1:1+court"}, W="s", K="B1 C1 P1 G4", B="B1 C1 P1")
    happened = play(game, "go:Eshnunna plant:a1")
    assert events(happened, "bonus lost") == [("8.6", "W", 1, "court card")]
    assert (game.seat, seat(game, "W").prestige) == ("K", 1)
    one = table(3, canals=full_garden(), tiles={"a1": "1:1+court"}, W="s", K="B1 C1 P1 G3", B="B1 C1 P1")
    play(one, "go:Eshnunna plant:a1")
    assert seat(one, "W").gardeners == 1, "the only card open is taken without a question"


@pytest.mark.clause("8.6")
def test_the_square_keeps_no_tile() -> None:
    game, plant = garden("1:4")
    assert game.view()["garden"]["tiles_left"] == 16
    play(game, plant)
    assert game.view()["garden"]["tiles_left"] == 15
    assert game.view()["garden"]["squares"]["a1"]["planted_by"] == "W"


# The sides of b2: a2-b2 b1-b2 b2-c2 b2-b3, all single; of c3: c2-c3 b3-c3 c3-d3 c3-c4, all double.
@pytest.mark.clause("8.7")
@pytest.mark.parametrize(
    ("cubes", "winner"),
    [
        ("b1-b2:K", "K"),
        ("b1-b2:W", "W"),
        ("b1-b2:K a2-b2:W", None),
        ("b1-b2:K a2-b2:W b2-c2:W", "W"),
        ("b1-b2:K a2-b2:K b2-c2:B b2-b3:B", None),
        ("b1-b2:K a2-b2:W b2-c2:B b2-b3:B", "B"),
        ("b1-b2:R a2-b2:R b2-c2:B b2-b3:W", "R"),
        ("b1-b2:W a2-b2:K b2-c2:B b2-b3:R", None),
    ],
)
def test_most_cubes_around_the_square_score_the_plants_quality(cubes: str, winner: str | None) -> None:
    game = table(caravan="Palmyra", canals=f"a1-b1:R a1-a2:R {cubes}", W="bd")
    happened = play(game, "go:Khorsabad plant:b2")
    assert [one for one in events(happened, "prestige") if one[0] == "8.7"] == (
        [("8.7", winner, 2, None)] if winner else []
    )


@pytest.mark.clause("8.7")
@pytest.mark.parametrize(
    ("cubes", "winner"),
    [
        ("c2-c3:KK c3-d3:W", "K"),
        ("c2-c3:KW c3-d3:W", "W"),
        ("c2-c3:KB c3-d3:W", None),
        ("c2-c3:KB c3-d3:KB", None),
        ("c2-c3:KK c3-d3:WW c3-c4:K", "K"),
    ],
)
def test_both_areas_of_a_double_side_count_and_half_filled_sides_too(cubes: str, winner: str | None) -> None:
    dug = f"c1-d1:R c2-d2:R {cubes}"
    game = table(caravan="Palmyra", canals=dug, W="bd G1")
    happened = play(game, "go:Khorsabad plant:c3")
    assert [one[1] for one in events(happened, "prestige") if one[0] == "8.7"] == ([winner] if winner else [])


@pytest.mark.clause("8.7")
def test_grey_cubes_are_not_counted() -> None:
    """Around b2 lie two grey cubes and one of black's: black scores."""
    planted = "b1:R a2:R"
    dug = "a1-b1:R a1-a2:R b1-b2:K a2-b2:R b2-c2:K c1-c2:R"
    game = table(caravan="Palmyra", canals=dug, planted=planted, W="bd")
    play(game, "go:Khorsabad plant:b2")
    assert seat(game, "K").prestige == 2
    grey = "a1-b1:N a1-a2:N a2-b2:N b1-b2:N b2-c2:K"
    game = table(caravan="Palmyra", canals=grey, planted="a1:R b1:R a2:R b2:R", W="bd")
    play(game, "go:Khorsabad")
    assert game.status() == []
    assert seat(game, "K").prestige == 2, "c2 is the only square left with water: one cube of black's lies there"


@pytest.mark.clause("8.7")
@pytest.mark.parametrize(("city", "goods", "quality"), [("Eshnunna", "s", 1), ("Khorsabad", "bd", 2)])
def test_gardeners_do_not_raise_the_bonus(city: str, goods: str, quality: int) -> None:
    start = {"Eshnunna": "Babylon", "Khorsabad": "Palmyra"}[city]
    game = table(caravan=start, canals="a1-b1:R c1-d1:R c2-d2:R c2-c3:KK", W=f"{goods} G2")
    happened = play(game, f"go:{city} plant:c3")
    assert ("8.7", "K", quality, None) in events(happened, "prestige")


@pytest.mark.clause("8.7", "7.6")
def test_the_bonus_follows_the_side_that_was_up_when_the_plant_was_bought() -> None:
    game = table(canals="a1-b1:K", W="sp", plants="1:2p,2:1,3:1,K:2b")
    play(game, "go:Eshnunna plant:a1")
    assert seat(game, "K").prestige == 2
    game = table(canals="a1-b1:K", W="sp", plants="1:1,2:1,3:1,K:2b")
    play(game, "go:Eshnunna plant:a1")
    assert seat(game, "K").prestige == 1


@pytest.mark.clause("8.8")
def test_every_empty_area_between_two_plants_gets_a_grey_cube() -> None:
    """c3 is planted beside c2, b3, d3 and c4: one side is full, one half full, two are empty."""
    dug = "a3-a4:R a3-b3:R b3-b4:R b4-c4:RR c1-d1:R c2-d2:R d2-d3:RR c2-c3:BB b3-c3:B"
    game = table(caravan="Palmyra", canals=dug, planted="c2:R b3:R d3:R c4:R", W="bd G1")
    happened = play(game, "go:Khorsabad plant:c3")
    after = canals(game)
    assert (after["c2-c3"], after["b3-c3"], after["c3-d3"], after["c3-c4"]) == ("BB", "BN", "NN", "NN")
    assert sorted(one[3] or "" for one in events(happened, "canal")) == ["b3-c3", "c3-c4", "c3-c4", "c3-d3", "c3-d3"]
    assert {(one[0], one[1]) for one in events(happened, "canal")} == {("8.8", "N")}


@pytest.mark.clause("8.8")
def test_no_grey_cube_between_a_plant_and_a_tile() -> None:
    game = table(caravan="Palmyra", canals="a1-b1:K b1-b2:K", planted="b1:K", W="bd")
    play(game, "go:Khorsabad plant:b2")
    assert canals(game) == {"a1-b1": "K", "b1-b2": "K"}


@pytest.mark.clause("8.8")
def test_the_new_plant_waters_nothing_elsewhere() -> None:
    """Two plants that were neighbours before are not looked at again."""
    game = table(caravan="Palmyra", canals="a1-b1:K a1-a2:K a3-a4:K a3-b3:K b1-b2:K", planted="a1:K a2:K a3:K", W="bd")
    play(game, "go:Khorsabad plant:b2")
    assert {side: cubes for side, cubes in canals(game).items() if "N" in cubes} == {"a2-b2": "N"}


@pytest.mark.clause("8.9")
def test_the_order_of_a_planting() -> None:
    """Pay, Gardeners, tile and its bonuses, irrigation bonus, grey cubes, turn the card."""
    dug = "c1-d1:K c2-d2:K c2-c3:KK a3-a4:R a3-b3:R"
    game = table(caravan="Palmyra", canals=dug, tiles={"c3": "3:6+court"}, planted="c2:K b3:K", W="bd G1")
    happened = play(game, "go:Khorsabad plant:c3 palace")
    told = [(event.clause, event.what) for event in happened]
    assert told == [
        ("7.2", "camels"),
        ("7.1", "caravan"),
        ("7.6", "good"),
        ("7.6", "good"),
        ("8.5", "court card"),
        ("8.6", "tile"),
        ("8.6", "prestige"),
        ("8.6", "court card"),
        ("9.4", "prestige"),
        ("8.7", "prestige"),
        ("8.8", "canal"),
        ("8.8", "canal"),
        ("7.6", "plant card turned"),
    ]


@pytest.mark.clause("8.9")
def test_bonus_grey_cubes_and_card_wait_for_the_choices_of_the_tile() -> None:
    game = table(canals="a1-b1:K a2-a3:K c1-d1:K", tiles={"a1": "1:3+good"}, planted="b1:K a2:K", W="s")
    play(game, "go:Eshnunna plant:a1")
    assert game.question == "take"
    assert (seat(game, "W").prestige, seat(game, "K").prestige) == (3, 0)
    assert "a1-a2" not in canals(game)
    assert section(game, "plants").startswith("1:1,")
    happened = play(game, "take:w")
    assert [event.clause for event in happened] == ["8.6", "8.7", "8.8", "7.6"]
    assert seat(game, "K").prestige == 1
    assert canals(game)["a1-a2"] == "N"
    assert section(game, "plants").startswith("1:2p,")


@pytest.mark.clause("8.9", "9.4")
def test_a_planting_can_end_with_the_last_tile_and_all_its_bonuses() -> None:
    game = table(caravan="Palmyra", canals=EVERYWHERE, planted=all_planted("K", but="c4"), W="t0 bd G1")
    play(game, "go:Khorsabad")
    me = seat(game, "W")
    assert (me.prestige, me.talents, me.gardeners) == (5, 2, 1)
