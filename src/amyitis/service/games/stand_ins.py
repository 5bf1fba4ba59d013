"""`StandIns`: gives the seat of somebody whose time is up, or who has resigned, to a bot of about their strength."""

from amyitis.bots.levels import LEVELS
from amyitis.service.analysis.fair_play import THOUGHTLESS, FairPlay
from amyitis.service.ports import Ports
from amyitis.service.problems import Conflict
from amyitis.table import SeatMetadata, Table
from amyitis.table.people.absence import given_to_bot

from .lifecycle import Lifecycle
from .seats import USUAL

LOOKED_AT = 30  # finished games of a person by which their strength is guessed


class StandIns:
    """Chooses bots for the seats of people, and seats them."""

    def __init__(self, ports: Ports, fair_play: FairPlay, lifecycle: Lifecycle) -> None:
        self._store = ports.store
        self._fair_play, self._lifecycle = fair_play, lifecycle

    async def take_over(self, table: Table, letter: str) -> Table:
        """Let a bot play a seat until its holder returns, or to the end if they are out."""
        seat = table.seat(letter)
        bot = await self._choose(table, None if seat is None else seat.person)

        def change(_table: Table, absent: SeatMetadata) -> dict[str, object]:
            return {} if absent.bot is not None or absent.person is None else given_to_bot(bot)

        return await self._lifecycle.change_seat(table.metadata.id, letter, change)

    async def _choose(self, table: Table, person: str | None) -> str:
        """Return the strongest level that a person has beaten in their latest games; the usual one if there is none.

        Where a bot that thinks would be advice about the game of other people, one that does not think plays.
        """
        beaten = await self._beaten(person) if person is not None else set()
        bot = next((name for name in reversed(LEVELS) if name in beaten), USUAL)
        try:
            await self._fair_play.check_table(table, "", [bot])
        except Conflict:
            return THOUGHTLESS
        return bot

    async def _beaten(self, person: str) -> set[str]:
        games = [game for game in await self._store.games_of(person) if game.over][:LOOKED_AT]
        seats = await self._store.seats_of([game.id for game in games])
        beaten = set[str]()
        for game in games:
            won = game.result.rpartition(": ")[2].split()
            around = seats.get(game.id, [])
            if any(seat.person == person and seat.bot is None and seat.seat in won for seat in around):
                beaten |= {seat.bot for seat in around if seat.bot and seat.person is None and seat.seat not in won}
        return beaten
