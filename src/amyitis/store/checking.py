"""Looking through a whole database: whether its file is sound, its logs whole, and each game stands as its log says."""

import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from amyitis.box import active_box
from amyitis.box.known import digest_in, known_box
from amyitis.box.process import BoxProcess
from amyitis.errors import AmyitisError
from amyitis.rules import RULES_VERSIONS
from amyitis.table import GameMetadata, LogEntry, SeatMetadata, Table

from .objects import foreign_objects, foreign_values
from .opening import newest_revision, open_engine, revision_of, sqlite_file, unusable_if_damaged
from .schema import games
from .store import GameStore


@dataclass
class Report:
    """What a check has found: how many games are well, what is wrong, and what could not be looked at."""

    games: int = 0
    entries: int = 0
    wrong: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


async def check_database(url: str) -> Report:
    """Look through a database without changing anything in it; raises Unusable or AmyitisError if it cannot be read."""
    file = sqlite_file(url)
    if file is not None and not file.exists():
        raise AmyitisError(f"there is no database {file}")
    engine, report = open_engine(url, None), Report()
    try:
        with unusable_if_damaged(url):
            if await _check_file(engine, report):
                await _check_games(engine, report)
    finally:
        await engine.dispose()
    return report


async def _check_file(engine: AsyncEngine, report: Report) -> bool:
    """Look at the database as a whole; False if its values are such that no game can be read."""
    async with engine.connect() as connection:
        revision = await connection.run_sync(revision_of)
        if revision != newest_revision():
            raise AmyitisError(
                f"the schema of the database is {revision or 'missing'}, and this program's is {newest_revision()}: "
                "start a server with it once, or use the program that wrote it"
            )
        if engine.dialect.name == "sqlite":
            said = (await connection.execute(text("PRAGMA integrity_check"))).scalars().all()
            report.wrong += [f"the file: {line}" for line in said if line != "ok"]
            loose = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
            report.wrong += [f"the table {row[0]}: row {row[1]} belongs to nothing in {row[2]}" for row in loose]
        strange = await connection.run_sync(foreign_objects)
        report.wrong += [f"{what}: no version of this program has made it" for what in strange]
        odd = await connection.run_sync(foreign_values)
        report.wrong += [f"{column}: some values are of another type, so no game was looked at" for column in odd]
        return not odd


async def _check_games(engine: AsyncEngine, report: Report) -> None:
    store = GameStore(engine)
    with tempfile.TemporaryDirectory(prefix="amyitis-boxes-") as folder:
        processes: dict[str, BoxProcess | None] = {active_box().digest: None}
        try:
            async for metadata in _all_games(engine, store):
                digest = digest_in(metadata.box)
                if digest not in processes:
                    path = known_box(digest) or await _kept_box(store, digest, Path(folder))
                    if path is not None:
                        processes[digest] = BoxProcess(digest, path)
                if metadata.rules_version not in RULES_VERSIONS or digest not in processes:
                    report.left_out.append(
                        f"game {metadata.id}, of rules {metadata.rules_version} and box {metadata.box}"
                    )
                    continue
                seats, log, process = await store.seats(metadata.id), await store.log(metadata.id), processes[digest]
                given = (metadata, seats, log)
                problem = problem_of(*given) if process is None else process.call(problem_of, *given)
                report.games += 1
                report.entries += len(log)
                if problem is not None:
                    report.wrong.append(f"game {metadata.id}: {problem}")
        finally:
            for running in processes.values():
                if running is not None:
                    running.end()


async def _all_games(engine: AsyncEngine, store: GameStore) -> AsyncIterator[GameMetadata]:
    async with engine.connect() as connection:
        ids = (await connection.execute(select(games.c.id).order_by(games.c.created, games.c.id))).scalars().all()
    for game_id in ids:
        metadata = await store.game(game_id)
        if metadata is not None:  # it was not thrown away meanwhile
            yield metadata


async def _kept_box(store: GameStore, digest: str, folder: Path) -> Path | None:
    kept = await store.boxes.text(digest) if digest == digest_in(digest) != "" else None  # a file's name
    if kept is None:
        return None
    path = folder / f"{digest}.toml"
    path.write_text(kept, encoding="utf-8")
    return path


def problem_of(metadata: GameMetadata, seats: list[SeatMetadata], log: list[LogEntry]) -> str | None:
    """What is wrong with a game, None if nothing is; the log may have gone on since the metadata was read."""
    log = log[: metadata.ply]
    if len(log) != metadata.ply or any(entry.ply != place for place, entry in enumerate(log, 1)):
        return f"its log has {len(log)} entries, not the {metadata.ply} that it says"
    if len(seats) != metadata.players or sorted(seat.place for seat in seats) != list(range(len(seats))):
        return f"it has {len(seats)} seats, not {metadata.players}"
    try:
        table, _entries = Table.rebuild(metadata, seats, log)
    except (AmyitisError, LookupError, TypeError, ValueError) as problem:
        return f"its log does not replay: {problem}"
    stands = (table.decider, table.over, table.result)
    says = (metadata.decider, metadata.over, metadata.result)
    return None if stands == says else f"it stands at {stands}, not at {says} as it says"
