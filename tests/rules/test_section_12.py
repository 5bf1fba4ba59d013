"""What can run out and what cannot (12)."""

import pytest

from amyitis.game import Game
from tests.layout import (
    DEALS,
    ROUND_END,
    events,
    full_garden,
    moves,
    play,
    random_moves,
    seat,
    section,
    table,
)

AFTER_PROCESSION = ROUND_END.removesuffix(",procession")
LIMITED = "limited"


@pytest.mark.clause("12.1")
def test_talents_camels_and_goods_do_not_run_out() -> None:
    game = table(W="t40 c20", B="b", caravan="Ninoua")
    play(game, "merchant/2")
    assert seat(game, "W").camels == 21
    game = table(todo="deal", W="t40 B3")
    play(game, DEALS[4])
    assert seat(game, "W").talents == 42
    game = table(W="ssssssss", K="ssssssss")
    play(game, "peasant/1 top")
    assert seat(game, "W").goods == "s" * 9


@pytest.mark.clause("12.1")
@pytest.mark.parametrize(("held", "gets"), [(12, 1), (13, 0)])
def test_a_merchant_may_be_recruited_for_an_empty_pile_and_brings_nothing(held: int, gets: int) -> None:
    """There are fourteen camels."""
    game = table(rules=LIMITED, W="t4 c0", K=f"c{held}", B="c1", R="c0")
    assert "merchant/2" in game.legal_moves
    play(game, "merchant/2")
    assert seat(game, "W").camels == gets
    assert section(game, "crafts").split(",")[1] == "FT", "the card is turned all the same"


@pytest.mark.clause("12.1")
def test_a_peasant_works_for_an_empty_pile_and_takes_nothing() -> None:
    """There are seven tokens of each good; one salt lies on a Caravaneer, six are in hands."""
    game = table(rules=LIMITED, lying="bs", K="ssssss")
    happened = play(game, "peasant/1 top")
    assert seat(game, "W").goods == ""
    assert section(game, "top") == "W"
    assert events(happened, "good") == []
    again = table(rules=LIMITED, lying="bp", K="ssssss")
    play(again, "peasant/1 top")
    assert seat(again, "W").goods == "s", "the seventh salt does not lie on a Caravaneer here"


@pytest.mark.clause("12.1", "9.3")
def test_the_goods_on_level_2_caravaneers_are_had_even_if_the_pile_is_empty() -> None:
    game = table(rules=LIMITED, caravan="Ur", lying="bs", W="C1 d", K="ssssss")
    play(game, "go:Uruk caravaneer take:s")
    assert seat(game, "W").goods == "s"
    assert game.view()["supply"]["goods"]["salt"] == 0


@pytest.mark.clause("12.1")
def test_income_is_paid_in_turn_order_as_far_as_it_goes() -> None:
    """Thirty talents, four of them in the pile: blue, the first player, and red get theirs, white one of two."""
    game = table(rules=LIMITED, first="B", todo="deal", W="t5 B2", K="t11", B="t5 B3", R="t5 B1")
    play(game, DEALS[4])
    assert [seat(game, letter).talents for letter in "WKBR"] == [6, 11, 7, 6]
    assert seat(game, "B").prestige == 2, "prestige does not run out"


@pytest.mark.clause("12.1", "5.3")
def test_who_has_passed_takes_nothing_from_an_empty_pile() -> None:
    game = table(3, rules=LIMITED, turn="K", passed="W", W="t10", K="t10", B="t10")
    play(game, "merchant/2 pass")
    assert [seat(game, letter).talents for letter in "WKB"] == [10, 10, 10]
    assert game.seat == "K"


@pytest.mark.clause("12.1", "6.1")
def test_talents_that_are_paid_come_back_to_the_pile() -> None:
    game = table(3, rules=LIMITED, turn="K", passed="W", W="t10", K="t10", B="t10", crafts="FTE,M,FEM")
    play(game, "merchant/2")
    assert [seat(game, letter).talents for letter in "WKB"] == [10, 8, 10]
    play(game, "pass")
    assert seat(game, "W").talents == 11


@pytest.mark.clause("12.1", "8.6")
def test_the_bonuses_of_a_tile_are_cut_to_what_is_left() -> None:
    """White pays a camel on the way, so there is at least one camel in the pile."""
    for black, camels in ((11, 2), (12, 2), (13, 1)):
        game = table(rules=LIMITED, canals=full_garden(double="BR"), tiles={"a1": "1:2+2camels"}, W="c1 s",
                     K=f"c{black}", B="c0", R="c0")  # fmt: skip
        play(game, "go:Eshnunna plant:a1")
        assert seat(game, "W").camels == camels
    for black, talents in ((27, 2), (28, 2), (29, 1), (30, 0)):
        game = table(rules=LIMITED, canals=full_garden(double="BR"), tiles={"a1": "1:3+2talents"}, W="t0 s",
                     K=f"t{black}", B="t0", R="t0")  # fmt: skip
        play(game, "go:Eshnunna plant:a1")
        assert seat(game, "W").talents == talents


@pytest.mark.clause("12.1", "8.6")
def test_a_good_of_choice_names_a_pile_that_is_not_empty() -> None:
    game = table(rules=LIMITED, canals=full_garden(double="BR"), tiles={"a1": "1:3+good"}, W="s",
                 K="bbbbbbb", B="wwwwwww", R="pppppp", lying="dp")  # fmt: skip
    play(game, "go:Eshnunna plant:a1")
    assert moves(game) == {"take:d", "take:s"}
    refusal = game.why_not("take:w")
    assert refusal is not None
    assert str(refusal) == "rules 12.1: no wine is left in the supply"


@pytest.mark.clause("12.1", "8.6")
def test_a_good_of_choice_is_lost_if_every_pile_is_empty() -> None:
    game = table(rules=LIMITED, caravan="Palmyra", canals=full_garden(double="BR"), tiles={"a1": "1:3+good"}, W="bd",
                 K="bbbbbddddd", B="sssssss", R="ppppppwwwwwww", lying="dp")  # fmt: skip
    play(game, "go:Khorsabad plant:a1")
    assert moves(game) == {"take:b", "take:d"}, "what was paid is in the piles"
    game = table(rules=LIMITED, caravan="Palmyra", canals=full_garden(double="BR"), tiles={"a1": "1:3+good"}, W="ww",
                 K="bbbbbbbdddddd", B="sssssss", R="ppppppwwwww", lying="dp")  # fmt: skip
    play(game, "go:Khorsabad plant:a1")
    assert seat(game, "W").goods == "w", "wine alone is left: it comes without a question"
    lost = table(rules=LIMITED, todo="next,flip,grey,irrigation,tile-good,tile-good", caravan="Eshnunna",
                 planting="a1", planted="a1:W", canals="a1-b1:K", K="bbbbbbbdddddd", B="sssssss", R="ppppppwwwwww",
                 lying="dp")  # fmt: skip
    happened = play(lost, "take:w")
    assert events(happened, "bonus lost") == [("8.6", "W", 1, "good")]
    assert lost.seat == "K"


@pytest.mark.clause("12.1", "10.5")
def test_an_exchange_names_a_pile_that_is_not_empty() -> None:
    game = table(rules=LIMITED, todo=AFTER_PROCESSION, ishtar="R", tammouz="BK", B="b", W="dddddd", R="ssssss",
                 lying="dp")  # fmt: skip
    play(game, "camel top")
    assert seat(game, "K").goods == "s"
    assert moves(game) == {"keep", "swap:bp"}
    refusal = game.why_not("swap:bd")
    assert refusal is not None
    assert refusal.clause == "12.1"


@pytest.mark.clause("12.1", "10.3")
@pytest.mark.parametrize("taken", ["camel", "talent"])
def test_ishtar_always_offers_both(taken: str) -> None:
    game = table(rules=LIMITED, todo=AFTER_PROCESSION, ishtar="BK", W="c14 t30", K="c0 t0", B="c0 t0", R="c0 t0")
    assert moves(game) == {"camel", "talent"}
    play(game, taken)
    assert (seat(game, "K").camels, seat(game, "K").talents) == (0, 0)
    assert (seat(game, "B").camels, seat(game, "B").talents) == (0, 0)


@pytest.mark.clause("12.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_piles_never_hold_less_than_nothing(players: int) -> None:
    """In random games nothing is made and nothing is lost: piles and hands together are the box."""
    for seed in range(2):
        game = Game.new(players=players, seed=seed, limited_supply=True)
        for _ in random_moves(game, seed=seed):
            supply, hands = game.view()["supply"], [seat(game, letter) for letter in game.seats]
            assert supply["talents"] == 30 - sum(one.talents for one in hands) >= 0
            assert supply["camels"] == 14 - sum(one.camels for one in hands) >= 0
            lying = section(game, "lying")
            assert list(supply["goods"]) == ["barley", "dates", "salt", "palm", "wine"]
            for left, letter in zip(supply["goods"].values(), "bdspw", strict=True):
                out = sum(one.goods.count(letter) for one in hands) + lying.count(letter)
                assert left == 7 - out >= 0


@pytest.mark.clause("12.2", "6.3")
@pytest.mark.parametrize("rules", ["-", "limited"])
def test_gardeners_are_limited(rules: str) -> None:
    game = table(rules=rules, top="KKKB", W="G2", R="G2")
    play(game, "peasant/1 top")
    assert seat(game, "K").gardeners == 0
    game = table(rules=rules, top="KKKB", W="G2", R="G1")
    play(game, "peasant/1 top")
    assert seat(game, "K").gardeners == 1


@pytest.mark.clause("12.2", "9.2")
@pytest.mark.parametrize("rules", ["-", "limited"])
def test_court_cards_are_limited(rules: str) -> None:
    """With four players there are three Bankers of level 1."""
    game = table(rules=rules, caravan="Mari", W="s P6", K="B1", B="B1", R="B1")
    assert "go:Palmyra" not in game.legal_moves
    assert "go:Palmyra" in table(rules=rules, caravan="Mari", W="s P6", K="B1", B="B1").legal_moves
