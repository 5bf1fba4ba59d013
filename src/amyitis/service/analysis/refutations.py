"""`Refutations`: what answers a wrong move: the others' best reply, the moves after it, and what the move cost."""

from collections.abc import Mapping, Sequence
from typing import Any

from amyitis.analysis.review.measuring import CONFIRMING
from amyitis.game import Game
from amyitis.service.ports import Quotas
from amyitis.service.routing import Call
from amyitis.service.shapes.analysis import Refutation, RefutationAnswer
from amyitis.service.waiting_room import ChargedOnce

from .jobs import AnalysisJobs


class Refutations:
    """Answers wrong moves, within the quota of questions to the coach."""

    def __init__(self, jobs: AnalysisJobs, quotas: Quotas) -> None:
        self._jobs, self._charged = jobs, ChargedOnce(quotas, "coaching")

    async def refute(self, before: Game, turn: Sequence[str], beside: str, call: Call) -> RefutationAnswer:
        """Return what the last move of a turn costs beside another one, and what follows. Raises Conflict, TooMuch.

        The line begins with the turn. It is exact where both moves can be proven, else it is the engine's.
        """
        game = before.copy()
        *right, wrong = turn
        for token in right:
            game.push(token)
        self._charged.charge(call.identity.actor, (game.position, wrong, beside))
        job = await self._jobs.move_cost(game, wrong, beside, CONFIRMING, call.owner)
        answer: RefutationAnswer = {"status": job.status, "error": job.error, "refutation": None}
        if job.status == "done" and job.result is not None:
            loss = job.result["loss"]
            answer["refutation"] = refutation(before, [*right, *job.result["move_line"]], loss)
        return answer


def refutation(before: Game, moves: list[str], loss: Mapping[str, Any]) -> Refutation:
    """Return a line that answers a wrong move, with what that move cost."""
    return {
        "moves": moves,
        "proven": loss["proven"],
        "points": loss["points"],
        "low": loss["low"],
        "high": loss["high"],
        "final": _final_prestige(before, moves),
    }


def _final_prestige(before: Game, line: Sequence[str]) -> dict[str, int] | None:
    """Return what all seats end with, if a line goes to the end of the game."""
    game = before.copy()
    for token in line:
        game.push(token)
    return game.scores if game.is_over else None
