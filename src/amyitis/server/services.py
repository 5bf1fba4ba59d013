"""What the routes work with: made when the server starts, found through the application."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.responses import Response

from amyitis.bots import bot_names, make_bot
from amyitis.errors import Malformed
from amyitis.store import GameStore

from .bot_turns import BotTurns
from .films import Films
from .guard import client_of
from .house import House
from .limits import Gatekeeper
from .metrics import Metrics
from .page import Page
from .people import COOKIE_SECONDS, Asker, Doorkeeper
from .refusals import BadRequest
from .settings import Settings
from .table import Table
from .telling import game_json
from .webhooks import Webhooks
from .workforce import Workforce

NOT_FOR_GUESTS = ("search",)  # thinks as long as it is told to: the levels do with less


def bots_for_guests() -> list[str]:
    """The names of the bots that may take a seat."""
    return [name for name in bot_names() if name not in NOT_FOR_GUESTS]


@dataclass
class Services:
    """Everything a route may need."""

    settings: Settings
    store: GameStore
    house: House
    films: Films
    doorkeeper: Doorkeeper
    gatekeeper: Gatekeeper
    workforce: Workforce
    bots: BotTurns
    metrics: Metrics
    page: Page
    webhooks: Webhooks


# Coroutines, since FastAPI would send plain functions to a thread.


async def services(connection: HTTPConnection) -> Services:
    """The services of the application that was asked."""
    found = connection.app.state.services
    assert isinstance(found, Services)
    return found


async def asker(connection: HTTPConnection) -> Asker:
    """Who asks."""
    door = (await services(connection)).doorkeeper
    return door.asker(connection.cookies.get(door.cookie_name), connection.headers.get("authorization"))


async def client(connection: HTTPConnection) -> str:
    """The network address of the one who asks."""
    return client_of(connection.scope)


Use = Annotated[Services, Depends(services)]
Who = Annotated[Asker, Depends(asker)]
Client = Annotated[str, Depends(client)]


def json_response(text: str, status: int = 200) -> Response:
    """An answer that is JSON text already."""
    return Response(text, status, media_type="application/json")


def game_response(table: Table, who: Asker, entries: list[str] | None = None) -> Response:
    """The state of a game as the answer."""
    return json_response(game_json(table, who, entries))


def set_person(response: Response, use: Services, person: str) -> None:
    """Give a person the cookie by which we know them again."""
    door = use.doorkeeper
    response.set_cookie(
        door.cookie_name,
        door.cookie(person),
        max_age=COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=door.secure,
    )


def check_bot(name: str, field: str = "bot") -> str:
    """The name of a bot that may take a seat; raises BadRequest."""
    if name.partition(":")[0] in NOT_FOR_GUESTS:
        raise BadRequest(f"{name} may not take a seat here; choose a level", field=field)
    try:
        make_bot(name, 0)
    except Malformed as problem:
        raise BadRequest(str(problem), field=field) from None
    return name
