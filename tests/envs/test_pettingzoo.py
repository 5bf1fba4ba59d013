"""PettingZoo's own tests pass, and the environment is the game of its seed."""

import copy
import pickle
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from amyitis.engine.compiled import PLAIN_SWITCH
from amyitis.errors import AmyitisError
from amyitis.game import Game
from amyitis.nets.encoding import encode_position
from amyitis.nets.layout import WIDTH

pettingzoo = pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test  # noqa: E402

from amyitis.envs import amyitis_v1  # noqa: E402
from tests.compiling import needs_compiler  # noqa: E402
from tests.owners import owners_text  # noqa: E402

# PettingZoo expects these of none but its own environments with dicts for observations, which it knows by name.
pytestmark = [
    needs_compiler,
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),  # of who does not decide
]


def any_legal(observation: Any, random: np.random.Generator) -> int:
    return int(random.choice(np.flatnonzero(observation["action_mask"])))


@pytest.mark.parametrize("arguments", [{}, {"players": 4, "palace": True, "limited_supply": True, "reward": "margin"}])
def test_pettingzoo_finds_nothing_wrong(arguments: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    api_test(amyitis_v1.env(**arguments), num_cycles=200)
    api_test(amyitis_v1.raw_env(**arguments), num_cycles=20)
    seed_test(lambda: amyitis_v1.env(**arguments), num_cycles=40)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.slow
def test_it_shows_the_table_in_every_way(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(amyitis_v1.env)
    assert "Babylon" in capsys.readouterr().out
    env = amyitis_v1.env(players=3, render_mode="ansi")
    env.reset(seed=1)
    assert all(word in env.render() for word in ("Round 1", "White", "Black", "Blue", "Temples"))
    env = amyitis_v1.env(players=3, render_mode="rgb_array", palace=True, limited_supply=True)
    env.reset(seed=1)
    picture = env.render()
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 100


def test_it_is_quick(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    hurry = 10  # its five seconds go by in half a second, of this process alone: a busy machine is no slow environment
    clock = SimpleNamespace(time=lambda: time.process_time() * hurry)
    monkeypatch.setitem(performance_benchmark.__globals__, "time", clock)
    performance_benchmark(amyitis_v1.env())
    speed = float(capsys.readouterr().out.split(" turns per second")[0].split()[-1]) * hurry
    assert speed > 5_000  # on any machine; `amyitis bench envs` measures it


@pytest.mark.parametrize(("players", "reward"), [(2, "win_share"), (3, "margin"), (4, "score")])
def test_it_is_the_game_of_its_seed(players: int, reward: str) -> None:
    env, random = amyitis_v1.env(players=players, reward=reward), np.random.default_rng(players)
    env.reset(seed=50)
    game = Game.new(players, seed=50)
    for agent in env.agent_iter():
        observation, earned, over, _, _ = env.last()
        seat = int(agent[-1])
        row = [0] * WIDTH
        encode_position(game.state, seat, row)
        assert observation["observation"].tolist() == row
        if over:
            scores = list(game.scores.values())
            best = max(score for other, score in enumerate(scores) if other != seat)
            share = (game.seats[seat] in game.winners) / len(game.winners)
            assert earned == pytest.approx(
                {"win_share": share, "margin": (scores[seat] - best) / 100, "score": scores[seat] / 100}[reward]
            )
            env.step(None)
            continue
        assert game.seats[seat] == game.seat
        assert np.flatnonzero(observation["action_mask"]).tolist() == list(game.legal_moves.ids)
        other = env.observe(f"player_{(seat + 1) % players}")
        assert not other["action_mask"].any()
        action = any_legal(observation, random)
        game.push_id(action)
        env.step(action)
    assert game.is_over
    assert env.agents == []
    env.reset()
    assert env.unwrapped.game_seed != 50


def test_a_copy_goes_its_own_way() -> None:
    env, random = amyitis_v1.env(), np.random.default_rng(1)
    env.reset(seed=3)
    for _ in range(30):
        env.step(any_legal(env.observe(env.agent_selection), random))
    for twin in (copy.deepcopy(env), copy.copy(env), pickle.loads(pickle.dumps(env))):
        before = env.state()
        assert np.array_equal(twin.state(), before)
        twin.step(any_legal(twin.observe(twin.agent_selection), random))
        assert np.array_equal(env.state(), before)
        assert not np.array_equal(twin.state(), before)


def test_it_goes_on_from_a_position() -> None:
    game = Game.new(2, seed=9)
    for _ in range(25):
        game.push(game.legal_moves[0])
    env = amyitis_v1.env()
    env.reset(seed=1, options={"position": game.position})
    row = [0] * WIDTH
    encode_position(game.state, 0, row)
    assert env.state().tolist() == row


def test_another_box_is_another_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ours = amyitis_v1.env()
    ours.reset(seed=4)
    position = ours.state()
    monkeypatch.setenv(PLAIN_SWITCH, "1")  # to compile the rules for another box takes long
    box = tmp_path / "owners.toml"
    box.write_text(owners_text(), encoding="utf-8")
    other = amyitis_v1.env(box=box, render_mode="ansi")
    other.reset(seed=4)
    assert not np.array_equal(position, other.state())
    for _ in range(10):
        other.step(any_legal(other.observe(other.agent_selection), np.random.default_rng(0)))
    assert "Round" in other.render()
    twin = copy.deepcopy(other)
    assert np.array_equal(twin.state(), other.state())
    action = any_legal(other.observe(other.agent_selection), np.random.default_rng(0))
    for env in (other, twin):
        env.step(action)
    assert np.array_equal(twin.state(), other.state())
    twin.close()
    other.close()
    with pytest.raises(AmyitisError, match="this environment is closed"):
        other.state()
    other.reset(seed=4)
    assert not np.array_equal(position, other.state())
    other.close()


def test_plain_python_plays_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    quick, random = amyitis_v1.env(reward="margin"), np.random.default_rng(0)
    quick.reset(seed=6)
    monkeypatch.setenv(PLAIN_SWITCH, "1")
    plain = amyitis_v1.env(reward="margin")
    plain.reset(seed=6)
    while not quick.terminations[quick.agent_selection]:
        observation = quick.observe(quick.agent_selection)
        twin = plain.observe(plain.agent_selection)
        assert all(np.array_equal(observation[key], twin[key]) for key in observation)
        action = any_legal(observation, random)
        quick.step(action)
        plain.step(action)
    assert plain.rewards == pytest.approx(quick.rewards)


def test_an_illegal_action_ends_the_game_as_is_usual(capsys: pytest.CaptureFixture[str]) -> None:
    env = amyitis_v1.env()
    env.reset(seed=3)
    agent = env.agent_selection
    illegal = int(np.argmin(env.observe(agent)["action_mask"]))
    env.step(illegal)
    assert env.last()[1:4] == (-1.0, True, True)
    assert "(rule " in env.infos[agent]["illegal"]
    while env.agents:
        env.step(None)
    env.step(None)
    raw = amyitis_v1.raw_env()
    raw.reset(seed=3)
    with pytest.raises(ValueError, match=r"is not allowed here.*\(rule \d"):
        raw.step(illegal)
    capsys.readouterr()


def test_wrong_arguments_and_a_wrong_order_are_said() -> None:
    for arguments, words in (
        ({"players": 5}, "2 to 4 players, not for 5"),
        ({"players": "two"}, "a number from 2 to 4"),
        ({"reward": "gold"}, "there are win_share, margin, score"),
        ({"render_mode": "film"}, "there are human, ansi, rgb_array"),
        ({"box": "none such"}, "there is no box 'none such'"),
        ({"palace": "no"}, "palace='no': True or False"),
        ({"limited_supply": 2}, "limited_supply=2: True or False"),
    ):
        with pytest.raises(ValueError, match=words):
            amyitis_v1.env(**arguments)
    env = amyitis_v1.env()
    for early in (lambda: env.step(0), env.render, env.state, lambda: env.observe("player_0"), env.agent_iter):
        with pytest.raises(AssertionError, match="reset"):
            early()
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.agents
    with pytest.raises(ValueError, match="seeds go from 0"):
        env.reset(seed=-1)
    for options in ("position", {"position": 3}):
        with pytest.raises(ValueError, match=r"options='position': a dict|position=3: a text"):
            env.reset(seed=1, options=options)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="is not an action id"):
        env.step(1000)
    with pytest.raises(AssertionError, match="whole number"):
        env.step("go")


def test_the_registry_knows_it() -> None:
    made = pettingzoo.make("aec", "amyitis_v1", players=3)
    assert made.possible_agents == ["player_0", "player_1", "player_2"]
