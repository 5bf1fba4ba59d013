"""`Coach`: hints, costs of moves and win shares while a game is played, for those who have agreed to it.

In games that compare people (challenges) there is no coach.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from amyitis.analysis.hints import hint_steps, kind_of
from amyitis.analysis.puzzles.puzzles import part_of
from amyitis.analysis.review.measuring import CONFIRMING
from amyitis.analysis.review.move_costs import USUAL
from amyitis.game import Game
from amyitis.service.games.tables import Tables
from amyitis.service.ports import Quotas
from amyitis.service.problems import Conflict, Forbidden, Stale
from amyitis.service.routing import Call
from amyitis.service.shapes.analysis import Hint, HintAnswer, MoveCostAnswer, SharesAnswer
from amyitis.service.waiting_room import ChargedOnce
from amyitis.table import Table
from amyitis.table.replaying import moment_of_log

from .jobs import AnalysisJob, AnalysisJobs

HINT_VISITS = CONFIRMING * USUAL.visits  # as for what says in a review that another move was better
SHARE_VISITS = 64
WHERE, KIND = 1, 2  # steps of a hint

Data = Mapping[str, Any]


class Coach:
    """Answers the players of a table with a coach, within a quota for each person."""

    def __init__(self, tables: Tables, jobs: AnalysisJobs, quotas: Quotas) -> None:
        self._tables, self._jobs, self._charged = tables, jobs, ChargedOnce(quotas, "coaching")

    async def hint(self, game_id: str, call: Call, ply: int, tokens: Sequence[str], step: int) -> HintAnswer:
        """Say where to look, what kind of move is best, or which, after some tried moves. Raises a Refused."""
        table = await self._table_now(game_id, call, ply)
        game = await self._moment(table, ply, tokens, call)
        _check_mine(game, table, call)
        if len(game.legal_moves) < 2:
            return {"status": "done", "error": None, "hint": _hint(game, [], None, step)}
        job = await self._evaluation(game, HINT_VISITS, call)
        if job.status != "done" or job.result is None:
            return {"status": job.status, "error": job.error, "hint": None}
        lines: list[Data] = job.result["lines"]
        cost: Data | None = None
        if step > WHERE and len(lines) > 1:
            second = await self._cost(game, lines[1]["move"], lines[0]["move"], call)
            if second.status != "done":
                return {"status": second.status, "error": second.error, "hint": None}
            cost = second.result
        return {"status": "done", "error": None, "hint": _hint(game, lines, cost, step)}

    async def move_cost(self, game_id: str, call: Call, ply: int, tokens: Sequence[str]) -> MoveCostAnswer:
        """Say what the last of these moves costs and why: one that is tried, or one that anybody has made."""
        table = await self._table(game_id, call, ply)
        *before, move = tokens
        game = await self._moment(table, ply, before, call)
        if ply == table.ply:
            _check_mine(game, table, call)
        job = await self._cost(game, move, None, call)
        return {"status": job.status, "error": job.error, "move_cost": job.result}  # type: ignore[typeddict-item]

    async def shares(self, game_id: str, call: Call, ply: int, tokens: Sequence[str]) -> SharesAnswer:
        """Say the win shares now, after some tried moves. Raises a Refused."""
        table = await self._table_now(game_id, call, ply)
        job = await self._evaluation(await self._moment(table, ply, tokens, call), SHARE_VISITS, call)
        return {"status": job.status, "error": job.error, "shares": job.result["wins"] if job.result else None}

    async def _table_now(self, game_id: str, call: Call, ply: int) -> Table:
        table = await self._table(game_id, call, ply)
        if ply != table.ply:
            raise Stale("the game has moved on", ply=table.ply)
        return table

    async def _table(self, game_id: str, call: Call, ply: int) -> Table:
        """Return the table; raises a Refused unless the caller plays here, and everybody has agreed to a coach."""
        table = await self._tables.table(game_id, fresh=True)
        if not call.identity.seats(table.seats):
            raise Forbidden("the coach only talks to those who play here")
        if table.metadata.coach != "on":
            raise Forbidden("not everybody at this table has agreed to a coach", key="no_coach")
        if table.in_lobby or table.over:
            raise Conflict("the coach is there while the game is played")
        if table.remote:
            raise Conflict("the coach knows only this server's own box, and this game has another", key="coach_box")
        if ply > table.ply:
            raise Stale("the game has not come so far", ply=table.ply)
        return table

    async def _moment(self, table: Table, ply: int, tokens: Sequence[str], call: Call) -> Game:
        """Return the game at a ply after some tried moves; raises Malformed or Illegal."""
        if ply == table.ply:
            game = Game(table.game.state)
        else:
            _metadata, moment = await self._tables.replayed(
                table.metadata.id, moment_of_log, upto=ply, owner=call.owner
            )
            game = Game.from_position(moment["position"])
        for token in tokens:
            game.push(token)
        return game

    async def _evaluation(self, game: Game, visits: int, call: Call) -> AnalysisJob[Any]:
        self._charged.charge(call.identity.actor, (game.position, visits))
        return await self._jobs.evaluate(game, visits, call.owner)

    async def _cost(self, game: Game, move: str, beside: str | None, call: Call) -> AnalysisJob[Any]:
        game.check(move)
        self._charged.charge(call.identity.actor, (game.position, move, beside))
        return await self._jobs.move_cost(game, move, beside, 1, call.owner)


def _check_mine(game: Game, table: Table, call: Call) -> None:
    if game.seat not in call.identity.seats(table.seats):
        raise Forbidden("the coach helps with your own decisions; those of others once they are made")


def _hint(game: Game, lines: Sequence[Data], cost: Data | None, step: int) -> Hint:
    """Return a hint up to its step: nothing of later steps is revealed."""
    ranking = [line["move"] for line in lines]
    steps = list(hint_steps(game.question, game.legal_moves, ranking))[:step] if lines else []
    by = [each.by for each in steps]
    left = steps[-1].left if steps else []
    as_good = cost["move"] if cost is not None and cost["as_good"] else None
    is_named = len(left) == 1 and by[-1] == "names"
    return {
        "step": step,
        "only": not lines,
        "part": part_of(game.question, ranking[0]) if "part" in by else None,
        "kind": kind_of(ranking[0]) if "kind" in by else None,
        "named": [each.left if each.by == "names" else [] for each in steps],
        "left": len(left),
        "reason": _first_reason(cost) if step >= KIND else None,
        "move": ranking[0] if is_named else None,
        "line": lines[0]["line"] if is_named else None,
        "as_good": as_good if is_named or as_good in left else None,
    }


def _first_reason(cost: Data | None) -> Any:
    """Return the strongest reason for the best move compared with the next one, if there is a clear one."""
    reasons: list[Data] = cost["reasons"] if cost is not None else []
    return next((reason for reason in reasons if reason["favours"] == "best"), None)
