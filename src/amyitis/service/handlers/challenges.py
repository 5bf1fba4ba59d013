"""Challenges: made from a finished game, played once by each person, with everybody's results."""

import json
from dataclasses import replace

from amyitis.box.tables import BOX_DIGEST
from amyitis.rules import RULES_VERSION
from amyitis.service.accounts.keys import new_person
from amyitis.service.accounts.names import DEFAULT_NAME
from amyitis.service.problems import Conflict, Forbidden, NotFound
from amyitis.service.routing import Call, Reply
from amyitis.service.service import Service
from amyitis.service.shapes.challenges import Challenge, ChallengeResult, MadeChallenge
from amyitis.service.shapes.games import Created
from amyitis.service.shapes.parameters import ChallengeId, GameId
from amyitis.table import GameMetadata, Identity, SeatMetadata
from amyitis.table.challenges import NOT_OVER, OTHERS, obstacle, player_of, same_deal
from amyitis.table.conduct import END
from amyitis.table.errors import AlreadyPlayed
from amyitis.table.metadata import BOT, CHANCE, new_id

from .games import FOR_ITS_GAME, check_running, created, keep_game


async def make_challenge(service: Service, call: Call, game_id: GameId) -> MadeChallenge:
    """Make a challenge of a finished game: others play the same deal.

    The game must be one of one person against bots, with a drawn set-up.
    """
    metadata, seats = await service.tables.metadata(game_id)
    if metadata.challenge is not None:
        return {"challenge": metadata.challenge}
    if not any(call.identity.may_claim(seat) for seat in seats):
        raise Forbidden("only the person who played the game can make it a challenge")
    _check(metadata, seats)
    mine = player_of(seats).seat
    log = await service.store.log(game_id)
    if any(entry.kind == "table" and entry.token == END for entry in log):
        raise Conflict("a challenge is a game that was played to its end", key=NOT_OVER.key)
    if any(entry.seat == mine and entry.actor.startswith(BOT) for entry in log):
        raise Conflict("a bot has made some of your moves: a challenge compares people", key=OTHERS.key)
    challenge = await service.store.challenges.make(game_id, new_id())
    service.tables.drop(game_id)
    return {"challenge": challenge}


async def read_challenge(service: Service, call: Call, challenge: ChallengeId) -> Challenge:
    """Return a challenge and its results."""
    games = await _games(service, challenge)
    first, seats = games[0]
    mine = next((metadata for metadata, its in games if call.identity.person == player_of(its).person), None)
    done = mine is not None and mine.over
    results = [_result(metadata, its, call.identity, done) for metadata, its in games]
    return {
        "id": challenge,
        "seat": player_of(seats).seat,  # type: ignore[typeddict-item] # the store keeps plain text
        "players": first.players,
        "switches": first.switches.as_dict(),
        "bots": [{"seat": seat.seat, "bot": seat.bot} for seat in seats if seat.person is None],  # type: ignore[typeddict-item]
        "mine": None if mine is None else mine.id,
        "results": sorted(results, key=lambda result: (result["left"], not result["over"], -(result["prestige"] or 0))),
    }


async def play_challenge(service: Service, call: Call, challenge: ChallengeId) -> Reply[Created]:
    """Play a challenge: the same set-up, deals, seat and bots. Everybody plays it once."""
    if call.identity.key_hash is not None:
        raise Forbidden(FOR_ITS_GAME)
    person = call.identity.person or new_person()
    name = (await service.store.people.name(person)) or DEFAULT_NAME
    games = await _games(service, challenge)
    game_id = next((metadata.id for metadata, seats in games if player_of(seats).person == person), None)
    status = 200
    if game_id is None:
        metadata, seats = games[0]
        _check(replace(metadata, over=True), seats)
        await check_running(service, person)
        new = same_deal(metadata, seats, person, name, service.clock.now())
        game_id, status = new.metadata.id, 201
        try:
            await keep_game(service, call, new, [seat.bot for seat in new.seats])
        except AlreadyPlayed as problem:  # two requests at the same time
            game_id, status = problem.game_id, 200
    return created(service, await service.tables.table(game_id), person, {}, status)


async def _games(service: Service, challenge: str) -> list[tuple[GameMetadata, list[SeatMetadata]]]:
    """Return the games of a challenge with their seats, the oldest first; raises NotFound."""
    games = await service.store.challenges.games(challenge)
    if not games:
        raise NotFound("there is no such challenge")
    seats = await service.store.seats_of([metadata.id for metadata in games])
    return [(metadata, seats[metadata.id]) for metadata in games]


def _check(metadata: GameMetadata, seats: list[SeatMetadata]) -> None:
    problem = obstacle(metadata, seats, RULES_VERSION, BOX_DIGEST)
    if problem is not None:
        raise Conflict(problem.sentence, key=problem.key)


def _result(metadata: GameMetadata, seats: list[SeatMetadata], identity: Identity, shown: bool) -> ChallengeResult:
    """Return the result of one game; of a running one, nothing but that it runs.

    A player who left a bot to play on has no result: it would be the bot's.
    """
    player = player_of(seats)
    left = player.bot is not None
    yours = identity.person is not None and identity.person == player.person
    known = metadata.over and metadata.standing and not left
    scores: dict[str, int] = json.loads(metadata.standing)["scores"] if known else {}
    mine = scores.get(player.seat)
    others = [score for seat, score in scores.items() if seat not in (player.seat, CHANCE)]
    return {
        "name": player.name,
        "yours": yours,
        "over": metadata.over,
        "left": left,
        "at": metadata.updated,
        "coached": metadata.coach != "off",
        "prestige": mine,
        "lead": None if mine is None else mine - max(others),
        "place": None if mine is None else 1 + sum(score > mine for score in others),
        "game": metadata.id if shown or yours else None,
    }
