"""Networks without a search against each other, thousands of games at a time, seats rotated."""

from dataclasses import dataclass

import torch
from torch import Tensor

from amyitis.box.tables import MAX_SEATS
from amyitis.errors import AmyitisError

from .fleets import Fleet, Kept
from .learner import Evaluator, turned
from .model import finished
from .slots import PALACE_KIND

MOST_STEPS = 6000


@dataclass(frozen=True)
class Score:
    """How many games a player has won (a shared win is a part of one), of how many, and how long they took."""

    wins: float
    games: int
    rounds: float

    @property
    def rate(self) -> float:
        """The share that was won."""
        return self.wins / max(1, self.games)


def versus(fleet: Fleet, first: Evaluator, other: Evaluator | None, device: str) -> Score:
    """Let `first` hold one seat of every slot's first game, `other` (None: random moves) all others.

    The seat is the slot's number by turns, so every seat is held equally often.
    """
    seats = torch.as_tensor(fleet.kinds, device=device) % PALACE_KIND
    slots = torch.arange(fleet.size, device=device)
    mine = slots % seats
    kept = Kept(1, fleet.size, fleet.device)
    under_way = torch.ones(fleet.size, dtype=torch.bool, device=device)
    wins = rounds = 0.0
    for _ in range(MOST_STEPS):
        rows = fleet.rows()
        counts, deciders = (part.to(device) for part in fleet.deciders())
        is_mine = torch.repeat_interleave(deciders == mine, counts).unsqueeze(1)
        values = first.values(rows)
        others = torch.rand_like(values) if other is None else other.values(rows)
        fleet.advance(torch.where(is_mine, values, others), 0.0, kept, 0)
        fleet.wait()
        ended = kept.ended[0].to(device)
        now = (ended > 0) & under_way
        if bool(now.any()):
            shares = (
                shares_of(kept.rows[0].to(device), kept.movers[0].to(device), seats)
                .gather(1, mine.unsqueeze(1))
                .squeeze(1)
            )
            wins += float(shares[now].sum())
            rounds += float((ended[now] - 1).sum())
            under_way &= ~now
            if not bool(under_way.any()):
                return Score(wins, fleet.size, rounds / fleet.size)
    raise AmyitisError("games between networks do not end")


def shares_of(rows: Tensor, movers: Tensor, seats: Tensor) -> Tensor:
    """By seat number: the share of the win that each has where the game is over."""
    values = finished(torch.zeros((len(rows), 2 * MAX_SEATS), device=rows.device), rows)
    return turned(values, movers, seats, back=False)[:, :MAX_SEATS]
