"""Learning from what was kept: targets by TD(lambda), and the steps of the optimizer.

The value of a position after a move is drawn towards a mix of the values after the next moves and of how the game
ended. What plays is an exponential mean of the weights. A small network learns from the same batches.
"""

import copy
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from amyitis.box.tables import MAX_SEATS
from amyitis.errors import Malformed
from amyitis.nets.forward import PRESTIGE_UNIT
from amyitis.nets.network import Network

from .fleets import Kept
from .model import Model, finished, in_the_game, prestige_now

MEAN_STEP = 0.002  # of the exponential mean of the weights, at each step
PRESTIGE_SHARE = 0.5  # of the loss, beside the win share's
ROWS_AT_ONCE = 1 << 18  # that are evaluated together


@dataclass(frozen=True)
class Sizes:
    """A network's layers: their width, and how many blocks of two."""

    hidden: int
    blocks: int


def turned(values: Tensor, movers: Tensor, seats: Tensor, back: bool) -> Tensor:
    """Values by seat from the mover's to the left, as values by seat number; or back."""
    places = torch.arange(MAX_SEATS, device=values.device)
    shift = movers.unsqueeze(-1) * (1 if back else -1)
    index = (places + shift) % seats.unsqueeze(-1)
    wins = values[..., :MAX_SEATS].gather(-1, index)
    prestige = values[..., MAX_SEATS:].gather(-1, index)
    there = places < seats.unsqueeze(-1)
    return torch.cat((wins * there, prestige * there), -1)


def lambda_targets(values: Tensor, movers: Tensor, ended: Tensor, seats: Tensor, trace: float) -> Tensor:
    """TD(lambda): the target of every step but the last, from its mover's side; what is kept has one step more."""
    by_seat = turned(values, movers, seats, back=False)
    target = by_seat[-1]
    targets = []
    for step in range(len(values) - 2, -1, -1):
        mixed = (1 - trace) * by_seat[step + 1] + trace * target
        target = torch.where(ended[step].unsqueeze(-1) > 0, by_seat[step], mixed)
        targets.append(target)
    return turned(torch.stack(targets[::-1]), movers[:-1], seats, back=True)


class Trainee:
    """One network in training: weights, their mean, and the optimizer."""

    def __init__(self, sizes: Sizes, device: str, rate: float) -> None:
        self.model = Model(sizes.hidden, sizes.blocks).to(device)
        self.mean = copy.deepcopy(self.model).requires_grad_(False)
        self._cuda = device == "cuda"
        self.rate = torch.tensor(rate, device=device) if self._cuda else rate
        self.mean_step = torch.tensor(1.0, device=device)  # falls: at first the mean is that of few steps
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=self.rate, weight_decay=0.01, capturable=self._cuda, fused=self._cuda or None
        )

    def set_rate(self, rate: float) -> None:
        """The learning rate from now on."""
        if isinstance(self.rate, Tensor):
            self.rate.fill_(rate)
        else:
            for group in self.optimizer.param_groups:
                group["lr"] = rate

    def step(self, rows: Tensor, wins: Tensor, prestige: Tensor, there: Tensor) -> Tensor:
        """One step on a batch; returns the two parts of the loss."""
        with torch.autocast("cuda", torch.bfloat16, enabled=self._cuda, cache_enabled=False):
            heads = self.model(rows)
        heads = heads.float()
        logs = torch.log_softmax(heads[:, :MAX_SEATS].masked_fill(~there, -1e9), 1)
        win_loss = -(wins * logs).sum(1).mean()
        misses = functional.smooth_l1_loss(heads[:, MAX_SEATS:], prestige, reduction="none")
        prestige_loss = (misses * there).sum() / there.sum()
        (win_loss + PRESTIGE_SHARE * prestige_loss).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=not self._cuda)
        with torch.no_grad():
            self.mean_step.copy_((self.mean_step / (1 + self.mean_step)).clamp_min(MEAN_STEP))
            for mean, now in zip(self.mean.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(now, self.mean_step)
        return torch.stack((win_loss.detach(), prestige_loss.detach()))

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        return {
            "model": self.model.state_dict(),
            "mean": self.mean.state_dict(),
            "mean_step": self.mean_step,
            "optimizer": self.optimizer.state_dict(),
        }

    def begin_with(self, network: Network) -> None:
        """Take over the weights of a network that was trained before; raises Malformed if its layers differ."""
        ours = self.model
        if (network.hidden, network.blocks) != (ours.hidden, len(ours.blocks)):
            raise Malformed(
                f"network {network.name} has {network.blocks} blocks of {network.hidden}, "
                f"not {len(ours.blocks)} of {ours.hidden}"
            )
        weights = Model.of(network).state_dict()
        for model in (ours, self.mean):
            model.load_state_dict(weights)
        self.mean_step.fill_(MEAN_STEP)

    def load(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        self.model.load_state_dict(state["model"])
        self.mean.load_state_dict(state["mean"])
        self.mean_step.copy_(state["mean_step"])
        moments = self.optimizer.state_dict()
        moments["state"] = state["optimizer"]["state"]  # the groups, with the rate, stay this one's
        self.optimizer.load_state_dict(moments)


class Learner:
    """Trainees that learn from the same batches. On a GPU the whole step is one graph."""

    def __init__(self, sizes: dict[str, Sizes], device: str, batch: int, rate: float) -> None:
        self.device, self.batch = device, batch
        self.trainees = {name: Trainee(size, device, rate) for name, size in sizes.items()}
        self._graph: Any = None
        self._inputs: tuple[Tensor, ...] = ()
        self._losses: Tensor | None = None
        self._warm = 0

    def learn(self, kept: Kept, seats: Tensor, trace: float) -> dict[str, list[float]]:
        """Learn all steps that were kept, each once, in any order; returns the mean losses of each trainee."""
        device = self.device
        values, movers, ended = (part.to(device) for part in (kept.values, kept.movers, kept.ended))
        targets = lambda_targets(values, movers, ended, seats, trace)
        rows = kept.rows[:-1].reshape(-1, kept.rows.shape[-1]).to(device)
        flat = targets.reshape(len(rows), -1)
        order = torch.randperm(len(rows), device=device)
        sums = torch.zeros((len(self.trainees), 2), device=device)
        batches = max(1, len(rows) // self.batch)
        for part in order[: batches * self.batch].chunk(batches):
            chosen = rows.index_select(0, part)
            wanted = flat.index_select(0, part)
            prestige = (wanted[:, MAX_SEATS:] - prestige_now(chosen)) / PRESTIGE_UNIT
            sums += self._step(chosen, wanted[:, :MAX_SEATS], prestige, in_the_game(chosen))
        means = (sums / batches).tolist()
        return dict(zip(self.trainees, means, strict=True))

    def set_rate(self, rate: float) -> None:
        """The learning rate from now on."""
        for trainee in self.trainees.values():
            trainee.set_rate(rate)

    def _step(self, *inputs: Tensor) -> Tensor:
        """One step of all trainees."""
        if self.device != "cuda" or len(inputs[0]) != self.batch:
            return self._steps(*inputs)
        if self._graph is None:
            if self._warm < 3:
                self._warm += 1
                return self._beside(lambda: self._steps(*inputs))
            self._capture(inputs)
        for static, given in zip(self._inputs, inputs, strict=True):
            static.copy_(given)
        self._graph.replay()
        assert self._losses is not None
        return self._losses

    def _steps(self, *inputs: Tensor) -> Tensor:
        return torch.stack([trainee.step(*inputs) for trainee in self.trainees.values()])

    def _beside(self, work: Any) -> Tensor:
        """Do some work on a stream of its own, as is asked for before a graph is captured."""
        stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            result: Tensor = work()
        torch.cuda.current_stream().wait_stream(stream)
        return result

    def _capture(self, inputs: tuple[Tensor, ...]) -> None:
        """Record the step as a graph. Recording changes nothing."""
        self._inputs = tuple(tensor.clone() for tensor in inputs)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._losses = self._steps(*self._inputs)


class Evaluator:
    """Plays with the mean of a trainee's weights; on a GPU in 16-bit floats."""

    def __init__(self, trainee: Trainee, device: str) -> None:
        self._trainee, self._device = trainee, device
        self._model = copy.deepcopy(trainee.mean)
        self.renew()

    def renew(self) -> None:
        """Take over the weights as they are now."""
        if self._device == "cuda":
            self._model = copy.deepcopy(self._trainee.mean).to(torch.bfloat16)
        else:
            self._model = self._trainee.mean

    @torch.no_grad()
    def values(self, rows: Tensor) -> Tensor:
        """The answers for rows: win shares and prestige at the end, the viewer's first."""
        parts = []
        for part in torch.split(rows, ROWS_AT_ONCE):
            moved = part.to(self._device, non_blocking=True)
            parts.append(finished(self._model(moved), moved))
        return torch.cat(parts)
