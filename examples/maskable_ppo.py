"""MaskablePPO of sb3-contrib against random opponents: `python examples/maskable_ppo.py --steps 500000`.

Prints, update by update, what was won of the last games, then what the agent wins when it always takes its best move.
"""

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

import amyitis.envs.gymnasium_v1  # noqa: F401 - registers Amyitis-v1

RATE = 1e-3
RECENT = 100  # games: what was won of these is told


class Trunk(BaseFeaturesExtractor):
    """What policy and worth share. With a network for each, as is the default, learning takes longer."""

    def __init__(self, space: gymnasium.spaces.Box, width: int = 128) -> None:
        super().__init__(space, width)
        seen = int(np.prod(space.shape))
        self.layers = torch.nn.Sequential(
            torch.nn.Linear(seen, width), torch.nn.ReLU(), torch.nn.Linear(width, width), torch.nn.ReLU()
        )

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Returns what the heads work on."""
        return self.layers(seen)


SETTINGS = {
    "n_steps": 128,
    "batch_size": 1024,
    "n_epochs": 3,
    "gamma": 0.998,
    "learning_rate": lambda left: RATE * left,
    "ent_coef": 0.01,
    "policy_kwargs": {
        "net_arch": [],
        "features_extractor_class": Trunk,
        "ortho_init": False,
        "optimizer_kwargs": {"eps": 1e-5},
    },
}


class Curve(BaseCallback):
    """Keeps after each update the steps, the seconds, and what was won of the last games."""

    def __init__(self, told: bool = False) -> None:
        super().__init__()
        self.told, self.started, self.rows = told, time.perf_counter(), list[dict[str, float]]()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        shares = [one["r"] for one in self.model.ep_info_buffer][-RECENT:]
        won = float(np.mean(shares)) if shares else float("nan")
        row = {"steps": self.num_timesteps, "seconds": time.perf_counter() - self.started, "won": won}
        self.rows.append(row)
        if self.told:
            print(f"{row['steps']:9,} steps, {row['seconds']:5.0f} s: won {100 * won:5.1f} %", flush=True)


def train(steps: int, games: int = 64, players: int = 2, seed: int = 1, told: bool = False) -> tuple[MaskablePPO, Any]:
    """Returns an agent that has learned for so many steps, and how it went, update by update."""
    torch.set_num_threads(1)  # so small a network gains nothing from more, and loses much on a busy machine
    envs = make_vec_env("Amyitis-v1", games, seed=seed, env_kwargs={"players": players})
    curve = Curve(told)
    agent = MaskablePPO("MlpPolicy", envs, seed=seed, device="cpu", stats_window_size=RECENT, **SETTINGS)
    return agent.learn(steps, callback=curve), curve.rows


def win_share(agent: MaskablePPO, games: int = 100, opponents: str = "random", players: int = 2) -> float:
    """Returns how many of so many games the agent wins."""
    env = gymnasium.make("Amyitis-v1", opponents=opponents, players=players)
    shares = []
    for seed in range(games):
        seen, info = env.reset(seed=1_000_000 + seed)
        over = False
        while not over:
            action, _ = agent.predict(seen, action_masks=info["action_mask"], deterministic=True)
            seen, reward, over, _, info = env.step(int(action))
        shares.append(reward)
    return float(np.mean(shares))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=500_000)
    given = parser.parse_args()
    learner, _ = train(given.steps, told=True)
    for name in ("random", "greedy"):
        print(f"wins {100 * win_share(learner, opponents=name):.0f} % of 100 games against {name}")
