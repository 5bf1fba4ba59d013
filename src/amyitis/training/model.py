"""The network as a torch module: made from weights, trained, and turned into weights that play without torch."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from amyitis.box.tables import MAX_SEATS
from amyitis.nets import layout
from amyitis.nets.forward import KINDS, PRESTIGE_UNIT
from amyitis.nets.network import FloatArray, Network

PRESTIGE_AT = slice(layout.SEATS + layout.PRESTIGE, None, layout.SEAT_WIDTH)  # (A list of places would not do in a graph.)


USUAL_INPUTS = 100  # that are not 0: for the first weights


def _turned_round(part: Tensor) -> Tensor:
    """A matrix the other way round, a row of numbers as it is."""
    return part.T if part.ndim == 2 else part


class Model(nn.Module):
    """A network from rows of numbers to the heads: 4 for the win share, 4 for the prestige to come.

    >>> from amyitis.nets.network import find_network
    >>> from amyitis.training.model import Model
    >>> small = find_network("small")
    >>> model = Model.of(small)
    >>> model.widths == small.widths, model.flat().shape == small.weights.shape
    (True, True)
    """

    def __init__(self, widths: Sequence[int]) -> None:
        super().__init__()
        self.widths = tuple(widths)
        self.register_buffer("scales", torch.tensor(layout.SCALES, dtype=torch.float32), persistent=False)
        self.register_buffer("sharpness", torch.ones(KINDS), persistent=False)
        self.scales: Tensor
        self.sharpness: Tensor
        sizes = pairwise((layout.WIDTH, *widths, 2 * MAX_SEATS))
        self.layers = nn.ModuleList(nn.Linear(inputs, outputs) for inputs, outputs in sizes)
        with torch.no_grad():
            for layer in self._linear():
                nn.init.kaiming_uniform_(layer.weight, nonlinearity="relu")
                layer.bias.zero_()
            first, *_, heads = self._linear()
            first.weight.mul_((layout.WIDTH / USUAL_INPUTS) ** 0.5)
            heads.weight.mul_(0.1)
        self.direct = nn.Parameter(torch.zeros(2 * MAX_SEATS, layout.WIDTH))

    def _linear(self) -> list[nn.Linear]:
        return [layer for layer in self.layers if isinstance(layer, nn.Linear)]

    def forward(self, rows: Tensor) -> Tensor:
        """The heads for rows of numbers (uint8)."""
        first, *others = self._linear()
        inputs = rows.to(first.weight.dtype)
        x = functional.linear(inputs, first.weight * self.scales, first.bias)
        for layer in others:
            x = layer(functional.relu(x))
        return x + functional.linear(inputs, self.direct * self.scales)

    @classmethod
    def of(cls, network: Network) -> "Model":
        """Returns the torch module of a network."""
        model = cls(network.widths).requires_grad_(False)
        weights, at = torch.from_numpy(network.weights), 0
        for layer in model._linear():
            outputs, inputs = layer.weight.shape
            layer.weight.copy_(weights[at : at + inputs * outputs].reshape(inputs, outputs).T)
            at += inputs * outputs
            layer.bias.copy_(weights[at : at + outputs])
            at += outputs
        model._linear()[0].weight.div_(model.scales)
        model.direct.copy_(weights[at:].reshape(layout.WIDTH, -1).T / model.scales)
        model.sharpness.copy_(torch.from_numpy(network.sharpness))
        return model

    def flat(self) -> FloatArray:
        """All weights in the order of `nets/forward.py`, the scales taken into the first layer."""
        first, *others = self._linear()
        parts = [first.weight.detach().float() * self.scales.float(), first.bias]
        parts += [part for layer in others for part in (layer.weight, layer.bias)]
        parts.append(self.direct.detach().float() * self.scales.float())
        return np.concatenate([_turned_round(part.detach()).float().cpu().numpy().reshape(-1) for part in parts])


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
