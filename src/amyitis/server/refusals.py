"""Why this server refuses a request: the refusals of the API, and one of its own."""

from typing import Any

from amyitis.api.refusals import BadRequest, Conflict, Forbidden, IllegalMove, NotFound, Refused, Stale

__all__ = ["BadRequest", "Conflict", "Forbidden", "IllegalMove", "NotFound", "Refused", "Stale", "TooMuch"]


class TooMuch(Refused):
    """A limit was reached."""

    status, kind, title = 429, "limit", "Too much at once"

    def __init__(self, detail: str, retry_after: float = 1.0, **facts: Any) -> None:
        super().__init__(detail, **facts)
        self.headers = {"Retry-After": str(max(1, round(retry_after)))}
