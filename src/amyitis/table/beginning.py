"""A new table: what is kept of a game that begins, from its set-up or from a moment to go on from."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from amyitis.box.tables import BOX_DIGEST, BOX_NAME
from amyitis.game import Game
from amyitis.game.fair_deals import EDITION, Terms, commitment, new_secret
from amyitis.game.first_deals import seal
from amyitis.rules.version import RULES_VERSION

from .bare_table import bare_table
from .facts import CHANCE, RECORD, GameFacts, LogEntry, NewGame, SeatFacts, now
from .gathering import SHARE_SECONDS, begun_if_ready, head

GAME_ID_BYTES = 9


@dataclass(frozen=True)
class Beginning:
    """A game that is about to be kept.

    `game` is where it begins: a bare table, the moment it goes on from, or, with a `seed` that its maker has chosen,
    the game that this seed has set up or gone on with. `seeded_start` says that the set-up is drawn, else the seed
    deals from behind ply `deals_from`.
    """

    game: Game
    seed: int | None = None
    seeded_start: bool = True
    deals_from: int = 0
    first: str | None = None


def new_game(
    beginning: Beginning,
    seats: list[SeatFacts],
    owner: str,
    *,
    public: bool,
    title: str,
    several_seats: bool = False,
    coach: bool = False,
    share_seconds: float = SHARE_SECONDS,
) -> NewGame:
    """A game to be kept, with the moves that it begins with; it begins at once if there is nobody to wait for."""
    game, at = beginning.game, now()
    switches, chosen = game.switches, beginning.seed is not None
    log = [
        LogEntry(place, "deal", ply.seat, ply.token, 0, CHANCE, at)
        if ply.is_deal
        else LogEntry(place, "move", ply.seat, ply.token, 0, RECORD, at)
        for place, ply in enumerate(game.plies, 1)
    ]
    game_id = secrets.token_urlsafe(GAME_ID_BYTES)
    facts = GameFacts(
        id=game_id,
        owner=owner,
        created=at,
        updated=at,
        rules_version=game.rules_version,
        box=f"{BOX_NAME} {BOX_DIGEST}",
        players=game.players,
        limited_supply=switches.limited_supply,
        palace=switches.palace,
        public=public,
        start=game.start if chosen or not beginning.seeded_start else "",
        seed="",
        seed_chosen=chosen,
        nonce="",
        commitment="",
        deals_from=beginning.deals_from,
        ply=len(log),
        seating=0,
        title=title,
        seeded_start=beginning.seeded_start,
        first=beginning.first,
        full_lap=switches.full_lap,
        unlimited_noble=switches.unlimited_noble,
        several_seats=several_seats,
        coach="on" if coach else "off",
        **head(game),
    )
    if beginning.seed is not None:
        sealed = seal(beginning.seed)
        facts = replace(facts, seed=str(sealed.seed), nonce=sealed.nonce, commitment=sealed.commitment)
        return NewGame(facts, seats, log)
    return begun_if_ready(NewGame(_promised(facts, game), seats, log), share_seconds)


def _promised(facts: GameFacts, game: Game) -> GameFacts:
    """The facts of a game that gathers: with a secret, and the commitment to it."""
    goes_on = None if facts.seeded_start else (facts.deals_from, game.position)
    terms = str(
        Terms(facts.id, facts.rules_version, facts.box, "".join(game.seats), game.switches, facts.first, goes_on)
    )
    secret = new_secret()
    promised = commitment(terms, secret)
    return replace(facts, deals=EDITION, secret=secret, terms=terms, commitment=promised, stage="open", decider=CHANCE)


def rematch(
    facts: GameFacts,
    seats: list[SeatFacts],
    owner: str,
    seals: Mapping[str, str],
    share_seconds: float = SHARE_SECONDS,
) -> NewGame:
    """The same people, bots and switches once more; everybody keeps their colour, and moves up one place.

    It is played by the newest rules, with the box in use, and with the coach that they have agreed to. From everybody
    whose browser had a share in the game before one is expected again; `seals` are those that are there already, by
    seat.
    """
    order = []
    for place, seat in enumerate([*seats[1:], seats[0]]):
        seal = seals.get(seat.seat, "" if seat.seal and seat.person else None)
        order.append(replace(seat, place=place, seen=now(), seal=seal, share=None, votes="", former=None))
    game = bare_table(facts.players, facts.switches, RULES_VERSION, "".join(seat.seat for seat in order))
    return new_game(
        Beginning(game),
        order,
        owner,
        public=facts.public,
        title=facts.title,
        several_seats=facts.several_seats,
        coach=facts.coach == "on",
        share_seconds=share_seconds,
    )
