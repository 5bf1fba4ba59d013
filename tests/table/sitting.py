"""Tables for tests: two people and perhaps a bot, from a seed, with nothing but plain Python."""

from random import Random

from amyitis.game import Game
from amyitis.table import Asker, Change, LogEntry, NewGame, SeatFacts, Table
from amyitis.table.beginning import Beginning, new_game

ANN, BEN, NOBODY = Asker(person="ann"), Asker(person="ben"), Asker()


def seats(*holders: str | None, bot: str = "") -> list[SeatFacts]:
    """Seats in order; None is an open one, `bot` the letter that a bot plays."""
    return [
        SeatFacts(letter, place, holder or "", holder, "random" if letter == bot else None, None, 0)
        for place, (letter, holder) in enumerate(zip("WKBR", holders, strict=False))
    ]


def kept(seed: int = 7, *, bot: str = "", palace: bool = False, limited_supply: bool = False) -> NewGame:
    """A game of Ann and Ben to be kept."""
    game = Game.new(2, seed, palace=palace, limited_supply=limited_supply)
    return new_game(Beginning(game, seed), seats("ann", "ben", bot=bot), "ann", public=False, title="")


def table_of(new: NewGame, log: list[LogEntry] | None = None) -> Table:
    """The table of a game that is kept, with its log as far as it goes."""
    return Table.rebuild(new.game, new.seats, new.log if log is None else log)[0]


def asker_of(table: Table) -> Asker:
    """Whoever decides now."""
    return ANN if table.decider == "W" else BEN


def move(table: Table, *tokens: str) -> Change:
    """Make moves for whoever decides."""
    asker = asker_of(table)
    change = table.moved(tokens, asker.actor, asker.seats(table.seats))
    table.keep(change)
    return change


def play_on(table: Table, moves: int, seed: int = 1) -> list[Change]:
    """Some random moves, now and then one taken back."""
    random, made = Random(seed), list[Change]()
    while len(made) < moves and not table.game.is_over:
        asker = asker_of(table)
        if random.random() < 0.1 and table.can_take_back(asker.actor, asker.seats(table.seats)):
            change = table.taken_back(asker.actor, asker.seats(table.seats))
            table.keep(change)
            made.append(change)
        else:
            made.append(move(table, random.choice(list(table.game.legal_moves))))
    return made


def quiet_move(table: Table) -> str:
    """A move of whoever decides after which nothing is dealt."""
    asker = asker_of(table)
    alone = (len(table.moved([token], asker.actor, asker.seats(table.seats)).entries) == 1 for token in table.legal)
    return next(token for token, quiet in zip(table.legal, alone, strict=True) if quiet)


def to_and_fro(table: Table, times: int) -> list[LogEntry]:
    """Make a move and take it back, again and again; what the log has of it."""
    log = list[LogEntry]()
    for _ in range(times):
        asker = asker_of(table)
        log += move(table, quiet_move(table)).step.entries
        change = table.taken_back(asker.actor, asker.seats(table.seats))
        table.keep(change)
        log += change.step.entries
    return log
