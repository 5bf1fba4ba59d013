"""Rows of the route table: what they read from their handlers, how requests are bound, and how routes are found."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import pytest

from amyitis.markers import Doc, Whole
from amyitis.service.routing import Access, Call, Reply, Route, Router
from amyitis.service.shapes.games import AfterMove, Created, Games, Joined
from amyitis.service.shapes.parameters import AskedTokens, GameId, Ply, SeatLetter, WhichGames
from amyitis.service.shapes.requests import JoinRequest, MoveRequest, RematchRequest
from amyitis.service.validation import MOST_ERRORS, InvalidRequest

MOVE = {"ply": 1, "tokens": ["pass"]}
Handle = Callable[..., Awaitable[Any]]


class Service:
    """What handlers work with."""


async def move(service: Service, call: Call, game_id: GameId, body: MoveRequest) -> AfterMove:
    """Play a move.

    The answer comes when it is saved.
    """
    raise NotImplementedError


async def rematch(
    service: "Service", call: Call, game_id: GameId, body: RematchRequest | None = None
) -> Created | Reply[Created]:
    """Play again."""
    raise NotImplementedError


async def list_games(
    service: Service, call: Call, which: WhichGames = "open", since: Ply | None = None, outlook: bool = False
) -> Games:
    """List games."""
    raise NotImplementedError


async def why_not(service: Service, call: Call, game_id: GameId, token: AskedTokens) -> Reply[str]:
    """Say why."""
    raise NotImplementedError


async def join(service: Service, call: Call, game_id: GameId, seat: SeatLetter, body: JoinRequest) -> Joined:
    """Join."""
    raise NotImplementedError


MOVES = Route("POST", "/games/{game_id}/moves", move, tag="moves", who=Access.PLAYER)
REMATCH = Route("POST", "/games/{game_id}/rematch", rematch, tag="games", status=201, also={200: "again"})
LIST = Route("GET", "/games", list_games, tag="games")
WHY_NOT = Route("GET", "/games/{game_id}/why-not", why_not, tag="moves")
JOIN = Route("POST", "/games/{game_id}/seats/{seat}/join", join, tag="seats", edition="server")


def errors_of(
    route: Route, path: dict[str, str], query: dict[str, list[str]] | None = None, body: object = None
) -> dict[str, str]:
    with pytest.raises(InvalidRequest) as refused:
        route.bind(path, query or {}, body)
    return {error["where"]: error["what"] for error in refused.value.errors}


def test_a_row_reads_types_and_words_from_its_handler() -> None:
    assert (MOVES.request_type, MOVES.result_type, MOVES.name) == (MoveRequest, AfterMove, "move")
    assert (MOVES.summary, MOVES.description) == ("Play a move", "Play a move.\n\nThe answer comes when it is saved.")
    assert list(MOVES.path_parameters) == ["game_id"]
    assert MOVES.query_parameters == {}
    assert MOVES.body is not None
    assert MOVES.body.required
    assert REMATCH.body is not None
    assert not REMATCH.body.required
    assert (REMATCH.result_type, WHY_NOT.result_type) == (Created, str)
    assert {name: one.default for name, one in LIST.query_parameters.items()} == {
        "which": "open",
        "since": None,
        "outlook": False,
    }


def test_a_request_is_bound_to_the_parameters_of_its_handler() -> None:
    assert MOVES.bind({"game_id": "abc"}, {}, MOVE) == {
        "game_id": "abc",
        "body": MoveRequest(ply=1, tokens=["pass"]),
    }
    assert REMATCH.bind({"game_id": "abc"}, {}, None) == {"game_id": "abc"}
    assert REMATCH.bind({"game_id": "abc"}, {}, {})["body"] == RematchRequest()
    assert LIST.bind({}, {}, None) == {}
    assert LIST.bind({}, {"since": ["7"], "outlook": ["true"]}, {"a": "body that nobody reads"}) == {
        "since": 7,
        "outlook": True,
    }
    assert WHY_NOT.bind({"game_id": "abc"}, {"token": ["a", "b"]}, None)["token"] == ["a", "b"]


def test_errors_name_the_part_of_the_request() -> None:
    missing = "this is missing"
    assert errors_of(MOVES, {"game_id": "a.b"}, {}, {"ply": -1, "tokens": ["pass"], "x": 1}) == {
        "path.game_id": "this must be a text that matches ^[A-Za-z0-9_-]{1,32}$",
        "body.ply": "this must be a whole number from 0 to 1000000",
        "body.x": "there is no such field",
    }
    assert errors_of(MOVES, {"game_id": "a"}) == {"body": missing}
    assert errors_of(MOVES, {"game_id": "a"}, {}, []) == {"body": "this must be an object"}
    assert errors_of(WHY_NOT, {"game_id": "a"}) == {"query.token": missing}
    assert errors_of(LIST, {}, {"since": ["x"], "outlook": ["1"], "which": ["mine", "open"], "other": ["1"]}) == {
        "query.since": "this must be a whole number from 0 to 1000000",
        "query.outlook": "this must be true or false",
        "query.which": "this must be given once",
        "query.other": "there is no such parameter",
    }
    assert errors_of(JOIN, {"game_id": "a", "seat": "X"}, {}, {}).keys() == {"path.seat"}
    assert len(errors_of(LIST, {}, {f"q{number}": ["1"] for number in range(10_000)})) == MOST_ERRORS


def test_a_result_becomes_a_reply_with_the_status_of_the_row() -> None:
    assert REMATCH.reply({"a": 1}) == Reply({"a": 1}, 201)
    assert REMATCH.reply(Reply("x", person="p")) == Reply("x", 201, person="p")
    assert REMATCH.reply(Reply("x", 200)).status == 200
    text = WHY_NOT.reply(Reply("because", media_type="text/plain"))
    assert (text.content, text.status, text.media_type) == ("because", 200, "text/plain")


def test_a_row_of_one_edition_says_so_in_the_other() -> None:
    assert JOIN.absence("server") is None
    assert JOIN.absence("browser") == "this needs a server: there is none here"
    assert MOVES.absence("browser") is None
    alone = Route("GET", "/games", list_games, tag="games", edition="browser")
    assert alone.absence("browser") is None
    assert alone.absence("server") == "this works only without a server, in the browser edition"


async def no_call(service: Service) -> Games:
    """Has no call."""
    raise NotImplementedError


async def no_result(service: Service, call: Call):  # type: ignore[no-untyped-def]
    """Says nothing about its result."""


async def no_bounds(service: Service, call: Call, ply: int) -> Games:
    """Has a number without bounds."""
    raise NotImplementedError


async def no_words(service: Service, call: Call) -> Games:
    raise NotImplementedError


def plain_function(service: Service, call: Call) -> Awaitable[Games]:
    """Is no coroutine function."""
    raise NotImplementedError


@pytest.mark.parametrize(
    ("method", "path", "handler", "problem"),
    [
        ("GET", "/a", no_call, "service and call"),
        ("GET", "/a", no_result, "must annotate"),
        ("GET", "/a", no_bounds, "bounds"),
        ("GET", "/a/{ply}", no_bounds, "bounds"),
        ("GET", "/a", no_words, "docstring"),
        ("GET", "/a", plain_function, "coroutine"),
        ("GET", "/a/{game_id}", list_games, "parameters of its path"),
        ("GET", "/a/{game_id}", move, "no body"),
    ],
)
def test_a_wrong_handler_is_a_type_error(method: Any, path: str, handler: Handle, problem: str) -> None:
    with pytest.raises(TypeError, match=problem):
        Route(method, path, handler, tag="x")


def test_an_error_in_the_annotations_of_a_handler_names_it() -> None:
    async def broken(service: Service, call: Call, deep: Annotated[list[float], Doc("x")]) -> Games:
        """Has a type that no query can hold."""
        raise NotImplementedError

    with pytest.raises(TypeError, match="broken"):
        Route("GET", "/a", broken, tag="x")


async def puzzle(service: Service, call: Call, key: GameId) -> Games:
    """Show a puzzle."""
    raise NotImplementedError


async def puzzle_part(service: Service, call: Call, key: GameId, part: Annotated[int, Whole(0, 9)]) -> Games:
    """Show a part of a puzzle."""
    raise NotImplementedError


MY_PUZZLES = Route("GET", "/puzzles/me", list_games, tag="puzzles")
PUZZLE = Route("GET", "/puzzles/{key}", puzzle, tag="puzzles")
PART = Route("GET", "/puzzles/{key}/{part}", puzzle_part, tag="puzzles")
ROUTER = Router([PUZZLE, MY_PUZZLES, PART, MOVES, LIST])


@pytest.mark.parametrize(
    ("method", "path", "match"),
    [
        ("GET", "/puzzles/me", (MY_PUZZLES, {})),
        ("GET", "/puzzles/%6de", (MY_PUZZLES, {})),
        ("GET", "/puzzles/abc", (PUZZLE, {"key": "abc"})),
        ("GET", "/puzzles/me/3", (PART, {"key": "me", "part": "3"})),
        ("GET", "/puzzles/a%2Fb%20c", (PUZZLE, {"key": "a/b c"})),
        ("GET", "/puzzles/%ff%", (PUZZLE, {"key": "\ufffd%"})),
        ("GET", "/games", (LIST, {})),
        ("POST", "/games/x/moves", (MOVES, {"game_id": "x"})),
        ("POST", "/games", None),
        ("DELETE", "/games", None),
        ("GET", "/puzzles/", None),
        ("GET", "/puzzles", None),
        ("GET", "/games/", None),
        ("GET", "/puzzles/a/b/c", None),
        ("GET", "", None),
    ],
)
def test_literal_segments_win_and_parameters_are_decoded(method: str, path: str, match: object) -> None:
    assert ROUTER.match(method, path) == match


def test_two_rows_cannot_have_the_same_path() -> None:
    with pytest.raises(ValueError, match="same path"):
        Router([PUZZLE, PUZZLE])
