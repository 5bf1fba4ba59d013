"""Games that a release plays and its database keeps; nothing here needs a database, so a box process runs it, too."""

import hashlib
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from amyitis.game import Game, Switches
from amyitis.game.deals.fair_deals import seal_of
from amyitis.rules import RULES_VERSION
from amyitis.service.games.records import record_headers
from amyitis.table import GameMetadata, Identity, LogEntry, NewGame, SeatMetadata, Step, Table
from amyitis.table.new_games import Start, new_game
from amyitis.table.replaying import bare_table, record_of_log, replay_entries

TO_THE_END = 10_000
AT = 1_795_000_000_000  # the moment at which everything happens


@dataclass
class Played:
    """A game as it was created, the steps that followed, and what became of it."""

    new: NewGame
    steps: list[Step] = field(default_factory=list)

    @property
    def log(self) -> list[LogEntry]:
        """The whole log."""
        return [*self.new.log, *(entry for step in self.steps for entry in step.entries)]


def seats(*holders: str, seal: str | None = None) -> list[SeatMetadata]:
    """Seats in order: a person, `bot:NAME`, or nobody yet."""
    found = []
    for place, (letter, holder) in enumerate(zip("WKBR", holders, strict=False)):
        person = holder if holder and not holder.startswith("bot:") else None
        bot = holder.removeprefix("bot:") if holder.startswith("bot:") else None
        shown = seal if person is not None else None
        found.append(SeatMetadata(letter, place, holder.title(), person, bot, None, 0, shown))
    return found


def drawn(sitting: list[SeatMetadata], **switches: bool) -> NewGame:
    """A game whose deals are drawn by the server and the people at the table."""
    letters = "".join(seat.seat for seat in sitting)
    game = bare_table(len(sitting), Switches(**switches), RULES_VERSION, letters)
    return new_game(Start(game), sitting, "ann", AT, public=True, title="Drawn")


def chosen(sitting: list[SeatMetadata], seed: int, **switches: bool) -> NewGame:
    """A game with a seed that its maker has chosen."""
    game = Game.new(len(sitting), seed, **switches)  # type: ignore[arg-type]
    return new_game(Start(game, seed), sitting, "ann", AT, public=False, title="Chosen")


def gone_on(sitting: list[SeatMetadata], plies: int) -> NewGame:
    """A game that goes on behind some moves of another."""
    game = Game.new(len(sitting), 12)
    moves = Random(12)
    while len(game.plies) < plies:
        game.push(moves.choice(list(game.legal_moves)))
    beginning = Start(game, seeded_start=False, deals_from=len(game.plies))
    return new_game(beginning, sitting, "ann", AT, public=False, title="Gone on")


def revealed(sitting: list[SeatMetadata]) -> NewGame:
    """A game to whose seed everybody has added a share."""
    shares = {seat.seat: f"{place + 1:064x}" for place, seat in enumerate(sitting)}
    shown = [replace(seat, seal=seal_of(shares[seat.seat]), share=shares[seat.seat]) for seat in sitting]
    return drawn(shown, palace=True)


def play(new: NewGame, moves: int, seed: int = 1) -> Played:
    """Play random moves, now and then one taken back, until there are so many or the game is over."""
    table, random, played = Table.rebuild(new.metadata, new.seats, new.log)[0], Random(seed), Played(new)
    while len(played.steps) < moves and not table.game.is_over:
        seat = next(seat for seat in new.seats if seat.seat == table.decider)
        identity = Identity(person=seat.person or "ann")
        mine = frozenset(table.decider)
        if moves < TO_THE_END and random.random() < 0.1 and table.can_take_back(identity.actor, mine):
            change = table.take_back(identity.actor, mine, AT)
        else:
            change = table.move([random.choice(list(table.game.legal_moves))], identity.actor, mine, AT)
        table.keep(change)
        played.steps.append(change.step)
    return played


def digest_of(metadata: GameMetadata, log: list[LogEntry]) -> str:
    """A digest of the position at the start and behind every entry."""
    game, digest = Game.from_position(metadata.start), hashlib.sha256()
    digest.update(game.position.encode())
    for _played in replay_entries(metadata, log, game):
        digest.update(game.position.encode())
    return digest.hexdigest()


def continuation(metadata: GameMetadata, sitting: list[SeatMetadata], log: list[LogEntry]) -> dict[str, Any]:
    """How the game goes on to its end: a digest of all tokens, and the last position."""
    table, random, tokens = Table.rebuild(metadata, sitting, log)[0], Random(99), list[str]()
    while not table.game.is_over:
        tokens.append(random.choice(list(table.game.legal_moves)))
        change = table.move([tokens[-1]], "ann", frozenset(table.decider), AT)
        tokens += [entry.logged.token for entry in change.entries[1:]]
        table.keep(change)
    return {"tokens": hashlib.sha256(" ".join(tokens).encode()).hexdigest(), "position": table.game.position}


def about(metadata: GameMetadata, sitting: list[SeatMetadata], log: list[LogEntry]) -> dict[str, Any]:
    """What a program says of a game: the digest of its positions, how it stands, and how it goes on."""
    said: dict[str, Any] = {"id": metadata.id, "ply": metadata.ply, "over": metadata.over, "decider": metadata.decider}
    if not metadata.start:
        return said | {"stage": metadata.stage, "commitment": metadata.commitment}
    said |= {"positions": digest_of(metadata, log), "result": metadata.result}
    return said if metadata.over else said | {"goes_on": continuation(metadata, sitting, log)}


def standing(played: Played) -> GameMetadata:
    """The metadata of a game as its last step leaves them."""
    metadata = played.new.metadata
    if not played.steps:
        return metadata
    last = played.steps[-1]
    stands = {"ply": last.entries[-1].ply, "decider": last.decider, "over": last.over, "result": last.result}
    return replace(metadata, **stands, standing=last.standing)  # type: ignore[arg-type]


def owners_game() -> tuple[Played, dict[str, Any], str]:
    """A game with the box in use, what is said of it, and its record."""
    played = play(chosen(seats("ann", "ben"), 31), 50)
    metadata = standing(played)
    log, sitting = played.log, played.new.seats
    return played, about(metadata, sitting, log), record_of_log(metadata, log, record_headers(metadata, sitting))
