"""What a person takes along, and what stays when they are removed; people who are banned."""

import asyncio
import json
from typing import Any

import pytest

from amyitis.server.settings import Limits
from amyitis.service.handlers import analysis, moves
from amyitis.service.routes import ROUTES
from amyitis.service.routing import Access, Route
from amyitis.store import GameStore
from tests.service.accounts.people import ME, OPEN, ORIGIN, OTHER, PASSWORD, Someone, Town, in_town
from tests.service.test_routes import BODIES, PATH


async def two_play(town: Town) -> tuple[Someone, Someone, str]:
    """Let Anna and Ben begin a game."""
    anna, ben = await town.someone(), await town.someone()
    await anna.register("Anna")
    await ben.register("Ben")
    game = await anna.new_game(ME, OPEN)
    ((seat, word),) = (await anna.ask("GET", f"/games/{game}/invitations"))["invitations"].items()
    await ben.ask("POST", f"/games/{game}/seats/{seat}/join", {"invitation": word})
    return anna, ben, game


def test_an_export_holds_all_that_is_kept_and_no_secret(database: str) -> None:
    async def work(town: Town) -> None:
        anna, ben, waiting = await two_play(town)
        begun = await anna.new_game()
        answer = await anna.http.get("/account/export")
        assert answer.headers["content-disposition"] == 'attachment; filename="amyitis.json"'
        about = answer.json()
        kept: dict[str, list[dict[str, Any]]] = about["kept"]
        assert [row["name"] for row in kept["people"]] == ["Anna"]
        assert {row["id"] for row in kept["games"]} == {waiting, begun} == set(about["records"])
        assert about["records"][begun]["record"].startswith("[")
        assert {row["game_id"] for row in kept["seats"]} == {waiting, begun}
        assert [row["revoked"] is None for row in kept["devices"]].count(True) == len(kept["accounts"]) == 1
        text = json.dumps(about)
        assert "argon2" not in text
        assert not {"password", "recovery", "key_hash", "secret", "nonce"} & {
            name for rows in kept.values() for row in rows for name in row
        }
        theirs = {row["id"] for row in (await ben.ask("GET", "/account/export"))["kept"]["devices"]}
        assert not any(device in text for device in theirs), "nothing of others but their names at the tables"
        guest = await town.someone()
        await guest.ask("POST", "/me", {"name": "Guest"})
        assert (await guest.ask("GET", "/account/export"))["kept"]["people"][0]["name"] == "Guest"
        for _ in range(2):
            assert (await guest.http.get("/account/export")).status_code in (200, 429)
        assert await guest.refused("GET", "/account/export") == (429, "exports_per_hour")

    in_town(database, work, Limits(exports_per_hour=2))


def test_a_removed_person_is_nobody_and_their_games_go_on(database: str) -> None:
    async def work(town: Town) -> None:
        anna, ben, game = await two_play(town)
        phone = await town.someone()
        await phone.sign_in("Anna")
        copied = dict(anna.http.cookies)
        assert (await anna.ask("DELETE", "/account"))["name"] is None
        anna.http.cookies.update(copied)
        for gone in (anna, phone):
            assert not (await gone.ask("GET", "/me"))["known"]
            assert await gone.my_games() == set()
        body = {"name": "Anna", "password": PASSWORD}
        assert await phone.refused("POST", "/account/sign-in", body) == (403, "wrong_password")
        stranger = await town.someone()
        await stranger.ask("POST", "/me", {})
        assert await stranger.refused("POST", "/account", body) == (409, "name_taken")
        seats = (await ben.ask("GET", f"/games/{game}"))["seats"]
        assert "Anna" not in [seat["name"] for seat in seats]
        assert [seat["yours"] for seat in seats].count(True) == 1

    in_town(database, work)


@pytest.mark.parametrize("who", ["nobody", "guest", "removed", "banned"])
def test_every_route_of_accounts_is_walked_as(sqlite: str, who: str) -> None:
    """None of them lets anybody act as Anna; those that are for anyone ask for what only she knows."""
    bodies = BODIES | {
        "sign_in": {"name": "Anna", "password": OTHER},
        "sign_in_by_passkey": {"credential": "{}"},
        "sign_in_by_recovery": {"name": "Anna", "code": "2"},
        "begin_passkey": {"purpose": "proof"},
        "about_me": {},
        "use_link": {"code": "x"},
    }

    async def work(town: Town) -> None:
        anna, walker = await town.someone(), await town.someone()
        await anna.register("Anna")
        store: GameStore = town.app.state.context.store
        if who != "nobody":
            await walker.ask("POST", "/me", {})
        if who == "removed":
            await walker.ask("DELETE", "/account")
        if who == "banned":
            await walker.register("Bad")
            (bad,) = [one.person for one in await store.accounts.members() if one.name == "Bad"]
            await store.accounts.ban(bad)
            await town.app.state.service.accounts.bans.load()
        rows = [row for row in ROUTES if row.tag in ("accounts", "people")]
        assert len(rows) > 18
        for row in sorted(rows, key=lambda row: (row.name in ("sign_out", "remove_me"), row.name)):
            path = row.path.format(**PATH, key="k")
            body = None if row.body is None or not row.body.required else bodies[row.name]
            answer = await walker.http.request(row.method, path, json=body, headers={"Origin": "http://localhost"})
            if who == "banned" and row.name == "sign_out":
                assert (answer.status_code, answer.json()["key"]) == (403, "cookie_first"), "removed just before"
            elif who == "banned" and not row.banned_too:
                assert (answer.status_code, answer.json()["key"]) == (403, "banned"), row
            elif who in ("nobody", "removed") and row.who is Access.PERSON:
                assert answer.status_code == 403, row
            elif answer.status_code < 400:
                assert "Anna" not in answer.text, row
                assert row.name in {"who_am_i", "about_me", "my_account", "register"} | {
                    *("list_devices", "make_link", "remove_device", "sign_out", "export_me", "remove_me"),
                }, row
            if row.name in ("about_me", "register", "sign_out"):  # who had no cookie goes on without one
                walker.http.cookies.clear() if who in ("nobody", "removed") else None
        assert (await anna.account())["name"] == "Anna"
        assert len(await store.accounts.members()) in (1, 2)

    in_town(sqlite, work)


def test_keys_that_are_made_while_a_ban_is_on_its_way_end(sqlite: str) -> None:
    """A server of a file reads every two seconds what a command did: who is banned has so long to make a key."""

    async def work(town: Town) -> None:
        bad = await town.someone()
        await bad.register("Bad")
        store: GameStore = town.app.state.context.store
        (person,) = [one.person for one in await store.accounts.members()]
        begun = await bad.new_game()
        await store.accounts.ban(person)
        key = (await bad.ask("POST", f"/games/{begun}/seats/W/key"))["key"]
        made = await bad.ask("POST", "/games", {"seats": [ME, ME], "keys": True}, 201)
        program, keys = await town.someone(), ((begun, key), (made["game"]["id"], made["keys"]["W"]))
        town.app.state.service.accounts.bans.look_again()
        async with asyncio.timeout(5):
            for game, one in keys:
                program.http.headers["Authorization"] = f"Bearer {one}"
                while any(seat["yours"] for seat in (await program.ask("GET", f"/games/{game}"))["seats"]):
                    await asyncio.sleep(0.01)

    in_town(sqlite, work)


@pytest.mark.parametrize("who", ["spectator", "other seat", "removed", "banned"])
def test_every_route_of_a_table_is_walked_as(sqlite: str, who: str) -> None:
    """Nobody acts for Anna, whose turn it is; whoever was removed or banned does not act for their own seat either."""

    def is_refused(row: Route) -> bool:
        if who == "spectator":
            return "{game_id}" in row.path and row.who in (Access.PLAYER, Access.MAKER)
        if who == "other seat":
            hers = "{seat}" in row.path and row.name != "replace_absent"  # a vote of the others
            return row.who is Access.MAKER or hers or row.handler in (moves.move, analysis.hint, analysis.shares)
        return ("{game_id}" in row.path or row.tag == "alerts") and (row.who is not Access.ANYONE or who == "banned")

    async def work(town: Town) -> None:
        anna, walker = await town.someone(), await town.someone()
        await anna.register("Anna")
        await walker.register("Ben")
        clock = {"kind": "live", "allowance": 600, "increment": 5}
        made = await anna.ask("POST", "/games", {"seats": [ME, OPEN], "first": 0, "clock": clock}, 201)
        game, invitation = made["game"]["id"], made["invitations"]["K"]
        store: GameStore = town.app.state.context.store
        if who != "spectator":
            await walker.ask("POST", f"/games/{game}/seats/K/join", {"invitation": invitation})
        cookies = dict(walker.http.cookies)
        if who == "removed":
            await walker.ask("DELETE", "/account")
            walker.http.cookies.update(cookies)
        if who == "banned":
            (ben,) = [one.person for one in await store.accounts.members() if one.name == "Ben"]
            await store.accounts.ban(ben)
            await town.app.state.service.accounts.bans.load()
        before = await anna.ask("GET", f"/games/{game}")
        seat = "W" if who in ("spectator", "other seat") else "K"
        rows = [row for row in ROUTES if is_refused(row)]
        rows = [row for row in rows if row.body is None or not row.body.required or row.name in BODIES]
        for row in rows:
            body = BODIES[row.name] if row.body is not None and row.body.required else None
            path = row.path.format(**PATH | {"seat": seat}, game_id=game, key="k")
            answer = await walker.http.request(row.method, path, json=body, headers={"Origin": ORIGIN})
            assert answer.status_code == 403, (row, answer.text)
            if who == "banned":
                assert answer.json()["key"] == "banned", row
        after = await anna.ask("GET", f"/games/{game}")
        changing = ("clock", "seats")
        assert {name: after[name] for name in after if name not in changing} == {
            name: before[name] for name in before if name not in changing
        }
        assert [one["bot"] for one in after["seats"]] == [one["bot"] for one in before["seats"]]
        assert len(rows) > 10

    in_town(sqlite, work)
