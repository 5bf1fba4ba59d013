"""The way to a server: one connection that keeps cookies, waits as the server says, and follows games live."""

import json
import time
from collections.abc import Generator, Iterator
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect

from amyitis.errors import AmyitisError

API = "/api/v1"
MOST_MESSAGE_BYTES = 1 << 24
RETRY_SECONDS = 0.3
TOO_MANY = 429
FAILED = 500  # from here on it is the server that fails, not the one who asks
AWAY_STATUSES = (502, 503, 504)  # of a proxy whose server is away, of a server whose database is
LONGEST_WAIT = 60.0  # seconds, unless given
AWAY = 30.0  # seconds, too
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout)
PROBLEM = "urn:amyitis:problem:"
CLOSED = {4400: "malformed", 4404: "not-found", 4429: "limit"}  # why a websocket is refused, by the code of its closing
CLOSED_BY_STATUS = 4000  # such a code is this and a status

Answer = dict[str, Any]


class ServerProblem(AmyitisError):
    """The server refused: `status`, `kind` ("stale", "illegal-move", ...), and the whole `body`.

    `asked_again`: an answer was lost before, so what is refused now may have been done then.
    """

    def __init__(self, status: int, body: Answer, asked_again: bool = False) -> None:
        self.status, self.body, self.asked_again = status, body, asked_again
        self.kind = str(body.get("type", "")).rpartition(":")[2]
        super().__init__(status, body, asked_again)

    def __str__(self) -> str:
        return f"{self.status} {self.body.get('title', '')}: {self.body.get('detail', '')}"


class Connection:
    """Requests and websockets to one server, of a person by cookies, or by the `key` of a seat."""

    def __init__(self, address: str, key: str | None, timeout: float, longest_wait: float, away: float) -> None:
        self.address = address.rstrip("/")
        self.longest_wait, self.away = longest_wait, away
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._http = httpx.Client(base_url=self.address, headers=headers, timeout=timeout)
        self._was_there = False  # whether the server has answered: an address at which nobody ever was is wrong

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    @property
    def cookies(self) -> httpx.Cookies:
        """The cookies that identify me to the server; store them to return as the same person."""
        return self._http.cookies

    def _ask(
        self, method: str, path: str, body: Answer | None = None, params: Any = None, again: bool = False
    ) -> Answer:
        answer = self._request(method, API + path, body, params, again=again)
        try:
            return _with_numbers(answer.json())
        except ValueError:
            body = {"title": answer.reason_phrase, "detail": f"{answer.url} answers, but not as an Amyitis server does"}
            raise ServerProblem(answer.status_code, body) from None

    def _request(
        self,
        method: str,
        path: str,
        body: Answer | None = None,
        params: Any = None,
        headers: dict[str, str] | None = None,
        again: bool = False,
    ) -> httpx.Response:
        """Returns the answer to a request, asked again as long as the server says it was too much, or is away.

        `again`: it does no harm if it is carried out twice, as is true of every GET. Others are only sent again if they
        cannot have arrived.
        """
        again = again or method == "GET"
        waited, lost = 0.0, False
        away_at: float | None = None
        while True:
            asked_at = time.monotonic()
            try:
                answer = self._http.request(method, path, json=body, params=params, headers=headers)
            except httpx.TransportError as problem:
                arrived = not isinstance(problem, NEVER_SENT)
                away_at, lost = away_at or asked_at, lost or arrived
                if not self._was_there or (arrived and not again) or _since(away_at) > self.away:
                    raise
                time.sleep(RETRY_SECONDS)
                continue
            wait = _retry_after(answer)
            if answer.status_code == TOO_MANY and waited + wait <= self.longest_wait:
                waited += wait
            elif answer.status_code in AWAY_STATUSES and again and self._was_there:
                away_at, lost = away_at or asked_at, True
                if _since(away_at) + wait > self.away:
                    return _checked(answer, lost)
            else:
                self._was_there = self._was_there or answer.status_code not in AWAY_STATUSES
                return _checked(answer, lost)
            time.sleep(wait)

    def _follow(self, game_id: str, since: int | None, away: float) -> Generator[Answer, None, None]:
        """Yields the messages of a game, over as many websockets as it takes; raises as `Client.watch` says."""
        lost_at: float | None = None
        while True:
            problem: ServerProblem | OSError
            longest = away
            try:
                for game in self._live(game_id, since):
                    since, lost_at, self._was_there = game["ply"], None, True
                    yield game
            except ConnectionClosed as closed:
                problem = _closed(closed)
                if isinstance(problem, ServerProblem):
                    if problem.status != TOO_MANY:
                        raise problem from None
                    longest = self.longest_wait
            except InvalidStatus as refused:
                status = refused.response.status_code
                problem = ServerProblem(status, {"title": refused.response.reason_phrase, "detail": str(refused)})
                if status < FAILED:  # a request gets the reason, a websocket does not
                    self._ask("GET", f"/games/{quote(game_id, safe='')}")
                    longest = self.longest_wait  # nothing is wrong, so it was too much at once
            except InvalidHandshake as failed:
                problem = ConnectionError(str(failed))
            except OSError as failed:
                problem = failed
            lost_at = lost_at or time.monotonic()
            if _since(lost_at) > longest:
                raise problem
            time.sleep(RETRY_SECONDS)

    def _live(self, game_id: str, since: int | None) -> Iterator[Answer]:
        """Yields what one websocket tells, until it is closed."""
        address = f"{self.address.replace('http', 'ws', 1)}{API}/games/{quote(game_id, safe='')}/live?whole=true"
        address += "" if since is None else f"&since={since}"
        with connect(address, additional_headers=self._who(), max_size=MOST_MESSAGE_BYTES, proxy=None) as socket:
            while True:
                game = json.loads(socket.recv())
                if game["type"] != "hello":
                    yield _with_numbers(game)

    def _who(self) -> dict[str, str]:
        """Returns the headers by which the server knows me."""
        if "Authorization" in self._http.headers:
            return {"Authorization": self._http.headers["Authorization"]}
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._http.cookies.jar)
        return {"Cookie": cookies} if cookies else {}


def _retry_after(answer: httpx.Response) -> float:
    """Returns in how many seconds the server wants to be asked again."""
    seconds = answer.headers.get("Retry-After", "")
    return max(1.0, float(seconds)) if seconds.isdecimal() else 1.0


def _checked(answer: httpx.Response, asked_again: bool) -> httpx.Response:
    """Returns an answer that is no refusal; raises ServerProblem, also for one that leads elsewhere."""
    if answer.is_success:
        return answer
    try:
        body = dict(answer.json())
    except ValueError:
        there = answer.headers.get("Location")
        body = {"title": answer.reason_phrase, **({} if there is None else {"detail": f"it would be at {there}"})}
    raise ServerProblem(answer.status_code, body, asked_again)


def _closed(closed: ConnectionClosed) -> ServerProblem | OSError:
    """Returns why a websocket was closed: as a refusal, or as something that may be better in a moment."""
    code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")
    if code not in CLOSED:
        return ConnectionError(f"the websocket was closed: {code} {reason}")
    status = HTTPStatus(code - CLOSED_BY_STATUS)
    return ServerProblem(
        status.value,
        {"type": PROBLEM + CLOSED[code], "title": status.phrase, "status": status.value, "detail": reason},
    )


def _with_numbers(answer: Answer) -> Answer:
    """Returns the answer with the seed of its game as a number; JSON has it as text, for JavaScript."""
    for game in (answer, answer.get("game") or {}):
        fairness = game.get("fairness")
        if fairness and fairness["seed"] is not None:
            fairness["seed"] = int(fairness["seed"])
    return answer


def _since(moment: float | None) -> float:
    return 0.0 if moment is None else time.monotonic() - moment
