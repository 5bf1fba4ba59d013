"""Routes that are asked many times a second: moves and tries.

FastAPI works out for each request anew what a function wants. A lean route does so once, when the server starts, for
the few things that these functions want; in the OpenAPI text it is a route like any other.
"""

import inspect
import re
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from .dependencies import Services, asker_of
from .guard import client_of

GAME_ID = re.compile("[A-Za-z0-9_-]{1,32}")
WANTED = ("game_id", "asked", "use", "who", "client")


class LeanRoute(APIRoute):
    """A route whose function wants no other things than those of WANTED, and returns a Response."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request."""
        return lean_handler(self.endpoint)


def lean_handler(function: Callable[..., Awaitable[Response]]) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    """The handler that asks this function; raises TypeError for one that wants other things."""
    wanted = inspect.signature(function).parameters
    if not set(wanted) <= set(WANTED):
        raise TypeError(f"{function.__name__} wants {', '.join(sorted(set(wanted) - set(WANTED)))}")
    kind: type[BaseModel] = wanted["asked"].annotation
    model = TypeAdapter(kind)

    async def handle(request: Request) -> Response:
        use: Services = request.app.state.services
        values: dict[str, Any] = {"asked": await _asked(request, model), "use": use}
        if "game_id" in wanted:
            values["game_id"] = _game_id(request)
        if "who" in wanted:
            values["who"] = asker_of(request, use)
        if "client" in wanted:
            values["client"] = client_of(request.scope)
        return await function(**values)

    return handle


async def _asked(request: Request, model: TypeAdapter[BaseModel]) -> BaseModel:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RequestValidationError([{"loc": ("body",), "msg": "the body must be application/json"}])
    try:
        return model.validate_json(await request.body())
    except ClientDisconnect:
        raise HTTPException(400, "the request was not finished") from None
    except ValidationError as problem:
        errors = problem.errors(include_url=False, include_context=False, include_input=False)
        raise RequestValidationError([{**error, "loc": ("body", *error["loc"])} for error in errors]) from None


def _game_id(request: Request) -> str:
    game_id: str = request.path_params["game_id"]
    if not GAME_ID.fullmatch(game_id):
        raise RequestValidationError([{"loc": ("path", "game_id"), "msg": "this is no id of a game"}])
    return game_id
