"""What the routes work with: made when the server starts, found through the application."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.responses import Response

from amyitis.bots import bot_names, make_bot
from amyitis.errors import Malformed
from amyitis.server.bots.pool import BotPool
from amyitis.server.bots.turns import BotTurns
from amyitis.server.games.films import Films
from amyitis.server.games.service import GameService
from amyitis.server.games.table import Table
from amyitis.server.games.telling import game_json
from amyitis.server.live.webhooks import Webhooks
from amyitis.server.metrics import Metrics
from amyitis.server.people.identity import COOKIE_SECONDS, Asker, Identities
from amyitis.server.people.invitations import Invitations
from amyitis.server.settings import Settings
from amyitis.store import GameStore

from .guard import client_of
from .limits import RateLimiter
from .page_files import Page
from .refusals import BadRequest

NOT_FOR_GUESTS = ("search",)  # thinks as long as it is told to: the levels do with less


def bots_for_guests() -> list[str]:
    """The names of the bots that may take a seat."""
    return [name for name in bot_names() if name not in NOT_FOR_GUESTS]


@dataclass
class Services:
    """Everything a route may need."""

    settings: Settings
    store: GameStore
    games: GameService
    films: Films
    identities: Identities
    invitations: Invitations
    limiter: RateLimiter
    bot_pool: BotPool
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
    identities = (await services(connection)).identities
    return identities.asker(connection.cookies.get(identities.cookie_name), connection.headers.get("authorization"))


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
    identities = use.identities
    response.set_cookie(
        identities.cookie_name,
        identities.cookie(person),
        max_age=COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=identities.secure,
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
