"""A database that an earlier release wrote opens, and every game in it replays and goes on as it did then."""

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from amyitis.game import Game
from amyitis.store import GameStore
from amyitis.table import Asker, Table
from amyitis.table.replaying import film_of_log, replay_entry, replay_log
from amyitis.table.telling import Teller

RELEASES = Path(__file__).parent.parent / "releases"
NAMES = sorted(path.name.removesuffix(".sqlite.gz") for path in RELEASES.glob("*.sqlite.gz"))
APPENDED = 3  # moves that are written down too

Work = Callable[[GameStore, str, dict[str, Any]], Awaitable[None]]


def for_each_game(release: str, folder: Path, work: Work) -> None:
    """Open a copy of the database and do something with every game in it."""
    file = folder / "games.sqlite"
    file.write_bytes(gzip.decompress((RELEASES / f"{release}.sqlite.gz").read_bytes()))
    said = json.loads(gzip.decompress((RELEASES / f"{release}.json.gz").read_bytes()))

    async def run() -> None:
        store = await GameStore.open(f"sqlite:///{file}")
        try:
            for name, game in said["games"].items():
                await work(store, name, game)
        finally:
            await store.close()

    assert said["games"]
    asyncio.run(run())


@pytest.mark.parametrize("release", NAMES)
def test_every_game_replays_ply_by_ply(release: str, tmp_path: Path) -> None:
    async def work(store: GameStore, name: str, said: dict[str, Any]) -> None:
        facts, log = await store.game(said["id"]), await store.log(said["id"])
        assert facts is not None
        assert (facts.ply, facts.over) == (said["ply"], said["over"]), name
        game = Game.from_position(facts.start)
        positions = [game.position]
        for entry in log:
            replay_entry(game, entry)
            positions.append(game.position)
        assert positions == said["positions"], name
        assert replay_log(facts, log).game.position == positions[-1]
        assert len(film_of_log(facts, log)["frames"]) == said["ply"]

    for_each_game(release, tmp_path, work)


@pytest.mark.slow
@pytest.mark.parametrize("release", NAMES)
def test_every_table_is_as_it_was_and_goes_on_as_it_did(release: str, tmp_path: Path) -> None:
    went_on: list[str] = []

    async def work(store: GameStore, name: str, said: dict[str, Any]) -> None:
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
        if "goes on" in said:
            went_on.append(name)
            assert table.game.position == said["goes on"]["position"], name

    for_each_game(release, tmp_path, work)
    assert went_on
