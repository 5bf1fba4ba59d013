"""What belongs to a person in the database: it moves to another id of theirs, or goes with them.

A table that has something of people in it is named here, or in `tests/store/parts/test_moving.py` as one that has not.
"""

from collections.abc import Collection, Iterable
from hashlib import sha256
from typing import Any

from sqlalchemy import Column, ColumnElement, and_, delete, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from amyitis.store.burying import note
from amyitis.store.notices import BANS
from amyitis.store.people_tables import accounts, bans, ceremonies, devices, links, passkeys, people, proofs, tombstones
from amyitis.store.retry import in_time
from amyitis.store.schema import (
    alerts,
    challenge_tries,
    games,
    log,
    mails,
    push_subscriptions,
    puzzle_ratings,
    puzzle_tries,
    quiet_hours,
    seats,
    talk,
    talk_mutes,
    talk_reports,
    webhooks,
)
from amyitis.table.people.accounts import REMOVED, SOMEONE, Gone

from .part import StorePart, now
from .puzzles import PERSON

# Where something of a person is found by their id, to be deleted with them.
BELONGS: tuple[Column[Any], ...] = (
    accounts.c.person,
    alerts.c.person,
    bans.c.person,
    ceremonies.c.person,
    challenge_tries.c.person,
    links.c.person,
    mails.c.person,
    passkeys.c.person,
    people.c.id,
    puzzle_tries.c.person,
    push_subscriptions.c.person,
    quiet_hours.c.person,
    talk.c.person,
    talk_mutes.c.muted,
    talk_mutes.c.person,
    talk_reports.c.person,
    talk_reports.c.reporter,
    webhooks.c.person,
)

# Of what is kept about a person, what proves something to the server, and who votes against them: it is not exported.
HASHES = {"code", "code_hash", "challenge_hash", "key_hash", "looks", "password", "public_key", "recovery"}
SECRET = HASHES | {"auth", "nonce", "p256dh", "secret", "seed", "share", "votes"}
OTHERS = (talk_mutes.c.muted, talk_reports.c.person)  # what others have said of them: they are not told
PEOPLE = {"former", "muted", "owner", "person", "reporter"}  # columns in which others than they may stand


def person_hash(person: str) -> str:
    """Return what stays of the id of a person who was removed."""
    return sha256(f"amyitis-person:{person}".encode()).hexdigest()


class MovingStore(StorePart):
    """Moves what a guest has begun to their account, and removes people."""

    @in_time
    async def move(self, guest: str, person: str) -> Gone:
        """Give everything of a guest to a person; the guest's devices lose their rights."""
        async with self._store.transaction() as connection:
            touched = await self._lock(connection, guest)
            for column in (seats.c.person, seats.c.former):
                of_games = and_(seats.c.game_id.in_(touched), column == guest)
                await connection.execute(update(seats).where(of_games).values({column: person}))
            await connection.execute(update(games).where(games.c.owner == guest).values(owner=person))
            for column in (talk.c.person, talk_reports.c.person):
                await connection.execute(update(column.table).where(column == guest).values({column: person}))
            await self._rename_actor(connection, touched, guest, person)
            await self._drop_second_tries(connection, guest, person)
            for column, mark in (
                (challenge_tries.c.person, "challenge"),
                (puzzle_tries.c.person, "puzzle"),
                (webhooks.c.person, "game_id"),
                (talk_mutes.c.person, "muted"),
                (talk_mutes.c.muted, "person"),  # a mute of the guest mutes the account
                (talk_reports.c.reporter, "said"),
            ):
                table = column.table
                mine = table.alias()
                both = exists().where(mine.c[column.name] == person, mine.c[mark] == table.c[mark])
                await connection.execute(update(table).where(column == guest, ~both).values({column: person}))
                await connection.execute(delete(table).where(column == guest))
            themselves = (talk_mutes.c.person == person, talk_mutes.c.muted == person)
            await connection.execute(delete(talk_mutes).where(*themselves))
            if (await connection.execute(select(mails.c.person).where(mails.c.person == person))).first() is None:
                await connection.execute(update(mails).where(mails.c.person == guest).values(person=person))
            rated = and_(puzzle_ratings.c.kind == PERSON, puzzle_ratings.c.id == person)
            if (await connection.execute(select(puzzle_ratings.c.id).where(rated))).first() is None:
                theirs = and_(puzzle_ratings.c.kind == PERSON, puzzle_ratings.c.id == guest)
                await connection.execute(update(puzzle_ratings).where(theirs).values(id=person))
            await self._changed(connection, touched)
            return Gone(await self._end_person(connection, guest), frozenset(touched))

    @in_time
    async def remove(self, person: str, looks: str | None, bot: str) -> Gone:
        """Remove a person: a bot plays on in their running games, finished ones keep `someone`, all else goes."""
        async with self._store.transaction() as connection:
            gone = await self._remove(connection, person, person_hash(person), looks, bot)
        if self._store.file is not None:
            note(self._store.file, (person_hash(person), looks, now()))
        return gone

    async def _remove(self, connection: AsyncConnection, person: str, hashed: str, looks: str | None, bot: str) -> Gone:
        touched = await self._lock(connection, person)
        kept = []
        for game_id in touched:
            if await self._is_alone(connection, game_id, person):
                await self._store.delete_rows(connection, game_id)
                await self._store.notify(connection, game_id)
            else:
                kept.append(game_id)

        async def those(which: ColumnElement[bool]) -> set[str]:
            return set((await connection.execute(select(games.c.id).where(games.c.id.in_(kept), which))).scalars())

        over, lobby = await those(games.c.over), await those(games.c.stage.in_(("waiting", "commit")))
        nobody = {"person": None, "former": None, "key_hash": None, "votes": "", "plan": ""}
        for game_id in kept:
            mine = update(seats).where(seats.c.game_id == game_id, seats.c.person == person)
            changes: dict[str, Any]
            if game_id in over:
                changes = {"person": REMOVED, "name": SOMEONE, "key_hash": None, "votes": "", "plan": ""}
            elif game_id in lobby:
                changes = nobody | {"name": "", "seal": None, "share": None, "invitation": seats.c.invitation + 1}
            else:
                changes = nobody | {"name": bot, "bot": bot}
            await connection.execute(mine.values(**changes))
        await connection.execute(update(seats).where(seats.c.former == person).values(former=None))
        await connection.execute(update(games).where(games.c.owner == person).values(owner=REMOVED))
        await self._rename_actor(connection, kept, person, REMOVED)
        await self._changed(connection, kept)
        ended = await self._end_person(connection, person)
        row = self._store.insert(tombstones).values(person_hash=hashed, looks=looks, at=now())
        await connection.execute(row.on_conflict_do_nothing())
        await self._store.notify(connection, BANS)
        return Gone(ended, frozenset(touched))

    @staticmethod
    async def _drop_second_tries(connection: AsyncConnection, guest: str, person: str) -> None:
        """Take a guest's games out of challenges that their account has played itself: everybody has one try."""
        mine = challenge_tries.alias()
        both = exists().where(mine.c.person == person, mine.c.challenge == challenge_tries.c.challenge)
        seconds = select(challenge_tries.c.game_id).where(challenge_tries.c.person == guest, both)
        await connection.execute(update(games).where(games.c.id.in_(seconds)).values(challenge=None))

    # Export.

    async def kept_about(self, person: str) -> dict[str, list[dict[str, Any]]]:
        """Return the rows that are kept about a person, by their table, without hashes, keys, and other people."""
        rated = and_(puzzle_ratings.c.kind == PERSON, puzzle_ratings.c.id == person)
        shown = [column for column in BELONGS if not any(column is other for other in OTHERS)]
        which = [(column.table, column == person) for column in (*shown, devices.c.person, games.c.owner)]
        which += [(seats, or_(seats.c.person == person, seats.c.former == person)), (puzzle_ratings, rated)]
        kept = {}
        for table, theirs in which:
            columns = [column for column in table.columns if column.name not in SECRET]
            rows = await self._store.rows(select(*columns).where(theirs))
            kept[str(table.name)] = [
                {str(name): None if name in PEOPLE and value != person else value for name, value in row.items()}
                for row in rows
            ]
        return kept

    # Locks.

    async def _lock(self, connection: AsyncConnection, person: str) -> list[str]:
        """Lock the devices of a person, then the games in which they sit, or sat, or which they made; return those.

        In this order, and of their ids, as others lock both.
        """
        theirs = select(devices.c.id).where(devices.c.person == person)
        await connection.execute(theirs.order_by(devices.c.id).with_for_update())
        sits = select(seats.c.game_id).where(or_(seats.c.person == person, seats.c.former == person))
        which = or_(games.c.owner == person, games.c.id.in_(sits))
        ids = (await connection.execute(select(games.c.id).where(which))).scalars().all()
        for game_id in (ordered := sorted(ids)):
            await self._store.lock(connection, game_id)
        return ordered

    @staticmethod
    async def _is_alone(connection: AsyncConnection, game_id: str, person: str) -> bool:
        """Whether an unfinished game has nobody else in it, and is no challenge of others."""
        others = exists().where(
            seats.c.game_id == game_id, seats.c.person.is_not(None), seats.c.person != person, seats.c.person != REMOVED
        )
        tried = exists().where(challenge_tries.c.game_id == game_id, challenge_tries.c.person != person)
        alone = select(games.c.id).where(games.c.id == game_id, ~games.c.over, ~others, ~tried)
        return (await connection.execute(alone)).first() is not None

    @staticmethod
    async def _rename_actor(connection: AsyncConnection, ids: Collection[str], was: str, name: str) -> None:
        """Rename who has acted in games; votes of theirs about others end."""
        theirs = update(log).where(log.c.game_id.in_(ids), log.c.actor == was)
        await connection.execute(theirs.values(actor=name))
        voted = seats.c.votes.contains(f'"{was}"', autoescape=True)
        await connection.execute(update(seats).where(seats.c.game_id.in_(ids), voted).values(votes=""))

    async def _changed(self, connection: AsyncConnection, ids: Iterable[str]) -> None:
        for game_id in ids:
            await connection.execute(update(games).where(games.c.id == game_id).values(seating=games.c.seating + 1))
            await self._store.notify(connection, game_id)

    async def _end_person(self, connection: AsyncConnection, person: str) -> frozenset[str]:
        """Delete what belongs to a person, and revoke their devices, whose rows stay so that cookies stay refused."""
        mine = select(devices.c.id).where(devices.c.person == person)
        ids = (await connection.execute(mine)).scalars().all()
        await connection.execute(delete(proofs).where(proofs.c.device.in_(ids)))
        for column in BELONGS:
            await connection.execute(delete(column.table).where(column == person))
        rated = and_(puzzle_ratings.c.kind == PERSON, puzzle_ratings.c.id == person)
        await connection.execute(delete(puzzle_ratings).where(rated))
        gone = update(devices).where(devices.c.person == person)
        await connection.execute(gone.values(person=REMOVED, name="", revoked=now()))
        await self._store.notify_revoked(connection, ids)
        return frozenset(ids)

    # Tombstones.

    async def tombstones(self) -> list[tuple[str, str | None, int]]:
        """Return what is known of people who were removed: hashes of id and name, and when."""
        rows = await self._store.rows(select(tombstones).order_by(tombstones.c.at, tombstones.c.person_hash))
        return [(row["person_hash"], row["looks"], row["at"]) for row in rows]

    @in_time
    async def hashes(self) -> set[str]:
        """Return the hashes of all people who have left something here."""
        async with self._store.reading() as connection:
            return set(await self._here(connection))

    @staticmethod
    async def _here(connection: AsyncConnection) -> dict[str, str]:
        """Everybody who has left something here, by the hashes of their ids."""
        ids = set[str]()
        for column in (people.c.id, seats.c.person, games.c.owner, devices.c.person, puzzle_tries.c.person):
            ids |= set((await connection.execute(select(column).distinct())).scalars()) - {None, REMOVED}
        return {person_hash(person): person for person in ids}

    @in_time
    async def bury(self, known: Iterable[tuple[str, str | None, int]], bot: str) -> int:
        """Remove the people of tombstones, wherever they are again; returns how many were here."""
        wanted = {hashed: looks for hashed, looks, _at in known}
        removed = 0
        async with self._store.transaction() as connection:
            for hashed, person in sorted((await self._here(connection)).items()):
                if hashed in wanted:
                    await self._remove(connection, person, hashed, wanted[hashed], bot)
                    removed += 1
            for hashed, looks, at in known:
                row = self._store.insert(tombstones).values(person_hash=hashed, looks=looks, at=at)
                await connection.execute(row.on_conflict_do_nothing())
        return removed
