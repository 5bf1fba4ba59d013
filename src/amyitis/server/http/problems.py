"""Every refusal as a problem body (RFC 9457), `application/problem+json`."""

import logging
import sqlite3
from http import HTTPStatus
from typing import Any

import orjson
from fastapi import FastAPI, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from amyitis.errors import AmyitisError
from amyitis.service.problems import Refused, problem_body, refusal_of
from amyitis.store import DatabaseAway

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 5
TITLES = {413: "Too large", 421: "Wrong host"}  # Python's own words differ between versions

logger = logging.getLogger(__name__)


def problem_response(problem: Refused) -> Response:
    """Return the response to a refused request."""
    return _response(problem.body, problem.headers)


def plain_problem(status: int, detail: str = "", headers: dict[str, str] | None = None) -> Response:
    """Return a problem that is nothing but its status."""
    title = TITLES.get(status) or HTTPStatus(status).phrase
    kind = title.lower().replace(" ", "-")
    return _response(problem_body(status, kind, title, detail or title), headers)


def _response(body: dict[str, Any], headers: dict[str, str] | None) -> Response:
    return Response(orjson.dumps(body), body["status"], headers, MEDIA_TYPE)


def answer_problems(app: FastAPI) -> None:
    """Answer every error with a problem body."""

    @app.exception_handler(AmyitisError)
    async def refused(_request: Request, problem: Exception) -> Response:
        assert isinstance(problem, AmyitisError)
        return problem_response(refusal_of(problem))

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

    @app.exception_handler(HTTPException)
    async def http(_request: Request, problem: Exception) -> Response:
        assert isinstance(problem, HTTPException)
        return plain_problem(problem.status_code, str(problem.detail), dict(problem.headers or {}))
