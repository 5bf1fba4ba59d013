"""Bots that search: what they request, and that deciding needs neither NumPy nor a compiler."""

import json
import subprocess
import sys
from dataclasses import asdict

import pytest

from amyitis.bots import make_bot
from amyitis.bots.levels import ALL_LEVELS, simulations
from amyitis.bots.native_search import NativeSearch
from amyitis.bots.searching import SearchingBot, SearchRequest
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.nets.cards import NetworkRefused
from amyitis.search.evaluation import MoveEvaluation

WIDE_SEED = 5 << 40  # one that no number of 32 bits holds
ALONE = """
import sys
for name in ("numpy", "numba", "llvmlite"):
    sys.modules[name] = None
from amyitis.bots import make_bot
from amyitis.game import Game

game = Game.new(2, seed=3)
print(*(make_bot(name, 1).request(game).kind for name in ("Steward", "greedy")), make_bot("random", 1).choose(game))
"""


def request_of(bot: str, game: Game, seed: int = 1) -> SearchRequest:
    made = make_bot(bot, seed)
    assert isinstance(made, SearchingBot)
    return made.request(game)


def test_they_play_without_numpy_and_without_a_compiler() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"net look {make_bot('random', 1).choose(Game.new(2, seed=3))}\n"


def test_a_request_is_plain_data_with_the_seed_in_two_numbers() -> None:
    request = request_of("Nebuchadnezzar", Game.new(3, seed=1), (7 << 32) + 5)
    plain = request.as_dict()
    assert (plain["bot"], plain["seed"], plain["kind"]) == ("Nebuchadnezzar", (5, 7), "net")
    most = simulations(ALL_LEVELS[-1].setting.best)
    assert (plain["simulations"], plain["most"], plain["milliseconds"]) == (most, most, 1500)
    assert plain["state"]["seats"][2]["prestige"] == 0


@pytest.mark.parametrize(
    ("bot", "kind", "simulations"),
    [("Architect", "hand", 37), ("Water carrier", "look", 0), ("greedy", "look", None)],
)
def test_levels_search_by_hand_where_no_network_knows_the_game(bot: str, kind: str, simulations: int | None) -> None:
    request = request_of(bot, Game.new(2, seed=1, limited_supply=True))
    assert (request.kind, request.simulations) == (kind, simulations)


def test_a_network_that_does_not_know_the_game_is_refused() -> None:
    with pytest.raises(NetworkRefused, match="network small cannot play games of 2 players, with limited supply"):
        request_of("netsearch:N=8", Game.new(2, seed=1, limited_supply=True))


@pytest.mark.parametrize("bot", ["Gardener", "search:0", "netsearch", "level:skill=9", "random:1"])
def test_a_bot_that_is_none_is_refused_by_name(bot: str) -> None:
    with pytest.raises(Malformed, match=bot.partition(":")[0]):
        make_bot(bot)


class PlainData:
    """Runs requests as a page does: what goes out and what comes back is JSON."""

    def __init__(self) -> None:
        self._native = NativeSearch()

    def run(self, request: SearchRequest) -> list[MoveEvaluation]:
        plain = json.loads(json.dumps(request.as_dict()))
        low, high = plain.pop("seed")
        del plain["state"]
        moves = self._native.run(SearchRequest(**plain, seed=(high << 32) + low, state=request.state))
        return [MoveEvaluation.from_dict(move) for move in json.loads(json.dumps([asdict(move) for move in moves]))]


@pytest.mark.parametrize("bot", ["Water carrier", "Steward", "Architect", "level:skill=-0.4,alone=0.3", "search:N=40"])
@pytest.mark.parametrize("limited_supply", [False, True])
def test_a_request_that_somebody_else_runs_gives_the_moves_of_the_bot(bot: str, limited_supply: bool) -> None:
    native, asking, runner = make_bot(bot, WIDE_SEED), make_bot(bot, WIDE_SEED), PlainData()
    assert isinstance(asking, SearchingBot)
    game = Game.new(3, seed=5, limited_supply=limited_supply)
    for _ in range(25):
        move = native.choose(game.snapshot())
        assert asking.choose_from(game, runner.run(asking.request(game))) == move
        game.push_id(game.check(move))
