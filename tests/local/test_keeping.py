"""Local games are kept before anything is said of them: in two tabs, without room, and by newer programs."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from amyitis.analysis.puzzles.puzzles import all_puzzles
from amyitis.local.browser import LocalServer
from tests.server.playing import ME, bot
from web.building.memory_store import MemoryStore


class FullStore(MemoryStore):
    """A store that can be full."""

    full = False

    async def write(self, changes: str) -> str:
        return json.dumps("full") if self.full else await super().write(changes)

    async def keep_fact(self, name: str, value: str) -> str:
        return json.dumps("full") if self.full else await super().keep_fact(name, value)


class SlowStore(MemoryStore):
    """A store that others read while somebody works out what to write."""

    async def fact(self, name: str) -> str:
        found = await super().fact(name)
        await asyncio.sleep(0)
        return found


async def no_evaluations(_request: str) -> str:
    """Nobody can search here."""
    return json.dumps({"problem": "no engine"})


class Tab:
    """A tab of a browser."""

    def __init__(self, store: MemoryStore) -> None:
        self.troubles: asyncio.Queue[str] = asyncio.Queue()
        self.server = LocalServer(store, no_evaluations, on_trouble=self.troubles.put_nowait)

    async def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        answer = await self.server.ask(method, f"/api/v1{path}", None if body is None else json.dumps(body))
        assert answer.status == status, answer
        return json.loads(answer.body)

    async def game(self, *seats: dict[str, Any]) -> Any:
        return (await self.ask("POST", "/games", {"seats": seats or [ME, ME], "seed": "4", "first": 0}, 201))["game"]


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await work()

    asyncio.run(bounded())


def test_two_tabs_play_the_same_games_and_neither_writes_over_the_other() -> None:
    async def work() -> None:
        store = MemoryStore()
        first, second = Tab(store), Tab(store)
        made = await first.game()
        path, sent = f"/games/{made['id']}", {"ply": made["ply"], "tokens": made["legal"][:1]}
        assert (await second.ask("GET", path))["legal"] == made["legal"]
        told: asyncio.Queue[str | None] = asyncio.Queue()
        second.server.watch(1, made["id"], made["ply"], told.put_nowait)
        moved = await first.ask("POST", f"{path}/moves", sent)
        refused = await second.ask("POST", f"{path}/moves", sent, 409)
        assert refused["type"].endswith(":stale")
        assert refused["game"]["ply"] == moved["ply"]
        second.server.heard(made["id"])
        while json.loads(await told.get() or "{}").get("ply") != moved["ply"]:
            pass
        third = Tab(store)  # a page that was loaded anew
        assert (await third.ask("GET", path))["position"] == (await first.ask("GET", path))["position"]
        await third.ask("DELETE", path)
        second.server.heard(made["id"])
        while await told.get() is not None:
            pass

    run(work)


def test_without_room_nothing_changes_and_that_is_said() -> None:
    async def work() -> None:
        store = FullStore()
        tab = Tab(store)
        made = await tab.game()
        path, sent = f"/games/{made['id']}", {"ply": made["ply"], "tokens": made["legal"][:1]}
        store.full = True
        for where, body in ((f"{path}/moves", sent), ("/games", {"seats": [ME, ME]}), ("/me", {"name": "Ada"})):
            refused = await tab.ask("POST", where, body, 507)
            assert refused["key"] == "storage_full"
        assert (await tab.ask("GET", path))["ply"] == made["ply"]
        store.full = False
        assert (await tab.ask("POST", f"{path}/moves", sent))["ply"] > made["ply"]

    run(work)


def test_a_game_that_a_newer_program_has_kept_is_neither_lost_nor_touched() -> None:
    async def work() -> None:
        store = MemoryStore()
        tab = Tab(store)
        made = await tab.game()
        head = json.loads(await store.head(made["id"]))
        head["metadata"]["something_new"] = 1
        before, head["seating"] = [head["ply"], head["seating"]], head["seating"] + 1
        await store.write(json.dumps([{"id": made["id"], "before": before, "head": head, "entries": []}]))
        refused = await tab.ask("GET", f"/games/{made['id']}", None, 409)
        assert "newer program" in refused["detail"]
        assert (await tab.ask("GET", "/games?which=mine"))["games"] == []
        assert json.loads(await store.head(made["id"])) == head

    run(work)


def test_a_bot_that_cannot_think_is_told_of_and_tried_again() -> None:
    async def work() -> None:
        tab = Tab(MemoryStore())
        made = await tab.game(bot("Steward"), ME)
        assert await tab.troubles.get() == "no engine"
        await asyncio.sleep(0)  # its turn ends
        game = await tab.ask("GET", f"/games/{made['id']}")
        assert (game["decider"], game["waiting_for"]) == ("W", "bot")
        assert await tab.troubles.get() == "no engine", "whoever looks again has it tried again"

    run(work)


def test_puzzles_that_two_tabs_solve_at_once_are_both_kept_and_rated() -> None:
    async def work() -> None:
        store = SlowStore()
        tabs, puzzles = [Tab(store), Tab(store)], all_puzzles()[:2]
        answers = [
            tab.ask("POST", f"/puzzles/{one.id}/answer", {"tokens": one.lines()[0]})
            for tab, one in zip(tabs, puzzles, strict=True)
        ]
        said = await asyncio.gather(*answers)
        standing = await tabs[0].ask("GET", "/puzzles/me")
        assert (standing["played"], standing["solved"]) == (2, 2)
        assert standing["rating"] == 1500 + sum(one["change"] for one in said)
        for one in puzzles:
            assert (await tabs[1].ask("GET", f"/puzzles/{one.id}"))["attempt"]["result"] == "first"

    run(work)


def test_without_room_a_puzzle_is_as_it_was_and_is_solved_later() -> None:
    async def work() -> None:
        store, one = FullStore(), all_puzzles()[0]
        tab, path, sent = Tab(store), f"/puzzles/{one.id}", {"tokens": one.lines()[0]}
        store.full = True
        assert (await tab.ask("POST", f"{path}/answer", sent, 507))["key"] == "storage_full"
        assert (await tab.ask("GET", path))["attempt"] is None
        store.full = False
        assert (await tab.ask("POST", f"{path}/answer", sent))["result"] == "first"

    run(work)


def test_a_game_of_another_box_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        store = MemoryStore()
        with monkeypatch.context() as before:
            before.setattr("amyitis.table.new_games.BOX_DIGEST", "0123456789ab")
            refused = await Tab(store).ask("POST", "/games", {"seats": [ME, ME]}, 409)
        assert refused["key"] == "other_box"
        assert (await Tab(store).ask("GET", "/box?digest=0123456789ab", None, 409))["key"] == "other_box"

    run(work)
