"""Who people are: cookies of clocks that differ, secrets that change, devices that come, go, and are lost."""

import time
from unittest.mock import patch

import pytest
from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.client import Client, ServerProblem
from amyitis.errors import Malformed
from amyitis.server.identity import COOKIE, COOKIE_SECONDS, Cookies
from amyitis.service.accounts.devices import device_name
from amyitis.service.accounts.keys import Invitations
from amyitis.table import Identity, SeatMetadata
from tests.server.playing import ME, OPEN, refused
from tests.server.running import Databases, RunningServer, run_server

OLD, NEW = "an old secret of some letters", "a new secret of some letters"


@pytest.mark.parametrize("ahead", [3, 3600, -COOKIE_SECONDS - 10, -10 * COOKIE_SECONDS])
def test_a_signed_cookie_is_accepted_whatever_the_clocks_say(ahead: int) -> None:
    cookies = Cookies([OLD])
    real = time.time()
    with patch("itsdangerous.timed.time.time", lambda: real + ahead):
        cookie = cookies.sign("ann", "phone")
    assert cookies.read(cookie) == Identity(person="ann", device="phone")


def test_what_nobody_signed_is_not_accepted() -> None:
    cookies = Cookies([OLD])
    for cookie in (None, "", "nonsense", Cookies([NEW]).sign("ann", "phone"), cookies.sign("ann", "phone") + "x"):
        assert cookies.read(cookie) == Identity()


def test_of_several_secrets_the_first_signs_and_all_are_accepted() -> None:
    before, after = Cookies([OLD]), Cookies([NEW, OLD])
    ann = Identity(person="ann", device="phone")
    assert after.read(before.sign("ann", "phone")) == ann
    assert before.read(after.sign("ann", "phone")) == Identity()
    assert Cookies([NEW]).read(after.sign("ann", "phone")) == ann
    seat = SeatMetadata("W", 0, "", None, None, None, 0)
    (word,) = Invitations([OLD]).of("game", [seat]).values()
    assert Invitations([NEW, OLD]).is_valid("game", seat, word)
    assert not Invitations([NEW]).is_valid("game", seat, word)
    assert Invitations([NEW, OLD]).of("game", [seat]) != {"W": word}
    with pytest.raises(Malformed):
        Cookies([NEW, "short"])


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge, Windows"),
        ("python-httpx/0.27", "python-httpx"),
        ("", "?"),
    ],
)
def test_devices_have_names_that_their_owners_know(agent: str, name: str) -> None:
    assert device_name(agent) == name


def test_a_second_device_by_a_link_that_works_once(server: RunningServer) -> None:
    first, second, third = server.client(), server.client(), server.client()
    first.name_me("Ann")
    game_id = first.new_game([ME, ME])["game"]["id"]
    code = first.link()
    assert second.be_the_same(code)["name"] == "Ann"
    assert [game["id"] for game in second.games("mine")] == [game_id]
    assert [one["this"] for one in second.devices()].count(True) == 1
    assert len(first.devices()) == 2
    with pytest.raises(ServerProblem) as problem:
        third.be_the_same(code)
    refused("forbidden", problem.value)
    mine = first.link()
    assert first.be_the_same(mine)["name"] == "Ann", "where it was made it changes nothing, and stays good"
    assert len(first.devices()) == 2
    third.new_game([ME, ME])
    with pytest.raises(ServerProblem) as problem:
        third.be_the_same(mine)
    refused("conflict", problem.value)
    assert third.be_the_same(first.link(), replace=True)["name"] == "Ann"


def test_a_lost_device_has_no_rights_and_leaving_ends_them_too(server: RunningServer) -> None:
    first, lost = server.client(), server.client()
    game = first.new_game([ME, ME])["game"]
    lost.be_the_same(first.link())
    assert lost.game(game["id"])["seats"][0]["yours"]
    which = next(one["id"] for one in first.devices() if not one["this"])
    with pytest.raises(ServerProblem) as problem:
        server.client().remove_device(which)
    refused("forbidden", problem.value)
    stolen = Client(server.address)
    stolen.cookies.update(dict(lost.cookies))
    assert len(first.remove_device(which)) == 1
    for gone in (lost, stolen):
        assert gone.me()["known"] is False
        assert not gone.game(game["id"])["seats"][0]["yours"]
    stolen.close()
    kept = dict(first.cookies)
    first.leave_device()
    assert first.me()["known"] is False
    with Client(server.address) as again:
        again.cookies.update(kept)
        assert again.me()["known"] is False, "a copy of the cookie is worth nothing either"


def test_all_other_devices_can_be_ended(server: RunningServer) -> None:
    me, other, third = server.client(), server.client(), server.client()
    game_id = me.new_game([ME, OPEN])["game"]["id"]
    for one in (other, third):
        one.be_the_same(me.link())
        assert [game["id"] for game in one.games("mine")] == [game_id]
    assert len(me.devices()) == 3
    assert [one["this"] for one in me.remove_device("others")] == [True]
    for gone in (other, third):
        assert gone.games("mine") == []
    assert [game["id"] for game in me.games("mine")] == [game_id]


def test_a_secret_is_rotated_without_sending_anybody_away(databases: Databases) -> None:
    database = databases.sqlite()
    with run_server(database) as server:
        me = server.client()
        game_id = me.new_game([ME, ME])["game"]["id"]
        cookies = dict(me.cookies)
    result = CliRunner().invoke(app, ["rotate-secret", "--database", database])
    assert result.exit_code == 0
    assert "1 drawn before" in result.output
    with run_server(database) as server, Client(server.address) as again:
        again.cookies.set(COOKIE, cookies[COOKIE], domain="127.0.0.1")
        assert [game["id"] for game in again.games("mine")] == [game_id]
        again.me()
        renewed = dict(again.cookies)
    assert renewed != cookies
    assert "none that" in CliRunner().invoke(app, ["rotate-secret", "--database", database, "--forget-older"]).output
    with run_server(database) as server, Client(server.address) as again:
        again.cookies.update(renewed)
        assert again.me()["known"] is False
