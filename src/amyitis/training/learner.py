"""Learning: targets by TD(lambda) for the network that plays, imitation for the others, and the steps of the optimizer.

The network that plays learns from the positions after the moves that were made. Their values are drawn towards a mix of
the values after the next moves and of how the game ended. What plays is an exponential mean of the weights.

The others imitate it. They see the positions after all legal moves, which are evaluated anyway, and learn above all by
how much one move is better than another: that decides what a network plays, and a small one cannot be right in
everything.
"""

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from amyitis.box.tables import MAX_SEATS
from amyitis.errors import Malformed
from amyitis.nets.forward import PRESTIGE_UNIT
from amyitis.nets.network import Network
from amyitis.search.net_tree import MARGIN_WEIGHT

from .fleets import Kept
from .model import Model, finished, in_the_game, prestige_now

MEAN_STEP = 0.002  # of the exponential mean of the weights, at each step
PRESTIGE_SHARE = 0.5  # of the loss, beside the win share's
BETWEEN_SHARE = 50.0  # of the squared differences between moves
ROWS_AT_ONCE = 1 << 18  # that are evaluated together


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


def td_loss(model: Model, rows: Tensor, wins: Tensor, prestige: Tensor) -> Tensor:
    """How far a network's answers are from their targets: the parts for win shares and prestige."""
    return _loss(model(rows).float(), in_the_game(rows), wins, prestige)


def _loss(heads: Tensor, there: Tensor, wins: Tensor, prestige: Tensor) -> Tensor:
    logs = torch.log_softmax(heads[:, :MAX_SEATS].masked_fill(~there, -1e9), 1)
    misses = functional.smooth_l1_loss(heads[:, MAX_SEATS:], prestige, reduction="none")
    return torch.stack((-(wins * logs).sum(1).mean(), PRESTIGE_SHARE * (misses * there).sum() / there.sum()))


def imitation_loss(model: Model, rows: Tensor, answers: Tensor, owners: Tensor) -> Tensor:
    """How far a network is from another's answers: win shares, prestige, and the differences between moves.

    Rows of one owner are the moves of one decision; owners are numbered from one of the first row's on.
    """
    heads, there = model(rows).float(), in_the_game(rows)
    parts = _loss(heads, there, answers[:, :MAX_SEATS], (answers[:, MAX_SEATS:] - prestige_now(rows)) / PRESTIGE_UNIT)
    off = worth(finished(heads, rows), there) - worth(answers, there)
    groups = owners - owners[0]
    counts = torch.zeros_like(off).index_add(0, groups, torch.ones_like(off))
    means = torch.zeros_like(off).index_add(0, groups, off) / counts.clamp_min(1)
    between = ((off - means[groups]) ** 2).mean()
    return torch.cat((parts, (BETWEEN_SHARE * between).unsqueeze(0)))


def worth(answers: Tensor, there: Tensor) -> Tensor:
    """What the viewer wants (`search/net_tree.py`): the win share first, the margin second."""
    others = answers[:, MAX_SEATS + 1 :].masked_fill(~there[:, 1:], -1000.0).amax(1)
    return answers[:, 0] + MARGIN_WEIGHT * (answers[:, MAX_SEATS] - others)


class Trainee:
    """One network in training: weights, their mean, and the optimizer."""

    def __init__(self, widths: Sequence[int], device: str, rate: float) -> None:
        self.model = Model(widths).to(device)
        self.mean = copy.deepcopy(self.model).requires_grad_(False)
        cuda = device == "cuda"
        self.rate = torch.tensor(rate, device=device) if cuda else rate
        self.mean_step = torch.tensor(1.0, device=device)  # falls: at first the mean is that of few steps
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=self.rate, weight_decay=0.01, capturable=cuda, fused=cuda or None
        )
        self._keeps_gradients = cuda  # a graph needs them where they were

    def set_rate(self, rate: float) -> None:
        """The learning rate from now on."""
        if isinstance(self.rate, Tensor):
            self.rate.fill_(rate)
        else:
            for group in self.optimizer.param_groups:
                group["lr"] = rate

    def step(self, losses: Tensor) -> Tensor:
        """One step down a loss that is the sum of these parts; returns the parts."""
        losses.sum().backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=not self._keeps_gradients)
        with torch.no_grad():
            self.mean_step.copy_((self.mean_step / (1 + self.mean_step)).clamp_min(MEAN_STEP))
            for mean, now in zip(self.mean.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(now, self.mean_step)
        return losses.detach()

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
        if network.widths != self.model.widths:
            raise Malformed(
                f"network {network.name} has layers of {network.widths}, not of {self.model.widths}: "
                "the plan says which layers the networks of a run have"
            )
        weights = Model.of(network).state_dict()
        for model in (self.model, self.mean):
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
    """Trainees: the one named first plays and learns by TD, the others imitate it."""

    def __init__(self, widths: Mapping[str, Sequence[int]], device: str, batch: int, rate: float) -> None:
        self.device, self.batch = device, batch
        self.trainees = {name: Trainee(layers, device, rate) for name, layers in widths.items()}
        self.player, *self.imitators = self.trainees
        graph = Graph if device == "cuda" else lambda work: work
        self._learn, self._imitate = graph(self._td_step), graph(self._imitation_step)
        self._sums: dict[str, list[Tensor]] = {name: [] for name in self.imitators}

    def learn(self, kept: Kept, seats: Tensor, trace: float) -> dict[str, list[float]]:
        """Learn all steps that were kept, each once, in any order; returns the mean losses of each trainee."""
        device = self.device
        values, movers, ended = (part.to(device) for part in (kept.values, kept.movers, kept.ended))
        targets = lambda_targets(values, movers, ended, seats, trace)
        rows = kept.rows[:-1].reshape(-1, kept.rows.shape[-1]).to(device)
        flat = targets.reshape(len(rows), -1)
        order = torch.randperm(len(rows), device=device)
        batches = max(1, len(rows) // self.batch)
        sums = torch.zeros(2, device=device)
        for part in order[: batches * self.batch].chunk(batches):
            chosen, wanted = rows.index_select(0, part), flat.index_select(0, part)
            prestige = (wanted[:, MAX_SEATS:] - prestige_now(chosen)) / PRESTIGE_UNIT
            sums += self._learn(chosen, wanted[:, :MAX_SEATS], prestige)
        losses = {self.player: (sums / batches).tolist()}
        for name, several in self._sums.items():
            losses[name] = torch.stack(several).mean(0).tolist() if several else [0.0, 0.0, 0.0]
            several.clear()
        return losses

    def imitate(self, rows: Tensor, answers: Tensor, owners: Tensor, most: int) -> None:
        """Let the others learn from the player's answers for rows, at most so many batches of neighbours."""
        batches = min(most, len(rows) // self.batch)
        if not batches or not self.imitators:
            return
        first = int(torch.randint(len(rows) - batches * self.batch + 1, ()))
        for start in range(first, first + batches * self.batch, self.batch):
            end = start + self.batch
            parts = self._imitate(*(part[start:end].to(self.device) for part in (rows, answers, owners)))
            for name, losses in zip(self.imitators, parts, strict=True):
                self._sums[name].append(losses.clone())

    def set_rate(self, rate: float) -> None:
        """The learning rate from now on."""
        for trainee in self.trainees.values():
            trainee.set_rate(rate)

    def _td_step(self, *inputs: Tensor) -> Tensor:
        trainee = self.trainees[self.player]
        with torch.autocast("cuda", torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
            losses = td_loss(trainee.model, *inputs)
        return trainee.step(losses)

    def _imitation_step(self, *inputs: Tensor) -> Tensor:
        """Differences between moves are small: for them, 16-bit floats are too coarse."""
        trainees = [self.trainees[name] for name in self.imitators]
        return torch.stack([trainee.step(imitation_loss(trainee.model, *inputs)) for trainee in trainees])


class Graph:
    """Work on tensors that always have the same shapes, recorded on a GPU at its fourth call."""

    def __init__(self, work: Callable[..., Tensor]) -> None:
        self._work, self._warm = work, 3
        self._graph: Any = None
        self._inputs: tuple[Tensor, ...] = ()
        self._result = torch.empty(0)

    def __call__(self, *inputs: Tensor) -> Tensor:
        """Returns what the work returns; the next call overwrites it."""
        if self._graph is None:
            if self._warm:
                self._warm -= 1
                return self._beside(inputs)
            self._inputs = tuple(tensor.clone() for tensor in inputs)
            self._graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._graph):  # recording changes nothing
                self._result = self._work(*self._inputs)
        for static, given in zip(self._inputs, inputs, strict=True):
            static.copy_(given)
        self._graph.replay()
        return self._result

    def _beside(self, inputs: tuple[Tensor, ...]) -> Tensor:
        """Do the work on a stream of its own, as PyTorch wants it before a graph is recorded."""
        stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            result = self._work(*inputs)
        torch.cuda.current_stream().wait_stream(stream)
        return result


class Evaluator:
    """Plays with the mean of a trainee's weights; on a GPU in 16-bit floats."""

    def __init__(self, trainee: Trainee, device: str) -> None:
        self._trainee, self._device = trainee, device
        self._model = copy.deepcopy(trainee.mean)
        self.renew()

    def renew(self) -> None:
        """Take over the weights as they are now."""
        if self._device == "cuda":
            self._model = copy.deepcopy(self._trainee.mean).to(torch.float16)
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
