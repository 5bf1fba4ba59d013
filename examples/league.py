"""Learn against a league, from nothing: a value network that beats a level for people with a small tree on top.

    python examples/league.py --out my-league

The opponents are the small network of the package and frozen copies of the learner. `VersusBots` plays them in compiled
code, in all games at once. The learner takes the move whose position it values best. Of every decision it learns that
move and two random ones: what the small network, its teacher, says of the positions after them, and for a part what the
games bring, by TD(lambda).

All cores play; a GPU learns if torch sees one. The folder gets the network, the networks on the way to it, and the
curve of what they win as `netsearch:N=16,my-league/league.json`, measured at the end.
"""

import argparse
import copy
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from amyitis.envs.versus import VersusBots
from amyitis.lab.policies import find_policy
from amyitis.lab.variants import Variant
from amyitis.nets.network import Network, find_network, new_card
from amyitis.training.model import Model

TWO = Variant(2)
TEACHER = "small"  # plays against the learner, too
HIDDEN, BLOCKS = 128, 2
OTHERS = 2  # random moves that are learned beside the one that is played
TAUGHT = 0.8  # the share of the teacher in what is learned, beside what the games bring
TRACE, EXPLORE = 0.9, 0.02  # lambda; the share of random moves
RATE, PART, PASSES = 2e-3, 512, 2  # of Adam, falling to nothing; rows in a gradient; times that each is learned
LENGTH = 16  # decisions of each game between two rounds of learning
MEAN_STEP = 0.1  # what plays is an exponential mean of the weights
FROZEN_EVERY, FROZEN_KEPT = 40, 2  # rounds, copies


def as_network(model: Model) -> Network:
    """Returns the weights as a network that plays in compiled code."""
    return Network(model.flat(), new_card("league", model.hidden, len(model.blocks), players=[2], palace=[False]))


def learn(rounds: int, games: int, device: str, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Learn for so many rounds; yields after each how it went, and the network."""
    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")
    random = np.random.default_rng(seed)
    model, teacher = Model(HIDDEN, BLOCKS).to(device), Model.of(find_network(TEACHER)).to(device)
    mean = copy.deepcopy(model).requires_grad_(False)
    optimizer = torch.optim.Adam(model.parameters(), RATE)
    league: list[str | Network] = [f"net:{TEACHER}"]
    env = VersusBots(TWO, [league], games)
    seen, places = env.reset(seed), np.arange(games)
    network = as_network(mean)
    for number in range(1, rounds + 1):
        policy = find_policy(network, TWO, torch.get_num_threads())
        rows = np.zeros((1 + OTHERS, LENGTH, games, seen.observations.shape[1]), np.uint8)
        fresh = np.ones(rows.shape[:-1], bool)  # no move twice
        ended, won = np.zeros((2, LENGTH, games))
        for step in range(LENGTH):
            others = np.argmax(seen.masks * random.random((OTHERS, *seen.masks.shape), np.float32), axis=2)
            best = policy.choose(env.states, places)
            actions = np.where(random.random(games) < EXPLORE, others[0], best)
            moves = [actions, *others]
            for move, taken in enumerate(moves):
                rows[move, step] = env.after(taken)
                fresh[move, step] = np.all([taken != one for one in moves[:move]], axis=0)
            mine = seen.deciders.copy()
            seen = env.step(actions)
            ended[step], won[step] = seen.ended, seen.rewards[places, mine]
        optimizer.param_groups[0]["lr"] = RATE * (1 - (number - 1) / rounds)
        loss = improve(model, teacher, optimizer, rows[fresh], ended, won, device)
        with torch.no_grad():
            for old, new in zip(mean.parameters(), model.parameters(), strict=True):
                old.lerp_(new, max(MEAN_STEP, 1 / number))
        network = as_network(mean)
        if number % FROZEN_EVERY == 0:
            league = [league[0], *[*league[1:], network][-FROZEN_KEPT:]]
            env.oppose([league])
        yield {"round": number, "decisions": number * LENGTH * games, "loss": loss, "network": network}


def improve(
    model: Model, teacher: Model, optimizer: torch.optim.Optimizer, rows: Any, ended: Any, won: Any, device: str
) -> float:
    """Learn the positions after these moves, in any order; returns the mean loss."""
    flat = torch.from_numpy(rows).to(device)
    with torch.no_grad():
        taught = torch.cat([teacher(part) for part in flat.split(8192)])
        played = torch.cat([share(model(part)) for part in flat[: ended.size].split(8192)])
    wanted = share(taught)
    ahead = torch.full((ended.shape[1],), torch.nan)  # what the next decision is worth, or the end of the game brought
    brought = torch.zeros(ended.shape)  # nan where nobody knows yet
    values, over, wins = played.cpu().reshape(ended.shape), torch.from_numpy(ended) > 0, torch.from_numpy(won).float()
    for step in reversed(range(len(ended))):
        brought[step] = torch.where(over[step], wins[step], ahead)
        known = torch.where(brought[step].isnan(), values[step], brought[step])
        ahead = (1 - TRACE) * values[step] + TRACE * known
    target = brought.reshape(-1).to(device)
    first = wanted[: ended.size]
    wanted[: ended.size] = torch.where(target.isnan(), first, TAUGHT * first + (1 - TAUGHT) * target)
    total = 0.0
    parts = torch.cat([torch.randperm(len(flat), device=device) for _ in range(PASSES)]).split(PART)
    for part in parts:
        heads = model(flat[part])
        loss = functional.binary_cross_entropy_with_logits(heads[:, 0] - heads[:, 1], wanted[part])
        loss = loss + 0.5 * functional.smooth_l1_loss(heads[:, 4:6], taught[part, 4:6])  # prestige to come
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.detach()
    return float(total) / len(parts)


def share(heads: torch.Tensor) -> torch.Tensor:
    """Returns the viewer's share of the win, of two."""
    return torch.sigmoid(heads[:, 0] - heads[:, 1])


def win_rate(network: Path, simulations: int, against: str, games: int) -> tuple[float, list[float]]:
    """Returns what a network wins of so many games, each deal played from both seats, with its interval of 95 %."""
    name = f"netsearch:N={simulations},{network}" if simulations else f"net:{network}"
    words = ["match", name, against, "--games", str(games), "--seed", "1000000", "--json"]
    command = [sys.executable, "-m", "amyitis.cli", *words]
    found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    (mine,) = (one for one in found["bots"] if one["bot"] == name)
    return mine["win_rate"], mine["win_rate_interval"]


def draw(points: list[dict[str, Any]], bot: str, path: Path) -> None:
    """Draw what the learner won against a bot."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3.6), layout="constrained")
    axes = figure.subplots()
    learned = [one["decisions"] / 1e6 for one in points]
    axes.fill_between(learned, *zip(*(one["interval"] for one in points), strict=True), alpha=0.2)
    axes.plot(learned, [one["won"] for one in points], "o-")
    axes.axhline(0.5, linestyle="--", color="grey")
    axes.set(xlabel="million decisions", ylabel=f"won against {bot} (interval of 95 %)", ylim=(0, None))
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Learn, and tell how it goes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=240, help=f"of {LENGTH} decisions in each game")
    parser.add_argument("--games", type=int, default=256, help="side by side")
    parser.add_argument("--out", type=Path, default=Path("league"), help="a folder for the networks and the curve")
    parser.add_argument("--points", type=int, default=4, help="of the curve")
    parser.add_argument("--against", default="Steward", help="who the curve is against")
    parser.add_argument("--simulations", type=int, default=16, help="of its tree for each move there; 0: no tree")
    parser.add_argument("--meet", type=int, default=100, help="games of each point; the last has four times as many")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    points: list[dict[str, Any]] = []
    clock, processor = time.perf_counter(), time.process_time()
    for row in learn(given.rounds, given.games, device, given.seed):
        spent = {"minutes": (time.perf_counter() - clock) / 60, "core_minutes": (time.process_time() - processor) / 60}
        print("round {round}, {decisions:,} decisions, loss {loss:.4f}".format(**row), flush=True)
        if row["round"] * given.points // given.rounds > len(points):
            folder = given.out / str(row["round"])
            row.pop("network").save(folder)
            points.append({**row, **spent, "network": str(folder / "league.json")})
    for point in points:
        games = given.meet * (4 if point is points[-1] else 1)
        point["won"], (low, high) = win_rate(Path(point["network"]), given.simulations, given.against, games)
        point |= {"interval": [low, high], "games": games}
        print(
            "{decisions:12,} decisions, {minutes:.1f} minutes, {core_minutes:.1f} of a core: ".format(**point)
            + f"won {point['won']:.1%} ({low:.1%} to {high:.1%}) of {games} games against {given.against}",
            flush=True,
        )
    find_network(points[-1]["network"]).save(given.out)
    (given.out / "curve.json").write_text(json.dumps(points, indent=1) + "\n", encoding="utf-8")
    draw(points, given.against, given.out / "curve.svg")


if __name__ == "__main__":
    main()
