"""What people say at tables, whom they do not want to hear, and what they have reported. No log or record has it."""

from dataclasses import asdict, fields, replace

from sqlalchemy import and_, delete, insert, select

from amyitis.store.notices import TALK
from amyitis.store.retry import in_time, retried
from amyitis.store.schema import talk, talk_mutes, talk_reports
from amyitis.table.people.talk import MOST_LATEST, Report, Said, Side

from .part import StorePart, now

MOST_KEPT = 500  # of a side of a table
MOST_REPORTS = 200
SAID = [talk.c[field.name] for field in fields(Said)]


class TalkStore(StorePart):
    """Keeps what people say."""

    @in_time
    async def say(self, said: Said) -> Said:
        """Keep something that is said; return it with its number. The oldest of very many go."""
        row = {name: value for name, value in asdict(said).items() if name != "id"}
        of_side = select(talk.c.id).where(talk.c.game_id == said.game_id, talk.c.side == said.side)
        async with self._store.transaction() as connection:
            number = (await connection.execute(insert(talk).values(**row).returning(talk.c.id))).scalar_one()
            too_old = (await connection.execute(of_side.order_by(talk.c.id.desc()).offset(MOST_KEPT))).scalars().all()
            if too_old:
                await connection.execute(delete(talk).where(talk.c.id.in_(too_old)))
            await self._store.notify(connection, TALK + said.game_id)
        return replace(said, id=number)

    async def latest(self, game_id: str, side: Side) -> list[Said]:
        """Return what was said on a side of a table of late, the oldest first."""
        of_side = select(*SAID).where(talk.c.game_id == game_id, talk.c.side == side)
        rows = await self._store.rows(of_side.order_by(talk.c.id.desc()).limit(MOST_LATEST))
        return [Said(**row) for row in reversed(rows)]

    # Whom somebody does not want to hear.

    async def muted(self, person: str) -> set[str]:
        """Return the people whom a person does not want to hear."""
        return set(await self._store.values(select(talk_mutes.c.muted).where(talk_mutes.c.person == person)))

    @retried
    async def mute(self, person: str, muted: str, on: bool) -> None:
        """Let a person not hear another, or hear them again."""
        this = and_(talk_mutes.c.person == person, talk_mutes.c.muted == muted)
        async with self._store.transaction() as connection:
            await connection.execute(delete(talk_mutes).where(this))
            if on:
                await connection.execute(insert(talk_mutes).values(person=person, muted=muted))

    # Reports.

    @retried
    async def report(self, said: Said, reporter: str) -> None:
        """Keep a copy of something for the operator, once for each who reports it."""
        row = {"said": said.id, "reporter": reporter, "game_id": said.game_id, "at": now()}
        row |= {"person": said.person, "name": said.name, "text": said.text}
        await self._write(self._store.insert(talk_reports).values(**row).on_conflict_do_nothing())

    async def reports(self) -> list[Report]:
        """Return what was reported, the oldest first."""
        rows = await self._store.rows(select(talk_reports).order_by(talk_reports.c.at).limit(MOST_REPORTS))
        names = [field.name for field in fields(Report) if field.name != "id"]
        return [Report(id=row["said"], **{name: row[name] for name in names}) for row in rows]

    @in_time
    async def settle(self, said: int, remove: bool) -> bool:
        """Put the reports of something away, and remove it if it is to go; False if it was not reported."""
        async with self._store.transaction() as connection:
            settled = delete(talk_reports).where(talk_reports.c.said == said).returning(talk_reports.c.game_id)
            games = (await connection.execute(settled)).scalars().all()
            if remove and games:
                await connection.execute(delete(talk).where(talk.c.id == said))
                await self._store.notify(connection, TALK + games[0])
        return bool(games)
