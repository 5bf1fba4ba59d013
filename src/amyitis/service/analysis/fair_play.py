"""`FairPlay`: the engine gives no advice about a position that people play right now, unless all of them have a coach.

Every place at which it thinks for somebody asks here first: evaluations, costs of moves, reviews, the coach, and bots
that take a seat or answer a move. A position counts as theirs if it is alike to it (`table/likeness.py`). Games of
several people count, and the games of challenges, on all servers of a database. A game whose set-up was drawn for it is
alike to no other one, so its own coach, bots and review are not asked about.

A player with a copy of the program can ask it at home; this server does not do it for them.
"""

from collections.abc import Iterable, Sequence

from amyitis.game import Game
from amyitis.service.ports import Ports
from amyitis.service.problems import Conflict
from amyitis.table import GameMetadata, LogEntry, Table
from amyitis.table.likeness import alike, variants
from amyitis.table.people.absence import compared
from amyitis.table.replaying import replay_log

RECENT_MILLISECONDS = 30 * 24 * 3600_000  # without a move for so long, nobody plays it right now
PLAYERS = (2, 3, 4)  # one more who does nothing makes no other position
THOUGHTLESS = "random"  # the bot that gives no advice
MOST_SAMPLES, FEWEST_PLIES = 40, 8  # of a whole game: positions that are compared, and plies between two of them
PLAYED = "people play this position right now, and not all of them have agreed to a coach: ask when their game is over"


class FairPlay:
    """Refuses advice about positions that people play."""

    def __init__(self, ports: Ports) -> None:
        self._store, self._boxes, self._clock = ports.store, ports.boxes, ports.clock

    async def check(self, rows: Sequence[str], owner: str, but: str = "") -> None:
        """Raise Conflict if one of these rows is alike to a game that people play, `but` for one game."""
        since = self._clock.now() - RECENT_MILLISECONDS
        games = await self._store.compared_games(PLAYERS, since)
        known = [game for game in games if game.game_id != but]
        alike_games = await self._boxes.call(self._boxes.own, alike, rows, known, owner=owner) if known else []
        seats = await self._store.seats_of(alike_games) if alike_games else {}
        for game_id in alike_games:
            metadata = await self._store.game(game_id)
            if metadata is not None and not metadata.over and compared(metadata, seats[game_id]):
                raise Conflict(PLAYED, key="being_played")

    async def check_table(self, table: Table, owner: str, bots: Iterable[str | None] = ()) -> None:
        """Raise Conflict if people play the position of another table, and a bot there would think about it.

        The bots are those of the table's seats, and some more.
        """
        bots = [*bots, *(seat.bot for seat in table.seats)]
        if not (table.metadata.drawn or table.over) and any(map(thinks, bots)):
            metadata = table.metadata
            rows = await self._boxes.call(metadata.box, rows_of_position, table.position, owner=owner)
            await self.check(rows, owner, metadata.id)


def thinks(bot: str | None) -> bool:
    """Return whether a bot's moves are advice."""
    return bot is not None and bot.partition(":")[0] != THOUGHTLESS


def rows_of_game(game: Game) -> list[str]:
    """Return rows of positions from all over a game, close enough to each other that none lies between them."""
    plies = game.plies
    every = max(FEWEST_PLIES, len(plies) // MOST_SAMPLES)
    states = [game.state, *(ply.before for ply in plies[::every])]
    return [row for state in states for row in variants(state)]


def rows_of_log(metadata: GameMetadata, log: list[LogEntry]) -> list[str]:
    """Return the same of a game by its log."""
    return rows_of_game(replay_log(metadata, log).game)


def rows_of_position(position: str) -> list[str]:
    """Return the rows of a position."""
    return variants(Game.from_position(position).state)
