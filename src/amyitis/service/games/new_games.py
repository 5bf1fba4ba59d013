"""New games from requests: with a drawn set-up, with a chosen seed, or going on from a position, record or game."""

from collections.abc import Callable
from dataclasses import dataclass

from amyitis.box.tables import SEAT_LETTERS
from amyitis.game import Game, Switches
from amyitis.rules import RULES_VERSION, SEED_LIMIT
from amyitis.service.accounts.keys import key_hash, new_key
from amyitis.service.accounts.names import clean_name, person_name
from amyitis.service.problems import BadRequest
from amyitis.service.shapes.requests import ClockRequest, NewGameRequest
from amyitis.table import GameMetadata, LogEntry, NewGame, SeatMetadata
from amyitis.table.clocks.time_control import LEAST_INCREMENT, TimeControl
from amyitis.table.likeness import variants
from amyitis.table.new_games import Start, new_game
from amyitis.table.replaying import bare_table, replay_log

from .records import read_record

TITLE_LENGTH = 60
MINUTE, HOUR = 60, 3600


@dataclass(frozen=True)
class Maker:
    """Who makes a game, when, and how long its lobby waits for a share."""

    person: str
    name: str
    at: int
    share_seconds: float


@dataclass(frozen=True)
class MadeGame:
    """A new game to be kept, the keys of its maker's seats, and the rows of its position (`table/likeness.py`)."""

    new: NewGame
    keys: dict[str, str]
    rows: list[str]


def make_game(request: NewGameRequest, maker: Maker, moment: Game | None = None) -> MadeGame:
    """Return the requested game (`moment`: of the game it goes on from); raises BadRequest, Malformed, Illegal, Drift.

    The bots' names have been checked before.
    """
    seed = None if request.seed is None else int(request.seed)
    if seed is not None and seed >= SEED_LIMIT:
        raise BadRequest(f"a seed is below {SEED_LIMIT}", field="seed")
    start = _start(request, seed, moment)
    seats, keys = _seats(request, start.game.seats, maker)
    title = clean_name(request.name, TITLE_LENGTH) if request.name and request.name.strip() else ""
    new = new_game(
        start,
        seats,
        maker.person,
        maker.at,
        public=request.public,
        title=title,
        several_seats=request.several_seats,
        closed=request.closed,
        coach=request.coach,
        clock="" if request.clock is None else str(control_of(request.clock)),
        share_seconds=maker.share_seconds,
    )
    return MadeGame(new, keys, [] if new.metadata.drawn else variants(start.game.state))


def control_of(request: ClockRequest) -> TimeControl:
    """Return the clocks that a request asks for; raises BadRequest."""
    live, allowance, increment = request.kind == "live", request.allowance, request.increment
    least, most = (MINUTE, 5 * HOUR) if live else (12 * HOUR, 30 * 24 * HOUR)
    if not least <= allowance <= most:
        raise BadRequest(f"{request.kind} clocks have {least} to {most} seconds", field="clock.allowance")
    if increment and not live:
        raise BadRequest("slow clocks have no increment: each turn has its own time", field="clock.increment")
    if live and increment < LEAST_INCREMENT and request.when_up == "stand_in":
        wanted = f"at least {LEAST_INCREMENT} seconds"
        raise BadRequest(f"the increment is {wanted}, so that a player who returns can play", field="clock.increment")
    return TimeControl(request.kind, 1000 * allowance, 1000 * increment, request.when_up)


def make_fork(metadata: GameMetadata, log: list[LogEntry], request: NewGameRequest, maker: Maker) -> MadeGame:
    """Return the requested game, which goes on from a moment of another; raises as `make_game` does."""
    return make_game(request, maker, replay_log(metadata, log).game)


def check_bots(request: NewGameRequest, check_bot: Callable[[str, str], str]) -> None:
    """Raise BadRequest for a bot's seat without a bot, or with one that may not take a seat."""
    for place, seat in enumerate(request.seats):
        field = f"seats.{place}.bot"
        if (seat.kind == "bot") != (seat.bot is not None):
            raise BadRequest("a bot's seat, and no other, names its bot", field=field)
        if seat.bot is not None:
            check_bot(seat.bot, field)


def _start(request: NewGameRequest, seed: int | None, moment: Game | None) -> Start:
    players = len(request.seats)
    sources = [name for name in ("record", "position", "origin") if getattr(request, name) is not None]
    if request.ply is not None and request.record is None:
        raise BadRequest("a ply goes with a record", field="ply")
    if not sources:
        return _set_up(request, players, seed)
    if len(sources) > 1:
        raise BadRequest("a game goes on from one of record, position and from", field=sources[1])
    if request.colours is not None or request.switches != Switches() or request.first != "chance":
        raise BadRequest("a game that goes on has its colours, switches and first player already", field=sources[0])
    if request.position is not None:
        start = Start(Game.from_position(request.position, seed), seed, seeded_start=False)
    else:
        game = moment if request.record is None else Game.from_record(read_record(request.record), request.ply)
        assert game is not None
        start = Start(game, seed, seeded_start=False, deals_from=len(game.plies))
        if seed is not None:
            game.deal_from(seed)
    if start.game.players != players:
        raise BadRequest(f"the game is one of {start.game.players} players, not of {players}", field="seats")
    if start.game.is_over:
        raise BadRequest("the game is over there: nobody can go on", field=sources[0])
    return start


def _set_up(request: NewGameRequest, players: int, seed: int | None) -> Start:
    colours = request.colours or SEAT_LETTERS[:players]
    if len(colours) != players:
        raise BadRequest(f"{players} players need {players} colours", field="colours")
    if request.first != "chance" and request.first >= players:
        raise BadRequest(f"the seats are counted from 0 to {players - 1}", field="first")
    first = None if request.first == "chance" else colours[request.first]
    if seed is None:
        return Start(bare_table(players, request.switches, RULES_VERSION, colours), first=first)
    game = Game.new(players, seed, **request.switches.as_dict(), colours=colours, first=first)
    return Start(game, seed, first=first)


def _seats(request: NewGameRequest, letters: list[str], maker: Maker) -> tuple[list[SeatMetadata], dict[str, str]]:
    seats, keys, seal = list[SeatMetadata](), dict[str, str](), request.seal if request.seed is None else None
    for place, (letter, wanted) in enumerate(zip(letters, request.seats, strict=True)):
        mine = wanted.kind == "me"
        naming = clean_name if wanted.kind == "bot" else person_name
        given = naming(wanted.name, field=f"seats.{place}.name") if wanted.name else None
        name = given or (maker.name if mine else wanted.bot or "")
        if mine and request.keys:
            keys[letter] = new_key()
        hashed = key_hash(keys[letter]) if letter in keys else None
        person, sealed = (maker.person, seal) if mine else (None, None)
        seats.append(SeatMetadata(letter, place, name, person, wanted.bot, hashed, 0, sealed, seen=maker.at))
        seal = None if mine else seal  # one share for each person, at the first of their seats
    if request.keys and not keys:
        raise BadRequest("keys are for your own seats (kind me); who takes an open seat gets its key", field="keys")
    return seats, keys
