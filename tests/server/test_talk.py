"""Talk at a table, on real servers: each side hears its own, floods are stopped, and nothing of it is in the game."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from amyitis.client import Client, ServerProblem
from tests.server.playing import ME, OPEN, refused, two_people
from tests.server.running import FAILED_AFTER, KINDS, Databases, RunningServer, run_server
from tests.service.accounts.test_admin import admin, until


@pytest.fixture(scope="module", params=KINDS)
def talking(request: pytest.FixtureRequest, databases: Databases) -> Iterator[RunningServer]:
    """A server on each kind of database."""
    with run_server(databases.of_kind(request.param), "--lobby-talk") as running:
        yield running


def somebody(server: RunningServer, name: str) -> Client:
    """Somebody with a name."""
    client = server.client()
    client.name_me(name)
    return client


def listening(client: Client, game_id: str, options: str = "talk=true") -> ClientConnection:
    """A websocket that hears what is said."""
    address = client.address.replace("http:", "ws:")
    return connect(f"{address}/api/v1/games/{game_id}/live?{options}", additional_headers=client._who())


def next_said(socket: ClientConnection) -> list[str]:
    """The texts of the next message about talk."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=FAILED_AFTER))
        if message["type"] == "talk":
            return [said["text"] for said in message["said"]]


def texts(answer: dict[str, Any]) -> list[str]:
    return [said["text"] for said in answer["said"]]


def test_each_side_hears_its_own(talking: RunningServer) -> None:
    ann, ben, eve = (somebody(talking, name) for name in ("Ann", "Ben", "Eve"))
    stranger, game_id = talking.client(), two_people(ann, ben)
    program = talking.client(key=ann.key(game_id, "W"))
    with listening(ben, game_id) as at_table, listening(eve, game_id) as watching:
        ann.say(game_id, "The river is mine")
        eve.say(game_id, "She will regret that")
        assert next_said(at_table) == ["The river is mine"]
        ben.say(game_id, reaction="star")
        assert next_said(at_table) == ["star"]
        assert next_said(watching) == ["She will regret that"]
    with listening(ann, game_id) as late:
        assert next_said(late) == ["The river is mine", "star"], "who comes later hears what was said"
    assert (ann.talk(game_id)["side"], texts(ann.talk(game_id))) == ("table", ["The river is mine", "star"])
    assert (stranger.talk(game_id)["side"], texts(stranger.talk(game_id))) == ("watchers", ["She will regret that"])
    assert texts(program.talk(game_id)) == []
    seen = [(said["seat"], said["name"], said["kind"], said["yours"]) for said in ann.talk(game_id)["said"]]
    assert seen == [("W", "Ann", "text", True), ("K", "Ben", "reaction", False)]
    for nobody in (stranger, program):
        with pytest.raises(ServerProblem) as problem:
            nobody.say(game_id, "hello")
        refused("forbidden", problem.value)


def test_who_does_not_ask_for_talk_hears_none(talking: RunningServer) -> None:
    ann, ben = somebody(talking, "Ann"), somebody(talking, "Ben")
    game_id = two_people(ann, ben)
    with listening(ben, game_id, "") as plain:
        while json.loads(plain.recv(timeout=FAILED_AFTER))["type"] == "hello":
            pass
        ann.say(game_id, "hello")
        game = ann.game(game_id)
        (ann if game["legal"] else ben).move(game_id, game["ply"], "pass")
        kinds = set()
        while "update" not in kinds:
            kinds.add(json.loads(plain.recv(timeout=FAILED_AFTER))["type"])
        assert "talk" not in kinds


def test_the_fifth_in_ten_seconds_and_the_same_again_are_refused(talking: RunningServer) -> None:
    ann = somebody(talking, "Ann")
    game_id = two_people(ann, somebody(talking, "Ben"))

    def say(body: dict[str, str]) -> str | None:
        """Say something without waiting as the client would; the limit that is met."""
        answer = ann._http.post(f"/api/v1/games/{game_id}/talk", json=body)
        assert answer.status_code in (200, 429)
        key: str | None = answer.json().get("key")
        return key

    assert say({"text": "one"}) is None
    assert say({"text": " ONE "}) == "talk_again"
    assert [say({"text": text}) for text in ("two", "three")] == [None, None]
    assert say({"reaction": "camel"}) is None
    assert say({"text": "five"}) == "talk_flood"
    assert texts(ann.talk(game_id)) == ["one", "two", "three", "camel"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),  # the page shows text, not HTML
        ("a\u202eb\u2066c\u200bd\u0000e\nf", "abcde f"),
        ("Z\u0323\u0300\u0301\u0302\u0303\u0304", "\u1e92\u0300\u0301\u0302"),
        ("x" * 300, "x" * 300),
    ],
)
def test_what_is_said_is_one_clean_line(talking: RunningServer, text: str, kept: str) -> None:
    ann = somebody(talking, "Ann")
    game_id = two_people(ann, somebody(talking, "Ben"))
    assert texts(ann.say(game_id, text)) == [kept]


@pytest.mark.parametrize(
    "body",
    [
        *({}, {"text": ""}, {"text": "\u200b"}, {"text": "x" * 301}),
        *({"text": "a", "reaction": "sun"}, {"reaction": "fire"}),
    ],
)
def test_what_cannot_be_said_is_refused(talking: RunningServer, body: dict[str, str]) -> None:
    ann = somebody(talking, "Ann")
    game_id = two_people(ann, somebody(talking, "Ben"))
    with pytest.raises(ServerProblem) as problem:
        ann._ask("POST", f"/games/{game_id}/talk", body)
    refused("malformed", problem.value)


def test_links_may_be_followed_only_where_people_were_invited(talking: RunningServer) -> None:
    ann, eve = somebody(talking, "Ann"), somebody(talking, "Eve")
    for public in (False, True):
        game_id = ann.new_game([ME, OPEN], public=public)["game"]["id"]
        (said,) = ann.say(game_id, f"https://example.org/{public}")["said"]
        assert said["links"] is not public
        (said,) = eve.say(game_id, f"https://example.org/watching/{public}")["said"]
        assert said["links"] is False


def test_one_who_is_muted_is_not_heard_and_does_not_know(talking: RunningServer) -> None:
    ann, ben, eve = (somebody(talking, name) for name in ("Ann", "Ben", "Eve"))
    game_id = two_people(ann, ben)
    (said,) = ben.say(game_id, "I am loud")["said"]
    muted = ann.mute(game_id, said["by"])
    assert (texts(muted), muted["muted"]) == ([], [{"by": said["by"], "name": said["name"]}])
    with listening(ann, game_id) as hearing:
        ben.say(game_id, "still loud")
        ann.say(game_id, "quiet here")
        assert next_said(hearing) == ["quiet here"]
    other = two_people(ann, ben)
    ben.say(other, "at another table")
    assert texts(ann.talk(other)) == []
    assert texts(ben.talk(game_id)) == ["I am loud", "still loud", "quiet here"]
    assert texts(ann.mute(game_id, said["by"], on=False)) == ["I am loud", "still loud", "quiet here"]
    for who, mark in ((ann, "0" * 16), (ben, said["by"]), (eve, said["by"])):
        with pytest.raises(ServerProblem) as problem:
            who.mute(game_id, mark)
        refused("not-found", problem.value)


def test_only_who_heard_it_reports_it(talking: RunningServer) -> None:
    ann, ben, eve = (somebody(talking, name) for name in ("Ann", "Ben", "Eve"))
    game_id = two_people(ann, ben)
    (said,) = ben.say(game_id, "not nice")["said"]
    assert texts(ann.report(game_id, said["id"])) == ["not nice"]
    for who, number in ((eve, said["id"]), (ann, said["id"] + 1000)):
        with pytest.raises(ServerProblem) as problem:
            who.report(game_id, number)
        refused("not-found", problem.value)


def test_an_operator_reads_reports_and_deletes_what_was_said(talking: RunningServer) -> None:
    ann, ben = somebody(talking, "Ann"), somebody(talking, "Ben")
    game_id = two_people(ann, ben)
    (said,) = ben.say(game_id, "really not nice")["said"]
    for who in (ann, ben):
        who.report(game_id, said["id"])
    listed = admin(talking.database, "reports").splitlines()
    mine = [line for line in listed if line.startswith(f"{said['id']}  ") and game_id in line]
    assert len(mine) == 2
    assert "Ben" in mine[0]
    assert "really not nice" in mine[0]
    admin(talking.database, "settle", str(said["id"]), "--delete")
    assert f"game {game_id}" not in admin(talking.database, "reports")
    until(lambda: texts(ann.talk(game_id)) == [])
    admin(talking.database, "settle", str(said["id"]), status=1)


def test_talk_is_in_no_record_and_goes_with_its_game(talking: RunningServer) -> None:
    ann = somebody(talking, "Ann")
    game_id = ann.new_game([ME, ME])["game"]["id"]
    ply = ann.game(game_id)["ply"]
    ann.say(game_id, "a secret thought")
    assert ann.game(game_id)["ply"] == ply
    assert "secret thought" not in ann.record(game_id) + json.dumps(ann.log(game_id))
    ann.delete(game_id)
    with pytest.raises(ServerProblem) as problem:
        ann.talk(game_id)
    refused("not-found", problem.value)


def test_who_was_banned_or_removed_says_nothing_any_more(talking: RunningServer) -> None:
    ann, ben = somebody(talking, "Ann"), somebody(talking, "Ben")
    game_id = two_people(ann, ben)
    ben.say(game_id, "goodbye")
    seats = admin(talking.database, "seats", game_id).splitlines()
    person = next(line.split()[-1] for line in seats if line.startswith("K"))
    admin(talking.database, "ban", person)

    def is_banned() -> bool:
        answer = ben._http.post(f"/api/v1/games/{game_id}/talk/mute", json={"by": "0" * 16})
        return bool(answer.json().get("key") == "banned")

    until(is_banned)
    assert texts(ann.talk(game_id)) == ["goodbye"]
    admin(talking.database, "remove", person, "--yes")
    until(lambda: texts(ann.talk(game_id)) == [])


def test_who_has_left_their_device_says_and_hears_nothing(talking: RunningServer) -> None:
    ann, ben = somebody(talking, "Ann"), somebody(talking, "Ben")
    game_id = two_people(ann, ben)
    ben.say(game_id, "goodbye")
    ben.leave_device()
    with pytest.raises(ServerProblem) as problem:
        ben.say(game_id, "and again")
    refused("forbidden", problem.value)
    assert texts(ben.talk(game_id)) == []


def test_all_talk_in_the_lobby_where_the_operator_wants_it(talking: RunningServer) -> None:
    ann, ben = somebody(talking, "Ann"), somebody(talking, "Ben")
    ann.say("lobby", "Who plays https://example.org")
    (said,) = ben.talk("lobby")["said"]
    assert (said["name"], said["seat"], said["links"], said["text"]) == (
        "Ann",
        None,
        False,
        "Who plays https://example.org",
    )
    ben.mute("lobby", said["by"])
    assert ben.talk("lobby")["said"] == []
    with pytest.raises(ServerProblem) as problem:
        talking.client().say("lobby", "hello")
    refused("forbidden", problem.value)


def test_an_operator_may_switch_talk_off(databases: Databases) -> None:
    with run_server(databases.sqlite(), "--no-talk") as server:
        ann = somebody(server, "Ann")
        game_id = two_people(ann, somebody(server, "Ben"))
        assert ann.talk(game_id)["on"] is False
        with pytest.raises(ServerProblem) as problem:
            ann.say(game_id, "hello")
        assert refused("forbidden", problem.value)["key"] == "talk_off"


def test_nobody_talks_in_the_lobby_unless_the_operator_wants_it(server: RunningServer) -> None:
    ann = somebody(server, "Ann")
    assert ann.talk("lobby")["on"] is False
    with pytest.raises(ServerProblem) as problem:
        ann.say("lobby", "hello")
    assert refused("forbidden", problem.value)["key"] == "talk_off"


def test_what_is_said_on_one_server_is_heard_on_another(databases: Databases) -> None:
    database = databases.postgresql()
    with run_server(database) as one, run_server(database) as other:
        ann, ben = somebody(one, "Ann"), somebody(other, "Ben")
        game_id = two_people(ann, ben)
        with listening(ben, game_id) as hearing:
            ann.say(game_id, "from afar")
            assert next_said(hearing) == ["from afar"]
