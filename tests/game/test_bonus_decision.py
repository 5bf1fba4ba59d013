"""A Palace bonus is chosen in the middle of a game: that moment saves, loads, undoes and replays like any other."""

from random import Random

import pytest

from amyitis.game import Game


def at_a_bonus(players: int, seed: int) -> Game:
    """A random game at the first choice of a bonus."""
    game, chance = Game.new(players, seed, palace=True), Random(seed)
    while game.question != "bonus":
        game.push(chance.choice(game.legal_moves))
    return game


@pytest.mark.clause("13.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_bonus_decision_saves_loads_undoes_and_replays(players: int) -> None:
    game = at_a_bonus(players, 40 + players)
    assert game.view()["phase"] == "palace"
    before = game.position
    assert Game.from_position(before) == game
    for move in game.legal_moves:
        game.push(move)
        after = game.position
        loaded = Game.from_position(before)
        loaded.push(move)
        if loaded.question == "deal" and game.question != "deal":
            loaded.push(game.moves[-1])  # the game dealt by itself
        assert loaded.position == after
        replayed = Game.from_record(game.record())
        assert replayed == game
        assert replayed.record() == game.record()
        assert game.undo() == move
        assert game.position == before
    halfway = Game.from_record(game.record())
    assert halfway.position == before
    assert list(halfway.legal_moves) == list(game.legal_moves)
