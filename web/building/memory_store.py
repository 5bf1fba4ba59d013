"""A store that keeps games in memory alone: for the answers that the site is built with, and for tests."""

import json
from typing import Any

from amyitis.local.store import KEPT, TAKEN


class MemoryStore:
    """Keeps games as long as it is there."""

    def __init__(self) -> None:
        self._heads: dict[str, dict[str, Any]] = {}
        self._logs: dict[str, list[dict[str, Any]]] = {}
        self._facts: dict[str, str] = {}

    async def head(self, game_id: str) -> str:
        """The head of a game."""
        return json.dumps(self._heads.get(game_id))

    async def heads(self) -> str:
        """The heads of all games."""
        return json.dumps(list(self._heads.values()))

    async def log(self, game_id: str) -> str:
        """The entries of a game's log."""
        return json.dumps(self._logs.get(game_id, []))

    async def write(self, changes: str) -> str:
        """Make some changes, all or none."""
        wanted = json.loads(changes)
        for one in wanted:
            head = self._heads.get(one["id"])
            if one["before"] != (None if head is None else [head["ply"], head["seating"]]):
                return json.dumps(TAKEN)
        for one in wanted:
            if one["head"] is None:
                del self._heads[one["id"]], self._logs[one["id"]]
            else:
                self._heads[one["id"]] = one["head"]
                self._logs.setdefault(one["id"], []).extend(one["entries"])
        return json.dumps(KEPT)

    async def fact(self, name: str) -> str:
        """Something kept under a name."""
        return self._facts.get(name, "null")

    async def keep_fact(self, name: str, value: str) -> str:
        """Keep something under a name."""
        self._facts[name] = value
        return json.dumps(KEPT)

    async def change_fact(self, name: str, before: str, value: str) -> str:
        """Keep something under a name where this was kept before."""
        same = self._facts.get(name, "null") == before
        return await self.keep_fact(name, value) if same else json.dumps(TAKEN)
