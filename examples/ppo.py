"""PPO in one file, after CleanRL: learns to play against random opponents in minutes on a CPU.

    python examples/ppo.py --steps 1000000

Prints, update by update, the games that ended: their number, and the share of them that was won.
"""

import argparse
import time
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn

import amyitis.envs.gymnasium_v1  # noqa: F401 - registers Amyitis-v1

GAMMA, LAMBDA, CLIP = 0.998, 0.95, 0.2


class Agent(nn.Module):
    """A trunk with two heads: what to do, and what the position is worth."""

    def __init__(self, seen: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(seen, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.worth = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """Returns the chances of the legal actions, and the worth of the position."""
        trunk = self.trunk(seen)
        logits = self.policy(trunk).masked_fill(mask == 0, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.worth(trunk).squeeze(-1)


def learn(steps: int, games: int = 64, length: int = 128, players: int = 2, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Learn for so many steps; yields after each update how the games went that ended, and the agent."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # so small a network gains nothing from more, and loses much on a busy machine
    env = gymnasium.make_vec("Amyitis-v1", games, vectorization_mode="vector_entry_point", players=players)
    seats = env.unwrapped.games.variant.players
    agent = Agent(env.single_observation_space.shape[0], env.single_action_space.n)
    optimizer = torch.optim.Adam(agent.parameters(), 1e-3, eps=1e-5)
    seen, info = env.reset(seed=seed)
    started, done, updates = time.perf_counter(), 0, max(1, steps // (games * length))
    for update in range(updates):
        optimizer.param_groups[0]["lr"] = 1e-3 * (1 - update / updates)
        batch: dict[str, list[torch.Tensor]] = {
            name: [] for name in ("seen", "mask", "action", "chance", "worth", "earned", "over")
        }
        shares: list[float] = []
        for _ in range(length):
            now, mask = torch.from_numpy(seen), torch.from_numpy(info["action_mask"]).clone()
            with torch.no_grad():
                policy, worth = agent(now, mask)
                action = policy.sample()
            seen, earned, over, _, info = env.step(action.numpy())
            shares += earned[over].tolist()
            stored = (
                now,
                mask,
                action,
                policy.log_prob(action),
                worth,
                torch.from_numpy(earned * seats - over),
                torch.from_numpy(over).float(),
            )
            for name, value in zip(batch, stored, strict=True):
                batch[name].append(value)
        with torch.no_grad():
            last = agent(torch.from_numpy(seen), torch.from_numpy(info["action_mask"]))[1]
        improve(agent, optimizer, {name: torch.stack(values) for name, values in batch.items()}, last)
        done += games * length
        yield {
            "steps": done,
            "games": len(shares),
            "won": float(np.mean(shares)) if shares else float("nan"),
            "seconds": time.perf_counter() - started,
            "agent": agent,
        }
    env.close()


def improve(agent: Agent, optimizer: torch.optim.Optimizer, batch: dict[str, torch.Tensor], last: torch.Tensor) -> None:
    """One update of PPO: advantages from the end backwards, then a few passes over the batch."""
    advantage, following, ahead = torch.zeros_like(batch["worth"]), last, torch.zeros_like(last)
    for step in reversed(range(len(advantage))):
        goes_on = 1 - batch["over"][step]
        delta = batch["earned"][step] + GAMMA * following * goes_on - batch["worth"][step]
        ahead = delta + GAMMA * LAMBDA * goes_on * ahead
        advantage[step], following = ahead, batch["worth"][step]
    flat = {name: value.flatten(0, 1) for name, value in batch.items()}
    gain, target = advantage.flatten(), (advantage + batch["worth"]).flatten()
    for _ in range(3):
        for part in torch.randperm(len(gain)).split(1024):
            policy, worth = agent(flat["seen"][part], flat["mask"][part])
            ratio = (policy.log_prob(flat["action"][part]) - flat["chance"][part]).exp()
            better = (gain[part] - gain[part].mean()) / (gain[part].std() + 1e-8)
            surrogate = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
            loss = -surrogate + 0.5 * (worth - target[part]).square().mean() - 0.01 * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    """Learn, and tell how it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for row in learn(given.steps, players=given.players, seed=given.seed):
        print(
            f"{row['steps']:9,} steps, {row['seconds']:5.0f} s: won {100 * row['won']:5.1f} % of {row['games']} games",
            flush=True,
        )


if __name__ == "__main__":
    main()
