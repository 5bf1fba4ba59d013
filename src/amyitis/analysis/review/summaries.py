"""What a review says of each seat: its result split into skill, gifts, luck and what is not explained."""

from collections.abc import Sequence
from math import sqrt
from statistics import stdev

from amyitis.analysis.shapes import POINTS, Loss, Review, ReviewedMove, SeatSummary

from .grades import levels_near
from .move_costs import Z_95


def summaries(review: Review) -> list[SeatSummary]:
    """Returns the summary of every seat of a complete review."""
    return [_summary(review, place) for place in range(len(review.seats))]


def _summary(review: Review, place: int) -> SeatSummary:
    seat = review.seats[place]
    own = [move for move in review.decisions if move.seat == seat]
    measured = [move.loss for move in own if is_measured(move.loss)]
    result = (review.shares[-1][seat] - 1 / len(review.seats)) * POINTS
    skill = -sum(_middle(loss) for loss in measured)
    gifts = sum(
        (move.loss.played[seat] - move.loss.best[seat]) * POINTS
        for move in review.decisions
        if move.seat != seat and is_measured(move.loss)
    )
    luck = sum(deal.luck[seat] for deal in review.deals)
    decisions = sum(move.counts for move in own)
    mean, margin = _mean_loss(own)
    return SeatSummary(
        seat=seat,
        result=result,
        skill=skill,
        skill_margin=sqrt(sum(((loss.high - loss.low) / 2) ** 2 for loss in measured)),
        gifts=gifts,
        luck=luck,
        unexplained=result - skill - gifts - luck,
        decisions=decisions,
        mean_loss=mean,
        mean_loss_margin=margin,
        plays_like=[] if mean is None else levels_near(mean, decisions, review.players),
        grades={name: sum(move.grade == name for move in own) for name in review.bounds},
    )


def is_measured(loss: Loss) -> bool:
    """Whether a loss was proven or measured by rollouts, and is more than what the search saw."""
    return loss.proven or loss.low < loss.high


def _middle(loss: Loss) -> float:
    """A loss without the bound at 0, so that errors balance each other."""
    return (loss.low + loss.high) / 2


def _mean_loss(own: Sequence[ReviewedMove]) -> tuple[float | None, float | None]:
    """The mean loss of the decisions that count, and half of its interval of 95 %; None for too few of them."""
    losses = [move.loss.points for move in own if move.counts]
    if len(losses) < 2:
        return (losses[0] if losses else None), None
    return sum(losses) / len(losses), Z_95 * stdev(losses) / sqrt(len(losses))
