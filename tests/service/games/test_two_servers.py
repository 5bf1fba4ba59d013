"""Two servers on one database: devices that lose their rights, and tables at which people sit down through either."""

import asyncio
import json
import secrets
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from amyitis.cli import app
from amyitis.client import Client, ServerProblem
from amyitis.game.deals.fair_deals import seal_of
from amyitis.game.deals.verifying import verify_deals
from amyitis.service.events import EventBus
from amyitis.service.games.tables import Tables
from amyitis.service.games.watching.watchers import Watchers
from amyitis.table.messages.serializing import Serializer
from tests.server.clocks import Clock
from tests.server.playing import ME, OPEN, refused
from tests.server.running import FAILED_AFTER, Databases, RunningServer, run_server

TwoServers = tuple[RunningServer, RunningServer]
AT_ONCE = 12  # tries


@pytest.fixture(scope="module")
def servers(databases: Databases) -> Iterator[TwoServers]:
    """Two servers that share a PostgreSQL database; whoever does not watch is away at once."""
    database, at_once = databases.postgresql(), ("--limit", "absent_seconds=0.001")
    with run_server(database, *at_once) as first, run_server(database, *at_once) as second:
        yield first, second


def live(who: Client, game_id: str) -> ClientConnection:
    """A websocket of somebody, as the page has it."""
    address = f"{who.address.replace('http', 'ws', 1)}/api/v1/games/{game_id}/live"
    return connect(address, additional_headers=who._who(), proxy=None, max_size=1 << 22)


def close_code(socket: ClientConnection) -> int:
    """The code with which a websocket is closed."""
    try:
        while True:
            socket.recv(FAILED_AFTER)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def refusal(who: Client) -> str:
    """Why somebody's request is refused, as soon as their server has heard of it."""
    until = time.monotonic() + FAILED_AFTER
    while time.monotonic() < until:
        try:
            who.games("mine")
        except ServerProblem as problem:
            return str(problem.body["key"])
        time.sleep(0.1)
    return "nothing"


def test_a_changed_password_and_a_ban_end_what_watches_at_the_other_server(servers: TwoServers) -> None:
    me, phone, friend = servers[0].client(), servers[1].client(), servers[1].client()
    name = f"Anna {secrets.token_hex(3)}"
    game_id = me.new_game([ME, ME])["game"]["id"]
    before, after = ({"name": name, "password": words} for words in ("dates and barley", "salt and wine"))
    me._ask("POST", "/account", before)
    phone._ask("POST", "/account/sign-in", before)
    with live(phone, game_id) as watching, live(friend, game_id) as other:
        me._ask("POST", "/account/password", {"password": after["password"]})
        assert close_code(watching) == 4403
        assert phone._ask("GET", "/account")["account"] is None
        phone._ask("POST", "/account/sign-in", after)
        with live(phone, game_id) as again:
            assert CliRunner().invoke(app, ["admin", "ban", name, "--database", servers[0].database]).exit_code == 0
            assert close_code(again) == 4403
        for who in (me, phone):
            assert refusal(who) == "banned"
        assert json.loads(other.recv(FAILED_AFTER))["type"] == "hello", "nobody else is sent away"


@pytest.mark.parametrize(("where", "how"), [(0, "one"), (0, "leave"), (1, "one"), (1, "others")])
def test_the_websockets_of_a_revoked_device_are_closed_at_once(servers: TwoServers, where: int, how: str) -> None:
    """Whether it watches through the server on which its rights are taken away, or through the other."""
    here, there = servers[0], servers[where]
    me, lost, spectator = here.client(), there.client(), there.client()
    game_id = me.new_game([ME, ME])["game"]["id"]
    lost.be_the_same(me.link())
    with live(lost, game_id) as watching, live(me, game_id) as mine, live(spectator, game_id) as other:
        for socket in (watching, mine, other):
            assert json.loads(socket.recv(FAILED_AFTER))["type"] == "hello"
            assert json.loads(socket.recv(FAILED_AFTER))["type"] == "game"
        if how == "leave":
            copy = here.client()
            copy.cookies.update(dict(lost.cookies))
            copy.leave_device()
        else:
            device = next(one["id"] for one in me.devices() if not one["this"])
            me.remove_device("others" if how == "others" else device)
        assert close_code(watching) == 4403
        assert lost.me()["known"] is False
        with pytest.raises(ServerProblem) as problem:
            lost.move(game_id, 1, "pass")
        refused("forbidden", problem.value)
        me.move(game_id, me.game(game_id)["ply"], "pass")
        for socket in (mine, other):  # nobody else is sent away
            while not json.loads(socket.recv(FAILED_AFTER))["entries"]:
                pass
        with live(lost, game_id) as again:
            hello, game = json.loads(again.recv(FAILED_AFTER)), json.loads(again.recv(FAILED_AFTER))
            assert (hello["type"], [seat["yours"] for seat in game["seats"]]) == ("hello", [False, False])


def test_people_at_two_servers_sit_down_and_show_their_shares(servers: TwoServers) -> None:
    me, guest = servers[0].client(), servers[1].client()
    made = me.new_game([ME, OPEN])
    game_id = made["game"]["id"]
    with closing(me.watch(game_id)) as mine, closing(guest.watch(game_id)) as theirs:
        assert next(mine)["fairness"]["stage"] == next(theirs)["fairness"]["stage"] == "waiting"
        guest.join(game_id, "K", made["invitations"]["K"])  # here the guest's share is shown, too
        for told in (mine, theirs):  # and mine as soon as I am told
            game = next(one for one in told if one["ply"])
            assert [one["state"] for one in game["fairness"]["shares"]] == ["given", "given"]
            assert game["fairness"]["commitment"] == made["game"]["fairness"]["commitment"]
            assert game["view"]["round"] == 1
    told_by_both = [who.game(game_id) for who in (me, guest)]
    assert told_by_both[0]["position"] == told_by_both[1]["position"]
    assert {one.key for one in verify_deals(guest.record(game_id)).faults} == {"no-secret", "not-over"}


def test_the_last_two_shares_may_come_to_two_servers_at_once(servers: TwoServers) -> None:
    """Neither server has seen both of them before: one of the two takes the game to its beginning all the same."""
    together = threading.Barrier(2)

    def show(who: Client, game_id: str, seat: str, share: str) -> None:
        together.wait(FAILED_AFTER)
        who.add_share(game_id, seat, share=share)

    with ThreadPoolExecutor(2) as beside:
        for number in range(AT_ONCE):
            me, guest = servers[0].client(), servers[1].client()
            shares = [f"{number:063x}{seat}" for seat in (1, 2)]
            made = me.new_game([ME, OPEN], seal=seal_of(shares[0]))
            me.shares.adds = guest.shares.adds = False
            game_id, word = made["game"]["id"], made["invitations"]["K"]
            guest.name_me("Guest")
            asked = {"invitation": word, "seal": seal_of(shares[1])}
            joined = guest._ask("POST", f"/games/{game_id}/seats/K/join", asked)["game"]
            assert joined["fairness"]["stage"] == "reveal"
            assert me.game(game_id)["fairness"]["stage"] == "reveal"
            calls = [(me, game_id, "W", shares[0]), (guest, game_id, "K", shares[1])]
            with live(me, game_id) as mine, live(guest, game_id) as theirs:
                for done in [beside.submit(show, *one) for one in calls]:
                    done.result()
                for socket in (mine, theirs):  # whoever watches at either server is told
                    while not json.loads(socket.recv(FAILED_AFTER)).get("ply"):
                        pass
            assert me.game(game_id)["ply"] > 0, f"try {number}"
            assert guest.game(game_id)["ply"] > 0, f"try {number}"


def test_a_table_that_is_read_anew_wakes_whoever_watches_if_it_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever watches may have looked at the table before, and the news of another server is spent with the reading."""
    read = [SimpleNamespace(in_lobby=True, ply=0, seating=seating) for seating in (3, 3, 4)]
    store = SimpleNamespace(shared=True, listening=True)
    ports: Any = SimpleNamespace(store=store, boxes=None)  # nothing is asked of the boxes
    watchers, woken = Watchers(Clock()), list[str]()
    monkeypatch.setattr(watchers, "wake", woken.append)
    tables = Tables(ports, watchers, EventBus(), Serializer(), cached=2)

    async def load(_game_id: str) -> Any:
        return read.pop(0)

    async def ask_often() -> list[int]:
        return [(await tables.current("game", fresh=True)).seating for _ in range(3)]

    monkeypatch.setattr(tables, "_load", load)
    assert asyncio.run(ask_often()) == [3, 3, 4]
    assert woken == ["game"]


def test_who_takes_the_last_seat_through_which_server_is_one(servers: TwoServers) -> None:
    me, guests = servers[0].client(), [server.client() for server in servers]
    made = me.new_game([ME, OPEN])
    game_id, word = made["game"]["id"], made["invitations"]["K"]
    servers[1].client().game(game_id)  # both know the table
    guests[1].join(game_id, "K", word)
    with pytest.raises(ServerProblem) as problem:
        guests[0].join(game_id, "K", word)
    refused("conflict", problem.value)
    assert guests[1].join(game_id, "K", word)["game"]["seats"][1]["yours"]


def test_a_seat_is_given_to_a_bot_through_one_server_and_taken_back_through_the_other(servers: TwoServers) -> None:
    me, guest = servers[0].client(), servers[1].client()
    made = me.new_game([ME, OPEN])
    game_id = made["game"]["id"]
    guest.join(game_id, "K", made["invitations"]["K"])
    me.game(game_id)  # shows my share
    seat = me.replace(game_id, "K")["seats"][1]
    assert (seat["kind"], seat["returnable"]) == ("bot", True)
    assert guest.game(game_id)["seats"][1]["kind"] == "bot"
    guest.come_back(game_id, "K")
    assert me.game(game_id)["seats"][1]["kind"] == "person"
