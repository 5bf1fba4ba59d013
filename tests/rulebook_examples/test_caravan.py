"""The rulebook's worked examples of the caravan: how far it goes, Uruk with both outcomes, and Mari."""

import pytest

from tests.layout import moves, play, seat, section, table


@pytest.mark.clause("7.1", "7.2")
def test_caravan_of_1_to_3_spaces() -> None:
    """One camel and a Caravaneer of level 1: red reaches the next three spaces."""
    game = table(turn="R", caravan="Eshnunna", R="c1 C1 bdp", canals="a1-b1:W")
    assert moves(game, "go:") == {"go:Susa", "go:Ur", "go:Uruk"}
    for city in ("Susa", "Ur", "Uruk"):
        again = table(turn="R", caravan="Eshnunna", R="c1 C1 bdp", canals="a1-b1:W")
        play(again, f"go:{city}")
        assert seat(again, "R").camels == 0
        assert section(again, "caravan") == city


@pytest.mark.clause("7.5", "9.1", "9.3")
def test_uruk_red_takes_the_caravaneer_and_its_palm() -> None:
    """Red pays dates and may have Banker 1 or Caravaneer 2; the Caravaneer brings the palm that lies on it."""
    game = table(3, colours="WKR", turn="R", caravan="Ur", R="c1 C1 d", lying="p")
    play(game, "go:Uruk")
    assert seat(game, "R").goods == "", "the dates are paid without a question: red has no wine"
    assert moves(game) == {"banker", "caravaneer"}
    play(game, "caravaneer")
    assert seat(game, "R").caravaneer == 2
    assert seat(game, "R").goods == "p"
    assert section(game, "lying") == "-"


@pytest.mark.clause("7.5", "9.2")
def test_uruk_with_the_banker_exhausted_forces_the_caravaneer_and_closes_the_banker_for_ever() -> None:
    """No Banker 1 is left: red has to take the Caravaneer, and from then on no Court city has a Banker for red."""
    game = table(3, colours="WKR", turn="R", caravan="Ur", W="B1", K="B1", R="c3 C1 bdds", lying="p")
    play(game, "go:Uruk")
    assert seat(game, "R").caravaneer == 2
    assert seat(game, "R").goods == "bdsp", "the dates were paid and the palm came, with nothing left to choose"
    assert seat(game, "R").banker == 0
    assert game.seat == "W"
    play(game, "pass pass")
    assert game.seat == "R"
    assert moves(game, "go:") & {"go:Uruk", "go:Susa"} == set(), "neither a Banker nor a Caravaneer is left for red"
    play(game, "go:Palmyra")
    assert seat(game, "R").palace == 1, "Palmyra offers Palace or Banker: only the Palace was open"


@pytest.mark.clause("7.6")
def test_mari_paying_barley_and_palm_and_turning_the_card() -> None:
    """Mari's card shows quality 2 and palm: white pays barley and palm, plants, and the card is turned over."""
    game = table(caravan="Uruk", plants="2:1,3:1,1:2p,K:2b", W="c1 bdp", canals="a1-b1:K")
    play(game, "go:Mari plant:a1")
    assert seat(game, "W").goods == "d"
    assert section(game, "tiles").split(",")[0] == "W@1:4"
    assert section(game, "plants") == "2:1,3:1,1:1,K:2b"
