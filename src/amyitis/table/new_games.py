"""New games: from a set-up, from a moment to go on from, or as the rematch of another game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from amyitis.box.tables import BOX_DIGEST, BOX_NAME
from amyitis.game import Game
from amyitis.game.deals.fair_deals import BOT, PERSON, Terms, commitment, new_secret
from amyitis.game.deals.first_deals import seal
from amyitis.rules import RULES_VERSION

from .lobby import SHARE_SECONDS, begin_if_ready, head
from .metadata import BOT as BOT_ACTOR
from .metadata import CHANCE, RECORD, GameMetadata, LogEntry, NewGame, SeatMetadata, new_id
from .people.accounts import REMOVED
from .replaying import bare_table


@dataclass(frozen=True)
class Start:
    """Where a new game starts.

    - `game`: a bare table, or the moment it goes on from. With a chosen `seed`, the game that this seed has set up or
      gone on with.
    - `seeded_start`: the set-up is drawn. Otherwise the seed deals after ply `deals_from`.
    - `first`: the seat chosen to begin; None if it is drawn.
    """

    game: Game
    seed: int | None = None
    seeded_start: bool = True
    deals_from: int = 0
    first: str | None = None


def new_game(
    start: Start,
    seats: Sequence[SeatMetadata],
    owner: str,
    at: int,
    *,
    public: bool,
    title: str,
    several_seats: bool = False,
    closed: bool = False,
    coach: bool = False,
    clock: str = "",
    share_seconds: float = SHARE_SECONDS,
) -> NewGame:
    """A game to be stored, with the moves that it goes on from; it begins at once if there is nobody to wait for."""
    game = start.game
    log = [
        LogEntry(place, "deal", ply.seat, ply.token, 0, CHANCE, at)
        if ply.is_deal
        else LogEntry(place, "move", ply.seat, ply.token, 0, RECORD, at)
        for place, ply in enumerate(game.plies, 1)
    ]
    metadata = GameMetadata(
        id=new_id(),
        owner=owner,
        created=at,
        updated=at,
        rules_version=game.rules_version,
        box=f"{BOX_NAME} {BOX_DIGEST}",
        players=game.players,
        switches=game.switches,
        public=public,
        start="" if start.seed is None and start.seeded_start else game.start,
        ply=len(log),
        title=title,
        several_seats=several_seats,
        closed=closed,
        coach="on" if coach else "off",
        first=start.first,
        seeded_start=start.seeded_start,
        deals_from=start.deals_from,
        clock=clock,
        **head(game),
    )
    if start.seed is not None:
        sealed = seal(start.seed)
        metadata = replace(metadata, seed=str(sealed.seed), nonce=sealed.nonce, commitment=sealed.commitment)
        metadata = replace(metadata, due=at if clock else None)
        return NewGame(metadata, list(seats), log)
    return begin_if_ready(NewGame(_in_lobby(metadata, game, seats), list(seats), log), at, share_seconds)


def _in_lobby(metadata: GameMetadata, game: Game, seats: Sequence[SeatMetadata]) -> GameMetadata:
    """The metadata of a game that waits in the lobby: with a secret, and the commitment to it."""
    goes_on = None if metadata.seeded_start else (metadata.deals_from, game.position)
    kinds = {seat.seat: BOT if seat.bot is not None and seat.person is None else PERSON for seat in seats}
    terms = str(Terms(metadata.id, metadata.rules_version, metadata.box, kinds, game.switches, metadata.first, goes_on))
    secret = new_secret()
    promised = commitment(terms, secret)
    return replace(metadata, secret=secret, terms=terms, commitment=promised, stage="waiting", decider=CHANCE)


def people_who_moved(seats: Sequence[SeatMetadata], log: Sequence[LogEntry]) -> set[str | None]:
    """The people of a table who, or whose programs, have made a move there themselves."""
    moves = (entry for entry in log if entry.kind == "move" and entry.actor != RECORD)
    moved = {entry.seat for entry in moves if not entry.actor.startswith(BOT_ACTOR)}
    return {seat.person for seat in seats if seat.seat in moved}


def rematch(
    metadata: GameMetadata,
    seats: Sequence[SeatMetadata],
    owner: str,
    seals: Mapping[str, str],
    at: int,
    share_seconds: float = SHARE_SECONDS,
) -> NewGame:
    """A game of the same people, bots, switches, clocks and coach; all keep their colours, and move up one place.

    It is played by the newest rules, with the box in use. From everybody whose browser had a share in the seed a share
    is expected again; `seals` are those that are there already, by seat. The seat of somebody who was removed is open.
    """
    order = []
    there = [replace(seat, person=None, name="", bot=None) if seat.person == REMOVED else seat for seat in seats]
    for place, seat in enumerate([*there[1:], there[0]]):
        sealed = seals.get(seat.seat, "" if seat.seal and seat.person else None)
        order.append(replace(seat, place=place, seen=at, seal=sealed, share=None, votes="", plan="", former=None))
    game = bare_table(metadata.players, metadata.switches, RULES_VERSION, "".join(seat.seat for seat in order))
    return new_game(
        Start(game),
        order,
        owner,
        at,
        public=metadata.public,
        title=metadata.title,
        several_seats=metadata.several_seats,
        closed=metadata.closed,
        coach=metadata.coach == "on",
        clock=metadata.clock,
        share_seconds=share_seconds,
    )
