"""The network as a torch module: made from weights, trained, and turned into weights that play without torch."""

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from amyitis.box.tables import MAX_SEATS
from amyitis.nets import layout
from amyitis.nets.forward import KINDS, PRESTIGE_UNIT, TINY
from amyitis.nets.network import FloatArray, Network

PRESTIGE_AT = [layout.SEATS + layout.SEAT_WIDTH * seat + layout.PRESTIGE for seat in range(MAX_SEATS)]


def turned_round(part: Tensor) -> Tensor:
    """A matrix the other way round, a row of numbers as it is."""
    return part.T if part.ndim == 2 else part


class Block(nn.Module):
    """Two layers behind a layer norm, added to what comes in."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(hidden, eps=TINY)
        self.first, self.second = nn.Linear(hidden, hidden), nn.Linear(hidden, hidden)
        with torch.no_grad():
            self.second.weight.mul_(0.1)

    def forward(self, x: Tensor) -> Tensor:
        """What comes out."""
        out: Tensor = x + self.second(functional.relu(self.first(self.norm(x))))
        return out


class Model(nn.Module):
    """A residual network from rows of numbers to the heads: 4 for the win share, 4 for the prestige to come.

    >>> from amyitis.nets.network import find_network
    >>> from amyitis.training.model import Model
    >>> small = find_network("small")
    >>> model = Model.of(small)
    >>> model.hidden == small.hidden, model.flat().shape == small.weights.shape
    (True, True)
    """

    def __init__(self, hidden: int, blocks: int) -> None:
        super().__init__()
        self.hidden = hidden
        self.register_buffer("scales", torch.tensor(layout.SCALES, dtype=torch.float32), persistent=False)
        self.register_buffer("sharpness", torch.ones(KINDS), persistent=False)
        self.scales: Tensor
        self.sharpness: Tensor
        self.inputs = nn.Linear(layout.WIDTH, hidden)
        self.blocks = nn.ModuleList(Block(hidden) for _ in range(blocks))
        self.norm = nn.LayerNorm(hidden, eps=TINY)
        self.heads = nn.Linear(hidden, 2 * MAX_SEATS)
        with torch.no_grad():
            self.heads.weight.mul_(0.1)

    def forward(self, rows: Tensor) -> Tensor:
        """The heads for rows of numbers (uint8)."""
        kind = self.inputs.weight.dtype
        x = functional.linear(rows.to(kind), self.inputs.weight * self.scales, self.inputs.bias)
        for block in self.blocks:
            x = block(x)
        heads: Tensor = self.heads(self.norm(x))
        return heads

    @classmethod
    def of(cls, network: Network) -> "Model":
        """Returns the torch module of a network."""
        model = cls(network.hidden, network.blocks).requires_grad_(False)
        weights = torch.from_numpy(network.weights)
        at = 0
        for part in model._parts():
            values = turned_round(weights[at : at + part.numel()].reshape(turned_round(part).shape))
            part.copy_(values / model.scales if part is model.inputs.weight else values)
            at += part.numel()
        model.sharpness.copy_(torch.from_numpy(network.sharpness))
        return model

    def _parts(self) -> list[Tensor]:
        """All weights in the order of `nets/forward.py`; a matrix lies there the other way round."""
        parts: list[Tensor] = [self.inputs.weight, self.inputs.bias]
        for block in self.blocks:
            assert isinstance(block, Block)
            parts += [block.norm.weight, block.norm.bias]
            for layer in (block.first, block.second):
                parts += [layer.weight, layer.bias]
        return [*parts, self.norm.weight, self.norm.bias, self.heads.weight, self.heads.bias]

    def flat(self) -> FloatArray:
        """All weights in the order of `nets/forward.py`, the scales taken into the first layer."""
        first = self.inputs.weight.detach().float() * self.scales.float()
        parts = [first, *self._parts()[1:]]
        return np.concatenate([turned_round(part.detach()).float().cpu().numpy().reshape(-1) for part in parts])


def in_the_game(rows: Tensor) -> Tensor:
    """Which of the seats, the viewer's first, are in the game."""
    three = rows[:, layout.PLAYERS + 1] + rows[:, layout.PLAYERS + 2]
    there = torch.ones((len(rows), MAX_SEATS), dtype=torch.bool, device=rows.device)
    there[:, 2] = three > 0
    there[:, 3] = rows[:, layout.PLAYERS + 2] > 0
    return there


def prestige_now(rows: Tensor) -> Tensor:
    """The prestige of each seat, the viewer's first."""
    return rows[:, PRESTIGE_AT].float()


def finished(heads: Tensor, rows: Tensor, sharpness: Tensor | None = None) -> Tensor:
    """From the heads to the answers: win shares and prestige at the end; the truth where the game is over (11.4).

    Without a sharpness for each kind of game all are 1, as in training.
    """
    there = in_the_game(rows)
    now = prestige_now(rows)
    heads = heads.float()
    shares = heads[:, :MAX_SEATS]
    if sharpness is not None:
        kinds = there[:, 2].long() + there[:, 3].long() + 3 * rows[:, layout.EXPANSION].long()
        shares = shares * sharpness[kinds].unsqueeze(1)
    wins = torch.softmax(shares.masked_fill(~there, -torch.inf), 1)
    prestige = (now + heads[:, MAX_SEATS:] * PRESTIGE_UNIT) * there
    over = rows[:, layout.OVER : layout.OVER + 1] > 0
    best = now.masked_fill(~there, -1.0)
    winners = (best == best.amax(1, keepdim=True)).float()
    wins = torch.where(over, winners / winners.sum(1, keepdim=True), wins)
    return torch.cat((wins, torch.where(over, now, prestige)), 1)
