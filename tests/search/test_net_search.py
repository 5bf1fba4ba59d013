"""The search with a network: the same plain and compiled, visits add up, and a tree helps."""

import os
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from amyitis.game import Game
from amyitis.nets.network import packaged_network
from amyitis.rules.apply import is_legal
from amyitis.search.net_searcher import NetSearcher
from tests.compiling import needs_compiler
from tests.nets.tiny_network import tiny

SCRIPT = """
import sys
from itertools import count
from pathlib import Path
from amyitis.game import Game
from amyitis.nets.network import load_network
from amyitis.search.net_searcher import NetSearcher
network = load_network(Path(sys.argv[1]))
game = Game.new(3, 9, palace=True)
for _ in range(2):
    best = NetSearcher(network, simulations=3).search(game.state)
    print([(one.action, one.visits, [round(x, 3) for x in (*one.wins, *one.prestige)]) for one in best])
    game.push_id(best[0].action)
"""


def test_visits_add_up_and_all_moves_are_told() -> None:
    game = Game.new(2, 4)
    searcher = NetSearcher(packaged_network("small"), simulations=20)
    found = searcher.search(game.state)
    assert sum(one.visits for one in found) == 20
    assert sorted(one.action for one in found) == sorted(
        action for action in range(400) if is_legal(game.state, action)
    )
    for one in found:
        assert sum(one.wins) == pytest.approx(1, abs=1e-4)
    # The tree is kept: the same question again costs nothing, the next one begins with what is known of it.
    game.push_id(found[0].action)
    again = searcher.search(game.state)
    assert sum(one.visits for one in again) >= 20


def test_a_search_for_a_time_looks_at_the_clock_less_often_than_it_simulates(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()
    monkeypatch.setattr("amyitis.search.searcher.time.perf_counter", lambda: next(looks) / 10_000)
    found = NetSearcher(packaged_network("small"), milliseconds=10).search(Game.new(2, 4).state)
    assert sum(one.visits for one in found) > 1000
    assert next(looks) <= 102


def test_a_look_visits_nothing_and_evaluates_each_move() -> None:
    game = Game.new(4, 4)
    found = NetSearcher(packaged_network("large")).search(game.state)
    assert all(one.visits == 0 for one in found)
    assert len(found) == len(game.legal_moves)
    assert found == sorted(found, key=lambda one: -one.guess)


@pytest.mark.slow
@needs_compiler
def test_plain_and_compiled_search_find_the_same(tmp_path: Path) -> None:
    tiny().save(tmp_path)
    told = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(tmp_path / "tiny.json")],
            env={**os.environ, "AMYITIS_PLAIN": switch},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for switch in ("0", "1")
    ]
    assert told[0] == told[1]
    assert told[0].count("\n") == 2
