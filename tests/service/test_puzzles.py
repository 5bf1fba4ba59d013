"""Puzzles as people solve them, kept in memory."""

import asyncio
import datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.puzzles.puzzles import Puzzle, all_puzzles, is_asked
from amyitis.analysis.review.measuring import move_cost
from amyitis.analysis.review.move_costs import USUAL
from amyitis.errors import Illegal, Malformed
from amyitis.game import Game
from amyitis.service.analysis.jobs import AnalysisJob
from amyitis.service.analysis.refutations import Refutations
from amyitis.service.analysis.turn_answers import TurnAnswers
from amyitis.service.handlers import puzzles
from amyitis.service.handlers.puzzles import HINTS, TRIES, streak
from amyitis.service.problems import Forbidden
from amyitis.service.routing import Call
from amyitis.service.service import Service
from amyitis.service.shapes.analysis import Refutation, TurnAnswer
from amyitis.service.shapes.puzzles import PuzzleAttempt
from amyitis.service.shapes.requests import PuzzleAnswerRequest, PuzzleHintRequest
from amyitis.table import Identity
from amyitis.table.people.puzzle_tries import PuzzleRating, PuzzleTry, Ratings, TryChange
from tests.server.clocks import Clock

ANALYZER = NativeAnalyzer()
FIRST, SECOND = all_puzzles()[:2]
LONG = next(one for one in all_puzzles() if one.turns == 1 and len(one.lines()[0]) > 2)
DOUBLE = next(
    one for one in all_puzzles() if one.turns == 2 and len(one.lines()) == 1 and one.lines()[0][2:] == ["marduk"]
)


class MemoryPuzzles:
    """Attempts and ratings, as a store keeps them."""

    def __init__(self) -> None:
        self._tries: dict[tuple[str, str], PuzzleTry] = {}
        self._people: dict[str, PuzzleRating] = {}
        self._puzzles: dict[str, PuzzleRating] = {}

    async def change(self, person: str, puzzle: str, starts: Ratings, change: TryChange) -> PuzzleTry:
        before = self._tries.get((person, puzzle), PuzzleTry(person, puzzle, "", 0, None, 0, 0, None))
        ratings = self._people.get(person, starts[0]), self._puzzles.get(puzzle, starts[1])
        after, rated = change(before, ratings)
        self._tries[person, puzzle] = after
        if rated is not None:
            self._people[person], self._puzzles[puzzle] = rated
        return after

    async def tries(self, person: str) -> list[PuzzleTry]:
        return [attempt for (whose, _), attempt in self._tries.items() if whose == person]

    async def person(self, person: str) -> PuzzleRating | None:
        return self._people.get(person)

    async def puzzles(self) -> dict[str, PuzzleRating]:
        return self._puzzles


ME = Call(Identity("me"), "")


@pytest.fixture
def service() -> Any:
    """A service in which nobody has solved anything yet."""
    return SimpleNamespace(store=SimpleNamespace(puzzles=MemoryPuzzles()), clock=Clock())


def wrong_ends(puzzle: Puzzle) -> list[tuple[list[str], str]]:
    """Lines that are right but for their last choice, which is not the first one."""
    found = []
    for line in puzzle.lines():
        game, choices = Game.from_position(puzzle.position), []
        for at, move in enumerate(line):
            if is_asked(game, puzzle.seat):
                choices.append((line[:at], list(game.legal_moves)))
            game.push(move)
        right, legal = choices[-1]
        rest = puzzle.progress(right).left or {}
        found += [(right, token) for token in legal if len(choices) > 1 and token not in rest]
    return found


def answer(service: Service, puzzle: Puzzle, *tokens: str) -> PuzzleAttempt:
    reply = asyncio.run(puzzles.answer_puzzle(service, ME, puzzle.id, PuzzleAnswerRequest(tokens=list(tokens))))
    assert not isinstance(reply.content, bytes)
    return reply.content


def test_what_is_right_at_once_is_solved_and_nothing_changes_afterwards(service: Service) -> None:
    said = answer(service, FIRST, *FIRST.lines()[0])
    assert (said["right"], said["result"]) == (True, "first")
    assert said["solution"] is not None
    assert said["solution"]["best"] == FIRST.best
    assert said["change"] > 0
    again = answer(service, FIRST, FIRST.second)
    assert (again["right"], again["result"], again["change"]) == (False, "first", said["change"])


@pytest.mark.parametrize("one", [LONG, DOUBLE], ids=["a turn", "two turns"])
def test_a_puzzle_is_solved_by_its_whole_line(service: Service, one: Puzzle) -> None:
    line, tokens, turns = one.lines()[0], [one.best], []
    while (said := answer(service, one, *tokens))["result"] is None:
        assert (said["right"], said["solution"], said["tries_left"]) == (True, None, TRIES)
        turns.append(said["turn"])
        tokens += said["reply"]
        tokens.append(line[len(tokens)])
    assert (said["right"], said["result"]) == (True, "first")
    assert tokens + said["reply"] == line
    assert turns == sorted(turns)
    assert max(turns) == one.turns


def test_a_wrong_choice_in_the_second_turn_costs_a_try_and_hints_are_about_it(service: Service) -> None:
    reply = answer(service, DOUBLE, DOUBLE.best)["reply"]
    right, wrong = wrong_ends(DOUBLE)[0]
    assert right == [DOUBLE.best, *reply]
    asked = PuzzleHintRequest(tokens=right)
    said = [asyncio.run(puzzles.hint(service, ME, DOUBLE.id, asked)) for _ in range(2)]
    assert [(one["turn"], [hint["part"] for hint in one["hints"]]) for one in said] == [(2, ["temples"])] * 2
    missed = answer(service, DOUBLE, *right, wrong)
    assert (missed["right"], missed["turn"], missed["wrong"]) == (False, 2, [[*right, wrong]])
    with pytest.raises(Malformed, match="not what follows"):
        answer(service, DOUBLE, DOUBLE.best, "marduk")
    with pytest.raises(Malformed, match="right moves so far"):
        asyncio.run(puzzles.hint(service, ME, DOUBLE.id, PuzzleHintRequest(tokens=[DOUBLE.best])))
    assert answer(service, DOUBLE, *DOUBLE.lines()[0])["result"] == "later"


def test_a_wrong_choice_in_the_turn_costs_a_try(service: Service) -> None:
    one, right, wrong = next((one, right, wrong) for one in all_puzzles() for right, wrong in wrong_ends(one))
    said = answer(service, one, *right, wrong)
    assert (said["right"], said["result"], said["wrong"]) == (False, None, [[*right, wrong]])
    assert answer(service, one, *one.lines()[0])["result"] == "later"


def test_the_same_wrong_move_counts_once_and_the_last_try_fails(service: Service) -> None:
    wrong = [move for move in Game.from_position(FIRST.position).legal_moves if move != FIRST.best][:TRIES]
    for move in (wrong[0], wrong[0]):
        said = answer(service, FIRST, move)
    assert (said["tries_left"], said["result"], said["solution"]) == (TRIES - 1, None, None)
    for move in wrong[1:]:
        said = answer(service, FIRST, move)
    assert (said["tries_left"], said["result"]) == (0, "failed")
    with pytest.raises(Malformed):
        answer(service, SECOND, "no such move")


def test_with_a_hint_it_is_solved_later_and_there_are_only_so_many(service: Service) -> None:
    for count in range(1, len(HINTS) + 2):
        said = asyncio.run(puzzles.hint(service, ME, FIRST.id, PuzzleHintRequest(tokens=[])))
        assert [one["name"] for one in said["hints"]] == list(HINTS[:count])
    assert answer(service, FIRST, *FIRST.lines()[0])["result"] == "later"


def test_whoever_gives_up_sees_the_solution_and_gets_another_puzzle(service: Service) -> None:
    said = asyncio.run(puzzles.give_up(service, ME, FIRST.id))
    assert said["result"] == "failed"
    assert said["solution"] is not None
    assert said["solution"]["best"] == FIRST.best
    assert asyncio.run(puzzles.next_puzzle(service, ME))["id"] != FIRST.id
    assert asyncio.run(puzzles.puzzle(service, Call(Identity(), ""), FIRST.id))["attempt"] is None


def test_days_in_a_row() -> None:
    today = datetime.date(2026, 3, 10)
    days = [today - datetime.timedelta(one) for one in range(5)]
    assert streak(set(), today) == 0
    assert streak({today}, today) == 1
    assert streak({*days[1:4]}, today) == 3
    assert streak({days[0], days[2]}, today) == 1
    assert streak({days[2]}, today) == 0


class Analysed:
    """Jobs that are done at once, in this process."""

    async def move_cost(self, game: Game, move: str, beside: str | None, times: int, owner: str) -> AnalysisJob[Any]:
        cost = move_cost(game, move, beside, USUAL.times(times), ANALYZER)
        return AnalysisJob("move_cost", "key", "done", result=cost.as_dict())


def refuted(puzzle: Puzzle, *turn: str) -> Refutation:
    service: Any = SimpleNamespace(store=SimpleNamespace(puzzles=MemoryPuzzles()), clock=Clock())
    service.refutations = Refutations(cast(Any, Analysed()), cast(Any, SimpleNamespace(charge=lambda *_: None)))
    answer(service, puzzle, *turn)
    answered = asyncio.run(puzzles.refute(service, ME, puzzle.id, PuzzleAnswerRequest(tokens=list(turn))))
    assert answered["refutation"] is not None
    return answered["refutation"]


def test_the_refutation_of_a_proven_puzzle_is_exact_and_ends_with_the_game() -> None:
    for one in [one for one in all_puzzles() if one.proven][:: len(all_puzzles()) // 8]:
        before = Game.from_position(one.position)
        for wrong in before.legal_moves:
            if wrong == one.best:
                continue
            found = refuted(one, wrong)
            assert found["proven"], (one.id, wrong)
            assert found["moves"][0] == wrong
            game = before.copy()
            for token in found["moves"]:
                game.push(token)
            assert game.is_over
            assert found["final"] == game.scores
            won = 1 / len(game.winners) if one.seat in game.winners else 0
            assert found["low"] > 0, (one.id, wrong)
            assert won < 1, (one.id, wrong)


def test_a_wrong_end_of_a_turn_is_refuted_from_its_first_move_on() -> None:
    one, right, wrong = next(
        (one, right, wrong) for one in all_puzzles() if one.proven for right, wrong in wrong_ends(one)
    )
    found = refuted(one, *right, wrong)
    assert found["moves"][: len(right) + 1] == [*right, wrong]
    assert found["final"] is not None


def test_the_refutation_of_the_engine_is_said_to_be_the_engines() -> None:
    found = refuted(FIRST, FIRST.second)
    assert not found["proven"]
    assert found["final"] is None
    assert found["low"] <= found["points"] <= found["high"]
    assert len(found["moves"]) > 1


def test_only_a_turn_that_was_tried_is_refuted(service: Service) -> None:
    with pytest.raises(Forbidden, match="only a wrong turn"):
        asyncio.run(puzzles.refute(service, ME, FIRST.id, PuzzleAnswerRequest(tokens=[FIRST.second])))


def judged(puzzle: Puzzle, *turn: str, charged: list[str] | None = None) -> TurnAnswer:
    """What is said of a turn that somebody tries in the position of a puzzle, as in a mistake of their own."""
    quotas = SimpleNamespace(charge=lambda what, _who: None if charged is None else charged.append(what))
    answers = TurnAnswers(cast(Any, Analysed()), cast(Any, quotas))
    return asyncio.run(answers.answer(Game.from_position(puzzle.position), puzzle.best, turn, ME))


def test_a_turn_of_ones_own_is_judged_to_its_end_as_in_a_proven_puzzle() -> None:
    ends = [one for one in all_puzzles() if one.proven and one.turns == 1 and any(wrong_ends(one))]
    for one in ends[:: len(ends) // 6]:
        for line in one.lines():
            tried, over = list[str](), False
            while not over:
                tried.append(line[len(tried)])
                answer = judged(one, *tried)
                assert answer["right"], (one.id, tried)
                tried += answer["reply"]
                over = answer["over"]
            assert tried == line
        for right, wrong in wrong_ends(one):
            answer = judged(one, *right, wrong)
            assert answer["right"] is False, (one.id, right, wrong)
            assert (answer["over"], answer["reply"]) == (False, [])
            assert cast(Any, answer["cost"])["move_line"][0] == wrong


def test_a_first_move_of_ones_own_must_be_as_good_as_the_best() -> None:
    charged: list[str] = []
    answer = judged(FIRST, FIRST.best, charged=charged)
    assert (answer["right"], answer["cost"], charged) == (True, None, [])
    assert judged(FIRST, FIRST.second, charged=charged)["right"] is False
    assert charged == ["evaluations"]


def test_what_is_no_choice_of_the_turn_is_not_judged() -> None:
    end = LONG.lines()[0]
    with pytest.raises(Malformed, match=r"no (part|choice) of th"):
        judged(LONG, *end, "pass")
    with pytest.raises(Illegal):
        judged(LONG, "dig:a1-b1")
