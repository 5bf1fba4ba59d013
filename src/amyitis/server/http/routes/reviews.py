"""What games teach: reviews of games and records, and what is thought of a position."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from amyitis.api.thoughts import Thought, about_move, about_position, about_record, checked_record
from amyitis.box.known import box_of_record
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.server.games.fair_play import check_not_played, end_of_record
from amyitis.server.http.addresses import API
from amyitis.server.http.dependencies import Client, Services, Use, json_response
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.requests import AnalysisRequest, JudgementRequest, ReviewRequest
from amyitis.server.http.models.reviews import AnalysisAnswer, JudgementAnswer, ReviewAnswer

from .games import REPLAY_COST, GameId

router = APIRouter(prefix=API, tags=["reviews"])

NO_THOUGHT = "this server reviews no games, or people play this position right now without a coach"
Key = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]


def told(thought: Thought, name: str) -> Response:
    """A job as far as it has come."""
    return json_response(thought.told(name))


async def _check_not_played(use: Services, position: str) -> None:
    game = Game.from_position(position)
    await check_not_played(use.store, game.position, game.round)


@router.get(
    "/games/{game_id}/review",
    response_model=ReviewAnswer,
    responses=refuses(_404="not found", _409="the game is not over, or this server reviews no games"),
)
async def review_game(game_id: GameId, use: Use, client: Client) -> Response:
    """The review of a finished game. It begins by itself when a game ends, or now; ask again until it is done."""
    return told(await use.reviews.of_game(game_id, client), "review")


@router.post(
    "/reviews",
    response_model=ReviewAnswer,
    responses=refuses(_409=NO_THOUGHT, _422="a move of the record is illegal"),
)
async def review_record(asked: ReviewRequest, use: Use, client: Client) -> Response:
    """Review a record, which is not kept; ask again with the `key` until it is done."""
    use.limiter.request(client, REPLAY_COST)
    use.limiter.review(client)
    if (box_of_record(asked.record) or use.boxes.own) != use.boxes.own:
        raise Malformed("this server reviews records of its own box alone: `amyitis review` takes others")
    async with use.replays.turn(client):
        game = await use.boxes.beside(checked_record, asked.record)
        end = await use.boxes.beside(end_of_record, asked.record)
    await check_not_played(use.store, *end)
    return told(use.reviews.begin(about_record(game), client), "review")


@router.get("/reviews/{key}", response_model=ReviewAnswer, responses=refuses(_404="not found"))
async def read_review(key: Key, use: Use) -> Response:
    """The review of a record as far as it has come."""
    return told(use.reviews.found("record", key), "review")


@router.post("/analyses", response_model=AnalysisAnswer, responses=refuses(_409=NO_THOUGHT))
async def analyse_position(asked: AnalysisRequest, use: Use, client: Client) -> Response:
    """Think about a position; ask again with the `key` until it is done: what is thought grows."""
    use.limiter.judgement(client)
    await _check_not_played(use, asked.position)
    return told(use.reviews.begin(about_position(asked.position, asked.visits), client), "opinion")


@router.get("/analyses/{key}", response_model=AnalysisAnswer, responses=refuses(_404="not found"))
async def read_analysis(key: Key, use: Use) -> Response:
    """What is thought of a position by now."""
    return told(use.reviews.found("analysis", key), "opinion")


@router.post(
    "/judgements",
    response_model=JudgementAnswer,
    responses=refuses(_409=NO_THOUGHT, _422="a move is illegal"),
)
async def judge_move(asked: JudgementRequest, use: Use, client: Client) -> Response:
    """Judge a move of a position: what it costs, and why; ask again with the `key` until it is done."""
    use.limiter.judgement(client, asked.times)
    await _check_not_played(use, asked.position)
    question = about_move(asked.position, asked.move, asked.beside, asked.times)
    return told(use.reviews.begin(question, client), "judgement")


@router.get("/judgements/{key}", response_model=JudgementAnswer, responses=refuses(_404="not found"))
async def read_judgement(key: Key, use: Use) -> Response:
    """What a move costs, once it is known."""
    return told(use.reviews.found("judgement", key), "judgement")
