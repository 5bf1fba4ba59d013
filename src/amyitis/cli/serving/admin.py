"""`amyitis admin`: what an operator does about people, while the server of the database may go on."""

import functools
import inspect
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..options import DatabaseOption
from .database import database_of, run_with_database

if TYPE_CHECKING:
    from amyitis.store import GameStore

app = typer.Typer(no_args_is_help=True, help="Manage accounts, bans and reports while the server runs.")

WhoArgument = Annotated[
    str,
    typer.Argument(metavar="PERSON", help="The name of an account, or an id from `list` or `seats`."),
]
DAY = 24 * 3600.0


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


def _with_store(work: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Give a command the opened database of a server, its parameter `store`, and an option for where that is."""
    signature = inspect.signature(work)
    _, *parameters = signature.parameters.values()
    option = inspect.Parameter("database", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=DatabaseOption)

    @functools.wraps(work)
    def command(database: str | None, **values: Any) -> None:
        from amyitis.store import GameStore

        async def run() -> None:
            async with await GameStore.open(database_of(database), beside=True) as store:
                await work(store, **values)

        run_with_database(run())

    command.__signature__ = signature.replace(parameters=[*parameters, option])  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in (*parameters, option)}
    return command


@app.command("list")
@_with_store
async def list_people(store: "GameStore") -> None:
    """List accounts and bans."""
    for member in await store.accounts.members():
        password = "password, " if member.password else ""
        ways = f"{password}{member.passkeys} passkeys" if member.created is not None else "guest"
        banned = "  BANNED" if member.banned else ""
        print(
            f"{member.name or '?'}  {member.person}  since {_day(member.created)}  seen {_day(member.seen)}  "
            f"{ways}{banned}"
        )


@app.command()
@_with_store
async def seats(
    store: "GameStore",
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game: the end of its address.")],
) -> None:
    """List the people at a table, guests included."""
    from amyitis.errors import AmyitisError

    seats_of_game = await store.seats(game)
    if not seats_of_game:
        raise AmyitisError(f"there is no game {game!r}")
    for seat in seats_of_game:
        print(f"{seat.seat}  {seat.name or '-'}  {seat.person or '-'}")


@app.command()
@_with_store
async def reports(store: "GameStore") -> None:
    """List reported chat messages, the oldest first."""
    for report in await store.talk.reports():
        print(
            f"{report.id}  {_day(report.at)}  game {report.game_id}  {report.name} ({report.person}): {report.text}"
            f"  reported by {report.reporter}"
        )


@app.command()
@_with_store
async def settle(
    store: "GameStore",
    report: Annotated[int, typer.Argument(metavar="NUMBER", help="The number of a report.")],
    delete: Annotated[bool, typer.Option("--delete", help="Also delete the message.")] = False,
) -> None:
    """Close the reports of a message."""
    from amyitis.errors import AmyitisError

    if not await store.talk.settle(report, delete):
        raise AmyitisError(f"nothing with the number {report} was reported")
    print(f"{report} is settled" + (", and what was said is deleted" if delete else ""))


@app.command()
@_with_store
async def invite(
    store: "GameStore",
    uses: Annotated[int, typer.Option(min=1, max=1000, help="How many people may use the invitation.")] = 1,
    days: Annotated[int, typer.Option(min=1, max=365, help="How many days the invitation works.")] = 14,
) -> None:
    """Print an invitation to open an account, for servers with --registration invitation."""
    from amyitis.service.accounts.codes import invitation_hash, new_invitation

    code = new_invitation()
    await store.accounts.invite(invitation_hash(code), uses, days * DAY)
    print(f"{code}\nOn the page: /account/invited/{code}")


@app.command()
@_with_store
async def reset(store: "GameStore", who: WhoArgument) -> None:
    """Remove a person's password, passkeys and sessions, and print a code for one sign-in."""
    from amyitis.errors import AmyitisError
    from amyitis.service.accounts.codes import new_recovery, recovery_hash

    code = new_recovery()
    if not await store.accounts.reset(await _person(store, who), recovery_hash(code)):
        raise AmyitisError(f"{who} has no account")
    print(f"{code}\n{who} signs in with this recovery code and chooses a new password or passkey then.")


@app.command()
@_with_store
async def ban(store: "GameStore", who: WhoArgument) -> None:
    """Ban a person. They can still export their data and remove their account."""
    await store.accounts.ban(await _person(store, who))
    print(f"{who} is banned")


@app.command()
@_with_store
async def unban(store: "GameStore", who: WhoArgument) -> None:
    """Lift a ban."""
    await store.accounts.unban(await _person(store, who))
    print(f"{who} is not banned")


@app.command()
@_with_store
async def remove(
    store: "GameStore",
    who: WhoArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Remove a person and their data. Finished games show `someone`; a bot plays on in the others."""
    from amyitis.service.accounts.accounts import STAND_IN

    if not yes:
        typer.confirm(f"Remove {who} for good?", abort=True)
    person = await _person(store, who)
    account = await store.accounts.of(person)
    await store.moving.remove(person, None if account is None else account.looks, STAND_IN)
    print(f"{who} is removed")
