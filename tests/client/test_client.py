"""The client without a server: every route has its method; what is too much, or did not arrive, is asked again."""

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from amyitis.client import Client, ServerProblem
from amyitis.client.people import PeopleClient
from amyitis.server.app import create_app
from amyitis.server.settings import Settings
from tests.client.answering import GAME, OVER, Answering, Clock, client_of, too_much

# What only a browser can do, or a person at a keyboard.
OF_THE_PAGE = ("/api/v1/account", "/api/v1/me/push", "/api/v1/me/mail", "/api/v1/mail", "/api/v1/games/g/seats/W/plan")
# By method: what calls it.
CALLS: dict[str, Callable[[Client], Any]] = {
    "me": Client.me,
    "name_me": lambda me: me.name_me("Ada"),
    "webhook": lambda me: me.webhook(None),
    "alerts": Client.alerts,
    "talk": lambda me: me.talk("g"),
    "say": lambda me: me.say("g", reaction="star"),
    "mute": lambda me: me.mute("g", "0" * 16),
    "report": lambda me: me.report("g", 1),
    "waiting": Client.waiting,
    "try_alerts": Client.try_alerts,
    "table_webhook": lambda me: me.table_webhook("g"),
    "set_table_webhook": lambda me: me.set_table_webhook("g", None),
    "try_table_webhook": lambda me: me.try_table_webhook("g"),
    "devices": Client.devices,
    "link": Client.link,
    "be_the_same": lambda me: me.be_the_same("code"),
    "remove_device": lambda me: me.remove_device("d"),
    "leave_device": Client.leave_device,
    "games": Client.games,
    "bots": Client.bots,
    "health": Client.health,
    "box": Client.box,
    "openings": Client.openings,
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
    "replay_record": lambda me: me.replay_record("text"),
    "replay": lambda me: me.replay("g"),
    "review": lambda me: me.review("g"),
    "review_record": lambda me: me.review_record("text"),
    "evaluate": lambda me: me.evaluate("text"),
    "move_cost": lambda me: me.move_cost("text", "pass"),
    "answer_turn": lambda me: me.answer_turn("text", "pass", "pass"),
    "job": lambda me: me.job("k"),
    "puzzles": Client.puzzles,
    "next_puzzle": lambda me: me.next_puzzle("k", "garden"),
    "daily_puzzle": Client.daily_puzzle,
    "puzzle": lambda me: me.puzzle("k"),
    "solve": lambda me: me.solve("k", "pass"),
    "refutation": lambda me: me.refutation("k", "pass"),
    "puzzle_hint": lambda me: me.puzzle_hint("k"),
    "give_up_puzzle": lambda me: me.give_up_puzzle("k"),
    "puzzle_standing": Client.puzzle_standing,
    "coach": lambda me: me.coach("g", True),
    "hint": lambda me: me.hint("g", 3, step=2),
    "coach_move_cost": lambda me: me.coach_move_cost("g", 3, "pass"),
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
    "resign": lambda me: me.resign("g", "W"),
    "propose": lambda me: me.propose("g", "W", "pause"),
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
    "id": "g",
    "ply": 4,
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
    assert asked == {route for route in routes if not route[1].startswith(OF_THE_PAGE)}


def test_every_method_was_called() -> None:
    methods = vars(PeopleClient) | vars(Client)
    public = {name for name, method in methods.items() if callable(method) and not name.startswith("_")}
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


# A server that is away.

LOST = httpx.ReadError("lost")
UNSENT = httpx.ConnectError("refused")
HERE = httpx.Response(200, json={"name": "Ada"})
STALE = httpx.Response(409, json={"type": "urn:amyitis:problem:stale"})
BUSY = httpx.Response(503, json={"type": "urn:amyitis:problem:service-unavailable"}, headers={"Retry-After": "5"})


def one_after_the_other(*answers: httpx.Response | Exception) -> Answering:
    """Gives these answers; the last one for ever."""
    left: Iterator[httpx.Response | Exception] = iter(answers)

    def answer(_: httpx.Request) -> httpx.Response:
        given = next(left, answers[-1])
        if isinstance(given, Exception):
            raise given
        return given

    return answer


@pytest.mark.parametrize("away", [UNSENT, LOST, httpx.ReadTimeout("slow"), httpx.Response(502, text="<html>"), BUSY])
def test_a_server_that_was_there_is_waited_for(clock: Clock, away: httpx.Response | Exception) -> None:
    me = client_of(one_after_the_other(HERE, away, away, HERE))
    assert me.me() == me.me() == {"name": "Ada"}
    assert clock.waits == [5.0 if away is BUSY else 1.0 if isinstance(away, httpx.Response) else 0.3] * 2


def test_a_server_that_was_never_there_is_not_waited_for(clock: Clock) -> None:
    with pytest.raises(httpx.ConnectError):
        client_of(one_after_the_other(UNSENT)).me()
    assert clock.waits == []


@pytest.mark.parametrize(
    ("away", "raised"), [(UNSENT, httpx.ConnectError), (LOST, httpx.ReadError), (BUSY, ServerProblem)]
)
def test_a_server_that_stays_away_is_given_up(
    clock: Clock, away: httpx.Response | Exception, raised: type[Exception]
) -> None:
    me = client_of(one_after_the_other(HERE, away), away=12.0)
    me.me()
    with pytest.raises(raised):
        me.me()
    assert 10.0 <= sum(clock.waits) < 13.0


def test_what_might_be_done_twice_is_sent_again_only_if_it_did_not_arrive(clock: Clock) -> None:
    made = httpx.Response(201, json={"game": GAME})
    me = client_of(one_after_the_other(HERE, UNSENT, made, LOST, HERE), adds_shares=False)
    me.me()
    assert me.new_game([{"kind": "me"}])["game"]["id"] == "g"
    with pytest.raises(httpx.ReadError):
        me.new_game([{"kind": "me"}])
    assert len(clock.waits) == 1


def entries(*tokens: str) -> httpx.Response:
    return httpx.Response(200, json={"entries": [{"token": token} for token in tokens]})


@pytest.mark.parametrize("lost", [LOST, BUSY])
def test_a_move_whose_answer_was_lost_is_not_made_twice(clock: Clock, lost: httpx.Response | Exception) -> None:
    over = httpx.Response(200, json=OVER)
    me = client_of(one_after_the_other(HERE, lost, over, lost, STALE, entries("go:Ur", "pass", "pass"), over))
    me.me()
    assert me.move("g", 1, "pass") == OVER, "it had not arrived"
    assert me.move("g", 1, "go:Ur", "pass") == OVER, "it had, and others have moved since"


def test_another_move_than_the_one_that_was_lost_is_told(clock: Clock) -> None:
    me = client_of(one_after_the_other(HERE, LOST, STALE, entries("go:Ur")))
    me.me()
    with pytest.raises(ServerProblem) as refused:
        me.move("g", 1, "pass")
    assert (refused.value.kind, refused.value.asked_again) == ("stale", True)
    never_lost = client_of(one_after_the_other(STALE, entries("pass")))
    with pytest.raises(ServerProblem) as refused:
        never_lost.move("g", 1, "pass")
    assert not refused.value.asked_again


def test_joining_whose_answer_was_lost_is_asked_again(clock: Clock) -> None:
    joined = httpx.Response(200, json={"game": GAME, "seat": "W", "key": None})
    first = httpx.Response(403, json={"key": "cookie_first"})
    me = client_of(one_after_the_other(first, LOST, HERE, LOST, joined))
    assert me.join("g", "W")["seat"] == "W"


def test_what_leads_elsewhere_or_is_no_json_is_a_problem_too() -> None:
    elsewhere = httpx.Response(307, headers={"Location": "http://there/api/v1/rules/6.3"})
    with pytest.raises(ServerProblem, match=r"307 Temporary Redirect: it would be at http://there/api/v1/rules/6.3"):
        client_of(lambda _: elsewhere).clause("6.3/")
    with pytest.raises(ServerProblem, match="200 OK: http://there/api/v1/me answers, but not as an Amyitis server"):
        client_of(lambda _: httpx.Response(200, text="<html>")).me()


def test_a_problem_travels_between_processes() -> None:
    problem = ServerProblem(409, {"type": "urn:amyitis:problem:stale", "title": "Gone on", "detail": "why"}, True)
    again = pickle.loads(pickle.dumps(problem))
    assert (again.status, again.kind, again.body, again.asked_again) == (409, "stale", problem.body, True)
    assert str(again) == str(problem) == "409 Gone on: why"
