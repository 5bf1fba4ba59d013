"""PPO against a league, after CleanRL, in one file: stronger opponents than random ones, and no Python in their moves.

    python examples/league.py --minutes 20

The league is a network of the package, `greedy`, and frozen copies of the learner, all of them inside the batch: none
of them thinks in Python. At first the learner is also told what the network would do in its place, less and less until
half of the time is over. A GPU is used if torch sees one. Prints how it goes, and what it wins against the Steward.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch
from torch import nn

from amyitis.envs.vector import Autoreset, Reward, Seen
from amyitis.envs.versus import VersusBots
from amyitis.lab.policies import find_policy
from amyitis.lab.variants import Variant
from amyitis.nets.layout import SCALES

TEACHER = "net:small"
GAMMA, LAMBDA, CLIP = 0.999, 0.95, 0.2
FROZEN_EVERY, FROZEN_KEPT = 20, 4  # updates, copies
TWO = Variant(2)


class Agent(nn.Module):
    """A trunk with two heads: what to do, and what the position is worth."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.scales: torch.Tensor
        self.register_buffer("scales", torch.tensor(SCALES))
        self.trunk = nn.Sequential(nn.Linear(len(SCALES), width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.worth = nn.Linear(width, 173), nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """Returns the chances of the legal actions, and the worth of the position."""
        trunk = self.trunk(seen * self.scales)
        logits = self.policy(trunk).masked_fill(mask == 0, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.worth(trunk).squeeze(-1)

    def chooser(self, best: bool) -> Callable[..., Any]:
        """Returns a function that chooses in many games, for `VersusBots`: this agent as it is now."""
        frozen = Agent(self.worth.in_features).to(self.scales.device)
        frozen.load_state_dict(self.state_dict())

        @torch.no_grad()
        def choose(observations: np.ndarray[Any, Any], masks: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
            device = frozen.scales.device
            policy = frozen(torch.from_numpy(observations).to(device), torch.from_numpy(masks).to(device))[0]
            return (policy.logits.argmax(1) if best else policy.sample()).cpu().numpy()

        return choose


def learn(minutes: float, games: int, width: int, device: str, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Learn for so long; yields after each update how the games went, and the agent."""
    torch.manual_seed(seed)
    agent = Agent(width).to(device)
    optimizer = torch.optim.Adam(agent.parameters(), 5e-4, eps=1e-5)
    league: list[Any] = [TEACHER, "greedy"]
    frozen: list[Any] = []
    env = VersusBots(TWO, [league], games, reward=Reward.MARGIN)
    teacher = find_policy(TEACHER, TWO, torch.get_num_threads())
    seen = env.reset(seed)
    started, steps, update, everywhere = time.perf_counter(), 0, 0, np.arange(games)
    seats = everywhere % 2
    while (progress := (time.perf_counter() - started) / (60 * minutes)) < 1:
        optimizer.param_groups[0]["lr"] = 5e-4 * (1 - progress)
        told = max(0.0, 1 - 2 * progress)  # the weight of the teacher
        rows: dict[str, list[torch.Tensor]] = {}
        won: list[float] = []
        for _ in range(64):
            now, mask = (torch.from_numpy(one).to(device, copy=True) for one in (seen.observations, seen.masks))
            with torch.no_grad():
                policy, worth = agent(now, mask)
                action = policy.sample()
            advice = teacher.choose(env.states, everywhere) if told else np.zeros(games, np.int64)
            seen = env.step(action.cpu().numpy())
            earned, over = seen.rewards[everywhere, seats], seen.ended != 0
            won += ((np.sign(earned[over]) + 1) / 2).tolist()
            # Half of the reward is the win, half the margin: it has something to teach from the first game on.
            reward = 0.5 * np.sign(earned) + 0.5 * np.clip(5 * earned, -1, 1)
            tensors = {
                "seen": now, "mask": mask, "action": action, "chance": policy.log_prob(action), "worth": worth,
                "earned": torch.from_numpy(reward).float().to(device),
                "over": torch.from_numpy(over).float().to(device),
                "advice": torch.from_numpy(advice).to(device),
            }  # fmt: skip
            for name, value in tensors.items():
                rows.setdefault(name, []).append(value)
        last = agent(*(torch.from_numpy(one).to(device) for one in (seen.observations, seen.masks)))[1].detach()
        improve(agent, optimizer, {name: torch.stack(values) for name, values in rows.items()}, last, told)
        steps, update = steps + 64 * games, update + 1
        if update % FROZEN_EVERY == 0:
            frozen = [*frozen, agent.chooser(best=False)][-FROZEN_KEPT:]
            env.oppose([[*league, *frozen]])
        yield {
            "seconds": time.perf_counter() - started, "steps": steps, "games": len(won),
            "won": float(np.mean(won)) if won else float("nan"), "agent": agent,
        }  # fmt: skip


def improve(
    agent: Agent, optimizer: torch.optim.Optimizer, rows: dict[str, torch.Tensor], last: torch.Tensor, told: float
) -> None:
    """One update of PPO: advantages from the end backwards, then a few passes over the batch."""
    advantage, following, ahead = torch.zeros_like(rows["worth"]), last, torch.zeros_like(last)
    for step in reversed(range(len(advantage))):
        goes_on = 1 - rows["over"][step]
        delta = rows["earned"][step] + GAMMA * following * goes_on - rows["worth"][step]
        ahead = delta + GAMMA * LAMBDA * goes_on * ahead
        advantage[step], following = ahead, rows["worth"][step]
    flat = {name: value.flatten(0, 1) for name, value in rows.items()}
    gain, target = advantage.flatten(), (advantage + rows["worth"]).flatten()
    for _ in range(3):
        for part in torch.randperm(len(gain), device=gain.device).split(max(1024, len(gain) // 16)):
            policy, worth = agent(flat["seen"][part], flat["mask"][part])
            ratio = (policy.log_prob(flat["action"][part]) - flat["chance"][part]).exp()
            better = (gain[part] - gain[part].mean()) / (gain[part].std() + 1e-8)
            surrogate = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
            loss = (
                0.5 * (worth - target[part]).square().mean() - 0.003 * policy.entropy().mean() - (1 - told) * surrogate
            )
            if told:
                loss = loss - told * policy.log_prob(flat["advice"][part]).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def meet(agent: Agent, bot: str, games: int = 200, seed: int = 1_000_000) -> float:
    """Returns the share of so many games that the agent wins against a bot by its best moves, half from each seat."""
    env, choose = VersusBots(TWO, [bot], games, autoreset=Autoreset.DISABLED), agent.chooser(best=True)
    seen: Seen = env.reset(seed)
    shares, over = np.zeros(games), np.zeros(games, bool)
    while not over.all():
        seen = env.step(choose(seen.observations, seen.masks))
        now = (seen.ended != 0) & ~over
        shares[now], over = seen.rewards[now, np.flatnonzero(now) % 2], over | now
    return float(shares.mean())


def main() -> None:
    """Learn, and tell how it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", default="Steward")
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    told, row = 0.0, None
    for row in learn(given.minutes, given.games, given.width, device, given.seed):
        if row["seconds"] - told >= 10:
            told = row["seconds"]
            print(f"{told:6.0f} s, {row['steps']:11,} steps: won {row['won']:.1%} of {row['games']} games", flush=True)
    if row is not None:
        print(f"won {meet(row['agent'], given.against):.1%} of 200 games against {given.against}")


if __name__ == "__main__":
    main()
