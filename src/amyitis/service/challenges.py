"""Challenges: made from a finished game, played once by each person, with everybody's results."""

import json
from dataclasses import replace

from amyitis.box.tables import BOX_DIGEST
from amyitis.rules import RULES_VERSION
from amyitis.table import GameMetadata, Identity, NewGame, SeatMetadata
from amyitis.table.challenges import new_challenge, obstacle, player_of, same_deal
from amyitis.table.metadata import CHANCE

from .ports import Clock, Store
from .problems import Conflict, Forbidden, NotFound
from .shapes.challenges import Challenge, ChallengeResult


class Challenges:
    """Makes challenges and their games, and says how everybody did."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def make(self, metadata: GameMetadata, seats: list[SeatMetadata], identity: Identity) -> str:
        """Return the challenge of a game, made now if need be; raises Forbidden, Conflict."""
        if metadata.challenge is not None:
            return metadata.challenge
        if not any(identity.may_claim(seat) for seat in seats):
            raise Forbidden("only the person who played the game can make it a challenge")
        _check(metadata, seats)
        return await self._store.challenges.make(metadata.id, new_challenge())

    async def describe(self, challenge: str, identity: Identity) -> Challenge:
        """Return who played it and how they did; the games themselves are shown to those who have ended theirs.

        Raises NotFound.
        """
        games = await self._games(challenge)
        first, seats = games[0]
        mine = next((metadata for metadata, its in games if identity.person == player_of(its).person), None)
        done = mine is not None and mine.over
        results = [_result(metadata, its, identity, done) for metadata, its in games]
        return {
            "id": challenge,
            "seat": player_of(seats).seat,  # type: ignore[typeddict-item] # the store keeps plain text
            "players": first.players,
            "switches": first.switches.as_dict(),
            "bots": [{"seat": seat.seat, "bot": seat.bot} for seat in seats if seat.person is None],  # type: ignore[typeddict-item]
            "mine": None if mine is None else mine.id,
            "results": sorted(
                results, key=lambda result: (result["left"], not result["over"], -(result["prestige"] or 0))
            ),
        }

    async def play(self, challenge: str, person: str, name: str) -> tuple[NewGame | None, str]:
        """Return a new game for a person, or None and the id of the one that they have. Raises NotFound, Conflict."""
        games = await self._games(challenge)
        for metadata, seats in games:
            if player_of(seats).person == person:
                return None, metadata.id
        metadata, seats = games[0]
        _check(replace(metadata, over=True), seats)
        new = same_deal(metadata, seats, person, name, self._clock.now())
        return new, new.metadata.id

    async def _games(self, challenge: str) -> list[tuple[GameMetadata, list[SeatMetadata]]]:
        games = await self._store.challenges.games(challenge)
        if not games:
            raise NotFound("there is no such challenge")
        seats = await self._store.seats_of([metadata.id for metadata in games])
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
