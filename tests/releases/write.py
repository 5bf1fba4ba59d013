"""Write the database and the records of a release, with what the program says of them then.

    python -m tests.releases.write            # into tests/releases/VERSION

`games.sqlite.gz` is the database, `games.json` what the program says of every game in it (digests of all positions, and
how a running game goes on), and `*.amy` are records. `test_releases.py` opens them with the program of today.
"""

import asyncio
import gzip
import json
import re
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from amyitis import __version__
from amyitis.box.process import BoxProcess
from amyitis.service.games.records import record_headers
from amyitis.store import GameStore
from amyitis.store.opening import newest_revision
from amyitis.table.challenges import same_deal
from amyitis.table.new_games import rematch
from amyitis.table.people.accounts import Account, Passkey
from amyitis.table.people.alerts import QuietHours, Subscription, Webhook
from amyitis.table.people.puzzle_tries import PuzzleRating, PuzzleTry, Ratings
from amyitis.table.people.talk import Said
from amyitis.table.replaying import record_of_log
from tests.owners import owners_box, owners_text
from tests.releases.played import (
    AT,
    TO_THE_END,
    Played,
    about,
    chosen,
    drawn,
    gone_on,
    owners_game,
    play,
    revealed,
    seats,
    standing,
)

HERE = Path(__file__).parent
PEOPLE = ("ann", "ben")
PUZZLE, RATING = "0123456789ab", PuzzleRating(25.0, 8.0, 1, 1)


def games() -> dict[str, Played]:
    """Games with the standard box, by what they are there for."""
    two, people = seats("ann", "ann"), seats("ann", "ben")
    return {
        "begun": play(drawn(seats("ann", "ann", "ann", "ann")), 0),
        "waiting for people": play(drawn(seats("ann", "", seal="")), 0),
        "two": play(chosen(two, 2), 60),
        "two, with shares": play(revealed(people), 90),
        "three, limited supply": play(chosen(seats("ann", "ben", "ann"), 4, limited_supply=True), 80),
        "four, Palace": play(drawn(seats("ann", "ben", "ann", "ben"), palace=True), 120),
        "three, house rules": play(
            chosen(seats("ann", "ben", "ann"), 9, palace=True, full_lap=True, unlimited_noble=True), 90
        ),
        "gone on": play(gone_on(people, 50), 30),
        "against a bot": play(drawn(seats("ann", "bot:greedy")), 25),
        "finished": play(chosen(two, 21, palace=True), TO_THE_END),
        "finished, with shares": play(revealed(people), TO_THE_END),
        "finished, gone on": play(gone_on(people, 40), TO_THE_END),
        "challenge": play(drawn(seats("ann", "bot:greedy")), TO_THE_END),
    }


async def keep(store: GameStore, played: Played) -> None:
    """Keep a game with all its steps."""
    await store.create(played.new)
    for step in played.steps:
        await store.append(step)


async def keep_people(store: GameStore) -> None:
    """People with devices, one of which has lost its rights, a link, an account, and a puzzle that was solved."""
    for person in PEOPLE:
        await store.people.change(person, name=person.title())
        await store.alerts.keep_webhook(Webhook(person, "", f"https://example.org/{person}", "ntfy", "de"))
        await store.alerts.subscribe(Subscription(f"https://push.example/{person}", person, "", "key", "auth", "fr"))
        await store.talk.say(Said(0, "game", "table", person, "W", person.title(), AT, "text", "Good luck"))
        await store.alerts.keep_quiet_hours(person, QuietHours(1320, 420, "Europe/Prague"))
        for device in ("phone", "desk"):
            await store.devices.keep(f"{person}-{device}", person, device)
    await store.devices.revoke("ann", ["ann-phone"])
    await store.devices.add_link("0" * 64, "ben", 10**8, "ben-phone")
    passkey = Passkey("key", "ann", "example.org", "phone", b"public key", AT, None)
    await store.accounts.make(Account("ann", "1" * 64, AT, "hash", "2" * 64), "Ann", None, passkey)
    await store.accounts.ban("cleo")
    await store.moving.remove("dan", "3" * 64, "Steward")

    def solved(attempt: PuzzleTry, ratings: Ratings) -> tuple[PuzzleTry, Ratings]:
        return replace(attempt, wrong="pass", hints=1, result="solved", change=8, ended=AT), (RATING, RATING)

    await store.puzzles.change("ann", PUZZLE, (RATING, RATING), solved)


async def fill(url: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Fill a new database; what the program says of its games, and some records of them."""
    said, records, store = dict[str, Any](), dict[str, str](), await GameStore.open(url)
    await keep_people(store)
    kept = games()
    for played in kept.values():
        await keep(store, played)
    ended = kept["finished"]
    follower = rematch(standing(ended), ended.new.seats, "ann", {}, AT)
    await store.create(follower, rematch_of=ended.new.metadata.id)
    await store.derived.keep_replay(ended.new.metadata.id, "0.1.0", b"\x00replay")
    await store.derived.keep_review(ended.new.metadata.id, "0.1.0", b"\x00review")
    first = kept["challenge"]
    await store.challenges.make(first.new.metadata.id, "challenge")
    facts = await store.game(first.new.metadata.id)
    assert facts is not None
    again = play(same_deal(facts, first.new.seats, "ben", "Ben", AT), 20)
    await keep(store, again)
    for name, played in {**kept, "rematch": Played(follower), "challenged": again}.items():
        facts = await store.game(played.new.metadata.id)
        assert facts is not None
        sitting, log = await store.seats(facts.id), await store.log(facts.id)
        said[name] = about(facts, sitting, log)
        if facts.start and name in ("two", "finished", "finished, with shares", "finished, gone on", "challenged"):
            records[name] = record_of_log(facts, log, record_headers(facts, sitting))
    await store.close()
    return said, records


async def fill_owners(url: str, folder: Path) -> tuple[dict[str, Any], str]:
    """Add a game with an owner's box."""
    file, digest = folder / "owners.toml", owners_box().digest
    file.write_text(owners_text(), encoding="utf-8")
    process = BoxProcess(digest, file)
    try:
        played, said, record = process.call(owners_game)
    finally:
        process.end()
    store = await GameStore.open(url)
    await store.boxes.keep(digest, "an owner's", owners_text())
    await keep(store, played)
    await store.close()
    return said, record


def write(folder: Path) -> None:
    """Write all files of a release anew."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    with tempfile.TemporaryDirectory() as made:
        database = Path(made) / "games.sqlite"
        url = f"sqlite:///{database}"
        said, records = asyncio.run(fill(url))
        said["an owner's box"], records["an owner's box"] = asyncio.run(fill_owners(url, Path(made)))
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("VACUUM")
        (folder / "games.sqlite.gz").write_bytes(gzip.compress(database.read_bytes(), mtime=0))
    write_facts(folder, {"version": __version__, "revision": newest_revision(), "games": said})
    for name, record in records.items():
        (folder / f"{re.sub(r'[^a-z]+', '-', name)}.amy").write_text(record, encoding="utf-8")


def write_facts(folder: Path, facts: Mapping[str, Any]) -> None:
    """Write what the program says."""
    (folder / "games.json").write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(HERE / __version__)
