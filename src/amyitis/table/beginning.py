"""A new table: what is kept of a game that begins, from its set-up or from a moment to go on from."""

import secrets
from dataclasses import dataclass, replace

from amyitis.box.tables import BOX_DIGEST, BOX_NAME
from amyitis.game import Game
from amyitis.game.fair_deals import Sealed, seal

from .facts import CHANCE, RECORD, GameFacts, LogEntry, NewGame, SeatFacts, now
from .table import standing

GAME_ID_BYTES = 9


@dataclass(frozen=True)
class Beginning:
    """A game that is about to be kept: whether its seed made the set-up, else from which ply on it deals."""

    game: Game
    sealed: Sealed
    seeded_start: bool = True
    deals_from: int = 0
    first: str | None = None


def new_game(
    beginning: Beginning, seats: list[SeatFacts], owner: str, *, public: bool, title: str, seed_chosen: bool
) -> NewGame:
    """A game to be kept, with the moves that it begins with."""
    game, sealed, at = beginning.game, beginning.sealed, now()
    switches = game.switches
    log = [
        LogEntry(place, "deal", ply.seat, ply.token, 0, CHANCE, at)
        if ply.is_deal
        else LogEntry(place, "move", ply.seat, ply.token, 0, RECORD, at)
        for place, ply in enumerate(game.plies, 1)
    ]
    facts = GameFacts(
        id=secrets.token_urlsafe(GAME_ID_BYTES),
        owner=owner,
        created=at,
        updated=at,
        rules_version=game.rules_version,
        box=f"{BOX_NAME} {BOX_DIGEST}",
        players=game.players,
        limited_supply=switches.limited_supply,
        palace=switches.palace,
        public=public,
        start=game.start,
        seed=str(sealed.seed),
        seed_chosen=seed_chosen,
        nonce=sealed.nonce,
        commitment=sealed.commitment,
        deals_from=beginning.deals_from,
        ply=len(log),
        seating=0,
        decider=game.seat,
        over=game.is_over,
        result=game.result,
        title=title,
        standing=standing(game),
        seeded_start=beginning.seeded_start,
        first=beginning.first,
        full_lap=switches.full_lap,
        unlimited_noble=switches.unlimited_noble,
    )
    return NewGame(facts, seats, log)


def rematch(facts: GameFacts, seats: list[SeatFacts], owner: str) -> NewGame:
    """The same people, bots and switches once more; everybody keeps their colour, and moves up one place.

    It is played by the newest rules, with the box in use.
    """
    order = [replace(seat, place=place) for place, seat in enumerate([*seats[1:], seats[0]])]
    sealed, colours = seal(), "".join(seat.seat for seat in order)
    game = Game.new(facts.players, sealed.seed, **facts.switches.as_dict(), colours=colours)
    begun = Beginning(game, sealed)
    return new_game(begun, order, owner, public=facts.public, title=facts.title, seed_chosen=False)
