"""What people have made of puzzles, and the ratings of both, in the database."""

from dataclasses import asdict, fields
from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, select, update

from amyitis.store.retry import in_time, retried
from amyitis.store.schema import puzzle_ratings, puzzle_tries
from amyitis.table.people.puzzle_tries import PuzzleRating, PuzzleTry, Ratings, TryChange

from .part import StorePart, now

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


PERSON, PUZZLE = "person", "puzzle"
MOST_LISTED = 10_000


class PuzzleStore(StorePart):
    """Keeps tries and ratings."""

    @in_time
    async def change(self, person: str, puzzle: str, starts: Ratings, change: TryChange) -> PuzzleTry:
        """Change a try, and with its result both ratings: all in one transaction.

        `starts` are the ratings of a person and a puzzle of whom nothing is known.
        """
        async with self._store.transaction() as connection:
            begun = {"wrong": "", "hints": 0, "change": 0, "begun": now()}
            row = self._store.insert(puzzle_tries).values(person=person, puzzle=puzzle, **begun)
            await connection.execute(row.on_conflict_do_nothing())
            this = and_(puzzle_tries.c.person == person, puzzle_tries.c.puzzle == puzzle)
            kept = (await connection.execute(select(puzzle_tries).where(this).with_for_update())).mappings().one()
            before = PuzzleTry(**kept)
            mine = await self._rating(connection, PERSON, person, starts[0])
            its = await self._rating(connection, PUZZLE, puzzle, starts[1])
            after, ratings = change(before, (mine, its))
            if after != before:
                await connection.execute(update(puzzle_tries).where(this).values(**asdict(after)))
            if ratings is not None:
                for kind, name, rating in zip((PERSON, PUZZLE), (person, puzzle), ratings, strict=True):
                    await self._keep(connection, kind, name, rating)
            return after

    async def _rating(self, connection: "AsyncConnection", kind: str, name: str, start: PuzzleRating) -> PuzzleRating:
        wanted = select(*_RATING).where(puzzle_ratings.c.kind == kind, puzzle_ratings.c.id == name)
        row = (await connection.execute(wanted.with_for_update())).mappings().first()
        return start if row is None else PuzzleRating(**row)

    async def _keep(self, connection: "AsyncConnection", kind: str, name: str, rating: PuzzleRating) -> None:
        row = {"kind": kind, "id": name, **asdict(rating), "updated": now()}
        await connection.execute(self._store.upsert(puzzle_ratings, row, "kind", "id"))

    async def tries(self, person: str) -> list[PuzzleTry]:
        """Return a person's attempts, the latest first."""
        query = select(puzzle_tries).where(puzzle_tries.c.person == person).order_by(puzzle_tries.c.begun.desc())
        return [PuzzleTry(**row) for row in await self._store.rows(query.limit(MOST_LISTED))]

    async def person(self, person: str) -> PuzzleRating | None:
        """Return a person's rating; None if they have tried none."""
        return (await self._ratings(PERSON, person)).get(person)

    async def puzzles(self) -> dict[str, PuzzleRating]:
        """Return the ratings of all puzzles that somebody has tried."""
        return await self._ratings(PUZZLE)

    async def _ratings(self, kind: str, name: str | None = None) -> dict[str, PuzzleRating]:
        wanted = select(puzzle_ratings.c.id, *_RATING).where(puzzle_ratings.c.kind == kind)
        if name is not None:
            wanted = wanted.where(puzzle_ratings.c.id == name)
        rows = await self._store.rows(wanted)
        return {str(row["id"]): PuzzleRating(*(row[column.name] for column in _RATING)) for row in rows}

    @retried
    async def forget(self, before: int) -> None:
        """Forget tries from before a time, and people who have tried nothing since."""
        async with self._store.transaction() as connection:
            await connection.execute(delete(puzzle_tries).where(puzzle_tries.c.begun < before))
            people = and_(puzzle_ratings.c.kind == PERSON, puzzle_ratings.c.updated < before)
            await connection.execute(delete(puzzle_ratings).where(people))


_RATING = [puzzle_ratings.c[field.name] for field in fields(PuzzleRating)]
