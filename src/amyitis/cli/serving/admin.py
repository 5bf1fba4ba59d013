"""`amyitis admin`: what an operator does about people, while the server of the database may go on."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from ..options import DatabaseOption
from .database import database_of, run_with_database

if TYPE_CHECKING:
    from amyitis.store import GameStore

T = TypeVar("T")

app = typer.Typer(no_args_is_help=True, help="Manage accounts, bans and reports while the server runs.")

WhoArgument = Annotated[
    str,
    typer.Argument(metavar="PERSON", help="The name of an account, or an id from `list` or `seats`."),
]
DAY = 24 * 3600.0


def _do(database: str | None, work: "Callable[[GameStore], Awaitable[T]]") -> T:
    """Do something with the database of a server, which notices."""
    from amyitis.store import GameStore

    async def run() -> T:
        store = await GameStore.open(database_of(database), beside=True)
        try:
            return await work(store)
        finally:
            await store.close()

    return run_with_database(run())


async def _person(store: "GameStore", who: str) -> str:
    """Return the id of a person; raises AmyitisError."""
    from amyitis.errors import AmyitisError
    from amyitis.service.accounts.codes import looks_hash

    account = await store.accounts.of(who) or await store.accounts.named(looks_hash(who))
    if account is not None:
        return account.person
    if await store.people.name(who) is not None or who in await store.accounts.banned():
        return who
    raise AmyitisError(f"there is no account {who!r}, and no person with that id")


def _day(at: int | None) -> str:
    return "-" if at is None else datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


@app.command("list")
def list_people(database: DatabaseOption = None) -> None:
    """List accounts and bans."""

    async def work(store: "GameStore") -> None:
        for member in await store.accounts.members():
            password = "password, " if member.password else ""
            ways = f"{password}{member.passkeys} passkeys" if member.created is not None else "guest"
            banned = "  BANNED" if member.banned else ""
            print(
                f"{member.name or '?'}  {member.person}  since {_day(member.created)}  seen {_day(member.seen)}  "
                f"{ways}{banned}"
            )

    _do(database, work)


@app.command()
def seats(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game: the end of its address.")],
    database: DatabaseOption = None,
) -> None:
    """List the people at a table, guests included."""

    async def work(store: "GameStore") -> None:
        from amyitis.errors import AmyitisError

        seats_of_game = await store.seats(game)
        if not seats_of_game:
            raise AmyitisError(f"there is no game {game!r}")
        for seat in seats_of_game:
            print(f"{seat.seat}  {seat.name or '-'}  {seat.person or '-'}")

    _do(database, work)


@app.command()
def reports(database: DatabaseOption = None) -> None:
    """List reported chat messages, the oldest first."""

    async def work(store: "GameStore") -> None:
        for report in await store.talk.reports():
            print(
                f"{report.id}  {_day(report.at)}  game {report.game_id}  {report.name} ({report.person}): {report.text}"
                f"  reported by {report.reporter}"
            )

    _do(database, work)


@app.command()
def settle(
    report: Annotated[int, typer.Argument(metavar="NUMBER", help="The number of a report.")],
    delete: Annotated[bool, typer.Option("--delete", help="Also delete the message.")] = False,
    database: DatabaseOption = None,
) -> None:
    """Close the reports of a message."""
    from amyitis.errors import AmyitisError

    if not _do(database, lambda store: store.talk.settle(report, delete)):
        raise AmyitisError(f"nothing with the number {report} was reported")
    print(f"{report} is settled" + (", and what was said is deleted" if delete else ""))


@app.command()
def invite(
    uses: Annotated[int, typer.Option(min=1, max=1000, help="How many people may use the invitation.")] = 1,
    days: Annotated[int, typer.Option(min=1, max=365, help="How many days the invitation works.")] = 14,
    database: DatabaseOption = None,
) -> None:
    """Print an invitation to open an account, for servers with --registration invitation."""
    from amyitis.service.accounts.codes import invitation_hash, new_invitation

    code = new_invitation()
    _do(database, lambda store: store.accounts.invite(invitation_hash(code), uses, days * DAY))
    print(f"{code}\nOn the page: /account/invited/{code}")


@app.command()
def reset(who: WhoArgument, database: DatabaseOption = None) -> None:
    """Remove a person's password, passkeys and sessions, and print a code for one sign-in."""
    from amyitis.errors import AmyitisError
    from amyitis.service.accounts.codes import new_recovery, recovery_hash

    code = new_recovery()

    async def work(store: "GameStore") -> None:
        person = await _person(store, who)
        if not await store.accounts.reset(person, recovery_hash(code)):
            raise AmyitisError(f"{who} has no account")

    _do(database, work)
    print(f"{code}\n{who} signs in with this recovery code and chooses a new password or passkey then.")


@app.command()
def ban(who: WhoArgument, database: DatabaseOption = None) -> None:
    """Ban a person. They can still export their data and remove their account."""

    async def work(store: "GameStore") -> None:
        await store.accounts.ban(await _person(store, who))

    _do(database, work)
    print(f"{who} is banned")


@app.command()
def unban(who: WhoArgument, database: DatabaseOption = None) -> None:
    """Lift a ban."""

    async def work(store: "GameStore") -> None:
        await store.accounts.unban(await _person(store, who))

    _do(database, work)
    print(f"{who} is not banned")


@app.command()
def remove(
    who: WhoArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    database: DatabaseOption = None,
) -> None:
    """Remove a person and their data. Finished games show `someone`; a bot plays on in the others."""
    if not yes:
        typer.confirm(f"Remove {who} for good?", abort=True)

    async def work(store: "GameStore") -> None:
        from amyitis.service.accounts.accounts import STAND_IN

        person = await _person(store, who)
        account = await store.accounts.of(person)
        await store.moving.remove(person, None if account is None else account.looks, STAND_IN)

    _do(database, work)
    print(f"{who} is removed")
