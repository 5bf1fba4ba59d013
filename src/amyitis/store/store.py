"""`GameStore`: everything that is kept, and the only way to it."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from sqlalchemy import RowMapping, bindparam, delete, exists, func, insert, or_, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from amyitis.table import GameMetadata, LogEntry, NewGame, SeatMetadata, Step
from amyitis.table.errors import Taken
from amyitis.table.likeness import KnownRow
from amyitis.table.metadata import Coach, Stage

from .appending import Appender, append_step
from .boxes import BoxStore
from .challenges import ChallengeStore
from .derived import DerivedStore
from .devices import DeviceStore, database_now
from .files import check_room
from .notices import CHANNEL, DEVICES_OF_A_NOTICE, REVOKED, Listener, Together
from .opening import bring_up_to_date, open_engine, open_writer
from .part import now
from .people import PeopleStore
from .puzzles import PuzzleStore
from .retry import in_time, retried
from .schema import COMPARED, ENTRY, claims, games, log, of_game, replays, reviews, seat_of, seats, settings

SECRET, HEALTH = "secret", "health"
MOST_LISTED = 200
MOST_COMPARED = 5000


class GameStore:
    """The log of games. One process owns a SQLite file; many may share a PostgreSQL database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writing = asyncio.Lock()
        self._appender = None if self.shared else Appender(partial(open_writer, engine), self._writing)
        self._listener: Listener | None = None
        self._at_once = engine.execution_options(isolation_level="AUTOCOMMIT") if self.shared else engine
        self._name = secrets.token_hex(6)
        self.people = PeopleStore(self)
        self.devices = DeviceStore(self)
        self.boxes = BoxStore(self)
        self.challenges = ChallengeStore(self)
        self.derived = DerivedStore(self)
        self.puzzles = PuzzleStore(self)

    @classmethod
    async def open(cls, url: str) -> "GameStore":
        """Open the database at an address and bring its schema up to date; raises Unusable."""
        await bring_up_to_date(url)
        return cls(open_engine(url))

    async def close(self) -> None:
        """Finish what is being written and close."""
        if self._listener is not None:
            await self._listener.stop()
        if self._appender is not None:
            await self._appender.stop()
        await self._engine.dispose()

    @property
    def shared(self) -> bool:
        """Whether other servers may write to the same database."""
        return self._engine.dialect.name == "postgresql"

    @property
    def kind(self) -> str:
        """The kind of database."""
        return self._engine.dialect.name

    async def listen(
        self, on_game: Callable[[str], None], on_revoked: Callable[[set[str]], None], on_gap: Callable[[], None]
    ) -> None:
        """Call `on_game` for every game that another server changes, and `on_gap` when some may have been missed.

        `on_revoked` gets the devices that lost their rights elsewhere, those of a moment together.
        """
        together = Together(on_revoked)

        def on_notice(notice: str) -> None:
            what, _, server = notice.partition(" ")
            if server == self._name:
                return
            if what.startswith(REVOKED):
                together.add(what.removeprefix(REVOKED).split(","))
            else:
                on_game(what)

        if self.shared:
            self._listener = Listener(self._engine.url, on_notice, on_gap)
            await self._listener.start()

    @property
    def listening(self) -> bool:
        """Whether news of other servers would be heard now."""
        return self._listener is not None and self._listener.listening.is_set()

    @in_time
    async def try_to_write(self) -> None:
        """Write something, as a move would; raises if that does not go well, or hardly any room is left on the disk.

        A row that is written over and over needs no room: moves could fail where it would not.
        """
        if not self.shared:
            check_room(str(self._engine.url.database))
        row = self.insert(settings).values(name=HEALTH, value=str(now()))
        kept = row.on_conflict_do_update(index_elements=["name"], set_={"value": row.excluded.value})
        async with self.transaction() as connection:
            await connection.execute(kept)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A connection to write with; what was written is kept if nothing is raised."""
        async with self._writing, self._engine.begin() as connection:
            yield connection

    @retried
    async def rows(self, query: Any) -> Sequence[RowMapping]:
        """Return the rows that a query finds."""
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).mappings().all()

    @retried
    async def values(self, query: Any) -> list[Any]:
        """Return the first column of the rows that a query finds."""
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def value(self, query: Any) -> Any | None:
        """Return the first column of the only row that a query finds, or None."""
        return next(iter(await self.values(query)), None)

    @retried
    async def secrets(self) -> list[str]:
        """The secrets that sign cookies and invitations, the newest first: one is drawn with the database."""
        async with self.transaction() as connection:
            fresh = {"name": SECRET, "value": secrets.token_hex(32)}
            await connection.execute(self.insert(settings).values(fresh).on_conflict_do_nothing())
            found = await connection.execute(select(settings.c.value).where(settings.c.name == SECRET))
            return str(found.scalar_one()).split()

    async def rotate_secret(self, keep_older: bool = True) -> int:
        """Draw a new secret, which signs from the next start on; returns how many are accepted then."""
        older = await self.secrets()
        now_accepted = [secrets.token_hex(32), *(older if keep_older else [])]
        async with self.transaction() as connection:
            changed = update(settings).where(settings.c.name == SECRET).values(value=" ".join(now_accepted))
            await connection.execute(changed)
        return len(now_accepted)

    # Games.

    @in_time
    async def create(self, new: NewGame, rematch_of: str | None = None) -> str:
        """Keep a new game; returns its id, or the id of the rematch that the game before it has already.

        Raises AlreadyPlayed for a challenge that somebody here has played.
        """
        async with self.transaction() as connection:
            if rematch_of is not None:
                old = games.c.id == rematch_of
                free = update(games).where(old, games.c.rematch.is_(None))
                done = await connection.execute(free.values(rematch=new.metadata.id, seating=games.c.seating + 1))
                if done.rowcount != 1:
                    return str((await connection.execute(select(games.c.rematch).where(old))).scalar_one())
                await self.notify(connection, rematch_of)
            await connection.execute(insert(games), new.metadata.to_row())
            await connection.execute(insert(seats), [of_game(new.metadata.id, seat) for seat in new.seats])
            if new.log:
                await connection.execute(insert(log), [of_game(new.metadata.id, entry) for entry in new.log])
            if new.metadata.challenge is not None:
                for person in {seat.person for seat in new.seats if seat.person is not None}:
                    await self.challenges.note_try(connection, new.metadata.challenge, person, new.metadata.id)
        return new.metadata.id

    @retried
    async def delete(self, game_id: str) -> bool:
        """Throw a game away, with all that belongs to it; False, and it stays, if others than its owner play in it.

        Raises TryKept for a game of a challenge.
        """
        async with self.transaction() as connection:
            # Nobody may append any more: whoever tries waits for this row, and then it is gone.
            await self.lock(connection, game_id)
            await self.challenges.refuse_if_try(connection, game_id)
            if await self._others_play(connection, game_id):
                return False
            for table in (claims, replays, reviews, log, seats):
                await connection.execute(delete(table).where(table.c.game_id == game_id))
            await connection.execute(delete(games).where(games.c.id == game_id))
            followed = update(games).where(games.c.rematch == game_id).returning(games.c.id)
            before = await connection.execute(followed.values(rematch=None, seating=games.c.seating + 1))
            for one in (game_id, *before.scalars().all()):
                await self.notify(connection, one)
        return True

    @staticmethod
    async def lock(connection: AsyncConnection, game_id: str) -> None:
        """Let nobody else change a game in this transaction (PostgreSQL; SQLite has one writer anyway)."""
        await connection.execute(select(games.c.id).where(games.c.id == game_id).with_for_update())

    @staticmethod
    async def _others_play(connection: AsyncConnection, game_id: str) -> bool:
        """Whether others than the owner sit there and have seen a set-up that its maker may not like."""
        wanted = (
            select(seats.c.seat)
            .join(games, games.c.id == seats.c.game_id)
            .where(games.c.id == game_id, games.c.stage.is_(None), seats.c.person != games.c.owner)
        )
        return (await connection.execute(wanted.limit(1))).first() is not None

    async def append(self, step: Step) -> None:
        """Append to a game's log and return when it is safe on disk; raises Taken, and then nothing was written."""
        if self._appender is not None:
            await self._appender.append(step)
            return
        attempts = 0

        @retried
        async def attempt() -> None:
            nonlocal attempts
            attempts += 1
            await append_step(self._at_once, step, f"{step.game_id} {self._name}")

        try:
            await attempt()
        except (IntegrityError, Taken):
            # Where a connection was lost just then, the ply may have been taken by this very step.
            if attempts == 1 or await self.log(step.game_id, step.before, step.entries[-1].ply) != step.entries:
                raise Taken(f"game {step.game_id}: ply {step.before + 1} was taken before") from None

    async def advance(self, metadata: GameMetadata, was: Stage, seating: int, entries: Sequence[LogEntry]) -> bool:
        """Take a game in the lobby to its next stage, with the deal that it may begin with.

        False, and nothing was written, if it was no longer in the stage that it `was` in, or its seats had changed.
        """
        same = (games.c.id == metadata.id, games.c.stage == was, games.c.seating == seating)
        names = (
            *("stage", "stage_until", "shares", "start", "ply", "decider", "over", "result", "standing", "likeness"),
            "updated",
        )
        changes = {name: getattr(metadata, name) for name in names}
        async with self.transaction() as connection:
            done = await connection.execute(update(games).where(*same).values(**changes, seating=seating + 1))
            if done.rowcount != 1:
                return False
            if entries:
                await connection.execute(insert(log), [of_game(metadata.id, entry) for entry in entries])
            await self.notify(connection, metadata.id)
        return True

    async def game(self, game_id: str) -> GameMetadata | None:
        """Return a game, or None."""
        rows = await self.rows(select(games).where(games.c.id == game_id))
        return GameMetadata.from_row(rows[0]) if rows else None

    async def seats(self, game_id: str) -> list[SeatMetadata]:
        """Return the seats of a game in the order of the table."""
        rows = await self.rows(select(seats).where(seats.c.game_id == game_id).order_by(seats.c.place))
        return [seat_of(row) for row in rows]

    async def seats_of(self, game_ids: list[str]) -> dict[str, list[SeatMetadata]]:
        """Return the seats of several games."""
        query = select(seats).where(seats.c.game_id.in_(game_ids)).order_by(seats.c.game_id, seats.c.place)
        by_game: dict[str, list[SeatMetadata]] = {}
        for row in await self.rows(query):
            by_game.setdefault(row["game_id"], []).append(seat_of(row))
        return by_game

    @retried
    async def log(self, game_id: str, after: int = 0, upto: int | None = None) -> list[LogEntry]:
        """The entries of a game's log behind ply `after`, up to ply `upto`."""
        wanted = select(*ENTRY).where(log.c.game_id == game_id, log.c.ply > after).order_by(log.c.ply)
        if upto is not None:
            wanted = wanted.where(log.c.ply <= upto)
        async with self._engine.connect() as connection:
            return [LogEntry(*found) for found in await connection.execute(wanted)]

    async def head(self, game_id: str) -> tuple[int, int] | None:
        """Return the ply and the seating number of a game, or None."""
        rows = await self.rows(select(games.c.ply, games.c.seating).where(games.c.id == game_id))
        return (rows[0]["ply"], rows[0]["seating"]) if rows else None

    async def games_of(self, person: str) -> list[GameMetadata]:
        """The games of a person, the running ones and the latest first."""
        mine = select(seats.c.game_id).where(seats.c.person == person)
        wanted = select(games).where(or_(games.c.owner == person, games.c.id.in_(mine)))
        return await self.listed(wanted.order_by(games.c.over, games.c.updated.desc()))

    async def open_games(self) -> list[GameMetadata]:
        """The public games with a free seat."""
        free = select(seats.c.game_id).where(seats.c.person.is_(None), seats.c.bot.is_(None))
        wanted = select(games).where(games.c.public, ~games.c.over, games.c.id.in_(free))
        return await self.listed(wanted.order_by(games.c.created.desc()))

    async def public_games(self) -> list[GameMetadata]:
        """The public games that are being played, for those who want to watch."""
        return await self.listed(select(games).where(games.c.public, ~games.c.over).order_by(games.c.updated.desc()))

    async def listed(self, query: Any) -> list[GameMetadata]:
        """Return the games that a query finds, as many as are listed at once."""
        return [GameMetadata.from_row(row) for row in await self.rows(query.limit(MOST_LISTED))]

    async def compared_games(self, players: int, since: int) -> list[KnownRow]:
        """The rows of running games in which people play against each other without a coach, the latest first.

        Those in which nothing has happened since a time are left out, and so are very many.
        """
        drawn = games.c.seeded_start & (games.c.seed == "")
        rows = select(games.c.id.label("game_id"), games.c.likeness.label("row"), drawn.label("own_garden"))
        running = rows.where(COMPARED, games.c.players == players, games.c.coach != "on", games.c.updated >= since)
        latest = running.order_by(games.c.updated.desc()).limit(MOST_COMPARED)
        return [KnownRow(**row) for row in await self.rows(latest)]

    async def running_games(self, owner: str) -> int:
        """Count the unfinished games of an owner."""
        return await self.value(select(func.count()).where(games.c.owner == owner, ~games.c.over)) or 0

    # Seats and coaches.

    @in_time
    async def change_seat(
        self, game_id: str, was: SeatMetadata, changes: Mapping[str, Any], device: str | None = None
    ) -> bool:
        """Change a seat if it is still as it was; False if somebody else was quicker, or the device was revoked."""
        async with self.transaction() as connection:
            if device is not None and not await self.devices.has_rights(connection, device):
                return False
            await self.lock(connection, game_id)
            same = [seats.c.game_id == game_id, seats.c.seat == was.seat]
            for name in ("person", "bot", "key_hash", "invitation", "seal", "share", "votes"):
                same.append(seats.c[name].is_not_distinct_from(getattr(was, name)))
            done = await connection.execute(update(seats).where(*same).values(**changes))
            if done.rowcount != 1:
                return False
            await connection.execute(
                update(games).where(games.c.id == game_id).values(seating=games.c.seating + 1, updated=now())
            )
            await self.notify(connection, game_id)
        return True

    @in_time
    async def change_coach(self, game_id: str, was: Coach, coach: Coach) -> bool:
        """Give a table a coach, or take it away; False if somebody else changed that first."""
        this = (games.c.id == game_id, games.c.coach == was)
        changed = update(games).where(*this).values(coach=coach, seating=games.c.seating + 1, updated=now())
        async with self.transaction() as connection:
            if (await connection.execute(changed)).rowcount != 1:
                return False
            await self.notify(connection, game_id)
        return True

    @retried
    async def saw(self, seen: Sequence[tuple[str, str, int]]) -> None:
        """Note when the holders of seats (game, letter) were last here; never earlier than is known."""
        newer = update(seats).where(
            seats.c.game_id == bindparam("game"), seats.c.seat == bindparam("letter"), seats.c.seen < bindparam("at")
        )
        rows = [{"game": game_id, "letter": seat, "at": at} for game_id, seat, at in sorted(seen)]
        async with self.transaction() as connection:
            await connection.execute(newer.values(seen=bindparam("at")), rows)

    # Turns of bots.

    async def waiting_bots(self, watched: Collection[str] = ()) -> list[str]:
        """The running games in which a bot must decide; those of bots alone only if they are among the watched."""
        turn = (seats.c.game_id == games.c.id) & (seats.c.seat == games.c.decider)
        other = seats.alias()
        somebody = exists().where(other.c.game_id == games.c.id, other.c.bot.is_(None))
        wanted = select(games.c.id).join(seats, turn).where(~games.c.over, seats.c.bot.is_not(None))
        return await self.values(wanted.where(or_(somebody, games.c.id.in_(watched))))

    @retried
    async def claim(self, game_id: str, ply: int, holder: str, seconds: float) -> bool:
        """Claim a bot's turn for a while; False while another server has it, or if the game is gone."""
        if not self.shared:
            return True
        at = database_now(self.shared)
        row = self.insert(claims).values(game_id=game_id, ply=ply, holder=holder, until=at + int(seconds * 1000))
        taken = row.on_conflict_do_update(
            index_elements=["game_id"],
            set_={"ply": row.excluded.ply, "holder": row.excluded.holder, "until": row.excluded.until},
            where=or_(claims.c.ply < row.excluded.ply, claims.c.until <= at, claims.c.holder == holder),
        ).returning(claims.c.game_id)
        try:
            async with self._engine.begin() as connection:
                return (await connection.execute(taken)).first() is not None
        except IntegrityError:
            return False

    async def notify_revoked(self, connection: AsyncConnection, gone: Collection[str]) -> None:
        """Tell the other servers, with the commit, which devices have lost their rights."""
        ids = sorted(gone)
        for first in range(0, len(ids), DEVICES_OF_A_NOTICE):
            await self.notify(connection, REVOKED + ",".join(ids[first : first + DEVICES_OF_A_NOTICE]))

    async def notify(self, connection: AsyncConnection, what: str) -> None:
        """Tell the other servers, with the commit, that a game has changed, by its id."""
        if self.shared:
            notice = {"channel": CHANNEL, "notice": f"{what} {self._name}"}
            await connection.execute(text("SELECT pg_notify(:channel, :notice)"), notice)

    def insert(self, table: Any) -> Any:
        """INSERT with ON CONFLICT, in the words of this database."""
        return postgresql.insert(table) if self.shared else sqlite.insert(table)
