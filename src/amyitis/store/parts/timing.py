"""When the clocks of games are to be looked at, and when the servers were there to serve the players."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, insert, select, update

from amyitis.store.retry import retried
from amyitis.store.schema import games, heartbeats, outages
from amyitis.table.clocks.serving import LATE, MISSING, Outage

from .part import StorePart

STOPPED = "stopped"  # in place of the server that stopped last
MOST_DUE = 200
OUTAGES_KEPT = 90 * 24 * 3600 * 1000  # milliseconds


class TimingStore(StorePart):
    """Keeps due times, heartbeats and outages."""

    async def due(self, at: int) -> list[tuple[str, int]]:
        """Return the games whose clocks must be looked at by now, and since when, the longest due first."""
        wanted = select(games.c.id, games.c.due).where(games.c.due.is_not(None), games.c.due <= at)
        return [(row["id"], row["due"]) for row in await self._store.rows(wanted.order_by(games.c.due).limit(MOST_DUE))]

    async def running(self) -> bool:
        """Return whether the clock of any game runs."""
        return await self._store.value(select(games.c.id).where(games.c.due.is_not(None)).limit(1)) is not None

    @retried
    async def claim(self, game_id: str, was: int, due: int | None) -> bool:
        """Say when a game must be looked at next; False if another server, or a move, was quicker."""
        changed = update(games).where(games.c.id == game_id, games.c.due == was).values(due=due)
        return await self._write(changed) == 1

    @retried
    async def beat(self, server: str, at: int, gaps: Sequence[Outage] = (), alone: bool = False) -> int | None:
        """Note that a server is there, with the `gaps` in which it was not; return since when another one is missing.

        A server that is missing for long is forgotten. `alone`: there can be no other one, so whatever is known is of
        this server before it was started anew.
        """
        async with self._store.transaction() as connection:
            rows = await connection.execute(select(heartbeats.c.server, heartbeats.c.at).with_for_update())
            known = {row.server: row.at for row in rows}
            own = known.pop(server, None)
            # Nobody was there, and now this server is: as after a crash.
            nobody = own is None and all(at - last > LATE for last in known.values())
            gone = {
                name: last for name, last in known.items() if alone or nobody or name == STOPPED or at - last > MISSING
            }
            away = [*gaps]
            if gone and (alone or nobody):
                away.append(Outage(max(gone.values()), at))
            else:
                away += [Outage(last, at) for last in gone.values()]
            if own is not None and at - own > LATE:
                away.append(Outage(own, at))
            if away:
                await connection.execute(insert(outages), [outage._asdict() for outage in away])
                await connection.execute(delete(outages).where(outages.c.ended < at - OUTAGES_KEPT))
            if gone:
                await connection.execute(delete(heartbeats).where(heartbeats.c.server.in_(gone)))
            await connection.execute(self._beat(server, at))
        return min((last for name, last in known.items() if name not in gone and at - last > LATE), default=None)

    def _beat(self, server: str, at: int) -> Any:
        return self._store.upsert(heartbeats, {"server": server, "at": at}, "server")

    @retried
    async def leave(self, server: str, at: int | None = None) -> None:
        """Forget a server: no clock runs any more, or it stops `at` a time, from when on nobody may be there."""
        async with self._store.transaction() as connection:
            await connection.execute(delete(heartbeats).where(heartbeats.c.server == server))
            if at is not None and (await connection.execute(select(heartbeats.c.server).limit(1))).first() is None:
                await connection.execute(self._beat(STOPPED, at))

    async def outages(self, since: int) -> list[Outage]:
        """Return the outages that ended after a time, the earliest first."""
        wanted = select(outages.c.begun, outages.c.ended).where(outages.c.ended > since).order_by(outages.c.ended)
        return [Outage(row["begun"], row["ended"]) for row in await self._store.rows(wanted)]
