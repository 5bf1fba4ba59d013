"""Bots that have others search for them: what they ask for, and that they need neither NumPy nor a compiler."""

import subprocess
import sys

import pytest

from amyitis.bots.levels import ALL_LEVELS, simulations
from amyitis.bots.requests import make_asking_bot
from amyitis.errors import Malformed
from amyitis.game import Game

ALONE = """
import sys
for name in ("numpy", "numba", "llvmlite"):
    sys.modules[name] = None
from amyitis.bots.requests import make_asking_bot
from amyitis.game import Game

game = Game.new(2, seed=3)
print(make_asking_bot("Steward", 1).request(game).kind, make_asking_bot("random", 1).choose_from(game, []))
"""


def test_they_play_without_numpy_and_without_a_compiler() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"net {make_asking_bot('random', 1).choose_from(Game.new(2, seed=3), [])}\n"


def test_a_request_is_plain_data_with_the_seed_in_two_numbers() -> None:
    request = make_asking_bot("Nebuchadnezzar", (7 << 32) + 5).request(Game.new(3, seed=1))
    assert request is not None
    plain = request.as_dict()
    assert (plain["bot"], plain["seed"], plain["kind"]) == ("Nebuchadnezzar", (5, 7), "net")
    most = simulations(ALL_LEVELS[-1].setting.best)
    assert (plain["simulations"], plain["most"], plain["milliseconds"]) == (most, most, 1500)
    assert plain["state"]["seats"][2]["prestige"] == 0


@pytest.mark.parametrize(
    ("bot", "kind", "simulations"),
    [("Architect", "hand", 37), ("Water carrier", "look", 0), ("greedy", "look", None), ("netsearch:N=8", "hand", 8)],
)
def test_games_that_no_network_knows_are_searched_by_hand(bot: str, kind: str, simulations: int | None) -> None:
    request = make_asking_bot(bot, 1).request(Game.new(2, seed=1, limited_supply=True))
    assert request is not None
    assert (request.kind, request.simulations) == (kind, simulations)


@pytest.mark.parametrize("bot", ["Gardener", "search:0", "netsearch", "level:skill=9", "process:node", "random:1"])
def test_a_bot_that_is_none_is_refused_by_name(bot: str) -> None:
    with pytest.raises(Malformed, match=bot.partition(":")[0]):
        make_asking_bot(bot)
