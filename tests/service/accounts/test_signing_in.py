"""Registering and signing in: by password, passkey and recovery code; what a guest has begun; sessions that end."""

import pytest
from sqlalchemy import update

from amyitis.server.settings import Limits
from amyitis.service.accounts import devices
from amyitis.store import GameStore, people_tables
from tests.service.accounts.passkey import SoftPasskey
from tests.service.accounts.people import ME, OPEN, ORIGIN, OTHER, PASSWORD, Someone, Town, in_town


def test_a_guest_registers_and_signs_in_on_a_second_device(database: str) -> None:
    async def work(town: Town) -> None:
        phone, desk = await town.someone(), await town.someone()
        game = await phone.new_game()
        code = await phone.register("Anna")
        assert len(code) > 20
        assert await phone.my_games() == {game}, "what was begun as a guest is the account's"
        state = await phone.account()
        assert (state["name"], state["password"], state["proven"], state["passkeys"]) == ("Anna", True, True, [])
        assert await desk.refused("POST", "/account/sign-in", {"name": "Anna", "password": OTHER}) == (
            *(403,),
            "wrong_password",
        )
        assert await desk.my_games() == set()
        await desk.sign_in("anna")
        assert await desk.my_games() == {game}
        assert len((await desk.ask("GET", "/me/devices"))["devices"]) == 2
        assert await phone.refused("POST", "/account", {"name": "Bea", "password": PASSWORD}) == (409, "has_account")

    in_town(database, work)


def test_what_a_guest_has_begun_moves_into_an_account_that_is_there(database: str) -> None:
    async def work(town: Town) -> None:
        home, guest, left = [await town.someone() for _ in range(3)]
        mine = await home.new_game()
        await home.register("Anna")
        begun = await guest.new_game(ME, OPEN)
        other = await left.new_game()
        copied = dict(guest.http.cookies)
        await guest.sign_in("Anna")
        await left.sign_in("Anna", bring=False)
        assert await home.my_games() == await guest.my_games() == {mine, begun}
        assert (await home.ask("GET", f"/games/{begun}"))["seats"][0]["yours"]
        assert other not in await left.my_games()
        thief = await town.someone()
        thief.http.cookies.update(copied)
        assert not (await thief.ask("GET", "/me"))["known"], "the guest's cookie is worth nothing any more"

    in_town(database, work)


def test_several_people_on_one_device(database: str) -> None:
    async def work(town: Town) -> None:
        shared, other = await town.someone(), await town.someone()
        await shared.register("Anna")
        hers = await shared.new_game()
        await other.register("Ben")
        his = await other.new_game()
        before = dict(shared.http.cookies)
        await shared.sign_in("Ben")
        assert await shared.my_games() == {his}
        assert (await shared.account())["name"] == "Ben"
        again = await town.someone()
        again.http.cookies.update(before)
        assert not (await again.ask("GET", "/me"))["known"], "Anna has left this device"
        await shared.sign_in("Anna")
        assert await shared.my_games() == {hers}
        assert await other.my_games() == {his}
        await shared.ask("POST", "/me/leave")
        assert await shared.account() is None

    in_town(database, work)


def test_a_name_belongs_to_one_account(database: str) -> None:
    async def work(town: Town) -> None:
        anna, guest, other = [await town.someone() for _ in range(3)]
        await anna.register("Anna")
        await guest.ask("POST", "/me", {})
        for name in ("Anna", "ANNA", "\u0410nna", "A n n a", "\u00c1nna", "\u1d00\u0274\u0274\u1d00"):
            status, key = await guest.refused("POST", "/me", {"name": name})
            assert (status, key) in ((409, "name_taken"), (400, None)), name
            status, key = await guest.refused("POST", "/account", {"name": name, "password": PASSWORD})
            assert (status, key) in ((409, "name_taken"), (400, None)), name
        game = await anna.new_game(ME, OPEN)
        word = (await anna.ask("GET", f"/games/{game}/invitations"))["invitations"]
        ((seat, invitation),) = word.items()
        body = {"invitation": invitation, "name": "Anna"}
        assert await guest.refused("POST", f"/games/{game}/seats/{seat}/join", body) == (409, "name_taken")
        await other.register("Ben")
        assert await other.refused("POST", "/me", {"name": "Anna"}) == (409, "name_taken")
        await other.ask("POST", "/me", {"name": "Benno"})
        assert (await other.account())["name"] == "Benno"
        await guest.ask("POST", "/me", {"name": "Ben"})
        await anna.ask("POST", "/me", {"name": "ANNA"})
        assert await guest.refused("POST", "/account", {"name": "***", "password": PASSWORD}) == (400, None)

    in_town(database, work)


def test_passkeys_alone(database: str) -> None:
    async def work(town: Town) -> None:
        phone, desk = await town.someone(), await town.someone()
        passkey = await phone.register_by_passkey("Anna")
        state = await phone.account()
        assert state["password"] is False
        assert [one["rp"] for one in state["passkeys"]] == ["localhost"]
        passkey.counter = 9
        sent = passkey.use(await desk.options("sign_in"))
        signed_in = await desk.ask("POST", "/account/sign-in/passkey", {"credential": sent})
        assert signed_in["name"] == "Anna"
        again = {"credential": sent}
        assert await desk.refused("POST", "/account/sign-in/passkey", again) == (403, "late_passkey")
        passkey.counter = 3  # a synced passkey's counter may go back
        sent = passkey.use(await desk.options("proof"))
        assert (await desk.ask("POST", "/account/proof", {"credential": sent}))["account"]["proven"]
        (key,) = [one["id"] for one in state["passkeys"]]
        assert await desk.refused("DELETE", f"/account/passkeys/{key}") == (409, "last_way_in")
        second = SoftPasskey(ORIGIN)
        made = second.make(await desk.options("new"))
        await desk.ask("POST", "/account/passkeys", {"credential": made, "name": "Desk"})
        await desk.ask("POST", f"/account/passkeys/{key}", {"name": "Phone"})
        names = [one["name"] for one in (await phone.account())["passkeys"]]
        assert names == ["Phone", "Desk"]
        await desk.ask("DELETE", f"/account/passkeys/{key}")
        sent = passkey.use(await phone.options("sign_in"))
        assert await phone.refused("POST", "/account/sign-in/passkey", {"credential": sent}) == (403, "wrong_passkey")

    in_town(database, work)


def test_a_passkey_of_somebody_else_or_of_another_address_is_refused(sqlite: str) -> None:
    async def work(town: Town) -> None:
        anna, eve = await town.someone(), await town.someone()
        hers, evil = await anna.register_by_passkey("Anna"), await eve.register_by_passkey("Eve")
        evil.id, evil.person = hers.id, hers.person
        sent = evil.use(await eve.options("sign_in"))
        assert await eve.refused("POST", "/account/sign-in/passkey", {"credential": sent}) == (403, "wrong_passkey")
        hers.origin = "http://evil.example"
        sent = hers.use(await eve.options("sign_in"))
        assert await eve.refused("POST", "/account/sign-in/passkey", {"credential": sent}) == (403, "wrong_passkey")
        hers.origin = ORIGIN
        sent = hers.use(await anna.options("proof"))
        assert await eve.refused("POST", "/account/proof", {"credential": sent}) == (403, "late_passkey")
        for text in ("", "{}", "[]", "null", '{"id": 7}', "x" * 100, '{"response": {"clientDataJSON": "AAAA"}}'):
            status, _ = await eve.refused("POST", "/account/sign-in/passkey", {"credential": text})
            assert status == 400, text
        stranger = await town.someone()
        options = {"purpose": "sign_in"}
        for origin in ("http://127.0.0.1", "http://[::1]", "https://127.0.0.1", "null", "https://other.example"):
            answer = await stranger.http.post("/account/passkey-options", json=options, headers={"Origin": origin})
            assert answer.status_code in (403, 409), origin

    in_town(sqlite, work)


def test_a_recovery_code_works_once_and_is_replaced(database: str) -> None:
    async def work(town: Town) -> None:
        phone, desk = await town.someone(), await town.someone()
        code = await phone.register("Anna")
        wrong = {"name": "Anna", "code": "22222-22222-22222-22222-22222"}
        assert await desk.refused("POST", "/account/sign-in/recovery", wrong) == (403, "wrong_recovery")
        spoken = {"name": "Anna", "code": code.lower().replace("-", " ")}
        fresh = (await desk.ask("POST", "/account/sign-in/recovery", spoken))["recovery"]
        assert fresh != code
        assert await desk.refused("POST", "/account/sign-in/recovery", spoken) == (403, "wrong_recovery")
        await desk.ask("POST", "/account/password", {"password": OTHER})
        renewed = (await desk.ask("POST", "/account/recovery"))["recovery"]
        lost = {"name": "Anna", "code": fresh}
        assert await phone.refused("POST", "/account/sign-in/recovery", lost) == (403, "wrong_recovery")
        await phone.ask("POST", "/account/sign-in/recovery", {"name": "Anna", "code": renewed})

    in_town(database, work)


async def make_old(town: Town, someone: Someone) -> None:
    """Let the fresh proof of somebody grow old."""
    (device,) = [one["id"] for one in (await someone.ask("GET", "/me/devices"))["devices"] if one["this"]]
    await town.app.state.context.store.accounts.prove(device, -1)


NEEDS_PROOF = [
    ("POST", "/account/password", {"password": OTHER}),
    ("POST", "/account/recovery", None),
    ("POST", "/account/passkeys", {"credential": "{}", "name": "x"}),
    ("DELETE", "/account/passkeys/x", None),
    ("POST", "/me/link", None),
    ("POST", "/me", {"name": "Bertha"}),  # else a thief takes the name, and with it the way in
    ("DELETE", "/account", None),
]


def test_what_matters_needs_a_fresh_proof(database: str) -> None:
    async def work(town: Town) -> None:
        me = await town.someone()
        await me.register("Anna")
        await make_old(town, me)
        assert not (await me.account())["proven"]
        for method, path, body in NEEDS_PROOF:
            assert await me.refused(method, path, body) == (403, "proof_first"), path
        assert await me.refused("POST", "/account/proof", {"password": OTHER}) == (403, "wrong_password")
        assert await me.refused("POST", "/account/proof", {}) == (400, None)
        await me.ask("POST", "/me", {"name": "ANNA"})
        await me.ask("POST", "/account/proof", {"password": PASSWORD})
        await me.ask("POST", "/me/link")
        await me.ask("POST", "/me", {"name": "Bertha"})
        guest = await town.someone()
        await guest.ask("POST", "/me", {})
        await guest.ask("POST", "/me/link")

    in_town(database, work)


def test_who_made_a_browser_theirs_is_out_when_its_user_registers(sqlite: str) -> None:
    """By a link of theirs that somebody opened, or by a copy of the cookie: it is another session from then on."""

    async def work(town: Town) -> None:
        thief, copy, me = await town.someone(), await town.someone(), await town.someone()
        await thief.ask("POST", "/me", {})
        link = await thief.ask("POST", "/me/link")
        left = await thief.ask("POST", "/me/link")
        await me.ask("POST", "/me/devices", {"code": link["code"]})
        copy.http.cookies.update(dict(me.http.cookies))
        game = await me.new_game()
        await me.register("Anna")
        assert await me.my_games() == {game}
        for one in (thief, copy):
            assert not (await one.ask("GET", "/me"))["known"]
            assert await one.my_games() == set()
        assert (await thief.refused("POST", "/me/devices", {"code": left["code"]}))[0] == 403
        assert len((await me.ask("GET", "/me/devices"))["devices"]) == 1

    in_town(sqlite, work)


def test_a_list_of_devices_says_when_each_was_here(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else nobody sees that a thief's is used, and whoever adds many loses the one that they use every day."""
    monkeypatch.setattr(devices, "NOTED_MILLISECONDS", 0)

    async def work(town: Town) -> None:
        store: GameStore = town.app.state.context.store
        me = await town.someone()
        await me.ask("POST", "/me", {})
        async with store.transaction() as connection:
            await connection.execute(update(people_tables.devices).values(seen=1))
        await me.ask("GET", "/me")
        (mine,) = (await me.ask("GET", "/me/devices"))["devices"]
        assert mine["seen"] > 1
        monkeypatch.setattr(devices, "NOTED_MILLISECONDS", 3600_000)
        async with store.transaction() as connection:
            await connection.execute(update(people_tables.devices).values(seen=1))
        await me.ask("GET", "/me")
        (mine,) = (await me.ask("GET", "/me/devices"))["devices"]
        assert mine["seen"] == 1, "not with every page"

    in_town(sqlite, work)


def test_a_changed_password_ends_every_other_session(database: str) -> None:
    async def work(town: Town) -> None:
        phone, desk, linked = [await town.someone() for _ in range(3)]
        await phone.register("Anna")
        made = await phone.ask("POST", "/games", {"seats": [ME, ME], "keys": True}, 201)
        key = made["keys"]["W"]
        await desk.sign_in("Anna")
        code = (await phone.ask("POST", "/me/link"))["code"]
        await phone.ask("POST", "/account/password", {"password": OTHER})
        assert not (await desk.ask("GET", "/me"))["known"]
        assert (await phone.account())["name"] == "Anna"
        assert await linked.refused("POST", "/me/devices", {"code": code}) == (403, None)
        program = await town.someone()
        program.http.headers["Authorization"] = f"Bearer {key}"
        seats = (await program.ask("GET", f"/games/{made['game']['id']}"))["seats"]
        assert not any(seat["yours"] for seat in seats)
        body = {"name": "Anna", "password": PASSWORD}
        assert await desk.refused("POST", "/account/sign-in", body) == (403, "wrong_password")
        await desk.sign_in("Anna", OTHER)
        assert await desk.refused("POST", "/account/password", {"password": None}) == (409, "last_way_in")

    in_town(database, work)


def test_guessing_is_limited_by_account_and_the_owner_is_not_locked_out(database: str) -> None:
    limits = Limits(guesses_per_hour=4, sign_ins_per_hour=1000)

    async def work(town: Town) -> None:
        owner, thief = await town.someone(), await town.someone()
        await owner.register("Anna")
        passkey = SoftPasskey(ORIGIN)
        made = passkey.make(await owner.options("new"))
        await owner.ask("POST", "/account/passkeys", {"credential": made, "name": "Phone"})
        await owner.ask("POST", "/me/leave")
        for name in ("Anna", "Nobody"):
            body = {"name": name, "password": OTHER}
            for _ in range(4):
                assert await thief.refused("POST", "/account/sign-in", body) == (403, "wrong_password")
            assert await thief.refused("POST", "/account/sign-in", body) == (429, "guesses_per_hour")
        right = {"name": "Anna", "password": PASSWORD}
        assert await thief.refused("POST", "/account/sign-in", right) == (429, "guesses_per_hour")
        await owner.sign_in("Anna")
        abroad = await town.someone()
        assert await abroad.refused("POST", "/account/sign-in", right) == (429, "guesses_per_hour")
        sent = passkey.use(await abroad.options("sign_in"))
        await abroad.ask("POST", "/account/sign-in/passkey", {"credential": sent})
        copied = await town.someone()
        copied.http.cookies.update(dict(owner.http.cookies))
        for _ in range(3):
            body = {"name": "Anna", "password": OTHER}
            assert await copied.refused("POST", "/account/sign-in", body) == (403, "wrong_password")
        assert await copied.refused("POST", "/account/sign-in", body) == (429, "guesses_per_hour")

    in_town(database, work, limits)


def test_attempts_are_limited_by_address_whatever_the_name(sqlite: str) -> None:
    async def work(town: Town) -> None:
        thief = await town.someone()
        for number in range(5):
            body = {"name": f"name{number}", "password": OTHER}
            assert await thief.refused("POST", "/account/sign-in", body) == (403, "wrong_password")
        for path, body in (
            ("/account/sign-in", {"name": "other", "password": OTHER}),
            ("/account/sign-in/recovery", {"name": "other", "code": "2"}),
            ("/account/passkey-options", {"purpose": "sign_in"}),
        ):
            assert await thief.refused("POST", path, body) == (429, "sign_ins_per_hour"), path

    in_town(sqlite, work, Limits(sign_ins_per_hour=5))


def test_passkeys_and_devices_of_others_stay_as_they_are(database: str) -> None:
    async def work(town: Town) -> None:
        anna, eve = await town.someone(), await town.someone()
        await anna.register_by_passkey("Anna")
        await eve.register("Eve")
        (key,) = [one["id"] for one in (await anna.account())["passkeys"]]
        (device,) = [one["id"] for one in (await anna.ask("GET", "/me/devices"))["devices"]]
        for method, path, body in (
            ("POST", f"/account/passkeys/{key}", {"name": "mine"}),
            ("DELETE", f"/account/passkeys/{key}", None),
            ("DELETE", f"/me/devices/{device}", None),
        ):
            assert (await eve.refused(method, path, body))[0] == 404, path
        assert [one["name"] for one in (await anna.account())["passkeys"]] != ["mine"]
        assert len((await anna.ask("GET", "/me/devices"))["devices"]) == 1

    in_town(database, work)
