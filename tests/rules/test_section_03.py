"""The phases of a round (3)."""

from itertools import groupby

import pytest

from amyitis.game import Game
from amyitis.game.view import phase
from tests.layout import pass_round, random_moves, wander


def phases(game: Game) -> list[str]:
    """The phases as they follow each other."""
    return [name for name, _ in groupby(phase(ply.before) for ply in game.plies)]


@pytest.mark.clause("3.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_deal_actions_and_end_follow_each_other_in_every_round(players: int) -> None:
    game = Game.new(players=players, seed=8)
    wander(game, seed=8)
    assert phases(game) == ["deal", "actions", "round end"] * game.round
    assert game.view()["phase"] == "over"


@pytest.mark.clause("3.1")
def test_income_comes_before_the_first_action_and_temples_before_the_first_player_card() -> None:
    game = Game.new(players=3, seed=8)
    wander(game, seed=8)
    sections = {"4": 1, "5": 2, "6": 2, "7": 2, "8": 2, "9": 2, "10": 3}
    # 6.3 and 6.4 also follow from the procession and from Tammouz' temple.
    shared = ("6.3", "6.4")
    order = [sections[e.clause.split(".")[0]] for e in game.events if e.clause[:3] != "11." and e.clause not in shared]
    assert [part for part, _ in groupby(order)] == [1, 2, 3] * game.round


@pytest.mark.clause("3.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_palace_phase_comes_after_the_deal_and_the_income_from_round_2_on(players: int) -> None:
    game = Game.new(players=players, seed=8, palace=True)
    game.push("noble")
    pass_round(game)
    assert (game.round, game.question, game.view()["phase"]) == (2, "bonus", "palace")
    while game.question == "bonus":
        game.push(game.legal_moves[0])
    assert (game.round, game.question, game.seat) == (2, "action", game.view()["first_player"])
    assert phases(game) == ["deal", "actions", "round end", "deal", "palace"]


@pytest.mark.clause("3.2")
def test_without_the_expansion_there_is_no_palace_phase() -> None:
    game = Game.new(players=3, seed=8)
    for _ in random_moves(game, seed=1):
        assert game.question != "bonus"
