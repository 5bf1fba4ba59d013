"""A database that an earlier release wrote opens, and every game in it replays and goes on as it did then.

The games of a release are those of its standard box, so all of it is done by a process with that box.
"""

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from amyitis.box.known import box_of_record, known_box
from amyitis.box.process import BoxProcess
from amyitis.game import Game
from amyitis.store import GameStore
from amyitis.table import Asker, Table
from amyitis.table.replaying import film_of_log, replay_entry, replay_log
from amyitis.table.telling import Teller

RELEASES = Path(__file__).parent.parent / "releases"
NAMES = sorted(path.name.removesuffix(".sqlite.gz") for path in RELEASES.glob("*.sqlite.gz"))
APPENDED = 3  # moves that are written down too

Work = Callable[[GameStore, str, dict[str, Any]], Awaitable[bool]]


def said_of(release: str) -> dict[str, Any]:
    """What a release says of its games."""
    found: dict[str, Any] = json.loads(gzip.decompress((RELEASES / f"{release}.json.gz").read_bytes()))["games"]
    return found


def for_each_game(release: str, folder: Path, work: Work) -> int:
    """Open a copy of the database and do something with every game in it; tells with how many it was done."""
    file = folder / "games.sqlite"
    file.write_bytes(gzip.decompress((RELEASES / f"{release}.sqlite.gz").read_bytes()))

    async def run() -> int:
        store = await GameStore.open(f"sqlite:///{file}")
        try:
            return sum([await work(store, name, game) for name, game in said_of(release).items()])
        finally:
            await store.close()

    return asyncio.run(run())


def with_its_box(work: Work, release: str, folder: Path) -> int:
    """As `for_each_game`, in a process with the box of the release's games."""
    (digest,) = {box_of_record(said["record"]) for said in said_of(release).values()}
    path = known_box(str(digest))
    assert path is not None
    process = BoxProcess(str(digest), path)
    try:
        return process.call(for_each_game, release, folder, work)
    finally:
        process.end()


async def replays(store: GameStore, name: str, said: dict[str, Any]) -> bool:
    """The game replays ply by ply."""
    facts, log = await store.game(said["id"]), await store.log(said["id"])
    assert facts is not None
    assert (facts.ply, facts.over) == (said["ply"], said["over"]), name
    game = Game.from_position(facts.start)
    positions = [game.position]
    for entry in log:
        replay_entry(game, entry)
        positions.append(game.position)
    assert positions == said["positions"], name
    assert Game.from_record(said["record"]).position == positions[-1], name
    assert replay_log(facts, log).game.position == positions[-1], name
    assert len(film_of_log(facts, log)["frames"]) == said["ply"], name
    return True


async def goes_on(store: GameStore, name: str, said: dict[str, Any]) -> bool:
    """The table is as it was, and a running game goes on as it did."""
    facts, seats = await store.game(said["id"]), await store.seats(said["id"])
    assert facts is not None
    table, _entries = Table.rebuild(facts, seats, await store.log(said["id"]))
    assert table.game.position == said["positions"][-1], name
    me = Asker(person=facts.owner)
    told = Teller().game(table, me)
    assert (told["ply"], told["decider"], told["legal"]) == (said["ply"], said["decider"], said["legal"]), name
    for place, token in enumerate(said.get("goes on", {}).get("tokens", [])):
        change = table.moved([token], me.actor, me.seats(seats))
        if place < APPENDED:
            await store.append(change.step)
        table.keep(change)
        if place == APPENDED - 1:
            again, _entries = Table.rebuild(facts, seats, await store.log(said["id"]))
            assert (again.ply, again.view) == (table.ply, table.view), name
    if "goes on" not in said:
        return False
    assert table.game.position == said["goes on"]["position"], name
    return True


@pytest.mark.slow
@pytest.mark.parametrize("release", NAMES)
def test_every_game_replays_ply_by_ply(release: str, tmp_path: Path) -> None:
    assert with_its_box(replays, release, tmp_path) == len(said_of(release)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("release", NAMES)
def test_every_table_is_as_it_was_and_goes_on_as_it_did(release: str, tmp_path: Path) -> None:
    assert with_its_box(goes_on, release, tmp_path) > 0
