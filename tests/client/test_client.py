"""The client without a server: every route has its method, and what is too much is asked again, as told."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from amyitis.client import Client, ServerProblem, connection, play_seat
from amyitis.errors import BotError
from amyitis.game import Game
from amyitis.server.app import create_app
from amyitis.server.settings import Settings
from tests.simple_bots import LastMove

Answering = Callable[[httpx.Request], httpx.Response]

GAME = {"type": "game", "ply": 1, "legal": ["pass"], "over": False}
OVER = {"type": "update", "ply": 2, "legal": None, "over": True}


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self) -> None:
        self.now, self.waits = 1000.0, list[float]()

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(connection, "time", made)
    return made


def client_of(answering: Answering, **options: Any) -> Client:
    """A client whose requests are answered here."""
    me = Client("http://there", **options)
    me._http = httpx.Client(base_url="http://there", transport=httpx.MockTransport(answering))
    return me


def too_much(retry_after: str | None = "2") -> httpx.Response:
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return httpx.Response(429, json={"type": "urn:amyitis:limit", "title": "too much"}, headers=headers)


# By method: what calls it.
CALLS: dict[str, Callable[[Client], Any]] = {
    "me": Client.me,
    "name_me": lambda me: me.name_me("Ada"),
    "webhook": lambda me: me.webhook(None),
    "devices": Client.devices,
    "link": Client.link,
    "be_the_same": lambda me: me.be_the_same("code"),
    "remove_device": lambda me: me.remove_device("d"),
    "leave_device": Client.leave_device,
    "games": Client.games,
    "bots": Client.bots,
    "health": Client.health,
    "box": Client.box,
    "rules": Client.rules,
    "clause": lambda me: me.clause("6.3", lang="de"),
    "lesson": Client.lesson,
    "try_in_lesson": lambda me: me.try_in_lesson(3, "pass"),
    "new_game": lambda me: me.new_game([{"kind": "me"}], seed=7),
    "rematch": lambda me: me.rematch("g"),
    "delete": lambda me: me.delete("g"),
    "game": lambda me: me.game("g", since=3),
    "log": lambda me: me.log("g"),
    "at": lambda me: me.at("g", 3),
    "record": lambda me: me.record("g"),
    "replay": lambda me: me.replay("text"),
    "film": lambda me: me.film("g"),
    "review": lambda me: me.review("g"),
    "review_record": lambda me: me.review_record("text"),
    "record_review": lambda me: me.record_review("k"),
    "analyse": lambda me: me.analyse("text"),
    "analysis": lambda me: me.analysis("k"),
    "judge": lambda me: me.judge("text", "pass"),
    "judgement": lambda me: me.judgement("k"),
    "puzzles": Client.puzzles,
    "next_puzzle": lambda me: me.next_puzzle("k", "garden"),
    "daily_puzzle": Client.daily_puzzle,
    "puzzle": lambda me: me.puzzle("k"),
    "solve": lambda me: me.solve("k", "pass"),
    "puzzle_hint": lambda me: me.puzzle_hint("k"),
    "give_up_puzzle": lambda me: me.give_up_puzzle("k"),
    "puzzle_standing": Client.puzzle_standing,
    "coach": lambda me: me.coach("g", True),
    "hint": lambda me: me.hint("g", 3, step=2),
    "word": lambda me: me.word("g", 3, "pass"),
    "win_shares": lambda me: me.win_shares("g", 3),
    "make_challenge": lambda me: me.make_challenge("g"),
    "challenge": lambda me: me.challenge("c"),
    "play_challenge": lambda me: me.play_challenge("c"),
    "records": lambda me: me.records("text"),
    "position": lambda me: me.position("text"),
    "try_in_position": lambda me: me.try_in_position("text", "pass"),
    "new_position": lambda me: me.new_position(3),
    "explore": lambda me: me.explore("text", "pass"),
    "move": lambda me: me.move("g", 3, "pass"),
    "undo": lambda me: me.undo("g", 3),
    "try_line": lambda me: me.try_line("g", 3, "pass"),
    "why_not": lambda me: me.why_not("g", "pass"),
    "invitations": lambda me: me.invitations("g"),
    "is_invited": lambda me: me.is_invited("g", "W", "word"),
    "join": lambda me: me.join("g", "W"),
    "replace": lambda me: me.replace("g", "W"),
    "add_share": lambda me: me.add_share("g", "W", seal="s"),
    "leave": lambda me: me.leave("g", "W"),
    "come_back": lambda me: me.come_back("g", "W"),
    "key": lambda me: me.key("g", "W"),
}
LISTS: dict[str, Any] = {
    "games": [],
    "devices": [],
    "code": "c",
    "challenge": "c",
    "good": True,
    "entries": [],
    "reasons": [],
    "invitations": {},
    "key": "k",
}


def test_every_route_has_a_method() -> None:
    asked = set()

    def answer(request: httpx.Request) -> httpx.Response:
        asked.add((request.method, request.url.path))
        return httpx.Response(200, json=LISTS)

    me = client_of(answer)
    for call in CALLS.values():
        call(me)
    names = {"game_id": "g", "seat": "W", "ply": "3", "number": "6.3", "device": "d", "key": "k", "challenge": "c"}
    paths = create_app(Settings(database="sqlite:///unused.sqlite")).openapi()["paths"]
    routes = {(method.upper(), path.format(**names)) for path, methods in paths.items() for method in methods}
    assert asked == routes


def test_every_method_was_called() -> None:
    public = {name for name, thing in vars(Client).items() if callable(thing) and not name.startswith("_")}
    assert public == {*CALLS, "metrics", "watch"}


@pytest.mark.parametrize("told", ["2", "30", None, "soon", "0"])
def test_what_is_too_much_is_asked_again_as_told(clock: Clock, told: str | None) -> None:
    answers = iter([too_much(told), too_much(told), httpx.Response(200, json={"name": "Ada"})])
    assert client_of(lambda request: next(answers)).me() == {"name": "Ada"}
    wanted = float(told) if told in ("2", "30") else 1.0
    assert clock.waits == [wanted, wanted]


def test_a_text_is_asked_again_too(clock: Clock) -> None:
    answers = iter([too_much(), httpx.Response(200, text="[Game ...]")])
    assert client_of(lambda request: next(answers)).record("g") == "[Game ...]"
    assert clock.waits == [2.0]


def test_figures_are_asked_for_again_too_with_their_token(clock: Clock) -> None:
    answers, tokens = iter([too_much(), httpx.Response(200, text="figures 1")]), list[str]()

    def answering(request: httpx.Request) -> httpx.Response:
        tokens.append(request.headers["Authorization"])
        return next(answers)

    assert client_of(answering).metrics("secret") == "figures 1"
    assert (clock.waits, tokens) == ([2.0], ["Bearer secret"] * 2)


def test_the_waiting_has_an_end(clock: Clock) -> None:
    me = client_of(lambda request: too_much("20"), longest_wait=50.0)
    with pytest.raises(ServerProblem) as refused:
        me.me()
    assert (refused.value.status, refused.value.kind) == (429, "limit")
    assert clock.waits == [20.0, 20.0]
    clock.waits.clear()
    with pytest.raises(ServerProblem):
        client_of(lambda request: too_much("3600")).new_game([{"kind": "me"}])
    assert clock.waits == [], "an hour is not waited for at all"


def test_other_refusals_are_told_at_once(clock: Clock) -> None:
    with pytest.raises(ServerProblem, match="404 not found: no such game"):
        client_of(lambda _: httpx.Response(404, json={"title": "not found", "detail": "no such game"})).game("g")
    with pytest.raises(ServerProblem, match="502 Bad Gateway"):
        client_of(lambda _: httpx.Response(502, text="<html>")).game("g")
    assert clock.waits == []


class Socket:
    """A websocket that tells some messages, and then is closed with a code."""

    def __init__(self, code: int, *messages: dict[str, Any]) -> None:
        self.code, self.messages = code, iter([{"type": "hello", "watcher": "w"}, *messages] if messages else [])

    def recv(self) -> str:
        for message in self.messages:
            return json.dumps(message)
        raise ConnectionClosedError(Close(self.code, "because"), None)


@pytest.fixture
def sockets(monkeypatch: pytest.MonkeyPatch) -> list[Socket | Exception]:
    """The sockets that are opened, one after the other, the last one for ever; asked addresses are kept in `.asked`."""
    found: list[Socket | Exception] = []

    @contextmanager
    def connect(address: str, **_: Any) -> Iterator[Socket]:
        asked.append(address)
        one = found.pop(0) if len(found) > 1 else found[0]
        if isinstance(one, Exception):
            raise one
        yield one

    asked: list[str] = []
    monkeypatch.setattr(connection, "connect", connect)
    monkeypatch.setattr(connection, "asked", asked, raising=False)
    return found


def test_a_watcher_waits_for_a_free_socket(clock: Clock, sockets: list[Socket | Exception]) -> None:
    sockets += [Socket(4429), Socket(4429), Socket(1001, GAME), OSError("away"), Socket(1006, OVER)]
    watching = Client("http://there").watch("g")
    assert [next(watching)["ply"], next(watching)["ply"]] == [1, 2]
    assert len(clock.waits) == 4
    addresses: list[str] = connection.asked  # type: ignore[attr-defined]
    assert addresses[0] == "ws://there/api/v1/games/g/live?whole=true"
    assert addresses[-1] == "ws://there/api/v1/games/g/live?whole=true&since=1"


@pytest.mark.parametrize(("code", "status", "waited"), [(4429, 429, True), (4404, 404, False), (4400, 400, False)])
def test_a_watcher_gives_up(
    clock: Clock, sockets: list[Socket | Exception], code: int, status: int, waited: bool
) -> None:
    sockets.append(Socket(code))
    with pytest.raises(ServerProblem, match="because") as refused:
        next(Client("http://there", longest_wait=5.0).watch("g"))
    assert refused.value.status == status
    assert (sum(clock.waits) >= 5.0) is waited
    assert sum(clock.waits) < 7.0


def test_a_watcher_of_a_server_that_stays_away_gives_up(clock: Clock, sockets: list[Socket | Exception]) -> None:
    sockets.append(OSError("away"))
    with pytest.raises(OSError, match="away"):
        next(Client("http://there").watch("g", away=10.0))
    assert 10.0 <= sum(clock.waits) < 12.0


def test_a_bot_plays_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    game, sent = Game.new(2, 1), list[str]()
    told = {"ply": 3, "legal": list(game.legal_moves), "over": False, "position": game.position}

    def move(self: Client, game_id: str, ply: int, *tokens: str) -> dict[str, Any]:
        sent.extend(tokens)
        return OVER

    monkeypatch.setattr(Client, "watch", lambda self, game_id: iter([told]))
    monkeypatch.setattr(Client, "move", move)
    assert play_seat("http://there", "g", "key", LastMove()) == OVER
    assert play_seat("http://there", "g", "key", lambda told: str(told["legal"][0])) == OVER
    assert sent == [game.legal_moves[-1], game.legal_moves[0]]


def test_a_bot_that_fails_at_a_seat_is_named_with_the_ply_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"ply": 17, "legal": ["pass"], "over": False, "position": Game.new(2, 1).position}
    monkeypatch.setattr(Client, "watch", lambda self, game_id: iter([told]))

    class Failing:
        def choose(self, game: Game) -> str:
            raise KeyError("W")

    with pytest.raises(BotError, match=r"^bot Failing, ply 17: KeyError: 'W'"):
        play_seat("http://there", "g", "key", Failing())


def test_a_stale_move_is_chosen_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: Iterator[Any] = iter([ServerProblem(409, {"type": "urn:amyitis:stale"}), OVER])

    def move(self: Client, game_id: str, ply: int, *tokens: str) -> Any:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(Client, "watch", lambda self, game_id: iter([GAME, GAME]))
    monkeypatch.setattr(Client, "move", move)
    assert play_seat("http://there", "g", "key", lambda told: "pass") == OVER
    forbidden = ServerProblem(403, {"type": "urn:amyitis:forbidden"})
    answers = iter([forbidden])
    with pytest.raises(ServerProblem) as refused:
        play_seat("http://there", "g", "key", lambda told: "pass")
    assert refused.value is forbidden
