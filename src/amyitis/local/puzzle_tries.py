"""What is made of puzzles in this browser, kept as one fact: the tries, my rating, and those of the puzzles."""

from dataclasses import asdict
from typing import Any

from amyitis.table import now
from amyitis.table.puzzle_facts import PuzzleRating, PuzzleTry, Ratings, TryChange

from .store import GameLog

FACT = "puzzles"
EMPTY: dict[str, Any] = {"tries": {}, "mine": None, "ratings": {}}


class LocalTries:
    """Keeps the tries of the one who sits here, for `amyitis.api.solving`."""

    def __init__(self, log: GameLog) -> None:
        self._log = log

    async def change(self, person: str, puzzle: str, starts: Ratings, change: TryChange) -> PuzzleTry:
        """Change a try, and with its result both ratings, all at once; raises StorageFull."""
        while True:  # until no other tab was quicker
            kept = await self._log.fact(FACT)
            known = kept or EMPTY
            begun = PuzzleTry(person, puzzle, "", 0, None, 0, now(), None)
            before = PuzzleTry(**known["tries"].get(puzzle, asdict(begun)))
            ratings_before = (
                _rating(known["mine"]) or starts[0],
                _rating(known["ratings"].get(puzzle)) or starts[1],
            )
            after, ratings = change(before, ratings_before)
            then = known | {"tries": known["tries"] | {puzzle: asdict(after)}}
            if ratings is not None:
                then |= {"mine": asdict(ratings[0]), "ratings": known["ratings"] | {puzzle: asdict(ratings[1])}}
            if await self._log.change_fact(FACT, kept, then):
                return after

    async def tries(self, _person: str) -> list[PuzzleTry]:
        """What was made of puzzles here, the latest first."""
        found = [PuzzleTry(**one) for one in (await self._known())["tries"].values()]
        return sorted(found, key=lambda one: -one.begun)

    async def person(self, _person: str) -> PuzzleRating | None:
        """The rating of whoever sits here; None if they have tried none."""
        return _rating((await self._known())["mine"])

    async def puzzles(self) -> dict[str, PuzzleRating]:
        """The ratings of all puzzles that were tried here."""
        return {name: PuzzleRating(**one) for name, one in (await self._known())["ratings"].items()}

    async def _known(self) -> dict[str, Any]:
        return await self._log.fact(FACT) or EMPTY


def _rating(kept: dict[str, Any] | None) -> PuzzleRating | None:
    return None if kept is None else PuzzleRating(**kept)
