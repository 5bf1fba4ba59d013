"""`amyitis backup`, `restore`, `check-database` and `rotate-secret`: what a server keeps, kept safe."""

from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from ..options import BoxOption, DatabaseOption

T = TypeVar("T")


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup to be written.")],
    database: DatabaseOption = None,
) -> None:
    """Save all games into one file, while the server may go on; the file goes back into either kind of database."""
    from amyitis.store.backup import back_up

    count = _run(back_up(_database(database), file))
    print(f"{file}: {count} games")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: DatabaseOption = None,
) -> None:
    """Put a backup into a database that is not there yet, or has no games."""
    from amyitis.store.backup import restore as put_back

    count = _run(put_back(file, _database(database)))
    print(f"{count} games are back")


def check_database(database: DatabaseOption = None, box: BoxOption = None) -> None:
    """Look through all games: whether the file is sound, each log whole, and each game stands as its log says."""
    from amyitis.store.checking import check_database as check

    found = _run(check(_database(database)))
    for line in found.wrong:
        print(f"wrong: {line}")
    for line in found.left_out:
        print(f"not looked at: {line}")
    print(f"{found.games} games with {found.entries} entries, {len(found.wrong)} things wrong")
    if found.wrong:
        raise typer.Exit(1)


def _database(given: str | None) -> str:
    from amyitis.server.settings import default_database

    return given or default_database()


def _run(work: Coroutine[Any, Any, T]) -> T:
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
        typer.Option("--forget-older", help="End every cookie and invitation that older secrets signed, at once."),
    ] = False,
) -> None:
    """Draw a new secret that signs cookies and invitations, from the next start of the server on."""
    import asyncio

    from amyitis.server.settings import default_database
    from amyitis.store import GameStore

    async def rotate() -> int:
        store = await GameStore.open(database or default_database())
        try:
            return await store.rotate_secret(keep_older=not forget_older)
        finally:
            await store.close()

    accepted = asyncio.run(rotate())
    older = "none that was drawn before" if accepted == 1 else f"{accepted - 1} drawn before"
    print(f"A new secret signs from the next start of the server on; of the older ones it accepts {older}.")
