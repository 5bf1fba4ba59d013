"""A training run: self-play and learning by turns, in pieces that go on where the last one ended."""

import io
import json
import os
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from amyitis.engine.cuda import gpu_name
from amyitis.errors import Malformed
from amyitis.lab.batches import cores
from amyitis.lab.policies import win_rate
from amyitis.lab.variants import Variant
from amyitis.nets.network import Network, new_card
from amyitis.rules.switches import Switches

from .fleets import CoreFleet, Fleet, GpuFleet, Kept
from .learner import Evaluator, Learner, Sizes
from .plan import Plan
from .slots import PALACE_KIND

LOG = "log.jsonl"
MIXING_STEPS = 200  # random moves at first, so that the games do not all stand at the same place
SAVE_EVERY = 120.0  # seconds
LOG_EVERY = 5.0
MEET_EVERY = 60.0
MEETING_DEALS, MEETING_SEED = 50, 2_000_000  # each deal is played from every seat
LARGE, SMALL = "large", "small"
PART = 12 << 20  # bytes in one file of a checkpoint: small enough to be sent about
CHECKPOINT = "checkpoint"

Show = Callable[[dict[str, Any]], None]


class Run:
    """A run in a folder: its plan, its learner, its games. Games are begun anew by every piece."""

    def __init__(
        self,
        folder: Path,
        plan: Plan,
        device: str | None = None,
        expand: str = "auto",
        threads: int | None = None,
        start: Mapping[str, Network] | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """A new run, or the one in the folder; a new one begins with the weights of `start` if they are given.

        The clock tells the seconds that are trained for.
        """
        torch.set_float32_matmul_precision("high")
        self.folder, self.plan, self._clock = folder, plan, clock
        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(plan.seed)
        sizes = {LARGE: Sizes(*plan.large), SMALL: Sizes(*plan.small)}
        self.learner = Learner(sizes, self.device, plan.batch, plan.rate)
        self.seconds = 0.0
        self.decisions = self.games = self.pieces = 0
        self._resume(start)
        self._rival: tuple[float, Network] | None = None  # the small network of the last meeting, and when that was
        if self.seconds or start:
            self._rival = self.seconds, self.networks()[SMALL]
        if expand not in ("auto", "cores", "gpu"):
            raise Malformed(f"games are played on cores, gpu or auto, not on {expand!r}")
        on_gpu = expand == "gpu" or (expand == "auto" and self.device == "cuda" and gpu_name() is not None)
        size = plan.slots // plan.groups
        self.fleets: list[Fleet] = []
        for group in range(plan.groups):
            seed = (plan.seed << 20) + (self.pieces << 44) + group * size
            kinds = plan.kinds(size)
            self.fleets.append(GpuFleet(kinds, seed) if on_gpu else CoreFleet(kinds, seed, threads or cores()))
        where = "cuda" if on_gpu else "cpu"
        self.kept = [Kept(plan.chunk + 1, size, where) for _ in self.fleets]
        self.seats = [torch.as_tensor(fleet.kinds, device=self.device) % PALACE_KIND for fleet in self.fleets]
        self.player = Evaluator(self.learner.trainees[LARGE], self.device)

    @property
    def progress(self) -> float:
        """How much of the plan is done."""
        return min(1.0, self.seconds / (60 * self.plan.minutes))

    def train(self, minutes: float, show: Show | None = None, stop: Callable[[], bool] = lambda: False) -> None:
        """Train for so long, or until `stop` says so; what was learned is kept every two minutes, and at the end."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._mix()
        began = logged = saved = met = self._clock()
        before = (self.decisions, self.games, self.seconds)
        losses: dict[str, list[float]] = {}
        rounds = 0
        while True:
            ended, rounds_now = self._play()
            losses = self._learn()
            now = self._clock()
            self.seconds = before[2] + now - began
            self.games += ended
            rounds += rounds_now
            over = now - began >= 60 * minutes or stop()
            meeting = {}
            if now - met >= MEET_EVERY:
                meeting, met = self._meet_rival(), now
            if now - logged >= LOG_EVERY or meeting or over:
                line = self._line(losses, before, now - began, rounds / max(1, self.games - before[1]))
                self._log(line | meeting, show)
                logged = now
            if over or now - saved >= SAVE_EVERY:
                self.save()
                saved = now
            if over:
                break
        for fleet in self.fleets:
            fleet.wait()

    def close(self) -> None:
        """End the threads; what is learned since the last `save` is lost."""
        for fleet in self.fleets:
            fleet.close()

    def save(self) -> None:
        """Keep where the run stands."""
        self.folder.mkdir(parents=True, exist_ok=True)
        state = {
            "plan": json.dumps(asdict(self.plan)),
            "seconds": self.seconds,
            "decisions": self.decisions,
            "games": self.games,
            "pieces": self.pieces + 1,
            "trainees": {name: trainee.state() for name, trainee in self.learner.trainees.items()},
        }
        save_checkpoint(self.folder, state)

    def networks(self) -> dict[str, Network]:
        """The networks as they play, with their cards."""
        about = {
            "players": list(self.plan.players),
            "palace": list(self.plan.palace),
            "games": self.games,
            "decisions": self.decisions,
            "training_minutes": round(self.seconds / 60, 2),
            "seed": self.plan.seed,
            "method": f"afterstate TD({self.plan.trace}) self-play",
            "limits": "never saw games with limited supply",
        }
        networks = {}
        for name, trainee in self.learner.trainees.items():
            hidden, blocks = self.plan.large if name == LARGE else self.plan.small
            networks[name] = Network(trainee.mean.flat(), new_card(name, hidden, blocks, **about))
        return networks

    def _meet_rival(self) -> dict[str, Any]:
        """How often the small network beats itself as it was at the last meeting, in the first kind of game."""
        network, before = self.networks()[SMALL], self._rival
        self._rival = self.seconds, network
        if before is None:
            return {}
        variant = Variant(self.plan.players[0], Switches(palace=self.plan.palace[0]))
        won = win_rate(network, before[1], variant, MEETING_DEALS, MEETING_SEED)
        games = MEETING_DEALS * variant.players
        return {"win_rate": round(won, 4), "win_rate_games": games, "win_rate_against": round(before[0], 1)}

    def _resume(self, start: Mapping[str, Network] | None) -> None:
        """Go on where the last piece ended, if there was one, else from the start that is given."""
        state = load_checkpoint(self.folder, self.device)
        if state is None:
            for name, network in (start or {}).items():
                self.learner.trainees[name].begin_with(network)
            return
        plan = json.loads(state["plan"])
        same = ("large", "small", "players", "palace")
        if any(plan[key] != json.loads(json.dumps(asdict(self.plan)[key])) for key in same):
            raise Malformed(f"{self.folder} holds a run of another plan: {plan}")
        for name, trainee in self.learner.trainees.items():
            trainee.load(state["trainees"][name])
        self.seconds, self.pieces = float(state["seconds"]), int(state["pieces"])
        self.decisions, self.games = int(state["decisions"]), int(state["games"])

    def _mix(self) -> None:
        """Make random moves, so that the games stand at different places; nothing of them is kept."""
        for fleet, kept in zip(self.fleets, self.kept, strict=True):
            for _ in range(MIXING_STEPS):
                nothing = torch.zeros((len(fleet.rows()), 8), device=kept.values.device)
                fleet.advance(nothing, 1.0, kept, 0)
        self._first = True

    def _play(self) -> tuple[int, int]:
        """Make the decisions of a chunk in every slot; returns how many games ended, and their rounds."""
        chance = self.plan.explore_at(self.progress)
        if not self._first:
            for fleet, kept in zip(self.fleets, self.kept, strict=True):
                fleet.wait()
                kept.begin_with_last()
        for step in range(0 if self._first else 1, self.plan.chunk + 1):
            for fleet, kept in zip(self.fleets, self.kept, strict=True):
                fleet.advance(self.player.values(fleet.rows()), chance, kept, step)
        self._first = False
        ended = rounds = 0
        for fleet, kept in zip(self.fleets, self.kept, strict=True):
            fleet.wait()
            last = kept.ended[1:]
            ended += int((last > 0).sum())
            rounds += int((last - 1).clamp_min(0).sum())
        self.decisions += self.plan.chunk * sum(fleet.size for fleet in self.fleets)
        return ended, rounds

    def _learn(self) -> dict[str, list[float]]:
        self.learner.set_rate(self.plan.rate_at(self.progress))
        losses: dict[str, list[float]] = {}
        for kept, seats in zip(self.kept, self.seats, strict=True):
            losses = self.learner.learn(kept, seats, self.plan.trace)
        self.player.renew()
        return losses

    def _line(
        self, losses: dict[str, list[float]], before: tuple[int, int, float], seconds: float, rounds: float
    ) -> dict[str, Any]:
        return {
            "seconds": round(self.seconds, 1),
            "decisions": self.decisions,
            "games": self.games,
            "decisions_per_second": round((self.decisions - before[0]) / seconds),
            "games_per_second": round((self.games - before[1]) / seconds, 1),
            "rounds": round(rounds, 2),
            "rate": self.plan.rate_at(self.progress),
            "explore": round(self.plan.explore_at(self.progress), 4),
            **{f"{name}_{part}": round(value, 4) for name, pair in losses.items()
               for part, value in zip(("win_loss", "prestige_loss"), pair, strict=True)},
        }  # fmt: skip

    def _log(self, line: dict[str, Any], show: Show | None) -> None:
        with (self.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        if show is not None:
            show(line)


def save_checkpoint(folder: Path, state: dict[str, Any]) -> None:
    """Keep a state in place of the one before; a kill leaves the one or the other."""
    stream = io.BytesIO()
    torch.save(state, stream)
    content = stream.getvalue()
    fresh, old, place = (folder / f"{CHECKPOINT}{ending}" for ending in (".new", ".old", ""))
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    for number, first in enumerate(range(0, len(content), PART)):
        (fresh / f"{number}.part").write_bytes(content[first : first + PART])
    (fresh / "size").write_text(str(len(content)), encoding="utf-8")
    shutil.rmtree(old, ignore_errors=True)
    if place.exists():
        os.replace(place, old)
    os.replace(fresh, place)
    shutil.rmtree(old, ignore_errors=True)


def load_checkpoint(folder: Path, device: str) -> dict[str, Any] | None:
    """The last state that was kept whole, or None; raises Malformed for one that is damaged."""
    for place in (folder / CHECKPOINT, folder / f"{CHECKPOINT}.old"):
        if place.is_dir():
            parts = sorted(place.glob("*.part"), key=lambda path: int(path.stem))
            content = b"".join(path.read_bytes() for path in parts)
            size = place / "size"
            if not size.exists() or len(content) != int(size.read_text(encoding="utf-8")):
                raise Malformed(f"{place} is damaged: it holds {len(content)} bytes")
            state: dict[str, Any] = torch.load(io.BytesIO(content), map_location=device, weights_only=True)
            return state
    return None
