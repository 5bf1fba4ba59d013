"""Gymnasium's own checks pass; bots play the other seats; agents of others learn in it."""

import importlib.util
import json
import pickle
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from amyitis.errors import AmyitisError, BotError
from amyitis.game import Game
from amyitis.nets.cards import NetworkRefused
from amyitis.nets.encoding import encode_position
from amyitis.nets.layout import WIDTH

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
from gymnasium.error import InvalidAction  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

from amyitis.envs.gymnasium_v1 import AmyitisEnv, AmyitisVectorEnv  # noqa: E402
from tests.compiling import needs_compiler  # noqa: E402

pytestmark = needs_compiler
EXAMPLES = Path(__file__).parents[2] / "examples"


def any_legal(mask: Any, random: np.random.Generator) -> int:
    return int(random.choice(np.flatnonzero(mask)))


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "arguments", [{}, {"players": 4, "palace": True, "seat": 2, "scaled": False, "reward": "score"}]
)
def test_gymnasium_finds_nothing_wrong(arguments: dict[str, Any]) -> None:
    check_env(gymnasium.make("Amyitis-v1", illegal="replace", **arguments).unwrapped)  # it samples without a mask
    for mode in ("ansi", "rgb_array"):
        shown = gymnasium.make("Amyitis-v1", render_mode=mode)
        shown.reset(seed=1)
        assert len(shown.render()) > 100


def test_random_opponents_are_the_game_of_the_seed_and_every_seat_comes() -> None:
    env, random, seats = AmyitisEnv(players=3, scaled=False), np.random.default_rng(1), set()
    for seed in range(16):
        seen, info = env.reset(seed=seed)
        seats.add(info["seat"])
        over = False
        while not over:
            assert info["action_mask"].any()
            seen, reward, over, _, info = env.step(any_legal(info["action_mask"], random))
            assert env.observation_space.contains(seen)
        assert 0 <= reward <= 1
    assert seats == {0, 1, 2}
    twin, (seen, info) = pickle.loads(pickle.dumps(env)), env.reset(seed=5)
    other, told = twin.reset(seed=5)
    assert np.array_equal(seen, other)
    assert info["seat"] == told["seat"]


def test_named_bots_play_the_other_seats() -> None:
    env, random = gymnasium.make("Amyitis-v1", opponents="greedy", seat=1, scaled=False), np.random.default_rng(1)
    seen, info = env.reset(seed=5)
    game, over = env.unwrapped._game, False
    for _ in range(15):
        row = [0] * WIDTH
        encode_position(game.state, 1, row)
        assert seen.tolist() == row
        assert Game(game.state).seat == "K"
        seen, _, over, _, info = env.step(any_legal(info["action_mask"], random))
    assert not over


def test_a_bot_that_fails_is_named_with_seed_and_round(tmp_path: Path) -> None:
    """How many plies were made is not counted here; each said that it was ply 0."""
    bot = tmp_path / "failing.py"
    bot.write_text("class Failing:\n    def choose(self, game):\n        raise KeyError('W')\n", encoding="utf-8")
    for env in (AmyitisEnv(opponents=str(bot), seat=0), AmyitisVectorEnv(1, opponents=str(bot), seat=0)):
        with pytest.raises(BotError, match=r"^bot .*[Ff]ailing.*, seed 5, round 1: KeyError: 'W'"):
            env.reset(seed=5)  # black begins


@pytest.mark.parametrize("opponents", ["random", "greedy"])
@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_many_games_are_the_single_ones(mode: AutoresetMode, opponents: str) -> None:
    many = AmyitisVectorEnv(2, seat=1, opponents=opponents, autoreset_mode=mode)
    single, random = AmyitisEnv(seat=1, opponents=opponents), np.random.default_rng(1)
    seen, infos = many.reset(seed=30)
    assert many.metadata["autoreset_mode"] is mode
    first, info = single.reset(seed=30)
    over = False
    while not over:
        assert np.array_equal(seen[0], first)
        assert np.array_equal(infos["action_mask"][0], info["action_mask"])
        actions = [any_legal(mask, random) if mask.any() else 0 for mask in infos["action_mask"]]
        seen, rewards, ends, _, infos = many.step(np.array(actions))
        first, reward, over, _, info = single.step(actions[0])
        assert (bool(ends[0]), rewards[0]) == (over, pytest.approx(reward))
    if mode is AutoresetMode.SAME_STEP:
        assert np.array_equal(infos["final_obs"][0], first)
        assert infos["action_mask"][0].any()
    else:
        assert not infos["action_mask"][0].any()
        seen, rewards, ends, _, infos = many.step(
            np.array([0, *actions[1:]]) * 0 + [int(np.argmax(mask)) for mask in infos["action_mask"]]
        )
        assert infos["action_mask"][0].any()
        assert not ends[0]
    made = gymnasium.make_vec("Amyitis-v1", 4, vectorization_mode="vector_entry_point", players=3)
    assert made.unwrapped.reset(seed=1)[1]["seat"].tolist() == [0, 1, 2, 0]


def test_a_network_that_cannot_play_is_refused() -> None:
    for opponents, words in (
        ("net", "network large cannot play games of 2 players, with limited supply: it was trained for"),
        ("net:run/tiyn.json", "network run/tiyn.json cannot be read"),
    ):
        with pytest.raises(NetworkRefused, match=words):
            gymnasium.make("Amyitis-v1", opponents=opponents, limited_supply=True)
        with pytest.raises(NetworkRefused, match=words):
            AmyitisVectorEnv(2, opponents=opponents, limited_supply=True)


def test_what_is_wrong_is_said() -> None:
    for arguments, words in (
        ({"players": 5}, "2 to 4 players, not for 5"),
        ({"opponents": "gready"}, "there is no bot 'gready'; did you mean 'greedy'"),
        ({"opponents": ["random", "random"]}, "one for each of 1 other seats"),
        ({"seat": 2}, "a seat from 0 to 1"),
        ({"reward": "gold"}, "there are win_share"),
        ({"illegal": "shrug"}, "there are raise and replace"),
        ({"opponents": 3}, "one name for all"),
        ({"scaled": "no"}, "scaled='no': True or False"),
    ):
        with pytest.raises(ValueError, match=words):
            gymnasium.make("Amyitis-v1", **arguments)
    with pytest.raises(ValueError, match="autoreset_mode='never': there are NextStep, SameStep, Disabled"):
        AmyitisVectorEnv(2, autoreset_mode="never")
    with pytest.raises(ValueError, match="there is no bot 'gready'"):
        AmyitisVectorEnv(2, opponents="gready")
    versus = AmyitisVectorEnv(2, opponents="greedy")
    _, infos = versus.reset(seed=1)
    before = versus.games.states.tobytes()
    wrong = infos["action_mask"].argmax(axis=1)
    wrong[1] = np.argmin(infos["action_mask"][1])
    with pytest.raises(InvalidAction, match=r"game 1: .* is not allowed here"):
        versus.step(wrong)
    assert versus.games.states.tobytes() == before
    env, many = gymnasium.make("Amyitis-v1"), AmyitisVectorEnv(2)
    with pytest.raises(InvalidAction, match=r"^there is no game yet: reset\(\) begins one"):
        env.unwrapped.step(0)
    _, info = env.reset(seed=1)
    many.reset(seed=1)
    illegal = int(np.argmin(info["action_mask"]))
    with pytest.raises(InvalidAction, match=r"is not allowed here.*\(rule \d"):
        env.step(illegal)
    with pytest.raises(InvalidAction, match="is not an action id"):
        env.step(1000)
    env.step(int(np.argmax(info["action_mask"])))  # it goes on
    for mask in ([True], [1, 0], True):
        with pytest.raises(ValueError, match="reset_mask: True or False for each of 2 games"):
            many.reset(options={"reset_mask": np.array(mask)})
    with pytest.raises(InvalidAction, match="2 games take 2 whole numbers"):
        many.step(np.zeros(3, np.int64))


@pytest.mark.slow
def test_cleanrls_ppo_learns() -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    rows = list(example("ppo").learn(57_344))
    assert rows[-1]["won"] > 0.7  # a random player wins half of the games; 19 of 20 were seen


@pytest.mark.slow
def test_the_notebook_runs_from_the_first_cell_to_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setenv("STEPS", "8192")
    monkeypatch.setenv("GAMES", "1")
    monkeypatch.setenv("MPLBACKEND", "agg")
    scope: dict[str, Any] = {}
    for cell in json.loads((EXAMPLES / "amyitis.ipynb").read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), scope)
    assert len(scope["rows"]) == 1
    scope["plt"].close("all")


@pytest.mark.slow
def test_maskable_ppo_learns() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    _, rows = example("maskable_ppo").train(57_344, seed=2)
    assert rows[-1]["won"] > 0.65  # of 100 games; a random player wins half of them, give or take five; 0.82 were seen


def test_a_picture_without_pillow_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = gymnasium.make("Amyitis-v1", render_mode="rgb_array")
    shown.reset(seed=1)
    monkeypatch.setattr("amyitis.extras.find_spec", lambda name: None)
    with pytest.raises(AmyitisError, match=re.escape("PIL is not installed: pip install 'amyitis[gymnasium]'")):
        shown.render()


def test_a_vector_environment_names_its_mode_as_those_of_gymnasium_do() -> None:
    assert AmyitisVectorEnv(2, autoreset_mode="NextStep").autoreset_mode is AutoresetMode.NEXT_STEP
