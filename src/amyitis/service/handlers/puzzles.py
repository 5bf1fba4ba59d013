"""Puzzles: one by one, by theme, of the day; attempts, hints, and how well somebody solves them."""

from amyitis.analysis import puzzles
from amyitis.service.puzzles import unrated_attempt
from amyitis.service.routing import Call
from amyitis.service.service import Service
from amyitis.service.shapes.parameters import AfterPuzzle, PuzzleKey, Theme
from amyitis.service.shapes.puzzles import PuzzleAttempt, PuzzleModel, PuzzleStanding, PuzzleThemes
from amyitis.service.shapes.requests import PuzzleAnswerRequest


async def list_themes(service: Service, call: Call) -> PuzzleThemes:
    """Return how many puzzles there are, and of which themes."""
    return {"count": len(puzzles.all_puzzles()), "themes": puzzles.themes()}


async def standing(service: Service, call: Call) -> PuzzleStanding:
    """Return how well I solve puzzles; without a session that is the initial rating."""
    return await service.puzzles.standing(call.identity.person)


async def next_puzzle(
    service: Service, call: Call, after: AfterPuzzle | None = None, theme: Theme | None = None
) -> PuzzleModel:
    """Return a puzzle that I have not ended yet, as hard as fits me; of a theme if asked, and not the one `after`.

    Without a session it is the one behind `after`, or the first.
    """
    person = call.identity.person
    return await service.puzzles.describe(await service.puzzles.next(person, after, theme), person)


async def daily_puzzle(service: Service, call: Call) -> PuzzleModel:
    """Return the puzzle of today (UTC), the same for everybody."""
    return await service.puzzles.describe(service.puzzles.daily(), call.identity.person)


async def puzzle(service: Service, call: Call, key: PuzzleKey) -> PuzzleModel:
    """Return a puzzle without its solution, and what I have made of it."""
    return await service.puzzles.describe(service.puzzles.find(key), call.identity.person)


async def answer_puzzle(service: Service, call: Call, key: PuzzleKey, body: PuzzleAnswerRequest) -> PuzzleAttempt:
    """Try a move. After three tries you get the solution with its reasons, and both ratings change.

    Without a session you get one attempt, which is not rated.
    """
    wanted, person = service.puzzles.find(key), call.identity.person
    if person is None:
        return unrated_attempt(wanted, body.token)
    return await service.puzzles.answer(person, wanted, body.token)


async def hint(service: Service, call: Call, key: PuzzleKey) -> PuzzleAttempt:
    """Give one more hint: where to look, then what speaks for the solution. With a hint it is not solved at once."""
    return await service.puzzles.hint(call.identity.person or "", service.puzzles.find(key))


async def give_up(service: Service, call: Call, key: PuzzleKey) -> PuzzleAttempt:
    """Show the solution; the puzzle counts as failed."""
    return await service.puzzles.give_up(call.identity.person or "", service.puzzles.find(key))
