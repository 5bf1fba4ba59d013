"""`Client`: one method for each thing the server can be asked. Answers are plain data, as the OpenAPI text names it."""

import json
import time
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from amyitis.errors import AmyitisError

API = "/api/v1"
MOST_MESSAGE_BYTES = 1 << 24
GONE = (4400, 4404, 4429)
RETRY_SECONDS = 0.3

Answer = dict[str, Any]


class ServerProblem(AmyitisError):
    """The server refused: `status`, `kind` ("stale", "illegal-move", ...), and the whole `body`."""

    def __init__(self, status: int, body: Answer) -> None:
        self.status, self.body = status, body
        self.kind = str(body.get("type", "")).rpartition(":")[2]
        super().__init__(f"{status} {body.get('title', '')}: {body.get('detail', '')}")


class Client:
    """A person (who keeps the cookie the server gives), or with `key` a program that plays one seat."""

    def __init__(self, address: str, key: str | None = None, timeout: float = 30.0) -> None:
        self.address = address.rstrip("/")
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

    def metrics(self) -> str:
        """The server's figures, as Prometheus reads them; only from its own machine."""
        return self._checked(self._http.get("/metrics")).text

    # People and lists.

    def me(self) -> Answer:
        """Who I am to the server."""
        return self._ask("GET", "/me")

    def name_me(self, name: str) -> Answer:
        """Give myself a name."""
        return self._ask("POST", "/me", {"name": name})

    def webhook(self, url: str | None) -> Answer:
        """Where I want to be told of my turn when I am away; None for nowhere."""
        return self._ask("POST", "/me", {"webhook": url})

    def games(self, which: str = "open") -> list[Answer]:
        """My games (`mine`), public games with an open seat (`open`), or to `watch`."""
        return list(self._ask("GET", "/games", params={"which": which})["games"])

    def bots(self) -> Answer:
        """The bots that can take a seat."""
        return self._ask("GET", "/bots")

    # Games.

    def new_game(self, seats: Sequence[Answer], **more: Any) -> Answer:
        """Make a game; `more` as in the API: name, palace, limited_supply, first, seed, public, record, keys."""
        return self._ask("POST", "/games", {"seats": list(seats), **more})

    def rematch(self, game_id: str) -> Answer:
        """The same people once more; the same new game for everyone who asks."""
        return self._ask("POST", f"/games/{game_id}/rematch")

    def delete(self, game_id: str) -> Answer:
        """Throw a game of mine away."""
        return self._ask("DELETE", f"/games/{game_id}")

    def game(self, game_id: str, since: int | None = None) -> Answer:
        """The game now; with `since`, the entries behind that ply too."""
        return self._ask("GET", f"/games/{game_id}", params={} if since is None else {"since": since})

    def log(self, game_id: str, after: int = 0) -> list[Answer]:
        """What has happened behind a ply."""
        return list(self._ask("GET", f"/games/{game_id}/log", params={"after": after})["entries"])

    def at(self, game_id: str, ply: int) -> Answer:
        """The table as it was at a ply."""
        return self._ask("GET", f"/games/{game_id}/at/{ply}")

    def record(self, game_id: str) -> str:
        """The game as the text of a record."""
        return self._checked(self._http.get(f"{API}/games/{game_id}/record")).text

    def replay(self, record: str, ply: int | None = None, film: bool = False) -> Answer:
        """A record played back by the server; with `film`, all of it as a film."""
        return self._ask("POST", "/replays", {"record": record, "ply": ply, "film": film})

    def film(self, game_id: str) -> Answer:
        """The view at the start of a game, and what has changed with each entry."""
        return self._ask("GET", f"/games/{game_id}/replay")

    def position(self, text: str) -> Answer:
        """A position with named fields, and what may be done there."""
        return self._ask("POST", "/positions", {"position": text})

    def rules(self, lang: str = "en") -> Answer:
        """All rules in a language."""
        return self._ask("GET", "/rules", params={"lang": lang})

    # Moves.

    def move(self, game_id: str, ply: int, *tokens: str) -> Answer:
        """Play moves for a seat of mine; returns the whole game after them."""
        return self._ask("POST", f"/games/{game_id}/moves", {"ply": ply, "tokens": list(tokens), "whole": True})

    def undo(self, game_id: str, ply: int) -> Answer:
        """Take back my last decision; returns the whole game after it."""
        return self._ask("POST", f"/games/{game_id}/undo", {"ply": ply, "whole": True})

    def try_line(self, game_id: str, ply: int, *tokens: str) -> Answer:
        """Try moves without saving them: what each does, what the moves after them would do, and why others may not."""
        return self._ask("POST", f"/games/{game_id}/try", {"ply": ply, "tokens": list(tokens)})

    def why_not(self, game_id: str, *tokens: str) -> list[Answer]:
        """Why moves are not allowed now."""
        return list(self._ask("GET", f"/games/{game_id}/why-not", params={"token": list(tokens)})["reasons"])

    # Seats.

    def invitations(self, game_id: str) -> dict[str, str]:
        """The invitations to the open seats of a game of mine."""
        return dict(self._ask("GET", f"/games/{game_id}/invitations")["invitations"])

    def join(
        self, game_id: str, seat: str, invitation: str | None = None, name: str | None = None, key: bool = False
    ) -> Answer:
        """Take an open seat."""
        asked = {"invitation": invitation, "name": name, "key": key}
        return self._ask("POST", f"/games/{game_id}/seats/{seat}/join", asked)

    def leave(self, game_id: str, seat: str, bot: str = "Steward") -> Answer:
        """Leave a seat to a bot."""
        return self._ask("POST", f"/games/{game_id}/seats/{seat}/leave", {"bot": bot})

    def come_back(self, game_id: str, seat: str) -> Answer:
        """Take a seat back from a bot."""
        return self._ask("POST", f"/games/{game_id}/seats/{seat}/return")

    def key(self, game_id: str, seat: str) -> str:
        """A new bearer key for a seat of mine."""
        return str(self._ask("POST", f"/games/{game_id}/seats/{seat}/key")["key"])

    # Live.

    def watch(self, game_id: str, since: int | None = None, patience: float = 30.0) -> Iterator[Answer]:
        """The game now and after every change; goes on where it was if the connection is lost.

        Raises ServerProblem if there is no such game, and OSError if the server stays away for `patience` seconds.
        """
        lost_at: float | None = None
        while True:
            address = f"{self.address.replace('http', 'ws', 1)}{API}/games/{game_id}/live"
            address += "?whole=true" + ("" if since is None else f"&since={since}")
            try:
                with connect(
                    address, additional_headers=self._who(), max_size=MOST_MESSAGE_BYTES, proxy=None
                ) as socket:
                    while True:
                        game = json.loads(socket.recv())
                        if game["type"] != "hello":
                            since, lost_at = game["ply"], None
                            yield game
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 1006
                if code in GONE:
                    raise ServerProblem(code - 4000, {"detail": closed.rcvd.reason if closed.rcvd else ""}) from None
            except (OSError, InvalidHandshake):
                if lost_at is not None and time.monotonic() > lost_at + patience:
                    raise
            lost_at = lost_at or time.monotonic()
            time.sleep(RETRY_SECONDS)

    def _who(self) -> dict[str, str]:
        """The headers by which the server knows me."""
        if "Authorization" in self._http.headers:
            return {"Authorization": self._http.headers["Authorization"]}
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._http.cookies.jar)
        return {"Cookie": cookies} if cookies else {}

    def _ask(self, method: str, path: str, body: Answer | None = None, params: Any = None) -> Answer:
        answer = self._http.request(method, API + path, json=body, params=params)
        return dict(self._checked(answer).json())

    @staticmethod
    def _checked(answer: httpx.Response) -> httpx.Response:
        if answer.is_error:
            try:
                body = dict(answer.json())
            except ValueError:
                body = {"title": answer.reason_phrase}
            raise ServerProblem(answer.status_code, body)
        return answer
