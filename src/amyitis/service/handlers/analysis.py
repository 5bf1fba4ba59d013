"""Analysis: reviews of games and records, evaluations of positions, costs of moves, and the coach."""

from amyitis.box.known import box_of_record
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.service.analysis.jobs import record_job
from amyitis.service.ports import REPLAY_COST, STEPS_PER_REQUEST
from amyitis.service.problems import Conflict, Forbidden
from amyitis.service.routing import Call
from amyitis.service.service import Service
from amyitis.service.shapes.analysis import (
    AnalysisJob,
    EvaluationJob,
    HintAnswer,
    MoveCostAnswer,
    MoveCostJob,
    ReviewJob,
    SharesAnswer,
    TurnAnswer,
)
from amyitis.service.shapes.parameters import GameId, JobKey
from amyitis.service.shapes.requests import (
    CoachedRequest,
    CoachMoveCostRequest,
    CoachRequest,
    EvaluationRequest,
    HintRequest,
    MoveCostRequest,
    ReviewRequest,
    TurnRequest,
)
from amyitis.table import Table
from amyitis.table.messages.shapes import GameModel
from amyitis.table.metadata import Coach
from amyitis.table.people.absence import people

GAMES_OF_A_QUESTION = 10  # pairs of games that are charged like one question


async def review_game(service: Service, call: Call, game_id: GameId) -> ReviewJob:
    """Return the review of a finished game. The review starts when the game ends, or with this request."""
    return (await service.jobs.review_game(game_id, call.owner)).message()


async def review_record(service: Service, call: Call, body: ReviewRequest) -> ReviewJob:
    """Review a record without storing it."""
    service.quotas.charge("requests", call.client, REPLAY_COST)
    service.quotas.charge("reviews", call.client)
    own = service.boxes.own
    if (box_of_record(body.record) or own) != own:
        raise Malformed("this server reviews only records of its own box: `amyitis review` takes others")
    record = await service.boxes.call(own, record_job, body.record, owner=call.owner, isolated=True)
    return (await service.jobs.review_record(body.record, record, call.owner)).message()


async def evaluate_position(service: Service, call: Call, body: EvaluationRequest) -> EvaluationJob:
    """Evaluate a position. The evaluation becomes more exact until the job is done."""
    service.quotas.charge("evaluations", call.client)
    return (await service.jobs.evaluate(Game.from_position(body.position), body.visits, call.owner)).message()


async def cost_of_move(service: Service, call: Call, body: MoveCostRequest) -> MoveCostJob:
    """Say what a move of a position costs, and why."""
    service.quotas.charge("evaluations", call.client, body.times + body.games // GAMES_OF_A_QUESTION)
    game = Game.from_position(body.position)
    for token in (body.move, body.beside):
        if token is not None:
            game.check(token)
    return (await service.jobs.move_cost(game, body.move, body.beside, body.times, call.owner, body.games)).message()


async def answer_turn(service: Service, call: Call, body: TurnRequest) -> TurnAnswer:
    """Say whether the last of these moves is right, and what follows it in its turn. Poll until it is done."""
    service.quotas.charge("requests", call.client, len(body.tokens) / STEPS_PER_REQUEST)
    return await service.turn_answers.answer(Game.from_position(body.position), body.best, body.tokens, call)


async def read_job(service: Service, call: Call, key: JobKey) -> AnalysisJob:
    """Return the current state of an analysis job. The websocket `/jobs/{key}/live` sends every change."""
    return service.jobs.job(key).message()


async def switch_coach(service: Service, call: Call, game_id: GameId, body: CoachRequest) -> GameModel:
    """Turn the coach off, as any player may; or on, if I am alone against bots."""

    def change(table: Table) -> Coach:
        if not any(call.identity.may_claim(seat) for seat in table.seats):
            raise Forbidden("only those who play here may do this")
        if not body.on:
            return "off" if table.metadata.coach == "off" else "was_on"
        if table.over:
            raise Conflict("the game is over", key="game_over")
        if table.metadata.challenge is not None:
            raise Conflict("a challenge compares people: it is played without a coach", key="coach_challenge")
        if table.metadata.coach != "on" and people(table.seats) > 1:
            raise Conflict(
                "others play here: a coach is agreed to when a table is made and joined", key="coach_with_others"
            )
        return "on"

    table = await service.lifecycle.change_coach(game_id, change)
    return service.serializer.game(table, call.identity)


async def hint(service: Service, call: Call, game_id: GameId, body: HintRequest) -> HintAnswer:
    """Give a hint for my decision.

    Where to look (step 1), what kind of move (2), the move (3). Poll until it is done.
    """
    return await service.coach.hint(game_id, call, body.ply, body.tokens, body.step)


async def coach_move_cost(service: Service, call: Call, game_id: GameId, body: CoachMoveCostRequest) -> MoveCostAnswer:
    """Return the cost of the last of these moves.

    A move that I try, or one that anybody has made. Poll until it is done.
    """
    return await service.coach.move_cost(game_id, call, body.ply, body.tokens)


async def shares(service: Service, call: Call, game_id: GameId, body: CoachedRequest) -> SharesAnswer:
    """Return the win shares. Poll until they are done."""
    return await service.coach.shares(game_id, call, body.ply, body.tokens)
