"""The caravan and the cities (7)."""

import pytest

from amyitis.game import Game
from tests.layout import (
    NO_CUBE_AT_HOME,
    ONE_CUBE_AT_HOME,
    all_planted,
    canals,
    events,
    full_garden,
    moves,
    play,
    seat,
    section,
    sides,
    squares,
    table,
)

RING = ["Babylon", "Eshnunna", "Susa", "Ur", "Uruk", "Mari", "Palmyra", "Khorsabad", "Ninoua"]


def cities(game: Game) -> set[str]:
    return {move.removeprefix("go:") for move in moves(game, "go:")}


def trader(caravan: str, white: str) -> Game:
    """White can pay in every city and plant, so that only the way there counts."""
    return table(caravan=caravan, canals="a1-b1:K", W=f"bdspw {white}")


@pytest.mark.clause("7.1")
@pytest.mark.parametrize("start", range(9))
def test_clockwise_around_the_ring(start: int) -> None:
    ring = RING[start:] + RING[:start]
    for spaces in range(1, 4):
        assert cities(trader(ring[0], f"c{spaces}")) == set(ring[1 : spaces + 1])
        game = trader(ring[0], f"c{spaces}")
        happened = play(game, f"go:{ring[spaces]}")
        assert section(game, "caravan") == ring[spaces]
        assert events(happened, "caravan") == [("7.1", "W", spaces, ring[spaces])]
    assert cities(trader(ring[0], "c0")) == set()


@pytest.mark.clause("7.1")
@pytest.mark.parametrize("white", ["c8", "c9", "c14", "c6 C1", "c4 C2", "c14 C2"])
def test_at_most_8_spaces_so_never_back_to_where_it_stood(white: str) -> None:
    game = trader("Ur", white)
    assert cities(game) == set(RING) - {"Ur"}
    refusal = game.why_not("go:Ur")
    assert refusal is not None
    assert refusal.clause == "7.1"


@pytest.mark.clause("7.2")
@pytest.mark.parametrize(
    ("level", "costs"),
    [(0, [1, 2, 3, 4, 5, 6, 7, 8]), (1, [1, 1, 1, 2, 3, 4, 5, 6]), (2, [1, 1, 1, 1, 1, 2, 3, 4])],
)
def test_what_each_distance_costs(level: int, costs: list[int]) -> None:
    ring = RING[4:] + RING[:4]
    for spaces, camels in enumerate(costs, 1):
        game = trader(ring[0], f"c9 C{level}")
        happened = play(game, f"go:{ring[spaces]}")
        assert seat(game, "W").camels == 9 - camels
        assert events(happened, "camels") == [("7.2", "W", -camels, None)]
        assert ring[spaces] in cities(trader(ring[0], f"c{camels} C{level}"))
        assert ring[spaces] not in cities(trader(ring[0], f"c{camels - 1} C{level}"))


@pytest.mark.clause("7.2")
@pytest.mark.parametrize("level", [0, 1, 2])
def test_no_caravaneer_goes_without_a_camel(level: int) -> None:
    assert cities(trader("Ur", f"c0 C{level}")) == set()


@pytest.mark.clause("7.3")
@pytest.mark.parametrize(
    ("city", "goods"),
    [("Babylon", "b"), ("Babylon", "w"), ("Eshnunna", "s"), ("Susa", "b"), ("Ur", "p"), ("Uruk", "d"), ("Mari", "b"),
     ("Palmyra", "s"), ("Khorsabad", "bd"), ("Ninoua", "p")],
)  # fmt: skip
def test_a_city_is_open_to_who_can_pay_and_to_nobody_else(city: str, goods: str) -> None:
    start = RING[RING.index(city) - 1]
    wrong = "".join(letter for letter in "bdsp" if letter not in goods)
    assert cities(table(caravan=start, canals="a1-b1:K", W=goods)) == {city}
    without = table(caravan=start, canals="a1-b1:K", W=wrong if city != "Babylon" else "")
    assert cities(without) == set()
    refusal = without.why_not(f"go:{city}")
    assert refusal is not None
    assert refusal.clause == "7.3"


@pytest.mark.clause("7.3", "9.2")
def test_a_court_city_with_no_card_for_the_player_is_closed() -> None:
    game = table(3, caravan="Ur", W="d B0 C0", K="B1 C1", B="B1 C1")
    assert cities(game) == set()
    refusal = game.why_not("go:Uruk")
    assert refusal is not None
    assert "Banker 1 or Caravaneer 1" in refusal.missing
    assert cities(table(3, caravan="Ur", W="d", K="B1 C1", B="B1 C0")) == {"Uruk"}


@pytest.mark.clause("7.3", "8.5")
@pytest.mark.parametrize(
    ("dug", "white", "planted", "open_"),
    [
        ("", "s", "", False),
        ("a1-b1:K", "s", "", True),
        ("a1-b1:K", "s", "a1:K b1:K", False),
        ("a1-b1:K b1-b2:K", "s", "a1:K b1:K", False),
        ("a1-b1:K b1-b2:K", "s G1", "a1:K b1:K", True),
    ],
)
def test_a_plant_city_is_open_only_where_the_plant_can_be_planted(
    dug: str, white: str, planted: str, open_: bool
) -> None:
    game = table(canals=dug, W=white, planted=planted)
    assert (cities(game) == {"Eshnunna"}) is open_


@pytest.mark.clause("7.4")
@pytest.mark.parametrize(
    ("goods", "sales"),
    [
        ("b", {"b"}),
        ("bb", {"b", "bb"}),
        ("bd", {"b", "d", "bd"}),
        ("bbw", {"b", "w", "bb", "bw"}),
        ("sww", {"s", "w", "sw", "ww"}),
    ],
)
def test_one_or_two_goods_are_sold_in_babylon(goods: str, sales: set[str]) -> None:
    for sale in sales:
        game = table(caravan="Ninoua", W=f"10 {goods}")
        happened = play(game, "go:Babylon")
        if len(sales) > 1:
            assert moves(game) == {f"sell:{one}" for one in sales}
            happened += play(game, f"sell:{sale}")
        left = goods
        for letter in sale:
            left = left.replace(letter, "", 1)
        assert seat(game, "W").goods == left
        assert seat(game, "W").prestige == 10 + 3 * len(sale)
        assert events(happened, "prestige") == [("7.4", "W", 3 * len(sale), None)]
        assert game.question == "dig", "the irrigation is mandatory"
        assert "pass" not in game.legal_moves
        happened = play(game, "dig:a1-b1")
        assert (canals(game), seat(game, "W").cubes) == ({"a1-b1": "W"}, 29)
        assert seat(game, "W").prestige == 10 + 3 * len(sale), "nothing for the canal"
        assert events(happened, "canal") == [("7.4", "W", 1, "a1-b1")]
        assert game.seat == "K"


@pytest.mark.clause("7.4", "8.3")
def test_the_irrigation_of_a_sale_follows_the_water() -> None:
    game = table(caravan="Ninoua", W="b", canals="a1-b1:K b1-b2:B")
    play(game, "go:Babylon")
    assert sides(game) == {"a1-a2", "a2-a3", "a3-a4", "b1-c1", "c1-d1", "a2-b2", "b2-c2", "c1-c2"}


@pytest.mark.clause("7.4")
def test_a_sale_stands_without_an_area_or_without_a_cube() -> None:
    game = table(caravan="Ninoua", W="b", canals=full_garden(double="BR"))
    play(game, "go:Babylon")
    assert (seat(game, "W").prestige, seat(game, "W").cubes, game.seat) == (3, 30, "K")
    game = table(caravan="Ninoua", W="b", **NO_CUBE_AT_HOME)
    before = canals(game)
    play(game, "go:Babylon")
    assert (seat(game, "W").prestige, seat(game, "W").cubes, game.seat) == (3, 0, "K")
    assert canals(game) == before
    game = table(caravan="Ninoua", W="b", **ONE_CUBE_AT_HOME)
    play(game, "go:Babylon")
    assert game.question == "dig", "one cube is enough"
    play(game, "dig:b1-b2")
    assert (canals(game)["b1-b2"], seat(game, "W").cubes) == ("W", 0)


@pytest.mark.clause("7.5")
@pytest.mark.parametrize(
    ("city", "good", "offer"),
    [("Susa", "b", {"banker", "caravaneer"}), ("Uruk", "d", {"banker", "caravaneer"}),
     ("Palmyra", "s", {"banker", "palace"}), ("Ninoua", "p", {"caravaneer", "palace"})],
)  # fmt: skip
def test_a_court_city_takes_its_good_and_gives_the_next_card_of_one_of_two_types(
    city: str, good: str, offer: set[str]
) -> None:
    for card in offer:
        game = table(caravan=RING[RING.index(city) - 1], W=good)
        happened = play(game, f"go:{city}")
        assert events(happened, "good") == [
            ("7.5", "W", -1, {"b": "barley", "d": "dates", "s": "salt", "p": "palm"}[good])
        ]
        assert moves(game) == offer
        happened = play(game, card)
        assert events(happened, "court card") == [("7.5", "W", 1, card)]
        me = seat(game, "W")
        assert {"banker": me.banker, "caravaneer": me.caravaneer, "palace": me.palace}[card] == 1
        assert me.banker + me.caravaneer + me.palace == 1
        assert me.goods == ""
        assert game.seat == "K"


@pytest.mark.clause("7.5")
def test_the_payment_is_asked_before_the_card() -> None:
    game = table(caravan="Ur", W="dw")
    play(game, "go:Uruk")
    assert (game.question, moves(game)) == ("pay", {"pay:d", "pay:w"})
    play(game, "pay:w")
    assert (game.question, seat(game, "W").goods) == ("court", "d")


@pytest.mark.clause("7.6")
@pytest.mark.parametrize(
    ("city", "plants", "goods", "turned"),
    [
        ("Eshnunna", "1:1,2:1,3:1,K:2b", "s", "1:2p,2:1,3:1,K:2b"),
        ("Eshnunna", "1:2p,2:1,3:1,K:2b", "sp", "1:1,2:1,3:1,K:2b"),
        ("Ur", "1:1,2:1,3:1,K:2b", "p", "1:1,2:2s,3:1,K:2b"),
        ("Ur", "1:1,2:2s,3:1,K:2b", "sp", "1:1,2:1,3:1,K:2b"),
        ("Mari", "1:1,2:1,3:1,K:2b", "b", "1:1,2:1,3:2d,K:2b"),
        ("Mari", "1:1,2:1,3:2d,K:2b", "bd", "1:1,2:1,3:1,K:2b"),
        ("Khorsabad", "1:1,2:1,3:1,K:2b", "bd", "1:1,2:1,3:1,K:2s"),
        ("Khorsabad", "1:1,2:1,3:1,K:2s", "ds", "1:1,2:1,3:1,K:2b"),
    ],
)
def test_a_plant_city_takes_its_good_and_the_one_on_the_card_and_the_card_is_turned(
    city: str, plants: str, goods: str, turned: str
) -> None:
    start = RING[RING.index(city) - 1]
    for missing in goods:
        short = table(caravan=start, plants=plants, canals="a1-b1:K", W=goods.replace(missing, ""))
        assert f"go:{city}" not in short.legal_moves
    game = table(caravan=start, plants=plants, canals="a1-b1:K", W=goods)
    happened = play(game, f"go:{city}")
    assert seat(game, "W").goods == ""
    assert [event[0] for event in events(happened, "good")] == ["7.6"] * len(goods)
    assert squares(game) == {"a1", "b1"}
    assert section(game, "plants") == plants, "the card is turned after the planting"
    happened = play(game, "plant:a1")
    assert section(game, "plants") == turned
    assert events(happened, "plant card turned") == [("7.6", None, 1, city)]


@pytest.mark.clause("7.6", "8.7")
def test_khorsabads_card_has_quality_2_on_both_sides() -> None:
    for face, goods in (("2b", "bd"), ("2s", "ds")):
        game = table(caravan="Palmyra", plants=f"1:1,2:1,3:1,K:{face}", canals="b1-b2:K a1-b1:K", W=goods)
        play(game, "go:Khorsabad")
        assert "b2" in squares(game)
        play(game, "plant:b2")
        assert seat(game, "K").prestige == 2


@pytest.mark.clause("7.7")
@pytest.mark.parametrize("city", ["Babylon", "Eshnunna", "Susa", "Ur", "Uruk", "Mari", "Palmyra", "Ninoua"])
def test_wine_stands_for_any_good(city: str) -> None:
    game = table(caravan=RING[RING.index(city) - 1], canals="a1-b1:K", W="w")
    play(game, f"go:{city}")
    assert seat(game, "W").goods == ""


@pytest.mark.clause("7.7")
def test_wine_stands_for_either_good_or_for_both() -> None:
    for goods in ("bw", "dw", "ww"):
        game = table(caravan="Palmyra", canals="a1-b1:K", W=goods)
        play(game, "go:Khorsabad")
        assert seat(game, "W").goods == ""
        assert game.question == "plant"
    assert "go:Khorsabad" not in table(caravan="Palmyra", canals="a1-b1:K", W="w").legal_moves


@pytest.mark.clause("7.7")
@pytest.mark.parametrize(
    ("goods", "payments"),
    [("p", None), ("w", None), ("ps", None), ("pp", set()), ("pw", set()), ("ww", set()), ("ppw", {"pay:pp", "pay:pw"}),
     ("pww", {"pay:pw", "pay:ww"}), ("ppww", {"pay:pp", "pay:pw", "pay:ww"})],
)  # fmt: skip
def test_a_good_asked_for_twice_takes_two_tokens(goods: str, payments: set[str] | None) -> None:
    """Ur asks for palm, and so does the upper side of the card there."""
    game = table(caravan="Susa", plants="2:1,1:2p,3:1,K:2b", canals="a1-b1:K", W=goods)
    assert ("go:Ur" in game.legal_moves) is (payments is not None)
    if payments is not None:
        play(game, "go:Ur")
        if payments:
            assert moves(game) == payments
            play(game, min(payments))
        assert len(seat(game, "W").goods) == len(goods) - 2


@pytest.mark.clause("7.7")
def test_wine_is_neither_a_camel_nor_a_talent() -> None:
    game = table(W="t0 c0 dwww", caravan="Ur", crafts="FTE,FT,EM,T")
    assert cities(game) == set()
    assert moves(game) == {"pass", "peasant/1", "priest/1", "engineer/1"}


@pytest.mark.clause("7.8")
@pytest.mark.parametrize(
    ("goods", "payments"),
    [("bp", set()), ("bw", set()), ("pw", set()), ("ww", set()), ("bpw", {"bp", "bw", "pw"}), ("bww", {"bw", "ww"}),
     ("bpww", {"bp", "bw", "pw", "ww"}), ("bbp", set()), ("bpss", set())],
)  # fmt: skip
def test_the_payment_is_asked_only_where_there_is_a_choice(goods: str, payments: set[str]) -> None:
    """Mari asks for barley, its card for palm."""
    game = table(caravan="Uruk", plants="2:1,3:1,1:2p,K:2b", canals="a1-b1:K", W=goods)
    happened = play(game, "go:Mari")
    if payments:
        assert moves(game) == {f"pay:{one}" for one in payments}
        chosen = min(payments, key=lambda one: one.count("w"))
        happened += play(game, f"pay:{chosen}")
        left = goods
        for letter in chosen:
            left = left.replace(letter, "", 1)
        assert seat(game, "W").goods == left
    assert len(events(happened, "good")) == 2
    assert game.question == "plant"


@pytest.mark.clause("7.8")
@pytest.mark.parametrize(("goods", "asked"), [("d", False), ("w", False), ("dd", False), ("dw", True)])
def test_a_single_good_is_paid_without_a_question_unless_wine_could_stand_for_it(goods: str, asked: bool) -> None:
    game = table(caravan="Ur", W=goods)
    play(game, "go:Uruk")
    assert (game.question == "pay") is asked


@pytest.mark.clause("7.3", "11.1")
def test_no_tile_left_closes_every_plant_city() -> None:
    game = table(canals=full_garden(double="BR"), planted=all_planted("K"), W="c9 G2 bdspw")
    assert cities(game) == {"Susa", "Uruk", "Palmyra", "Ninoua"}
