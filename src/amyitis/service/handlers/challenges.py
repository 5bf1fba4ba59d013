"""Challenges: the same deal for others, and how everybody did."""

from amyitis.service.keys import new_person
from amyitis.service.names import DEFAULT_NAME
from amyitis.service.problems import Forbidden
from amyitis.service.routing import Call, Reply
from amyitis.service.service import Service
from amyitis.service.shapes.challenges import Challenge, MadeChallenge
from amyitis.service.shapes.games import Created
from amyitis.service.shapes.parameters import ChallengeId, GameId
from amyitis.table.errors import AlreadyPlayed

from .games import FOR_ITS_GAME, check_running, created, keep_game


async def make_challenge(service: Service, call: Call, game_id: GameId) -> MadeChallenge:
    """Let others play the same deal: a finished game of one person against bots whose set-up was drawn."""
    metadata, seats = await service.tables.metadata(game_id)
    challenge = await service.challenges.make(metadata, seats, call.identity)
    service.tables.drop(game_id)
    return {"challenge": challenge}


async def read_challenge(service: Service, call: Call, challenge: ChallengeId) -> Challenge:
    """Return a challenge, and how everybody did."""
    return await service.challenges.describe(challenge, call.identity)


async def play_challenge(service: Service, call: Call, challenge: ChallengeId) -> Reply[Created]:
    """Play a challenge: the same set-up, deals, seat and bots. Everybody has one game of it."""
    if call.identity.key_hash is not None:
        raise Forbidden(FOR_ITS_GAME)
    person = call.identity.person or new_person()
    name = (await service.store.people.name(person)) or DEFAULT_NAME
    new, game_id = await service.challenges.play(challenge, person, name)
    if new is not None:
        await check_running(service, person)
        try:
            await keep_game(service, call, new, [seat.bot for seat in new.seats])
        except AlreadyPlayed as problem:  # two requests at the same time
            new, game_id = None, problem.game_id
    return created(service, await service.tables.table(game_id), person, {}, 200 if new is None else 201)
