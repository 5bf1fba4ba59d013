"""`TurnAnswers`: whether the moves of a turn are right, for somebody who tries a mistake of their own again."""

from collections.abc import Sequence

from amyitis.analysis.puzzles.turns import play_turn
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.service.ports import Quotas
from amyitis.service.routing import Call
from amyitis.service.shapes.analysis import TurnAnswer
from amyitis.service.waiting_room import ChargedOnce

from .jobs import AnalysisJobs


class TurnAnswers:
    """Judges a turn move by move, within the quota of evaluations."""

    def __init__(self, jobs: AnalysisJobs, quotas: Quotas) -> None:
        self._jobs, self._charged = jobs, ChargedOnce(quotas, "evaluations")

    async def answer(self, start: Game, best: str, turn: Sequence[str], call: Call) -> TurnAnswer:
        """Say whether the last move of a turn is right. Raises Malformed, Illegal, Conflict, TooMuch.

        The first move is right if it is the best one or as good; a later one if a review would not call it an
        inaccuracy. Only moves that the review has not measured need the engine. The moves before the last are not
        judged again.
        """
        *before, move = turn
        game = start.copy()
        forced, is_over = play_turn(game, before)
        if forced or is_over:
            raise Malformed(f"{move} is no choice of this turn: {' '.join(forced) or 'nothing'} follows first")
        is_first = not before
        answer: TurnAnswer = {"status": "done", "error": None, "right": True, "reply": [], "over": False, "cost": None}
        if not (is_first and move == best):
            game.check(move)
            beside = best if is_first else None
            self._charged.charge(call.client, (game.position, move, beside))
            job = await self._jobs.move_cost(game, move, beside, 1, call.owner)
            answer["status"], answer["error"], cost = job.status, job.error, job.result
            if job.status != "done" or cost is None:
                return answer | {"right": None}
            answer["cost"] = cost  # type: ignore[typeddict-item] # plain data, as the worker has sent it
            answer["right"] = cost["as_good"] if is_first else cost["grade"] is None
        if answer["right"]:
            answer["reply"], answer["over"] = play_turn(start.copy(), turn)
        return answer
