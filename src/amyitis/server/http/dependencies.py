"""What the routes work with: made when the server starts, found through the application."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.responses import Response

from amyitis.api.solving import Solving
from amyitis.server.bots.pool import BotPool
from amyitis.server.bots.turns import BotTurns
from amyitis.server.boxes.boxes import Boxes
from amyitis.server.encoding import TELLER, encode
from amyitis.server.games.challenges import Challenges
from amyitis.server.games.films import Films
from amyitis.server.games.replay_turns import ReplayTurns
from amyitis.server.games.service import GameService
from amyitis.server.health import HealthCheck
from amyitis.server.live.webhooks import Webhooks
from amyitis.server.metrics import Metrics
from amyitis.server.people.devices import Devices
from amyitis.server.people.identity import COOKIE_SECONDS, Identities
from amyitis.server.people.invitations import Invitations
from amyitis.server.rate_limiter import RateLimiter
from amyitis.server.reviews.coaching import Coaching
from amyitis.server.reviews.reviews import Reviews
from amyitis.server.settings import Settings
from amyitis.store import GameStore
from amyitis.table import Asker, Table

from .guard import client_of
from .page_files import Page


@dataclass
class Services:
    """Everything a route may need."""

    settings: Settings
    store: GameStore
    boxes: Boxes
    games: GameService
    films: Films
    reviews: Reviews
    coaching: Coaching
    challenges: Challenges
    identities: Identities
    devices: Devices
    invitations: Invitations
    solving: Solving
    limiter: RateLimiter
    bot_pool: BotPool
    bots: BotTurns
    metrics: Metrics
    page: Page
    webhooks: Webhooks
    health: HealthCheck
    replays: ReplayTurns


# Coroutines, since FastAPI would send plain functions to a thread.


async def services(connection: HTTPConnection) -> Services:
    """The services of the application that was asked."""
    found = connection.app.state.services
    assert isinstance(found, Services)
    return found


def asker_of(connection: HTTPConnection, use: Services) -> Asker:
    """Who asks: by the key of a seat, or by the cookie."""
    headers, identities = connection.headers, use.identities
    cookie = connection.cookies.get(identities.cookie_name) if "cookie" in headers else None
    return identities.asker(cookie, headers.get("authorization"))


async def asker(connection: HTTPConnection) -> Asker:
    """Who asks."""
    return asker_of(connection, await services(connection))


async def client(connection: HTTPConnection) -> str:
    """The network address of the one who asks."""
    return client_of(connection.scope)


async def agent(connection: HTTPConnection) -> str:
    """What the program that asks says of itself."""
    return connection.headers.get("user-agent", "")[:500]


Use = Annotated[Services, Depends(services)]
Who = Annotated[Asker, Depends(asker)]
Client = Annotated[str, Depends(client)]
Agent = Annotated[str, Depends(agent)]


def json_response(value: Any, status: int = 200) -> Response:
    """An answer of plain data, with parts that are ready, as JSON."""
    return Response(encode(value), status, media_type="application/json")


def game_response(table: Table, who: Asker, entries: Sequence[Any] = (), ahead: bool = False) -> Response:
    """The whole game as the answer."""
    return json_response(TELLER.game(table, who, entries, ahead=ahead))


async def set_person(response: Response, use: Services, who: Asker, person: str, agent: str) -> None:
    """Give a person the cookie by which we know them again; one that names no device is followed by one that does."""
    same = who.person == person
    device = who.device if same and who.device is not None else await use.devices.new(person, agent)
    identities = use.identities
    response.set_cookie(
        identities.cookie_name,
        identities.cookie(person, device),
        max_age=COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=identities.secure,
    )
