"""What a release wrote is opened by the program of today: every game replays, goes on and can be written again."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from amyitis.box.known import box_of_record, digest_in
from amyitis.box.process import BoxProcess
from amyitis.box.tables import BOX_DIGEST
from amyitis.client import Client
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.game.deals.verifying import verify_deals
from amyitis.server.identity import COOKIE, Cookies
from amyitis.store import GameStore, Unusable
from amyitis.store.backup import back_up, restore
from amyitis.store.checking import check_database
from amyitis.table import Table
from amyitis.table.people.alerts import QuietHours, Webhook
from tests.owners import owners_box
from tests.releases.load import RELEASES, carry_over, records_of, said_of, unpack
from tests.releases.played import AT, about
from tests.server.running import KINDS, Databases, run_server
from tests.store.later_release import VALUE, later_release, later_values

T = TypeVar("T")

BOTH = pytest.mark.parametrize(("release", "kind"), [(release, kind) for release in RELEASES for kind in KINDS])
EACH = pytest.mark.parametrize("release", RELEASES)


def opened(url: str, work: Callable[[GameStore], Awaitable[T]]) -> T:
    """Do something with the store of a database, which is brought up to date."""

    async def run() -> T:
        store = await GameStore.open(url)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def moved(release: str, kind: str, databases: Databases, folder: Path) -> str:
    """The address of a copy of a release's database, in a database of a kind, with the schema it had then."""
    file = unpack(release, folder)
    if kind == "sqlite":
        return f"sqlite:///{file}"
    url = databases.without_schema(kind)
    carry_over(file, url)
    return url


def said_now(url: str, name: str, said: dict[str, Any], box: Path) -> dict[str, Any]:
    """What the program of today says of a game."""

    async def work(store: GameStore) -> dict[str, Any]:
        facts = await store.game(said["id"])
        assert facts is not None, name
        sitting, log, digest = await store.seats(facts.id), await store.log(facts.id), digest_in(facts.box)
        if digest == BOX_DIGEST:
            return about(facts, sitting, log)
        text = await store.boxes.text(digest)
        assert text is not None, name
        box.write_text(text, encoding="utf-8")
        process = BoxProcess(digest, box)
        try:
            return process.call(about, facts, sitting, log)
        finally:
            process.end()

    return opened(url, work)


def test_there_is_a_release() -> None:
    assert RELEASES
    for release in RELEASES:
        assert len(said_of(release)["games"]) > 12
        assert sum(path.stat().st_size for path in (Path(__file__).parent / release).iterdir()) < 300_000


@BOTH
def test_every_game_is_as_it_was_and_goes_on_as_it_did(
    release: str, kind: str, databases: Databases, tmp_path: Path
) -> None:
    url = moved(release, kind, databases, tmp_path)
    for name, said in said_of(release)["games"].items():
        assert said_now(url, name, said, tmp_path / "box.toml") == said, name
    found = asyncio.run(check_database(url))
    assert (found.games, found.wrong, found.left_out) == (len(said_of(release)["games"]), [], [])


@BOTH
def test_running_games_are_played_to_their_ends_and_kept(
    release: str, kind: str, databases: Databases, tmp_path: Path
) -> None:
    url, games = moved(release, kind, databases, tmp_path), said_of(release)["games"]

    async def work(store: GameStore) -> int:
        ended = 0
        for name, said in games.items():
            facts = await store.game(said["id"])
            assert facts is not None
            if "goes_on" not in said or digest_in(facts.box) != BOX_DIGEST:
                continue
            sitting, log = await store.seats(facts.id), await store.log(facts.id)
            table, _entries = Table.rebuild(facts, sitting, log)
            change = table.move([table.game.legal_moves[0]], "ann", frozenset(table.decider), AT)
            await store.append(change.step)
            table.keep(change)
            again = await store.game(facts.id)
            assert again is not None
            rebuilt, _entries = Table.rebuild(again, sitting, await store.log(facts.id))
            assert (rebuilt.ply, rebuilt.view) == (table.ply, table.view), name
            ended += 1
        return ended

    assert opened(url, work) >= 7


@EACH
def test_people_and_what_they_did_are_there(release: str, tmp_path: Path) -> None:
    async def work(store: GameStore) -> None:
        assert [await store.people.name(person) for person in ("ann", "ben", "nobody")] == ["Ann", "Ben", None]
        assert await store.alerts.webhook("ben") == Webhook("ben", "", "https://example.org/ben", "ntfy", "de")
        assert [one.language for one in await store.alerts.subscriptions("ben")] == ["fr"]
        assert [said.text for said in await store.talk.latest("game", "table")] == ["Good luck"] * 2
        assert await store.alerts.quiet_hours("ben") == QuietHours(1320, 420, "Europe/Prague")
        assert [device.id for device in await store.devices.of("ann")] == ["ann-desk"]
        assert await store.devices.revoked() == {"ann-phone"}
        assert await store.devices.whose_link("0" * 64) == "ben"
        account = await store.accounts.named("1" * 64)
        assert account is not None
        assert (account.person, [key.id for key in await store.accounts.passkeys("ann")]) == ("ann", ["key"])
        assert await store.accounts.banned() == {"cleo"}
        assert await store.accounts.is_taken("3" * 64, "anybody")
        (attempt,) = await store.puzzles.tries("ann")
        assert (attempt.result, attempt.wrong, attempt.change) == ("solved", "pass", 8)
        assert len(await store.challenges.games("challenge")) == 2
        game_id = said_of(release)["games"]["finished"]["id"]
        assert await store.derived.review(game_id) == ("0.1.0", b"\x00review")
        assert await store.derived.replay(game_id, "0.1.0") == b"\x00replay"

    opened(f"sqlite:///{unpack(release, tmp_path)}", work)


@EACH
def test_its_database_goes_through_a_backup(release: str, tmp_path: Path) -> None:
    url, saved, back = f"sqlite:///{unpack(release, tmp_path)}", tmp_path / "saved", f"sqlite:///{tmp_path / 'back'}"
    games = len(said_of(release)["games"])
    assert asyncio.run(back_up(url, saved)) == asyncio.run(restore(saved, back)) == games


@EACH
def test_its_records_read_and_their_deals_are_verified(release: str) -> None:
    records = records_of(release)
    assert len(records) >= 5
    for name, text in records.items():
        if box_of_record(text) != BOX_DIGEST:
            assert box_of_record(text) == owners_box().digest
            with pytest.raises(Malformed, match="which is in use here"):
                Game.from_record(text)
            continue
        game = Game.from_record(text)
        assert game.status() == [], name
        verdict = verify_deals(text)
        covered = "finished" in name and "gone-on" not in name
        assert not covered or verdict.deals == verdict.all_deals > 0, name
    assert verify_deals(records["finished-with-shares"]).fair


@BOTH
def test_migrations_run_from_its_schema_and_a_newer_one_is_refused(
    release: str, kind: str, databases: Databases, tmp_path: Path
) -> None:
    url = moved(release, kind, databases, tmp_path)
    with later_release(tmp_path):
        assert asyncio.run(later_values(url)) == {VALUE}
    with pytest.raises(Unusable, match="written by a newer program: its schema is later"):
        opened(url, GameStore.secrets)


@pytest.mark.slow
@EACH
def test_a_server_opens_its_games(release: str, tmp_path: Path) -> None:
    url, games = f"sqlite:///{unpack(release, tmp_path)}", said_of(release)["games"]
    cookie = Cookies(opened(url, GameStore.secrets)).sign("ann", "ann-desk")
    with run_server(url) as server, Client(server.address) as me:
        me.cookies.set(COOKIE, cookie, domain="127.0.0.1")
        for name in ("two", "an owner's box", "finished, with shares"):
            said = games[name]
            game = me.game(said["id"])
            assert (game["ply"], game["over"]) == (said["ply"], said["over"]), name
        two = me.game(games["two"]["id"])
        assert me.move(two["id"], two["ply"], two["legal"][0])["ply"] > two["ply"]
        assert me.game(games["waiting for people"]["id"])["ply"] == 0
