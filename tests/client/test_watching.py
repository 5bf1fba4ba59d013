"""A watcher goes on where it was, is not told what it knows, and gives up with a word."""

import httpx
import pytest
from websockets.datastructures import Headers
from websockets.exceptions import InvalidMessage, InvalidStatus
from websockets.http11 import Response

from amyitis.client import Client, ServerProblem, connection
from amyitis.service.problems import TYPE
from tests.client.answering import GAME, OVER, Clock, Socket, client_of


def test_a_watcher_waits_for_a_free_socket(clock: Clock, sockets: list[Socket | Exception]) -> None:
    sockets += [Socket(4429), Socket(4429), Socket(1001, GAME), OSError("away"), Socket(1006, OVER)]
    watching = Client("http://there").watch("g")
    assert [next(watching)["ply"], next(watching)["ply"]] == [1, 2]
    assert len(clock.waits) == 4
    addresses: list[str] = connection.asked  # type: ignore[attr-defined]
    assert addresses[0] == "ws://there/api/v1/games/g/live?whole=true"
    assert addresses[-1] == "ws://there/api/v1/games/g/live?whole=true&since=1"


@pytest.mark.parametrize(
    ("code", "kind", "waited"), [(4429, "limit", True), (4404, "not-found", False), (4400, "malformed", False)]
)
def test_a_watcher_gives_up(
    clock: Clock, sockets: list[Socket | Exception], code: int, kind: str, waited: bool
) -> None:
    sockets.append(Socket(code))
    with pytest.raises(ServerProblem, match="because") as refused:
        next(Client("http://there", longest_wait=5.0).watch("g"))
    assert (refused.value.status, refused.value.kind) == (code - 4000, kind)
    assert refused.value.body["type"] == TYPE + kind
    assert (sum(clock.waits) >= 5.0) is waited
    assert sum(clock.waits) < 7.0


def test_a_watcher_of_a_server_that_stays_away_gives_up(clock: Clock, sockets: list[Socket | Exception]) -> None:
    sockets.append(OSError("away"))
    with pytest.raises(OSError, match="away"):
        next(Client("http://there").watch("g", away=10.0))
    assert 10.0 <= sum(clock.waits) < 12.0


@pytest.mark.parametrize("problem", [Socket(1013), InvalidMessage("no HTTP")])
def test_a_watcher_that_is_never_told_anything_gives_up_too(
    clock: Clock, sockets: list[Socket | Exception], problem: Socket | Exception
) -> None:
    sockets.append(problem)
    with pytest.raises(ConnectionError, match=r"1013 because|no HTTP"):
        next(Client("http://there", away=10.0).watch("g"))
    assert 10.0 <= sum(clock.waits) < 12.0


def refused_with(status: int) -> InvalidStatus:
    return InvalidStatus(Response(status, "Refused", Headers()))


def test_a_watcher_whose_websocket_is_refused_asks_why(clock: Clock, sockets: list[Socket | Exception]) -> None:
    def malformed(request: httpx.Request) -> httpx.Response:
        assert request.url.raw_path == b"/api/v1/games/a%20b"
        return httpx.Response(400, json={"type": "urn:amyitis:problem:malformed", "detail": "no id"})

    sockets.append(refused_with(400))
    with pytest.raises(ServerProblem, match="no id") as refused:
        next(client_of(malformed).watch("a b"))
    assert (refused.value.status, refused.value.kind) == (400, "malformed")
    assert clock.waits == []
    addresses: list[str] = connection.asked  # type: ignore[attr-defined]
    assert addresses == ["ws://there/api/v1/games/a%20b/live?whole=true"]


def test_a_watcher_is_refused_when_too_much_is_asked_and_comes_back(
    clock: Clock, sockets: list[Socket | Exception]
) -> None:
    sockets += [refused_with(403), refused_with(502), Socket(1001, GAME)]
    me = client_of(lambda _: httpx.Response(200, json=GAME))
    assert next(me.watch("g"))["ply"] == 1
    sockets[:] = [refused_with(502)]
    with pytest.raises(ServerProblem) as refused:
        next(me.watch("g"))
    assert refused.value.status == 502


def test_somebody_who_comes_or_goes_is_no_reason_to_move_again(clock: Clock, sockets: list[Socket | Exception]) -> None:
    """The loop of docs/reference/api.md; while it moves, it is told that somebody came."""
    first, second = {"ply": 1, "token": "deal"}, {"ply": 2, "token": "pass"}
    came = {**GAME, "online": ["K"], "entries": [first]}
    sockets.append(Socket(1001, GAME, came, {**OVER, "entries": [second]}))
    sent = []

    def moved(request: httpx.Request) -> httpx.Response:
        sent.append(request.url.path)
        return httpx.Response(200, json=OVER)

    with client_of(moved) as me:
        for game in me.watch("g"):
            if game["legal"]:
                me.move(game["id"], game["ply"], game["legal"][0])
            if game["over"]:
                break
    assert sent == ["/api/v1/games/g/moves"]
    assert game["entries"] == [first, second], "no entry is lost"


def test_whoever_does_not_move_is_told_who_comes_and_goes(clock: Clock, sockets: list[Socket | Exception]) -> None:
    sockets.append(Socket(1001, GAME, {**GAME, "online": ["K"]}))
    watching = Client("http://there").watch("g")
    assert [next(watching).get("online"), next(watching).get("online")] == [None, ["K"]]
