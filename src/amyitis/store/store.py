"""`GameStore`: everything that is kept, and the only way to it."""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, exists, func, insert, or_, select, union_all, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from amyitis.table import GameMetadata, LogEntry, NewGame, SeatMetadata, Step
from amyitis.table.errors import Taken
from amyitis.table.likeness import KnownRow
from amyitis.table.metadata import Coach, Stage

from .appending import append_step
from .database import Database
from .parts.accounts import AccountStore
from .parts.alerts import AlertStore
from .parts.boxes import BoxStore
from .parts.challenges import ChallengeStore
from .parts.derived import DerivedStore
from .parts.devices import DeviceStore, database_now
from .parts.moving import MovingStore
from .parts.part import now
from .parts.people import PeopleStore
from .parts.puzzles import PuzzleStore
from .parts.talk import TalkStore
from .parts.timing import TimingStore
from .retry import in_time, retried
from .schema import (
    COMPARED,
    ENTRY,
    PLANNED,
    alerts,
    challenge_tries,
    claims,
    games,
    log,
    of_game,
    replays,
    reviews,
    seat_of,
    seats,
    settings,
    talk,
    talk_reports,
    webhooks,
)

SECRET, PUSH_KEY = "secret", "push key"
MOST_LISTED = 200
MOST_COMPARED = 5000


class GameStore(Database):
    """The log of games, their seats, and the parts for everything else."""

    has_clocks = True

    def __init__(self, engine: AsyncEngine, beside: bool = False) -> None:
        super().__init__(engine, beside)
        self.people = PeopleStore(self)
        self.accounts = AccountStore(self)
        self.moving = MovingStore(self)
        self.devices = DeviceStore(self)
        self.alerts = AlertStore(self)
        self.talk = TalkStore(self)
        self.boxes = BoxStore(self)
        self.challenges = ChallengeStore(self)
        self.derived = DerivedStore(self)
        self.puzzles = PuzzleStore(self)
        self.timing = TimingStore(self)

    async def secrets(self) -> list[str]:
        """The secrets that sign cookies and invitations, the newest first: one is drawn with the database."""
        return (await self._drawn_once(SECRET, secrets.token_hex(32))).split()

    async def push_key(self, fresh: str) -> str:
        """The key by which push services know this server: the one that is kept, else a fresh one from now on."""
        return await self._drawn_once(PUSH_KEY, fresh)

    @retried
    async def _drawn_once(self, name: str, fresh: str) -> str:
        async with self.transaction() as connection:
            row = {"name": name, "value": fresh}
            await connection.execute(self.insert(settings).values(row).on_conflict_do_nothing())
            kept = await connection.execute(select(settings.c.value).where(settings.c.name == name))
            return str(kept.scalar_one())

    @in_time
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
            # Nobody may append any more: they wait for this row, and then it is gone.
            await self.lock(connection, game_id)
            await self.challenges.refuse_if_try(connection, game_id)
            if await self._others_play(connection, game_id):
                return False
            before = await self.delete_rows(connection, game_id)
            for key in (game_id, *before):
                await self.notify(connection, key)
        return True

    @staticmethod
    async def delete_rows(connection: AsyncConnection, game_id: str) -> list[str]:
        """Delete a game that is locked; returns the games that it followed, which change with it."""
        for table in (alerts, webhooks, talk, talk_reports, claims, replays, reviews, challenge_tries, log, seats):
            await connection.execute(delete(table).where(table.c.game_id == game_id))
        await connection.execute(delete(games).where(games.c.id == game_id))
        followed = update(games).where(games.c.rematch == game_id).returning(games.c.id)
        return list((await connection.execute(followed.values(rematch=None, seating=games.c.seating + 1))).scalars())

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

    @in_time
    async def advance(self, metadata: GameMetadata, was: Stage, seating: int, entries: Sequence[LogEntry]) -> bool:
        """Take a game in the lobby to its next stage, with the deal that it may begin with.

        False, and nothing was written, if it was no longer in the stage that it `was` in, or its seats had changed.
        """
        same = (games.c.id == metadata.id, games.c.stage == was, games.c.seating == seating)
        names = (
            *("stage", "stage_until", "shares", "start", "ply", "decider", "over", "result", "standing", "likeness"),
            *("updated", "due"),
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
            return [LogEntry(*row) for row in await connection.execute(wanted)]

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
        watched = select(games).where(games.c.public, ~games.c.over, ~games.c.closed)
        return await self.listed(watched.order_by(games.c.updated.desc()))

    async def listed(self, query: Any) -> list[GameMetadata]:
        """Return the games that a query finds, as many as are listed at once."""
        return [GameMetadata.from_row(row) for row in await self.rows(query.limit(MOST_LISTED))]

    @retried
    async def waiting_since(self, before: int) -> list[str]:
        """Return games that have not begun, and at which nothing has happened since a time."""
        return await self.values(
            select(games.c.id).where(~games.c.over, games.c.stage.is_not(None), games.c.updated < before)
        )

    @retried
    async def compared_games(self, players: Iterable[int], since: int) -> list[KnownRow]:
        """The rows of running games in which people play against each other without a coach.

        Those in which nothing has happened since a time are left out, and so are very many of one number of players.
        """
        drawn = games.c.seeded_start & (games.c.seed == "")
        rows = select(games.c.id.label("game_id"), games.c.likeness.label("row"), drawn.label("own_garden"))
        running = rows.where(COMPARED, games.c.coach != "on", games.c.updated >= since)
        latest = running.order_by(games.c.updated.desc()).limit(MOST_COMPARED)
        query = union_all(*(select(latest.where(games.c.players == number).subquery()) for number in players))
        async with self._at_once.connect() as connection:
            return [KnownRow(*row) for row in await connection.execute(query)]

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
            for name in ("person", "bot", "key_hash", "invitation", "seal", "share", "votes", "plan"):
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
    async def planned_turns(self) -> list[str]:
        """Return the running games in which the player to decide has planned the turn."""
        turn = (seats.c.game_id == games.c.id) & (seats.c.seat == games.c.decider)
        return await self.values(select(games.c.id).join(seats, turn).where(~games.c.over, PLANNED))

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
