"""Every refusal as a problem body (RFC 9457), `application/problem+json`."""

import logging
import sqlite3
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from amyitis.api import refusals
from amyitis.errors import AmyitisError
from amyitis.server.encoding import encode
from amyitis.server.refusals import BadRequest, Refused
from amyitis.store import DatabaseAway

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 5
TITLES = {413: "Too large", 421: "Wrong host"}  # Python's own words differ between versions

logger = logging.getLogger(__name__)


def problem_body(status: int, kind: str, title: str, detail: str, facts: dict[str, Any] | None = None) -> bytes:
    """The body as JSON."""
    return encode(refusals.problem_body(status, kind, title, detail) | (facts or {}))


def problem_response(problem: Refused) -> Response:
    """The answer to a request that is refused."""
    return Response(encode(problem.body), problem.status, problem.headers, MEDIA_TYPE)


def plain_problem(status: int, detail: str = "", headers: dict[str, str] | None = None) -> Response:
    """A problem that is nothing but its status."""
    title = TITLES.get(status) or HTTPStatus(status).phrase
    kind = title.lower().replace(" ", "-")
    return Response(problem_body(status, kind, title, detail or title), status, headers, MEDIA_TYPE)


def answer_problems(app: FastAPI) -> None:
    """Answer every error with a problem body."""

    @app.exception_handler(Refused)
    async def refused(_request: Request, problem: Exception) -> Response:
        assert isinstance(problem, Refused)
        return problem_response(problem)

    @app.exception_handler(AmyitisError)
    async def known(_request: Request, problem: Exception) -> Response:
        assert isinstance(problem, AmyitisError)
        return problem_response(refusals.refused(problem))

    @app.exception_handler(sqlite3.Error)
    @app.exception_handler(SQLAlchemyError)
    @app.exception_handler(DatabaseAway)
    async def database(_request: Request, problem: Exception) -> Response:
        if isinstance(problem, DatabaseAway):
            logger.warning("the database is away", extra={"error": str(problem)})
        else:
            logger.error("the database failed", exc_info=problem)
        again = {"Retry-After": str(RETRY_SECONDS)}
        return plain_problem(503, "the database does not answer as it should; try again in a moment", again)

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, problem: Exception) -> Response:
        assert isinstance(problem, RequestValidationError)
        errors = [
            {"where": ".".join(str(part) for part in error["loc"]), "what": str(error["msg"])}
            for error in problem.errors()
        ]
        detail = "; ".join(f"{error['where']}: {error['what']}" for error in errors)[:500]
        body = problem_body(400, "malformed", "The request makes no sense", detail, {"errors": errors})
        return Response(body, 400, None, MEDIA_TYPE)

    @app.exception_handler(HTTPException)
    async def http(_request: Request, problem: Exception) -> Response:
        assert isinstance(problem, HTTPException)
        if problem.status_code == HTTPStatus.BAD_REQUEST:
            return problem_response(BadRequest("the body is no JSON in UTF-8 of a reasonable depth"))
        return plain_problem(problem.status_code, str(problem.detail), dict(problem.headers or {}))
