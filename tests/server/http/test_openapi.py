"""The OpenAPI text, tried out: schemathesis asks every route all sorts of things and checks every answer against it."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from pydantic import TypeAdapter
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from amyitis.server.app import create_app
from amyitis.server.http.table_routes import API
from amyitis.server.settings import Settings
from amyitis.service.routes import ROUTES
from amyitis.service.shapes.games import LiveMessage
from tests.server.playing import ME, OPEN, bot
from tests.server.running import FAILED_AFTER, RunningServer

SCHEMA = schemathesis.pytest.from_fixture("schema")  # made when it is tried: a worker that does not try it needs none
CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
EXAMPLES = 12


@pytest.fixture
def schema(request: pytest.FixtureRequest) -> "schemathesis.BaseSchema":
    """The text as the server would serve it."""
    request.node._nodeid = request.node.nodeid  # schemathesis still looks for the name of the test there
    return schemathesis.openapi.from_dict(create_app(Settings(database="sqlite:///unused.sqlite")).openapi())


@pytest.fixture(scope="module")
def maker(server: RunningServer) -> tuple[str, dict[str, str]]:
    """A game that the routes can be tried on, and the headers of whoever made it."""
    me = server.client()
    game_id = me.new_game([ME, OPEN, bot("random")], public=True)["game"]["id"]
    return str(game_id), {"Cookie": f"amyitis_person={dict(me.cookies)['amyitis_person']}"}


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    """Connections that stay, and nobody who looks for a proxy: schemathesis would do both for each of thousands of
    questions.
    """
    with requests.Session() as made:
        made.trust_env = False
        yield made


@pytest.mark.server
@SCHEMA.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_answers_are_as_the_text_says(
    case: "schemathesis.Case[Any]",
    server: RunningServer,
    maker: tuple[str, dict[str, str]],
    session: requests.Session,
) -> None:
    game_id, headers = maker
    if "game_id" in case.path_parameters and len(str(case.path_parameters["game_id"])) % 2:
        case.path_parameters["game_id"] = game_id
    case.call_and_validate(base_url=server.address, checks=CHECKS, headers=headers, session=session)


def test_every_row_of_the_route_table_is_tried() -> None:
    text = create_app(Settings(database="sqlite:///unused.sqlite")).openapi()
    tried = {(method.upper(), path) for path, routes in text["paths"].items() for method in routes}
    rows = {(row.method, API + row.path) for row in ROUTES if row.absence("server") is None}
    assert tried == rows | {("GET", "/health")}


def test_the_text_is_served_and_names_every_answer(server: RunningServer) -> None:
    with httpx.Client(base_url=server.address, timeout=FAILED_AFTER) as http:
        text = http.get("/api/v1/openapi.json").json()
    for path, routes in text["paths"].items():
        for method, route in routes.items():
            assert route["description"], (method, path)
            good = [answer for status, answer in route["responses"].items() if status.startswith("2")]
            assert all(answer["content"] for answer in good), (method, path)
            assert "4XX" in route["responses"]


def test_every_part_of_the_text_has_a_name_of_its_own() -> None:
    parts = create_app(Settings(database="sqlite:///unused.sqlite")).openapi()["components"]["schemas"]
    assert [name for name in parts if "__" in name] == []  # of two models of one name FastAPI writes the modules, too
    live = TypeAdapter(LiveMessage).json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
    closed = {name: {**part, "additionalProperties": False} for name, part in live["$defs"].items()}
    assert {name: parts[name] for name in live["$defs"]} == closed
