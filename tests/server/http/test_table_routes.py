"""Rows of the route table as routes of a server, with a service that repeats what it got; and their OpenAPI text."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import asdict
from typing import Any, cast

import httpx
import pytest
from fastapi import FastAPI, Request
from orjson import Fragment
from starlette.responses import Response

from amyitis.server.http.openapi_text import openapi_text, refusals
from amyitis.server.http.table_routes import API, MOST_QUERY_FIELDS, TableRoute, add_routes
from amyitis.service.routing import Access, Call, Reply, Route
from amyitis.service.shapes.accounts import Person
from amyitis.service.shapes.analysis import AnalysisJob
from amyitis.service.shapes.games import AfterMove, Created, Games
from amyitis.service.shapes.parameters import AskedTokens, BoxDigest, GameId, Ply, WhichGames
from amyitis.service.shapes.requests import AboutMe, MoveRequest, NewGameRequest, RematchRequest
from amyitis.service.validation import InvalidRequest

JSON = {"Content-Type": "application/json"}
MOVE = b'{"ply": 1, "tokens": ["pass"]}'
COOKIE = "amyitis_person"
SMALL = 100


class FakeService:
    """Answers with what a handler would get, and keeps the calls."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    async def call(
        self, route: Route, call: Call, path: Mapping[str, str], query: Mapping[str, list[str]], body: object
    ) -> Reply[Any]:
        """Answer with the arguments."""
        self.calls.append(call)
        return route.reply(await route.handler(self, call, **route.bind(path, query, body)))


async def move(service: FakeService, call: Call, game_id: GameId, body: MoveRequest) -> AfterMove:
    """Play a move.

    The answer comes when it is saved.
    """
    return cast(AfterMove, {"game_id": game_id, "body": asdict(body), "ready": Fragment(b'{"a":1}')})


async def rematch(
    service: FakeService, call: Call, game_id: GameId, body: RematchRequest | None = None
) -> Reply[Created]:
    """Play again."""
    return Reply(cast(Created, {"body": body}), 200 if body is None else None, headers={"Location": "/there"})


async def new_game(service: FakeService, call: Call, body: NewGameRequest) -> Created:
    """Make a game."""
    return cast(Created, {"from": None if body.origin is None else asdict(body.origin)})


async def list_games(
    service: FakeService,
    call: Call,
    which: WhichGames = "open",
    since: Ply | None = None,
    digest: BoxDigest = None,
    outlook: bool = False,
) -> Games:
    """List games."""
    return cast(Games, {"which": which, "since": since, "outlook": outlook})


async def why_not(service: FakeService, call: Call, game_id: GameId, ply: Ply, token: AskedTokens) -> Reply[str]:
    """Say why."""
    return Reply(f"{game_id} {ply} {token}", media_type="text/plain")


async def about_me(service: FakeService, call: Call, body: AboutMe) -> Reply[Person]:
    """Name yourself."""
    return Reply(cast(Person, {"name": body.name}), person="somebody")


async def read_job(service: FakeService, call: Call) -> AnalysisJob:
    """Read a job."""
    raise NotImplementedError


GAME = "/games/{game_id}"
ROWS = [
    Route("POST", f"{GAME}/moves", move, tag="moves", who=Access.PLAYER, refuses={409: "stale"}, body_bytes=SMALL),
    Route("POST", f"{GAME}/rematch", rematch, tag="games", status=201, also={200: "there is one"}),
    Route("POST", "/games", new_game, tag="games", status=201),
    Route("GET", "/games", list_games, tag="games"),
    Route("GET", f"{GAME}/{{ply}}/why-not", why_not, tag="moves"),
    Route("POST", "/me", about_me, tag="people"),
    Route("GET", "/job", read_job, tag="analysis"),
    Route("GET", "/alone", list_games, tag="alone", edition="browser"),
]


def identify(request: Request) -> Call:
    """Somebody whose program has a name."""
    return Call(cast(Any, None), "127.0.0.1", request.headers["user-agent"])


async def issue_session(_request: Request, response: Response, call: Call, reply: Reply[Any]) -> None:
    """Name the person in a cookie."""
    response.set_cookie(COOKIE, f"{reply.person} {call.client}")


@pytest.fixture
def app() -> FastAPI:
    """The rows, with the service that repeats, and a route beside them."""
    app = FastAPI(title="Rows", version="1")
    app.state.service = FakeService()
    add_routes(app, ROWS, identify, issue_session)

    @app.exception_handler(InvalidRequest)
    async def invalid(_request: Request, problem: Exception) -> Response:
        assert isinstance(problem, InvalidRequest)
        return Response(str(problem), 400)

    @app.get("/health", responses=refusals({503: "the database does not answer"}))
    async def health() -> dict[str, str]:
        """Whether the server is well."""
        return {}

    return app


Ask = Callable[..., httpx.Response]


@pytest.fixture
def ask(app: FastAPI) -> Ask:
    """Asks the application."""

    def asked(method: str, path: str, **request: Any) -> httpx.Response:
        async def send() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
                return await client.request(method, API + path, **request)

        return asyncio.run(send())

    return asked


def test_a_row_is_answered_by_its_handler(ask: Ask, app: FastAPI) -> None:
    answer = ask("POST", "/games/abc/moves", content=MOVE, headers=JSON | {"User-Agent": "a program"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    body = {"ply": 1, "tokens": ["pass"], "thought": None, "watcher": None, "outlook": False, "whole": False}
    assert answer.json() == {"game_id": "abc", "body": body, "ready": {"a": 1}}
    assert app.state.service.calls[0].agent == "a program"


def test_status_headers_and_session_are_those_of_the_reply(ask: Ask) -> None:
    again = ask("POST", "/games/abc/rematch")
    assert (again.status_code, again.headers["location"], again.json()) == (200, "/there", {"body": None})
    assert ask("POST", "/games/abc/rematch", json={}).status_code == 201
    assert ask("POST", "/games/abc/rematch").cookies.get(COOKIE) is None
    assert ask("POST", "/me", json={"name": "Ada"}).cookies[COOKIE] == '"somebody 127.0.0.1"'


def test_queries_and_paths_are_read(ask: Ask) -> None:
    assert ask("GET", "/games").json() == {"which": "open", "since": None, "outlook": False}
    asked = ask("GET", "/games", params={"since": 7, "outlook": "true", "which": "mine"})
    assert asked.json() == {"which": "mine", "since": 7, "outlook": True}
    text = ask("GET", "/games/abc/3/why-not?token=a%20b&token=%C3%A4")
    assert (text.text, text.headers["content-type"]) == ("abc 3 ['a b', 'ä']", "text/plain; charset=utf-8")
    assert ask("POST", "/games", json={"seats": [{"kind": "me"}] * 2, "from": {"game": "x", "ply": 1}}).json() == {
        "from": {"game": "x", "ply": 1}
    }


@pytest.mark.parametrize(
    ("path", "content", "headers", "said"),
    [
        ("/games/x/moves", MOVE, {"Content-Type": "text/plain"}, "body: this must be application/json"),
        ("/games/x/moves", MOVE, {}, "body: this must be application/json"),
        ("/games/x/moves", b"", JSON, "body: this is missing"),
        ("/games/x/moves", b'{"ply": 1, "tokens"', JSON, "body: this must be JSON"),
        ("/games/x/moves", b'{"ply": 1, "tokens": ["\xff"]}', JSON, "body: this must be JSON"),
        ("/games", b"[" * 6000 + b"]" * 1000, JSON, "body: this must be JSON"),
        ("/games/x/moves", b'{"ply": 1.0, "tokens": ["pass"]}', JSON, "body.ply: "),
        ("/games/x.y/moves", MOVE, {"Content-Type": "Application/JSON; charset=utf-8"}, "path.game_id: "),
        ("/me?x=1", b"{}", JSON, "query.x: there is no such parameter"),
        ("/me?" + "x=1&" * (MOST_QUERY_FIELDS + 1), b"{}", JSON, "query: a query has at most"),
    ],
)
def test_what_is_malformed_is_refused_and_named(
    ask: Ask, path: str, content: bytes, headers: dict[str, str], said: str
) -> None:
    answer = ask("POST", path, content=content, headers=headers)
    assert answer.status_code == 400, answer.text
    assert answer.text.startswith(said)


def test_a_body_over_the_limit_of_its_row_is_refused(ask: Ask) -> None:
    long = b'{"ply": 1, "tokens": ["pass"], "watcher": "' + b"x" * SMALL + b'"}'

    async def in_parts() -> AsyncIterator[bytes]:
        for place in range(0, len(long), 10):
            yield long[place : place + 10]

    assert ask("POST", "/games/x/moves", content=long, headers=JSON).status_code == 413
    assert ask("POST", "/games/x/moves", content=in_parts(), headers=JSON).status_code == 413
    assert ask("POST", "/games/x/rematch", content=long, headers=JSON).status_code == 400


def test_a_request_that_is_not_finished_is_refused(app: FastAPI) -> None:
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": f"{API}/me", "query_string": b"", "headers": []}
    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == 400


def test_other_methods_and_rows_of_the_other_edition_are_refused(ask: Ask) -> None:
    assert ask("PUT", "/me").status_code == 405
    assert ask("HEAD", "/games").status_code == 405
    alone = ask("GET", "/alone")
    assert (alone.status_code, alone.json()["detail"]) == (
        404,
        "this works only without a server, in the browser edition",
    )


def test_the_scope_of_a_request_has_its_route() -> None:
    row = next(row for row in ROWS if row.name == "move")
    route = TableRoute(row, identify, issue_session)
    _match, child = route.matches({"type": "http", "method": "POST", "path": f"{API}/games/x/moves"})
    assert child["route"].path == f"{API}/games/{{game_id}}/moves"


@pytest.fixture
def text(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI text."""
    return openapi_text(app, ROWS, COOKIE)


def test_the_text_describes_a_row(text: dict[str, Any]) -> None:
    described = text["paths"][f"{API}/games/{{game_id}}/moves"]["post"]
    assert (described["summary"], described["tags"]) == ("Play a move", ["moves"])
    assert described["description"] == "Play a move.\n\nThe answer comes when it is saved."
    assert described["operationId"] == "moves_move"
    assert described["security"] == [{"person": []}, {"key": []}]
    assert described["parameters"] == [
        {
            "name": "game_id",
            "in": "path",
            "required": True,
            "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,32}$"},
        }
    ]
    assert described["requestBody"] == {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MoveRequest"}}},
    }
    answers = described["responses"]
    assert sorted(answers) == ["200", "400", "403", "409", "413", "421", "429", "4XX"]
    assert answers["409"]["description"] == "stale"
    assert answers["403"]["description"] == Access.PLAYER.value
    assert answers["200"]["content"]["application/json"]["schema"]["discriminator"]["propertyName"] == "type"
    assert answers["409"]["content"] == {
        "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
    }


def test_the_text_describes_parameters_statuses_and_texts(text: dict[str, Any]) -> None:
    described = text["paths"][f"{API}/games"]["get"]
    which, since, digest, outlook = described["parameters"]
    assert which["schema"] == {"type": "string", "enum": ["mine", "open", "watch"], "default": "open"}
    assert since["schema"] == {"type": "integer", "minimum": 0, "maximum": 1_000_000}
    assert since["description"] == "The number of entries in the game's log."
    assert not since["required"]
    assert digest["schema"] == {"type": "string", "pattern": "^[0-9a-f]{12}$"}
    assert outlook["schema"] == {"type": "boolean", "default": False}
    assert "requestBody" not in described
    assert "security" not in described
    again = text["paths"][f"{API}/games/{{game_id}}/rematch"]["post"]
    assert again["responses"]["200"]["description"] == "there is one"
    assert again["responses"]["201"]["content"] == again["responses"]["200"]["content"]
    assert not again["requestBody"]["required"]
    why = text["paths"][f"{API}/games/{{game_id}}/{{ply}}/why-not"]["get"]
    assert why["responses"]["200"]["content"] == {"text/plain": {"schema": {"type": "string"}}}
    assert why["parameters"][2]["required"]
    assert why["parameters"][2]["schema"]["maxItems"] == 60


def test_the_text_has_exact_shapes_under_their_own_names(text: dict[str, Any]) -> None:
    parts = text["components"]["schemas"]
    assert [name for name in parts if "__" in name or "-" in name] == []
    loose = {name for name, part in parts.items() if "properties" in part and "additionalProperties" not in part}
    assert loose == {"Problem", "FaultModel"}
    assert parts["NewGameRequest"]["required"] == ["seats"]
    assert parts["NewGameRequest"]["properties"]["from"]["anyOf"][0] == {"$ref": "#/components/schemas/Fork"}
    switches = parts["NewGameRequest"]["properties"]["switches"]
    assert switches["properties"].keys() == parts["Switches"]["properties"].keys()
    assert switches["additionalProperties"] is False
    assert parts["MoveRequest"]["properties"]["tokens"] == {
        "type": "array",
        "title": "Tokens",
        "minItems": 1,
        "maxItems": 40,
        "items": {"type": "string", "minLength": 1, "maxLength": 40, "examples": ["peasant/1"]},
    }
    assert set(parts["LiveMessage"]["discriminator"]["mapping"]) == {"hello", "game", "update", "talk"}
    assert set(parts["AnalysisJob"]["discriminator"]["mapping"]) == {"review", "evaluation", "move_cost"}
    answer = text["paths"][f"{API}/job"]["get"]["responses"]["200"]
    assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/AnalysisJob"}


def test_the_text_has_routes_beside_the_table_and_none_of_the_other_edition(text: dict[str, Any]) -> None:
    assert "503" in text["paths"]["/health"]["get"]["responses"]
    assert f"{API}/alone" not in text["paths"]
    assert set(text["components"]["securitySchemes"]) == {"person", "key"}
    assert text["components"]["securitySchemes"]["person"]["name"] == COOKIE
