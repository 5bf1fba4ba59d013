"""The rulebook's worked examples of phase III: the procession and the three temples with their ties.

White, blue and red are the first three in turn order, black comes last and leads the procession.
"""

import pytest

from amyitis.game import Game
from tests.layout import ROUND_END, events, play, seat, section, table


def temples() -> Game:
    """The temples as the procession finds them: black's cube and two grey ones will come in on the left."""
    return table(
        colours="WBRK",
        turn="K",
        passed="WBRK",
        todo=ROUND_END,
        ishtar="BRN",
        marduk="WK",
        tammouz="WRKN",
        W="t0 c0",
        K="t0 c0 bd",
        B="t0 c0",
        R="t0 c0 s",
    )


@pytest.mark.clause("10.1")
def test_procession() -> None:
    """Black adds a cube to Marduk's temple, and a grey one to each of the others."""
    game = temples()
    assert (game.seat, game.question) == ("K", "temple")
    cubes = seat(game, "K").cubes
    happened = play(game, "marduk")
    assert (section(game, "ishtar"), section(game, "marduk"), section(game, "tammouz")) == ("NBRN", "KWK", "NWRK")
    assert seat(game, "K").cubes == cubes - 1
    assert events(happened, "cube in temple") == [
        ("10.1", "K", 1, "marduk"), ("10.1", "N", 1, "ishtar"), ("10.1", "N", 1, "tammouz"),
    ]  # fmt: skip


@pytest.mark.clause("10.2", "10.3")
def test_ishtar_red_wins_the_draw_and_takes_a_camel() -> None:
    """Blue and red have one cube each, red's is further right: red takes a camel, blue the talent."""
    game = temples()
    play(game, "marduk")
    assert (game.seat, game.question) == ("R", "ishtar")
    play(game, "camel")
    assert (seat(game, "R").camels, seat(game, "R").talents) == (1, 0)
    assert (seat(game, "B").camels, seat(game, "B").talents) == (0, 1)


@pytest.mark.clause("10.2", "10.4")
def test_marduk_black_scores_2_and_white_1() -> None:
    """Black has two cubes, white one."""
    game = temples()
    happened = play(game, "marduk camel")
    assert events(happened, "prestige") == [("10.4", "K", 2, None), ("10.4", "W", 1, None)]


@pytest.mark.clause("10.2", "10.5")
def test_tammouz_black_works_a_field_red_may_exchange_and_white_gets_nothing() -> None:
    """White, red and black have one cube each, black's is furthest right, then red's."""
    game = temples()
    play(game, "marduk camel")
    assert (game.seat, game.question) == ("K", "row")
    white = seat(game, "W")
    play(game, "top")
    assert seat(game, "K").goods == "bds"
    assert section(game, "top") == "K"
    assert (game.seat, game.question) == ("R", "swap")
    assert set(game.legal_moves) == {"keep", "swap:sb", "swap:sd", "swap:sp"}
    play(game, "swap:sd")
    assert seat(game, "R").goods == "d"
    assert seat(game, "W") == white
