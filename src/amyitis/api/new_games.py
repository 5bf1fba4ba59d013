"""New games as they are asked for: from a seed, or from a moment to go on from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from amyitis.box.tables import SEAT_LETTERS
from amyitis.game import Game, Switches
from amyitis.rules.seeds import SEED_LIMIT
from amyitis.rules.version import RULES_VERSION
from amyitis.table import GameFacts, LogEntry, NewGame, SeatFacts, now
from amyitis.table.bare_table import bare_table
from amyitis.table.beginning import Beginning, new_game
from amyitis.table.gathering import SHARE_SECONDS
from amyitis.table.replaying import replay_log

from .keys import key_hash, new_key
from .names import clean_name
from .records import read_record
from .refusals import BadRequest

TITLE_LENGTH = 60

# The name of a bot that may take a seat, for a name that somebody asked for in a field; raises BadRequest.
CheckBot = Callable[[str, str], str]


@dataclass(frozen=True)
class AskedSeat:
    """A seat of a new game, as it is asked for: mine, open for an invitation, or a bot's."""

    kind: Literal["me", "open", "bot"]
    name: str | None = None
    bot: str | None = None


@dataclass(frozen=True)
class AskedMoment:
    """A moment of another game, to go on from."""

    game: str
    ply: int


@dataclass(frozen=True)
class AskedGame:
    """A new game as it is asked for; the fields are those of the API, and `origin` is its `from`."""

    seats: Sequence[AskedSeat]
    name: str | None = None
    colours: str | None = None
    limited_supply: bool = False
    palace: bool = False
    full_lap: bool = False
    unlimited_noble: bool = False
    public: bool = False
    seed: str | int | None = None
    first: Literal["chance"] | int = "chance"
    record: str | None = None
    ply: int | None = None
    position: str | None = None
    origin: AskedMoment | None = None
    keys: bool = False
    seal: str | None = None
    several_seats: bool = False
    coach: bool = False


@dataclass(frozen=True)
class MadeGame:
    """A new game to be kept, and the keys of its maker's seats."""

    new: NewGame
    keys: dict[str, str]


def make_game(
    asked: AskedGame,
    owner: str,
    owner_name: str,
    check_bot: CheckBot,
    share_seconds: float = SHARE_SECONDS,
    moment: Game | None = None,
) -> MadeGame:
    """The game asked for (`moment`: of the game it goes on from); raises BadRequest, Malformed, Illegal or Drift."""
    seed = None if asked.seed is None else int(asked.seed)
    if seed is not None and seed >= SEED_LIMIT:
        raise BadRequest(f"a seed is below {SEED_LIMIT}", field="seed")
    beginning = _begin(asked, seed, moment)
    seats, keys = _seats(asked, beginning.game.seats, owner, owner_name, check_bot)
    title = clean_name(asked.name, TITLE_LENGTH) if asked.name and asked.name.strip() else ""
    made = new_game(
        beginning,
        seats,
        owner,
        public=asked.public,
        title=title,
        several_seats=asked.several_seats,
        coach=asked.coach,
        share_seconds=share_seconds,
    )
    return MadeGame(made, keys)


def make_fork(
    facts: GameFacts,
    log: list[LogEntry],
    asked: AskedGame,
    owner: str,
    owner_name: str,
    check_bot: CheckBot,
    share_seconds: float = SHARE_SECONDS,
) -> MadeGame:
    """The game asked for, which goes on from a moment of another; raises as `make_game` does."""
    return make_game(asked, owner, owner_name, check_bot, share_seconds, replay_log(facts, log).game)


def _begin(asked: AskedGame, seed: int | None, moment: Game | None) -> Beginning:
    players = len(asked.seats)
    sources = [name for name in ("record", "position", "origin") if getattr(asked, name) is not None]
    if asked.ply is not None and asked.record is None:
        raise BadRequest("a ply goes with a record", field="ply")
    if not sources:
        return _set_up(asked, players, seed)
    if len(sources) > 1:
        raise BadRequest("a game goes on from one of record, position and from", field=sources[1])
    if asked.colours is not None or any(_switches(asked).as_dict().values()) or asked.first != "chance":
        raise BadRequest("a game that goes on has its colours, switches and first player already", field=sources[0])
    if asked.position is not None:
        beginning = Beginning(Game.from_position(asked.position, seed), seed, seeded_start=False)
    else:
        game = moment if asked.record is None else Game.from_record(read_record(asked.record), asked.ply)
        assert game is not None
        beginning = Beginning(game, seed, seeded_start=False, deals_from=len(game.plies))
        if seed is not None:
            game.deal_from(seed)
    if beginning.game.players != players:
        raise BadRequest(f"the game is one of {beginning.game.players} players, not of {players}", field="seats")
    if beginning.game.is_over:
        raise BadRequest("the game is over there: nobody can go on", field=sources[0])
    return beginning


def _set_up(asked: AskedGame, players: int, seed: int | None) -> Beginning:
    colours = asked.colours or SEAT_LETTERS[:players]
    if len(colours) != players:
        raise BadRequest(f"{players} players need {players} colours", field="colours")
    if asked.first != "chance" and asked.first >= players:
        raise BadRequest(f"the seats are counted from 0 to {players - 1}", field="first")
    first = None if asked.first == "chance" else colours[asked.first]
    switches = _switches(asked)
    if seed is None:
        return Beginning(bare_table(players, switches, RULES_VERSION, colours), first=first)
    return Beginning(Game.new(players, seed, **switches.as_dict(), colours=colours, first=first), seed, first=first)


def _switches(asked: AskedGame) -> Switches:
    return Switches(asked.limited_supply, asked.palace, asked.full_lap, asked.unlimited_noble)


def _seats(
    asked: AskedGame, letters: list[str], owner: str, owner_name: str, check_bot: CheckBot
) -> tuple[list[SeatFacts], dict[str, str]]:
    found, keys, seal = [], dict[str, str](), asked.seal if asked.seed is None else None
    for place, (letter, seat) in enumerate(zip(letters, asked.seats, strict=True)):
        if (seat.kind == "bot") != (seat.bot is not None):
            raise BadRequest("a bot's seat, and no other, names its bot", field=f"seats.{place}.bot")
        bot = None if seat.bot is None else check_bot(seat.bot, f"seats.{place}.bot")
        mine = seat.kind == "me"
        given = clean_name(seat.name, field=f"seats.{place}.name") if seat.name else None
        name = given or (owner_name if mine else bot or "")
        if mine and asked.keys:
            keys[letter] = new_key()
        hashed = key_hash(keys[letter]) if letter in keys else None
        person, sealed = (owner, seal) if mine else (None, None)
        found.append(SeatFacts(letter, place, name, person, bot, hashed, 0, sealed, seen=now()))
        seal = None if mine else seal  # one share for each person, at the first of their seats
    return found, keys
