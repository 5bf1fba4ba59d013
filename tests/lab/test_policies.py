"""Players that decide in many games at once choose as the bots of their names, and playouts end as games do."""

import copy
from typing import Any

import numpy as np
import pytest

from amyitis import Game, play
from amyitis.bots import make_bot
from amyitis.engine.record import to_records
from amyitis.errors import Malformed
from amyitis.lab import policies
from amyitis.lab.batches import Batch
from amyitis.lab.policies import find_policy, win_rate
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


@pytest.mark.parametrize("count", [33, 50, 401])
def test_threads_share_no_network(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[int] = []
    policy = find_policy("net:small", Variant(2), 3)
    monkeypatch.setattr(policies, "engine", lambda _: lambda *given: used.append(id(given[-1])))
    assert policy is not None
    policy.choose(None, np.arange(count))
    assert len(used) == len(set(used)) == min(3, count // 16)


def test_a_network_of_ones_own_is_one() -> None:
    game, small = Game.new(2, seed=1), find_network("small")
    for bot in (small, "net:small"):
        assert game.playouts(4, bot, seed=3, threads=1).scores.tolist() == game.playouts(4, small, 3).scores.tolist()
    small.card = {**small.card, "players": [3]}
    with pytest.raises(NetworkRefused, match="network small cannot play games of 2 players"):
        game.playouts(4, small)


def test_playouts_go_on_from_here(midway: Game) -> None:
    before = midway.position
    for bot in ("random", "greedy"):
        found = midway.playouts(40, bot, seed=9)
        assert len(found) == 40
        assert (found.scores[:, :3] >= list(midway.scores.values())).all()
        assert (found.rounds >= midway.round).all()
        assert found.shares.sum(axis=1) == pytest.approx(np.ones(40))
        assert midway.playouts(40, bot, seed=9, threads=1).table.tolist() == found.table.tolist()
    assert midway.playouts(2, seed=10).table[0].tolist() == midway.playouts(40, seed=9).table[1].tolist()
    assert midway.position == before
    batch = Batch.from_game(midway, 3)
    assert midway.key == batch.states[2].tobytes() == copy.copy(batch).states[2].tobytes()


def test_a_position_after_its_end_is_played_out() -> None:
    game = play(["random", "random"], seed=1)
    assert game.playouts(3).scores[2, :2].tolist() == list(game.scores.values())


def test_a_win_rate_is_that_of_all_seats() -> None:
    found = {
        pair: win_rate(*pair, Variant(2), 4, seed=3, threads=1)
        for pair in (("greedy", "net:small"), ("net:small", "greedy"))
    }
    shares = np.array([game_share(bots, seat, 3 + deal) for deal in range(4) for seat, bots in SEATINGS])
    assert found["net:small", "greedy"] == pytest.approx(shares.mean())
    assert sum(found.values()) == pytest.approx(1)
    with pytest.raises(Malformed, match="'greedy' against 'Steward': greedy, net:NETWORK and networks alone"):
        win_rate("greedy", "Steward", Variant(2), 1)


SEATINGS: list[tuple[int, list[str]]] = [(0, ["net:small", "greedy"]), (1, ["greedy", "net:small"])]


def game_share(bots: list[str], seat: int, seed: int) -> float:
    game = play(bots, seed=seed)
    return (game.seats[seat] in game.winners) / len(game.winners)


def test_other_bots_are_refused() -> None:
    with pytest.raises(Malformed, match="bot 'Steward': playouts are compiled"):
        Game.new(2, seed=1).playouts(3, "Steward")
    anything: Any = object()
    with pytest.raises(Malformed, match="neither the name of a bot nor a Network"):
        Game.new(2, seed=1).playouts(3, anything)
    with pytest.raises(Malformed, match="at least 1 game"):
        Game.new(2, seed=1).playouts(0)
