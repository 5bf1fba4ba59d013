"""Challenges: the same deal for others, and how everybody did."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from amyitis.server.bots.allowed import expensive_among
from amyitis.server.http.addresses import API
from amyitis.server.http.dependencies import Agent, Client, Use, Who, set_person
from amyitis.server.http.models.challenges import Challenge, MadeChallenge
from amyitis.server.http.models.games import Created
from amyitis.server.http.models.problems import refuses
from amyitis.server.refusals import Forbidden

from .games import DEFAULT_NAME, GameId, check_running, created

router = APIRouter(prefix=API, tags=["challenges"])

ChallengeId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,32}$")]


@router.post(
    "/games/{game_id}/challenge",
    responses=refuses(_403="not your game", _404="not found", _409="this game cannot be a challenge, and why"),
)
async def make_challenge(game_id: GameId, use: Use, who: Who) -> MadeChallenge:
    """Let others play the same deal: a game of one person against bots that is over and whose set-up was drawn."""
    facts, seats = await use.games.tables.facts(game_id)
    made = await use.challenges.make(facts, seats, who)
    use.games.tables.drop(game_id)
    return MadeChallenge(challenge=made)


@router.get("/challenges/{challenge}", responses=refuses(_404="not found"))
async def read_challenge(challenge: ChallengeId, use: Use, who: Who) -> Challenge:
    """A challenge, and how everybody did."""
    return Challenge.model_validate(await use.challenges.about(challenge, who))


@router.post(
    "/challenges/{challenge}/games",
    status_code=201,
    response_model=Created,
    responses=refuses(_403="forbidden", _404="not found", _409="this server plays by other rules now")
    | {200: {"model": Created, "description": "You play it already"}},
)
async def play_challenge(challenge: ChallengeId, use: Use, who: Who, client: Client, agent: Agent) -> Response:
    """Play a challenge: the same set-up, deals, seat and bots. Everybody has one game of it."""
    if who.key_hash is not None:
        raise Forbidden("a seat's key is for its game alone")
    person = who.person or use.identities.new_person()
    name = (await use.store.people.name(person)) or DEFAULT_NAME
    new, game_id = await use.challenges.play(challenge, person, name)
    if new is not None:
        await check_running(use, person)
        bots = [seat.bot for seat in new.seats]
        use.limiter.expensive_bots(client, await expensive_among(bots, use.bot_pool.milliseconds))
        use.limiter.new_game(client)
        use.bots.payers.acted(game_id, client)
        use.games.watchers.look(game_id)
        await use.games.lifecycle.create(new)
    response = created(use, await use.games.table(game_id), person, {}, 200 if new is None else 201)
    await set_person(response, use, who, person, agent)
    return response
