"""Turns that are planned ahead: tried, kept and removed by those who wait."""

from amyitis.service.games.lifecycle import seat_of
from amyitis.service.games.seats import check_holder, check_not_out
from amyitis.service.ports import STEPS_PER_REQUEST
from amyitis.service.problems import BadRequest, Conflict
from amyitis.service.routing import Call
from amyitis.service.service import Service
from amyitis.service.shapes.parameters import GameId, SeatLetter
from amyitis.service.shapes.requests import PlanRequest, TryRequest
from amyitis.table import SeatMetadata, Table
from amyitis.table.messages.shapes import GameModel, TurnAhead
from amyitis.table.plans import Plan, effects, is_whole

NOT_YET = "one plans a turn while others play"


async def try_turn(service: Service, call: Call, game_id: GameId, seat: SeatLetter, body: TryRequest) -> TurnAhead:
    """Try a turn as if it were mine now. Nothing is saved or dealt."""
    service.quotas.charge("requests", call.client, 1 + len(body.tokens) / STEPS_PER_REQUEST)
    return await _tried(service, call, await service.tables.table(game_id), seat, body)


async def plan_turn(service: Service, call: Call, game_id: GameId, seat: SeatLetter, body: PlanRequest) -> GameModel:
    """Plan my next turn; without moves, remove the plan.

    The server plays it when the turn comes, if every move still has the same effect. Otherwise it drops the plan, and
    the seat's `plan` says why.
    """
    plan = ""
    if body.tokens:
        table = await service.tables.table(game_id)
        tried = (await _tried(service, call, table, seat, body))["tried"]
        if not is_whole(tried, seat, body.tokens):
            raise BadRequest("a plan is a whole turn", field="tokens")
        plan = str(Plan(body.ply, body.tokens, effects(tried)))

    def change(table: Table, mine: SeatMetadata) -> dict[str, object]:
        check_holder(mine, call.identity)
        if plan:
            _check(table, mine)
        return {} if mine.plan == plan else {"plan": plan}

    table = await service.lifecycle.change_seat(game_id, seat, change)
    return service.serializer.game(table, call.identity)


async def _tried(service: Service, call: Call, table: Table, letter: str, body: TryRequest | PlanRequest) -> TurnAhead:
    seat = seat_of(table, letter)
    check_holder(seat, call.identity)
    check_not_out(table, seat)
    _check(table, seat)
    if body.ply != table.ply:
        raise service.moves.stale(table, call.identity)
    return await service.tables.ask(table.metadata.id, lambda known: known.try_turn(letter, body.tokens))


def _check(table: Table, seat: SeatMetadata) -> None:
    """Raise Conflict where there is no turn to wait for."""
    if table.over or table.in_lobby or seat.bot is not None or table.decider == seat.seat:
        raise Conflict(NOT_YET, key="no_turn_ahead", ply=table.ply)
