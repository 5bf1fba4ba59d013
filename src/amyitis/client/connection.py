"""The way to a server: one connection that keeps cookies, waits as it is told to, and is told what happens live."""

import json
import time
from collections.abc import Generator, Iterator
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from amyitis.errors import AmyitisError

API = "/api/v1"
MOST_MESSAGE_BYTES = 1 << 24
GONE = (4400, 4404)
RETRY_SECONDS = 0.3
TOO_MANY = 429
TOO_MANY_SOCKETS = 4429
LONGEST_WAIT = 60.0  # seconds, unless told otherwise

Answer = dict[str, Any]


class ServerProblem(AmyitisError):
    """The server refused: `status`, `kind` ("stale", "illegal-move", ...), and the whole `body`."""

    def __init__(self, status: int, body: Answer) -> None:
        self.status, self.body = status, body
        self.kind = str(body.get("type", "")).rpartition(":")[2]
        super().__init__(f"{status} {body.get('title', '')}: {body.get('detail', '')}")


class Connection:
    """Requests and websockets to one server, of a person by cookies, or by the `key` of a seat."""

    def __init__(self, address: str, key: str | None, timeout: float, longest_wait: float) -> None:
        self.address = address.rstrip("/")
        self.longest_wait = longest_wait
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._http = httpx.Client(base_url=self.address, headers=headers, timeout=timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connection."""
        self._http.close()

    @property
    def cookies(self) -> httpx.Cookies:
        """The cookies by which the server knows me: keep them to be known again."""
        return self._http.cookies

    def _ask(self, method: str, path: str, body: Answer | None = None, params: Any = None) -> Answer:
        return _with_numbers(self._request(method, API + path, body, params).json())

    def _request(
        self,
        method: str,
        path: str,
        body: Answer | None = None,
        params: Any = None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response:
        """Returns the answer to a request, asked again as long as the server says it was too much."""
        waited = 0.0
        while True:
            answer = self._http.request(method, path, json=body, params=params, headers=headers)
            wait = _retry_after(answer)
            if answer.status_code != TOO_MANY or waited + wait > self.longest_wait:
                return _checked(answer)
            time.sleep(wait)
            waited += wait

    def _follow(self, game_id: str, since: int | None, away: float) -> Generator[Answer, None, None]:
        """Yields what is told of a game, over as many websockets as it takes; raises as `Client.watch` says."""
        lost_at: float | None = None
        while True:
            try:
                for game in self._live(game_id, since):
                    since, lost_at = game["ply"], None
                    yield game
            except ConnectionClosed as closed:
                code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")
                if code in GONE or (code == TOO_MANY_SOCKETS and _since(lost_at) > self.longest_wait):
                    raise ServerProblem(code - 4000, {"detail": reason}) from None
            except (OSError, InvalidHandshake):
                if _since(lost_at) > away:
                    raise
            lost_at = lost_at or time.monotonic()
            time.sleep(RETRY_SECONDS)

    def _live(self, game_id: str, since: int | None) -> Iterator[Answer]:
        """Yields what one websocket tells, until it is closed."""
        address = f"{self.address.replace('http', 'ws', 1)}{API}/games/{game_id}/live?whole=true"
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
    told = answer.headers.get("Retry-After", "")
    return max(1.0, float(told)) if told.isdecimal() else 1.0


def _checked(answer: httpx.Response) -> httpx.Response:
    """Returns an answer that is no refusal; raises ServerProblem."""
    if answer.is_error:
        try:
            body = dict(answer.json())
        except ValueError:
            body = {"title": answer.reason_phrase}
        raise ServerProblem(answer.status_code, body)
    return answer


def _with_numbers(answer: Answer) -> Answer:
    """Returns the answer with the seed of its game as a number; JSON has it as text, for JavaScript."""
    for game in (answer, answer.get("game") or {}):
        fairness = game.get("fairness")
        if fairness and fairness["seed"] is not None:
            fairness["seed"] = int(fairness["seed"])
    return answer


def _since(moment: float | None) -> float:
    return 0.0 if moment is None else time.monotonic() - moment
