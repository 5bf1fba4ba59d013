"""Players that decide in many games at once choose as the bots of their names, and playouts end as games do."""

import numpy as np
import pytest

from amyitis import Game, play
from amyitis.bots import make_bot
from amyitis.engine.record import to_records
from amyitis.errors import Malformed
from amyitis.lab.batches import Batch
from amyitis.lab.policies import find_policy, playouts
from amyitis.lab.variants import Variant
from amyitis.nets.cards import NetworkRefused
from amyitis.nets.network import find_network


@pytest.fixture(scope="module")
def midway() -> Game:
    game = play(["random", "random", "random"], seed=4, palace=True)
    while game.round > 4 or game.is_over:
        game.undo()
    return game


@pytest.mark.parametrize("name", ["greedy", "net:small"])
def test_it_chooses_as_the_bot(name: str, midway: Game) -> None:
    plies = [ply for ply in midway.plies if not ply.is_deal][::6]
    policy, bot = find_policy(name, Variant.of(midway.state), 2), make_bot(name)
    assert policy is not None
    chosen = policy.choose(to_records([ply.before for ply in plies]), np.arange(len(plies)))
    assert chosen.tolist() == [bot.choose(Game(ply.before)) for ply in plies]


def test_a_network_of_ones_own_is_one() -> None:
    game, small = Game.new(2, seed=1), find_network("small")
    for bot in (small, "net:small"):
        assert playouts(game, 4, bot, seed=3, threads=1).scores.tolist() == playouts(game, 4, small, 3).scores.tolist()
    small.card = {**small.card, "players": [3]}
    with pytest.raises(NetworkRefused, match="network small cannot play games of 2 players"):
        playouts(game, 4, small)


def test_playouts_go_on_from_here(midway: Game) -> None:
    before = midway.position
    for bot in ("random", "greedy"):
        found = playouts(midway, 40, bot, seed=9)
        assert len(found) == 40
        assert (found.scores[:, :3] >= list(midway.scores.values())).all()
        assert (found.rounds >= midway.round).all()
        assert found.shares.sum(axis=1) == pytest.approx(np.ones(40))
        assert playouts(midway, 40, bot, seed=9, threads=1).table.tolist() == found.table.tolist()
    assert playouts(midway, 2, seed=10).table[0].tolist() == playouts(midway, 40, seed=9).table[1].tolist()
    assert midway.position == before
    assert midway.key == Batch.from_game(midway, 3).states[2].tobytes()


def test_a_position_after_its_end_is_played_out() -> None:
    game = play(["random", "random"], seed=1)
    assert playouts(game, 3).scores[2, :2].tolist() == list(game.scores.values())


def test_other_bots_are_refused() -> None:
    with pytest.raises(Malformed, match="bot 'Steward': playouts are compiled"):
        playouts(Game.new(2, seed=1), 3, "Steward")
    with pytest.raises(Malformed, match="at least 1 game"):
        playouts(Game.new(2, seed=1), 0)
