"""Puzzles: one by one, of a theme, of the day; tries, hints, and how well they are solved here."""

import re
from typing import Any

from amyitis.analysis import puzzles
from amyitis.analysis.puzzles import Puzzle
from amyitis.api.puzzles import KEY, next_puzzle_found, puzzle_found, puzzle_told, themes_told
from amyitis.api.solving import Solving, today

from ..games import ME
from ..puzzle_tries import LocalTries
from ..store import GameLog
from .requests import TOKEN
from .routing import Asked, Router

PERSON = ME.person or ""
KEY_LETTERS, THEME = 32, 40  # the most letters


class PuzzleRoutes:
    """Answers what is asked about puzzles."""

    def __init__(self, log: GameLog) -> None:
        self._solving = Solving(LocalTries(log))

    def add_to(self, router: Router) -> None:
        """Add the routes."""
        router.add("GET", "/puzzles", self.themes)
        router.add("GET", "/puzzles/me", self.standing)
        router.add("GET", "/puzzles/next", self.next)
        router.add("GET", "/puzzles/daily", self.daily)
        router.add("GET", "/puzzles/{key}", self.puzzle)
        router.add("POST", "/puzzles/{key}/answer", self.answer)
        router.add("POST", "/puzzles/{key}/hint", self.hint)
        router.add("POST", "/puzzles/{key}/give-up", self.give_up)

    async def themes(self, _asked: Asked) -> dict[str, Any]:
        """How many puzzles there are, and of which themes."""
        return themes_told()

    async def standing(self, _asked: Asked) -> dict[str, Any]:
        """How well puzzles are solved here."""
        return await self._solving.standing(PERSON)

    async def next(self, asked: Asked) -> dict[str, Any]:
        """A puzzle that is not ended yet, as hard as fits."""
        after, theme = asked.query.text("after", KEY_LETTERS, least=0), asked.query.text("theme", THEME, least=0)
        return await self._told(await next_puzzle_found(self._solving, PERSON, after, theme))

    async def daily(self, _asked: Asked) -> dict[str, Any]:
        """The puzzle of today (UTC), the same for everybody."""
        return await self._told(puzzle_found(puzzles.daily_puzzle, today()))

    async def puzzle(self, asked: Asked) -> dict[str, Any]:
        """A puzzle without its solution, and what was made of it."""
        return await self._told(_found(asked))

    async def answer(self, asked: Asked) -> dict[str, Any]:
        """Say a move."""
        token = asked.body.needed("token", TOKEN)
        asked.body.end()
        return await self._solving.answer(PERSON, _found(asked), token)

    async def hint(self, asked: Asked) -> dict[str, Any]:
        """One hint more."""
        return await self._solving.hint(PERSON, _found(asked))

    async def give_up(self, asked: Asked) -> dict[str, Any]:
        """See the solution."""
        return await self._solving.give_up(PERSON, _found(asked))

    async def _told(self, puzzle: Puzzle) -> dict[str, Any]:
        return await puzzle_told(puzzle, self._solving, PERSON)


def _found(asked: Asked) -> Puzzle:
    key = asked.path["key"]
    if not re.fullmatch(KEY, key):
        raise asked.query.wrong("key", f"this must look like {KEY}")
    return puzzle_found(puzzles.puzzle, key)
