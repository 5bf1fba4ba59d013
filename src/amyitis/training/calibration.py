"""Calibration of a network: of the positions where it says 70 %, how many are won.

The network plays against itself without a search, games it was not trained on. Of one decision in thirty or so it is
kept what it said of every seat after the move, and how the game ended for that seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.cuda import gpu_name
from amyitis.lab.batches import cores
from amyitis.lab.intervals import Interval, wilson
from amyitis.lab.plots import COLOUR, LINE, Picture
from amyitis.lab.variants import Variant
from amyitis.nets.network import Network

from .fleets import OUTPUTS, CoreFleet, Fleet, GpuFleet, Kept
from .learner import turned
from .model import Model, finished
from .slots import PALACE_KIND

BINS = 10
KEPT_OF = 30  # one decision of so many is kept
MIXING_STEPS = 200
SLOTS, GPU_SLOTS = 512, 4096  # games side by side on the cores, and on a GPU
SEED = 1 << 40  # far from the seeds of training
FIT_SEED = 1 << 41  # and from those of the measurement


@dataclass(frozen=True)
class Bin:
    """Seats of positions of which the network said about the same: how many, what it said, and how many won."""

    low: float
    high: float
    count: int
    said: float
    won: float

    @property
    def interval(self) -> Interval:
        """The interval of 95 % of what was won, if all positions were independent."""
        return wilson(self.won * self.count, self.count)

    def as_dict(self) -> dict[str, Any]:
        """The bin as plain data."""
        return {"from": self.low, "to": self.high, "count": self.count, "said": self.said, "won": self.won}


def collect(
    network: Network, variant: Variant, positions: int, seed: int = SEED, slots: int | None = None
) -> NDArray[np.float64]:
    """What the network said of a seat, and its share of the win: a row for each seat of so many positions."""
    fleet = _fleet(variant, seed, slots)
    slots = fleet.size
    model = Model.of(network).to(fleet.device)
    kept = Kept(1, slots, fleet.device)
    seats = torch.full((slots,), variant.players, device=fleet.device)
    chance = np.random.default_rng(seed)
    waiting: list[list[NDArray[np.float64]]] = [[] for _ in range(slots)]
    begun = np.zeros(slots, bool)  # by the network: the games that begin with random moves do not count
    pairs: list[NDArray[np.float64]] = []
    for step in range(1_000_000):
        rows = fleet.rows()
        mixing = step < MIXING_STEPS
        with torch.no_grad():
            nothing = torch.zeros((len(rows), OUTPUTS), device=fleet.device)
            values = nothing if mixing else finished(model(rows), rows, model.sharpness)
        fleet.advance(values, 1.0 if mixing else 0.0, kept, 0)
        fleet.wait()
        if mixing:
            continue
        said = _by_seat(turned(kept.values[0], kept.movers[0], seats, back=False), variant.players)
        ended = kept.ended[0].cpu().numpy() > 0
        won = _by_seat(shares_of(kept.rows[0], kept.movers[0], seats), variant.players)
        for slot in np.flatnonzero(ended):
            pairs += [np.stack((shares, won[slot]), 1) for shares in waiting[slot]]
            waiting[slot] = []
        begun |= ended
        for slot in np.flatnonzero(begun & ~ended & (chance.random(slots) < 1 / KEPT_OF)):
            waiting[slot].append(said[slot])
        if len(pairs) >= positions:
            break
    fleet.close()
    return np.concatenate(pairs)


def _fleet(variant: Variant, seed: int, slots: int | None) -> Fleet:
    """Games of one kind, on a GPU if there is one."""
    kind = variant.players + (PALACE_KIND if variant.switches.palace else 0)
    if gpu_name() is not None and torch.cuda.is_available():
        return GpuFleet([kind] * (slots or GPU_SLOTS), seed)
    return CoreFleet([kind] * (slots or SLOTS), seed, cores())


def shares_of(rows: Tensor, movers: Tensor, seats: Tensor) -> Tensor:
    """By seat number: the share of the win that each has where the game is over."""
    values = finished(torch.zeros((len(rows), 2 * MAX_SEATS), device=rows.device), rows)
    return turned(values, movers, seats, back=False)[:, :MAX_SEATS]


def _by_seat(values: torch.Tensor, players: int) -> NDArray[np.float64]:
    """The values of the seats that play, where NumPy can see them."""
    return values[:, :players].double().cpu().numpy()


def bins(pairs: NDArray[np.float64]) -> list[Bin]:
    """The pairs in ten bins by what was said; those without any are left out."""
    places = np.minimum((pairs[:, 0] * BINS).astype(int), BINS - 1)
    return [
        Bin(place / BINS, (place + 1) / BINS, int(here.sum()), *(float(x) for x in pairs[here].mean(0)))
        for place in range(BINS)
        if (here := places == place).any()
    ]


def sharper(pairs: NDArray[np.float64], players: int) -> float:
    """How much sharper (above 1) or duller its win shares should be, by the likelihood of how the games ended.

    The shares of a position are raised to this power and made to add up to 1 again: the network multiplies its heads by
    it before the softmax.
    """
    said, won = np.moveaxis(pairs.reshape(-1, players, 2), 2, 0)
    logs = np.log(np.clip(said, 1e-9, 1.0))

    def loss(power: float) -> float:
        scaled = power * logs
        return float(np.mean(np.log(np.exp(scaled).sum(1)) - (won * scaled).sum(1)))

    low, high = 0.2, 5.0
    for _ in range(60):  # the loss has one lowest point
        third = (high - low) / 3
        low, high = (low, high - third) if loss(low + third) < loss(high - third) else (low + third, high)
    return (low + high) / 2


def fitted(network: Network, variant: Variant, positions: int) -> Network:
    """The network made as sharp as the ends of games say that no other measurement uses."""
    power = sharper(collect(network, variant, positions, FIT_SEED), variant.players)
    return network.sharpened(variant.players - 2 + (3 if variant.switches.palace else 0), power)


def near(pairs: NDArray[np.float64], said: float, width: float = 0.05) -> Bin | None:
    """The seats of which about this was said, as one bin; None if there are none."""
    here = np.abs(pairs[:, 0] - said) < width
    if not here.any():
        return None
    return Bin(said - width, said + width, int(here.sum()), *(float(x) for x in pairs[here].mean(0)))


def plot_calibration(by_kind: dict[str, Sequence[Bin]], path: Path) -> list[Path]:
    """Draw what was said against what was won, a panel for each kind of game."""
    picture = Picture(path, height=3.8, columns=len(by_kind), sharey=True)
    panels = picture.axes if len(by_kind) > 1 else [picture.axes[0]]
    for axes, (kind, parts) in zip(panels, by_kind.items(), strict=True):
        said, won = [part.said for part in parts], [part.won for part in parts]
        spans = [
            [part.won - part.interval.low for part in parts],
            [part.interval.high - part.won for part in parts],
        ]
        axes.plot([0, 1], [0, 1], color=LINE, linewidth=0.8)
        axes.errorbar(said, won, yerr=spans, fmt="o", color=COLOUR, capsize=3)
        axes.set_title(kind, fontsize="small")
        axes.set_xlabel("what the network said", fontsize="small")
    return picture.save("How often those won who were said to win")
