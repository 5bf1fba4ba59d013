"""Laying a new table: from a seed, or from a record to go on with."""

import secrets
from dataclasses import dataclass

from amyitis.box.tables import BOX_DIGEST, BOX_NAME, SEAT_LETTERS
from amyitis.game import Game
from amyitis.game.fair_deals import seal
from amyitis.game.replay import play_record, result_of
from amyitis.notation.records import parse_record
from amyitis.rules.version import RULES_VERSION
from amyitis.store import GameRow, LogRow, NewGame, SeatRow
from amyitis.store.store import now

from .models import NewGameRequest
from .people import clean_name, key_hash, new_key
from .refusals import BadRequest
from .services import check_bot
from .table import CHANCE, RECORD

GAME_ID_BYTES = 9
SEED_LIMIT = 1 << 64


@dataclass(frozen=True)
class Laid:
    """A new game to be kept, and the keys of its maker's seats."""

    new: NewGame
    keys: dict[str, str]


def lay_table(asked: NewGameRequest, owner: str, owner_name: str) -> Laid:
    """The game that is asked for; raises BadRequest, or Malformed, Illegal or Drift for a record."""
    seed = None if asked.seed is None else int(asked.seed)
    if seed is not None and seed >= SEED_LIMIT:
        raise BadRequest(f"a seed is below {SEED_LIMIT}", field="seed")
    sealed, players = seal(seed), len(asked.seats)
    if asked.record is None:
        colours = asked.colours or SEAT_LETTERS[:players]
        if len(colours) != players:
            raise BadRequest(f"{players} players need {players} colours", field="colours")
        game = Game.new(players, sealed.seed, limited_supply=asked.limited_supply, palace=asked.palace, colours=colours)
        deals_from = 0
    else:
        game = _from_record(asked, players)
        deals_from = len(game.plies)
        game.deal_from(sealed.seed)
    switches, at = game.view()["switches"], now()
    log = [
        LogRow(place, "deal" if ply.is_deal else "move", ply.seat, ply.token, 0, CHANCE if ply.is_deal else RECORD, at)
        for place, ply in enumerate(game.plies, 1)
    ]
    seats, keys = _seats(asked, game.seats, owner, owner_name)
    row = GameRow(
        id=secrets.token_urlsafe(GAME_ID_BYTES),
        owner=owner,
        created=at,
        updated=at,
        rules_version=RULES_VERSION,
        box=f"{BOX_NAME} {BOX_DIGEST}",
        players=players,
        limited_supply=switches["limited_supply"],
        palace=switches["palace"],
        public=asked.public,
        start=game.start,
        seed=str(sealed.seed),
        seed_chosen=seed is not None,
        nonce=sealed.nonce,
        commitment=sealed.commitment,
        deals_from=deals_from,
        ply=len(log),
        seating=0,
        decider=game.seat,
        over=game.is_over,
        result=result_of(game),
    )
    return Laid(NewGame(row, seats, log), keys)


def _from_record(asked: NewGameRequest, players: int) -> Game:
    assert asked.record is not None
    if asked.colours is not None or asked.limited_supply or asked.palace:
        raise BadRequest("a record has its own colours and switches; leave them out", field="record")
    game = play_record(parse_record(asked.record))
    if game.players != players:
        raise BadRequest(f"the record is of {game.players} players, not of {players}", field="seats")
    if not game.plies:
        raise BadRequest("the record has no moves to go on from", field="record")
    return game


def _seats(
    asked: NewGameRequest, letters: list[str], owner: str, owner_name: str
) -> tuple[list[SeatRow], dict[str, str]]:
    found, keys = [], dict[str, str]()
    for place, (letter, seat) in enumerate(zip(letters, asked.seats, strict=True)):
        if (seat.kind == "bot") != (seat.bot is not None):
            raise BadRequest("a bot's seat, and no other, names its bot", field=f"seats.{place}.bot")
        bot = None if seat.bot is None else check_bot(seat.bot)
        mine = seat.kind == "me"
        name = clean_name(seat.name) if seat.name else owner_name if mine else (bot or "")
        if mine and asked.keys:
            keys[letter] = new_key()
        hashed = key_hash(keys[letter]) if letter in keys else None
        found.append(SeatRow(letter, place, name, owner if mine else None, bot, hashed, 0))
    return found, keys
