"""`Coach`: hints, costs of moves and win shares while a game is played, for those who have agreed to it.

In games that compare people (challenges) there is no coach.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from amyitis.analysis.puzzles import part_of
from amyitis.box.tables import CITY_KIND, CITY_NAMES, COURT_CITY, MARKET
from amyitis.game import Game
from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.games.tables import Tables
from amyitis.service.ports import Quotas
from amyitis.service.problems import Conflict, Forbidden, Stale
from amyitis.service.routing import Call
from amyitis.service.shapes.analysis import Hint, HintAnswer, MoveCostAnswer, SharesAnswer
from amyitis.table import Table
from amyitis.table.replaying import moment_of_log

from .jobs import AnalysisJob, AnalysisJobs

HINT_VISITS = 256
SHARE_VISITS = 64
AS_GOOD = 0.5  # points: a move that may cost no more is as good as the best, as in a review
WHERE, KIND, MOVE = 1, 2, 3  # the steps of a hint
MOST_CHARGED = 10_000

Data = Mapping[str, Any]


class Coach:
    """Answers the players of a table with a coach, within a quota for each person."""

    def __init__(self, tables: Tables, jobs: AnalysisJobs, quotas: Quotas) -> None:
        self._tables, self._jobs, self._quotas = tables, jobs, quotas
        self._charged: BoundedCache[Hashable, None] = BoundedCache(MOST_CHARGED)

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
        self._charge(call, (game.position, visits))
        return await self._jobs.evaluate(game, visits, call.owner)

    async def _cost(self, game: Game, move: str, beside: str | None, call: Call) -> AnalysisJob[Any]:
        game.check(move)
        self._charge(call, (game.position, move, beside))
        return await self._jobs.move_cost(game, move, beside, 1, call.owner)

    def _charge(self, call: Call, question: Hashable) -> None:
        """Charge a question once, however often its answer is asked for; raises TooMuch."""
        key = (call.identity.actor, question)
        if key not in self._charged:
            self._quotas.charge("coaching", call.identity.actor)
        self._charged[key] = None


def _check_mine(game: Game, table: Table, call: Call) -> None:
    if game.seat not in call.identity.seats(table.seats):
        raise Forbidden("the coach helps with your own decisions; those of others once they are made")


def _hint(game: Game, lines: Sequence[Data], cost: Data | None, step: int) -> Hint:
    """Return a hint up to its step: nothing of later steps is revealed."""
    best = lines[0]["move"] if lines else None
    as_good = cost["move"] if cost is not None and cost["loss"]["low"] < AS_GOOD else None
    return {
        "step": step,
        "only": best is None,
        "part": best and part_of(game.question, best),
        "kind": best and kind_of(best) if step >= KIND else None,
        "reason": _first_reason(cost) if step >= KIND else None,
        "move": best if step >= MOVE else None,
        "line": lines[0]["line"] if lines and step >= MOVE else None,
        "as_good": as_good if step >= MOVE else None,
    }


def kind_of(token: str) -> str | None:
    """Return what kind of action a move is: a craft, a kind of city, passing, the Noble; None for other answers."""
    craft, slash, _group = token.removeprefix("free:").partition("/")
    if slash:
        return craft
    if not token.startswith("go:"):
        return token if token in ("pass", "noble") else None
    kind = CITY_KIND[CITY_NAMES.index(token.removeprefix("go:"))]
    return "market" if kind == MARKET else "court_city" if kind == COURT_CITY else "plant_city"


def _first_reason(cost: Data | None) -> Any:
    """Return the strongest reason for the best move compared with the next one."""
    reasons: list[Data] = cost["reasons"] if cost is not None else []
    return next((reason for reason in reasons if reason["favours"] != "played"), None)
