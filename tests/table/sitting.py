"""Tables for tests: two people and perhaps a bot, from a seed, with nothing but plain Python."""

from random import Random

from amyitis.game import Game
from amyitis.table import Change, Identity, LogEntry, NewGame, SeatMetadata, Table
from amyitis.table.new_games import Start, new_game

ANN, BEN, NOBODY = Identity(person="ann"), Identity(person="ben"), Identity()
AT = 1_700_000_000_000  # milliseconds: when everything here happens


def seats(*holders: str | None, bot: str = "") -> list[SeatMetadata]:
    """Seats in order; None is an open one, `bot` the letter that a bot plays."""
    return [
        SeatMetadata(letter, place, holder or "", holder, "random" if letter == bot else None, None, 0)
        for place, (letter, holder) in enumerate(zip("WKBR", holders, strict=False))
    ]


def kept(seed: int = 7, *, bot: str = "", palace: bool = False, limited_supply: bool = False) -> NewGame:
    """A game of Ann and Ben to be stored."""
    game = Game.new(2, seed, palace=palace, limited_supply=limited_supply)
    return new_game(Start(game, seed), seats("ann", "ben", bot=bot), "ann", AT, public=False, title="")


def table_of(new: NewGame, log: list[LogEntry] | None = None) -> Table:
    """The table of a new game, with its log as far as it goes."""
    return Table.rebuild(new.metadata, new.seats, new.log if log is None else log)[0]


def decider_of(table: Table) -> Identity:
    """The player to decide now."""
    return ANN if table.decider == "W" else BEN


def move(table: Table, *tokens: str) -> Change:
    """Make moves for the player to decide."""
    player = decider_of(table)
    change = table.move(tokens, player.actor, player.seats(table.seats), AT)
    table.keep(change)
    return change


def play_on(table: Table, moves: int, seed: int = 1) -> list[Change]:
    """Some random moves, now and then one taken back."""
    random, played = Random(seed), list[Change]()
    while len(played) < moves and not table.game.is_over:
        player = decider_of(table)
        if random.random() < 0.1 and table.can_take_back(player.actor, player.seats(table.seats)):
            change = table.take_back(player.actor, player.seats(table.seats), AT)
            table.keep(change)
            played.append(change)
        else:
            played.append(move(table, random.choice(list(table.game.legal_moves))))
    return played


def quiet_move(table: Table) -> str:
    """A move of the player to decide after which nothing is dealt."""
    player = decider_of(table)
    mine = player.seats(table.seats)
    return next(token for token in table.legal if len(table.move([token], player.actor, mine, AT).entries) == 1)


def to_and_fro(table: Table, times: int) -> list[LogEntry]:
    """Make a move and take it back, again and again; what the log has of it."""
    log = list[LogEntry]()
    for _ in range(times):
        player = decider_of(table)
        log += move(table, quiet_move(table)).step.entries
        change = table.take_back(player.actor, player.seats(table.seats), AT)
        table.keep(change)
        log += change.step.entries
    return log
