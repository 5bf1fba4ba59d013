"""MaskablePPO of sb3-contrib against random opponents: `python examples/maskable_ppo.py --steps 200000`."""

import argparse

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import amyitis.envs.gymnasium_v1  # noqa: F401 - registers Amyitis-v1

SETTINGS = {
    "n_steps": 128,
    "batch_size": 1024,
    "n_epochs": 3,
    "gamma": 0.998,
    "learning_rate": 1e-3,
    "ent_coef": 0.01,
    "policy_kwargs": {"net_arch": [128, 128], "activation_fn": torch.nn.ReLU},
}


def train(steps: int, games: int = 64, players: int = 2, seed: int = 1) -> MaskablePPO:
    """Returns an agent that has learned for so many steps."""
    torch.set_num_threads(1)  # so small a network gains nothing from more, and loses much on a busy machine
    envs = make_vec_env("Amyitis-v1", games, seed=seed, env_kwargs={"players": players, "reward": "margin"})
    return MaskablePPO("MlpPolicy", envs, seed=seed, device="cpu", **SETTINGS).learn(steps)


def win_share(agent: MaskablePPO, games: int = 50, opponents: str = "random", players: int = 2) -> float:
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
    parser.add_argument("--steps", type=int, default=200_000)
    given = parser.parse_args()
    learner = train(given.steps)
    for name in ("random", "greedy"):
        print(f"wins {100 * win_share(learner, opponents=name):.0f} % of 50 games against {name}")
