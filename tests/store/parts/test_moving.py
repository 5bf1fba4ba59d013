"""People move from one id to another, and are removed: nothing of them stays but what must."""

import asyncio
import json
import secrets
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import String, Text, cast, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from amyitis.store import GameStore
from amyitis.store.burying import note, noted
from amyitis.store.parts.moving import person_hash
from amyitis.store.schema import metadata
from amyitis.table import NewGame
from amyitis.table.people.accounts import REMOVED, SOMEONE, Account, Passkey
from amyitis.table.people.alerts import Mail, QuietHours, Subscription, Webhook
from amyitis.table.people.puzzle_tries import PuzzleRating, PuzzleTry, Ratings
from amyitis.table.people.talk import Said
from tests.server.running import Databases
from tests.store.storing import game, step, with_store

RATING = PuzzleRating(25.0, 8.0, 1, 1)


@pytest.fixture
def person() -> str:
    return secrets.token_hex(8)


def solved(attempt: PuzzleTry, _ratings: Ratings) -> tuple[PuzzleTry, Ratings]:
    return replace(attempt, result="solved"), (RATING, RATING)


def two_people(owner: str, other: str | None) -> NewGame:
    new = game(secrets.token_urlsafe(9), owner)
    return replace(new, seats=[new.seats[0], replace(new.seats[1], person=other, bot=None, name="Ben")])


async def lived_in(store: GameStore, person: str) -> dict[str, str]:
    """Let a person leave something everywhere; returns their games."""
    new = {
        "alone": game(secrets.token_urlsafe(9), person),
        "running": two_people(person, "ben" + person),
        "over": two_people(person, "ben" + person),
        "lobby": two_people("ben" + person, person),
        "left": two_people("ben" + person, None),
        "challenge": replace(game(secrets.token_urlsafe(9), person)),
    }
    lobby, left = new["lobby"], new["left"]
    new["lobby"] = replace(lobby, metadata=replace(lobby.metadata, stage="waiting"))
    new["left"] = replace(left, seats=[left.seats[0], replace(left.seats[1], former=person)])
    for one in new.values():
        await store.create(one)
    ids = {name: one.metadata.id for name, one in new.items()}
    await store.append(replace(step(ids["over"], 1, over=True), entries=step(ids["over"], 1).entries))
    await store.challenges.make(ids["challenge"], "c" + person)
    await store.puzzles.change(person, "puzzle", (RATING, RATING), solved)
    await store.accounts.ban(person)
    for device in ("desk", "phone"):
        await store.devices.keep(person + device, person, device)
        await store.accounts.prove(person + device, 600)
    await store.devices.add_link("l" + person, person, 600, person + "desk")
    await store.accounts.make(
        Account(person, "looks" + person, 1, "hash", "code"),
        "Anna",
        None,
        Passkey(person + "key", person, "example.org", "phone", b"", 1, None),
    )
    await store.accounts.begin("ceremony" + person, person, 600)
    await store.people.change(person, name="Anna")
    for game_id in ("", ids["running"]):
        await store.alerts.keep_webhook(Webhook(person, game_id, "https://example.org", "json", "en"))
    await store.alerts.subscribe(Subscription("https://push/" + person, person, person + "desk", "k", "a", "en"))
    await store.alerts.keep_quiet_hours(person, QuietHours(0, 60, "UTC"))
    await store.alerts.keep_mail(Mail(person, "anna@example.org", "en", "m" + person))
    await store.alerts.plan(person, ids["running"], "turn", 0)
    said = await store.talk.say(Said(0, ids["running"], "table", person, "W", "Anna", 1, "text", "hello"))
    await store.talk.report(said, "ben" + person)
    await store.talk.report(replace(said, person="ben" + person, id=said.id + 1), person)
    await store.talk.mute(person, "ben" + person, True)
    await store.talk.mute("ben" + person, person, True)
    async with store.transaction() as connection:
        entry = step(ids["running"], 2).entries[0]
        row = {"game_id": ids["running"], **vars(replace(entry, actor=person))}
        await connection.execute(insert(metadata.tables["log"]).values(**row))
        seats = metadata.tables["seats"]
        other = (seats.c.game_id == ids["running"], seats.c.person == "ben" + person)
        await connection.execute(update(seats).where(*other).values(votes=f'{{"people": ["{person}"]}}'))
    return ids


async def traces(store: GameStore, person: str) -> list[str]:
    """The columns in which a person's id stands alone: not as a part of the ids of these tests."""
    found = []
    for table in metadata.sorted_tables:
        for column in table.columns:
            if isinstance(column.type, (String, Text)):
                text = cast(column, String)
                hits = select(func.count()).select_from(table).where(or_(text == person, text.contains(f'"{person}"')))
                if await store.value(hits):
                    found.append(str(column))
    return found


def test_nothing_of_a_removed_person_stays(database: str, person: str) -> None:
    async def work(store: GameStore) -> None:
        ids = await lived_in(store, person)
        tables = {column.partition(".")[0] for column in await traces(store, person)}
        of_people = {table.name for table in metadata.sorted_tables if {"person", "owner"} & set(table.c.keys())}
        assert of_people <= tables, "this person has left something in every table of people"
        gone = await store.moving.remove(person, "looks" + person, "Steward")
        assert gone.devices == {person + "desk", person + "phone"}
        assert gone.games == set(ids.values())
        assert await traces(store, person) == []
        assert await store.game(ids["alone"]) is None
        over, running, lobby = [(await store.seats(ids[name])) for name in ("over", "running", "lobby")]
        assert (over[0].person, over[0].name, over[1].name) == (REMOVED, SOMEONE, "Ben")
        assert (running[0].person, running[0].bot, running[0].name) == (None, "Steward", "Steward")
        assert lobby[1].is_open
        assert {person + "desk", person + "phone"} <= await store.devices.revoked()
        assert await store.accounts.is_taken("looks" + person, "anybody"), "the name is not used again"
        assert person_hash(person) in {hashed for hashed, _looks, _at in await store.moving.tombstones()}

    with_store(database, work)


def test_a_guests_things_move_to_an_account(database: str, person: str) -> None:
    guest = person + "guest"

    async def work(store: GameStore) -> None:
        ids = await lived_in(store, guest)
        await store.create(again := game(secrets.token_urlsafe(9), person))
        await store.talk.mute(person, guest, True)
        gone = await store.moving.move(guest, person)
        assert gone.devices == {guest + "desk", guest + "phone"}
        assert gone.games == set(ids.values())
        assert await traces(store, guest) == []
        assert {one.id for one in await store.games_of(person)} == {*ids.values(), again.metadata.id} - {ids["left"]}
        assert (await store.seats(ids["left"]))[1].former == person
        assert [attempt.puzzle for attempt in await store.puzzles.tries(person)] == ["puzzle"]
        assert await store.puzzles.person(person) == RATING
        assert await store.talk.muted("ben" + guest) == {person}, "who has muted the guest does not hear them again"
        assert await store.talk.muted(person) == {"ben" + guest}, "nobody mutes themselves"
        reports = [(one.person, one.reporter) for one in await store.talk.reports()]
        assert {(person, "ben" + guest), ("ben" + guest, person)} <= set(reports)
        head = await store.head(ids["over"])
        assert head is not None
        assert head[1] == 1, "those who watch read the seats again"

    with_store(database, work)


def test_what_an_account_has_already_is_kept(database: str, person: str) -> None:
    guest = person + "guest"

    async def work(store: GameStore) -> None:
        for one in (person, guest):
            await store.create(new := game(secrets.token_urlsafe(9), one))
            if one == person:
                await store.challenges.make(new.metadata.id, "c" + person)
            else:
                async with store.transaction() as connection:
                    await store.challenges.note_try(connection, "c" + person, guest, new.metadata.id)
                    games = metadata.tables["games"]
                    this = games.c.id == new.metadata.id
                    await connection.execute(update(games).where(this).values(challenge="c" + person))
            await store.puzzles.change(one, "puzzle", (RATING, RATING), solved)
        await store.moving.move(guest, person)
        assert await traces(store, guest) == []
        assert len(await store.puzzles.tries(person)) == 1
        assert len(await store.challenges.games("c" + person)) == 1, "nobody has two results in a challenge"
        assert len(await store.games_of(person)) == 2

    with_store(database, work)


def test_what_is_kept_about_somebody_names_nobody_else(database: str, person: str) -> None:
    async def work(store: GameStore) -> None:
        ids = await lived_in(store, person)
        async with store.transaction() as connection:
            seats = metadata.tables["seats"]
            this = (seats.c.game_id == ids["running"], seats.c.person == person)
            await connection.execute(update(seats).where(*this).values(votes=f'{{"people": ["ben{person}"]}}'))
        kept = await store.moving.kept_about(person)
        assert len(kept["talk_mutes"]) == len(kept["talk_reports"]) == 1, "what others say of them is not told"
        assert kept["talk_reports"][0]["reporter"] == person
        assert "ben" + person not in json.dumps(kept)

    with_store(database, work)


def test_a_removal_locks_devices_before_games_as_a_new_key_does(databases: Databases, person: str) -> None:
    """Two who lock the same in another order wait for each other until PostgreSQL ends one of them."""

    database = databases.postgresql()

    async def work(store: GameStore) -> None:
        await store.create(new := two_people(person, "ben" + person))
        await store.devices.keep(person + "desk", person, "desk")
        beside = await GameStore.open(database, beside=True)
        devices, lock, free = metadata.tables["devices"], store.lock, list[bool]()
        desk = select(devices.c.id).where(devices.c.id == person + "desk").with_for_update(skip_locked=True)

        async def look_and_lock(connection: AsyncConnection, game_id: str) -> None:
            async with beside.transaction() as other:
                free.append((await other.execute(desk)).first() is not None)
            await lock(connection, game_id)

        store.lock = look_and_lock  # type: ignore[method-assign]
        assert (await store.moving.remove(person, None, "Steward")).games == {new.metadata.id}
        assert free == [False]
        await beside.close()

    with_store(database, work)


def test_tombstones_remove_whoever_came_back(database: str, person: str) -> None:
    async def work(store: GameStore) -> None:
        await lived_in(store, person)
        known = [(person_hash(person), "looks" + person, 1)]
        assert await store.moving.bury(known, "Steward") == 1
        assert await traces(store, person) == []
        assert await store.moving.bury(known, "Steward") == 0

    with_store(database, work)


def test_a_damaged_line_about_somebody_removed_costs_nobody_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database, file = tmp_path / "games.sqlite", tmp_path / "games.sqlite.removed"
    note(database, ("a", None, 1))
    with file.open("ab") as lines:
        lines.write(b'{"no": "tombstone"}\n\xff\n["b", "lo')
    note(database, ("c", "looks", 2))
    assert noted(file) == [("a", None, 1), ("c", "looks", 2)]
    assert len(caplog.messages) == 3


def test_a_command_tells_the_server_of_a_file(tmp_path: object) -> None:
    database = f"sqlite:///{tmp_path}/games.sqlite"

    async def work(store: GameStore) -> None:
        games, revoked, bans = set[str](), set[str](), asyncio.Event()
        await store.listen(games.add, revoked.update, lambda: None, bans.set)
        beside = await GameStore.open(database, beside=True)
        ids = await lived_in(beside, "ann")
        await beside.moving.remove("ann", None, "Steward")
        await beside.close()
        async with asyncio.timeout(20):
            await bans.wait()
            while not revoked:
                await asyncio.sleep(0.05)
        assert revoked == {"anndesk", "annphone"}
        assert games == set(ids.values())

    with_store(database, work)
