"""`amyitis backup`, `restore`, `check-database` and `rotate-secret`: what a server keeps, kept safe."""

from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from ..options import BoxOption, DatabaseOption

T = TypeVar("T")


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup file to write.")],
    database: DatabaseOption = None,
) -> None:
    """Back up the database into one file, also while the server runs."""
    from amyitis.store.backup import back_up

    count = run_with_database(back_up(database_of(database), file))
    print(f"{file}: {count} games")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup file.")],
    database: DatabaseOption = None,
    removed_in: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="The current database: people removed there since the backup are removed again."
        ),
    ] = None,
) -> None:
    """Restore a backup into a new or empty database, SQLite or PostgreSQL."""
    from amyitis.store.backup import restore as put_back

    count = run_with_database(put_back(file, database_of(database)))
    print(f"{count} games are back")
    removed = run_with_database(_remove_again(database_of(database), removed_in))
    if removed:
        print(f"people who were removed since the backup, and are removed again: {removed}")


async def _remove_again(database: str, before: str | None) -> int:
    """Remove those from a database who were removed from another one, or from one of the same folder."""
    from amyitis.service.accounts.accounts import STAND_IN
    from amyitis.store import GameStore
    from amyitis.store.burying import bury_again

    others = []
    if before is not None:
        async with await GameStore.open(before, beside=True) as old:
            others = await old.moving.tombstones()
    async with await GameStore.open(database) as store:
        return await bury_again(store, STAND_IN, others)


def check_database(database: DatabaseOption = None, box: BoxOption = None) -> None:
    """Check the database: the file, every log, and every game against its log."""
    from amyitis.store.checking import check_database as check

    report = run_with_database(check(database_of(database)))
    for line in report.wrong:
        print(f"wrong: {line}")
    for line in report.left_out:
        print(f"not looked at: {line}")
    print(f"{report.games} games with {report.entries} entries, {len(report.wrong)} things wrong")
    if report.wrong:
        raise typer.Exit(1)


def database_of(given: str | None) -> str:
    """Return the address of the database that is meant."""
    from amyitis.server.settings import default_database

    return given or default_database()


def run_with_database(work: Coroutine[Any, Any, T]) -> T:
    """Run it; a database that does not answer is a sentence."""
    import asyncio

    from sqlalchemy.exc import SQLAlchemyError

    from amyitis.errors import AmyitisError

    try:
        return asyncio.run(work)
    except (OSError, SQLAlchemyError) as problem:
        reason = str(getattr(problem, "orig", None) or problem).splitlines()[0]
        raise AmyitisError(f"the database cannot be used: {reason}") from None


def rotate_secret(
    database: DatabaseOption = None,
    forget_older: Annotated[
        bool,
        typer.Option("--forget-older", help="Revoke all cookies and invitations signed by older secrets at once."),
    ] = False,
) -> None:
    """Generate a new secret for cookies and invitations, used from the next start of the server on."""
    from amyitis.store import GameStore

    async def rotate() -> int:
        async with await GameStore.open(database_of(database)) as store:
            return await store.rotate_secret(keep_older=not forget_older)

    accepted = run_with_database(rotate())
    older = "none that was drawn before" if accepted == 1 else f"{accepted - 1} drawn before"
    print(f"A new secret signs from the next start of the server on; of the older ones it accepts {older}.")
