"""Challenges on a server: made of a game that is over, played once by each person, with what became of everybody."""

import json
from dataclasses import replace
from typing import Any

from amyitis.box.tables import BOX_DIGEST
from amyitis.rules.version import RULES_VERSION
from amyitis.server.refusals import Conflict, Forbidden, NotFound
from amyitis.store import GameStore
from amyitis.table import Asker, GameFacts, NewGame, SeatFacts
from amyitis.table.challenges import new_challenge, obstacle, player_of, same_deal
from amyitis.table.facts import CHANCE

Plain = dict[str, Any]


class Challenges:
    """Makes challenges and their games, and tells how everybody did."""

    def __init__(self, store: GameStore) -> None:
        self._store = store

    async def make(self, facts: GameFacts, seats: list[SeatFacts], who: Asker) -> str:
        """The challenge of a game, made now if need be; raises Forbidden, Conflict."""
        if facts.challenge is not None:
            return facts.challenge
        if not any(who.may_claim(seat) for seat in seats):
            raise Forbidden("only whoever played the game can make it a challenge")
        found = obstacle(facts, seats, RULES_VERSION, BOX_DIGEST)
        if found is not None:
            raise Conflict(found.sentence, key=found.key)
        return await self._store.challenges.make(facts.id, new_challenge())

    async def about(self, challenge: str, who: Asker) -> Plain:
        """Who played it, and how they did. The games themselves are shown to those who have ended theirs.

        Raises NotFound.
        """
        found = await self._games(challenge)
        first, seats = found[0]
        mine = next((facts for facts, its in found if who.person == player_of(its).person), None)
        done = mine is not None and mine.over
        results = [self._result(facts, its, who, done) for facts, its in found]
        return {
            "id": challenge,
            "seat": player_of(seats).seat,
            "players": first.players,
            "switches": first.switches.as_dict(),
            "bots": [{"seat": seat.seat, "bot": seat.bot} for seat in seats if seat.person is None],
            "mine": None if mine is None else mine.id,
            "results": sorted(results, key=lambda one: (one["left"], not one["over"], -(one["prestige"] or 0))),
        }

    async def play(self, challenge: str, person: str, name: str) -> tuple[NewGame | None, str]:
        """The game of a person: a new one, or None and the id of the one that they have. Raises NotFound, Conflict."""
        found = await self._games(challenge)
        for facts, seats in found:
            if player_of(seats).person == person:
                return None, facts.id
        facts, seats = found[0]
        ended = replace(facts, over=True)
        problem = obstacle(ended, seats, RULES_VERSION, BOX_DIGEST)
        if problem is not None:
            raise Conflict(problem.sentence, key=problem.key)
        new = same_deal(facts, seats, person, name)
        return new, new.game.id

    async def _games(self, challenge: str) -> list[tuple[GameFacts, list[SeatFacts]]]:
        found = await self._store.challenges.games(challenge)
        if not found:
            raise NotFound("there is no such challenge")
        seats = await self._store.seats_of([facts.id for facts in found])
        return [(facts, seats[facts.id]) for facts in found]

    @staticmethod
    def _result(facts: GameFacts, seats: list[SeatFacts], who: Asker, shown: bool) -> Plain:
        """What became of one game; of one that is played still, nothing but that.

        Who left a bot to play on has no result: it would be the bot's.
        """
        player = player_of(seats)
        left = player.bot is not None
        yours = who.person is not None and who.person == player.person
        told = facts.over and facts.standing and not left
        scores: dict[str, int] = json.loads(facts.standing)["scores"] if told else {}
        mine = scores.get(player.seat)
        others = [score for seat, score in scores.items() if seat not in (player.seat, CHANCE)]
        return {
            "name": player.name,
            "yours": yours,
            "over": facts.over,
            "left": left,
            "at": facts.updated,
            "coached": facts.coach != "off",
            "prestige": mine,
            "lead": None if mine is None else mine - max(others),
            "place": None if mine is None else 1 + sum(score > mine for score in others),
            "game": facts.id if shown or yours else None,
        }
