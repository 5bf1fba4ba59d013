"""The table of tasks and questions: nothing can be forgotten in it, and what it says is what the rules do."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from amyitis.game import Game
from amyitis.notation.tokens import TOKENS_OF_KIND
from amyitis.rulebook import clause
from amyitis.rules import agenda, questions
from amyitis.rules.questions import ANSWERS, ASKED_NAMES, N_KINDS, by_kind
from amyitis.rules.rule import Dispatch
from amyitis.rules.state import State
from amyitis.rules.tasks import QUESTIONS, TASKS, Question, Task, carry_out, check_tasks, perform
from tests.golden_games import GOLDEN_GAMES

ROOT = Path(__file__).parents[2]
ASKED_OF_PLAYERS = [name for name, question in QUESTIONS.items() if question.kind != questions.DEAL]


def rows_with(number: int, row: Task) -> tuple[Task, ...]:
    return (*TASKS[:number], row, *TASKS[number + 1 :])


def question(number: int) -> Question:
    row = TASKS[number]
    assert isinstance(row, Question)
    return row


def test_a_task_without_a_row_is_named() -> None:
    without = TASKS[: agenda.GREY_CUBES] + TASKS[agenda.GREY_CUBES + 1 :]
    with pytest.raises(ValueError, match=r"without a row: \['GREY_CUBES'\]"):
        check_tasks(without)


def test_rows_in_another_order_are_refused() -> None:
    swapped = (TASKS[1], TASKS[0], *TASKS[2:])
    with pytest.raises(ValueError, match="not in the order"):
        check_tasks(swapped)


def test_a_kind_that_nobody_asks_is_named() -> None:
    row = dataclasses.replace(question(agenda.PICK_BONUS), kind=questions.ROW)
    with pytest.raises(ValueError, match=r"no task asks: \['bonus'\]"):
        check_tasks(rows_with(agenda.PICK_BONUS, row))


@pytest.mark.parametrize("word", ["clause", "sentence", "must", "chosen"])
def test_a_question_without_its_clause_or_its_words_is_named(word: str) -> None:
    changed: dict[str, Any] = {word: ""}
    row = dataclasses.replace(question(agenda.WORK_FIELD), **changed)
    with pytest.raises(ValueError, match="field lacks"):
        check_tasks(rows_with(agenda.WORK_FIELD, row))


def test_a_name_that_is_not_typed_and_a_function_that_is_no_rule_are_refused() -> None:
    row = TASKS[agenda.INCOME]
    with pytest.raises(ValueError, match="TaskName"):
        check_tasks(rows_with(agenda.INCOME, dataclasses.replace(row, name="wages")))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="income is not done by rule functions"):
        check_tasks(rows_with(agenda.INCOME, dataclasses.replace(row, perform=lambda s: None)))


def test_a_table_by_kind_has_every_kind() -> None:
    whole = {name: name.upper() for name in ASKED_NAMES[:N_KINDS]}
    assert by_kind("shouts", whole) == tuple(name.upper() for name in ASKED_NAMES[:N_KINDS])
    with pytest.raises(ValueError, match="shouts: nothing for row; unknown: none"):
        by_kind("shouts", {name: shout for name, shout in whole.items() if name != "row"})
    with pytest.raises(ValueError, match="shouts: nothing for none; unknown: deal"):
        by_kind("shouts", {**whole, "deal": "DEAL"})


def test_each_answer_has_its_token() -> None:
    assert tuple(map(len, TOKENS_OF_KIND)) == ANSWERS
    assert TOKENS_OF_KIND[questions.ISHTAR_PRIZE] == ("camel", "talent")


def test_the_clauses_of_the_questions_exist() -> None:
    assert all(clause(one.clause).number == one.clause for one in QUESTIONS.values())


def test_a_number_without_a_function_is_refused() -> None:
    with pytest.raises(ValueError, match="carry_out: there is nothing at"):
        carry_out(State(), agenda.INCOME, 0, 0)
    assert repr(perform) == f"<Dispatch perform of {len(TASKS)}>"
    assert Dispatch("none", []).functions == ()


def asked_in(game: Game) -> set[tuple[int, int]]:
    return {(s.task, s.asked) for s in (ply.before for ply in game.plies)}


def test_the_golden_games_ask_every_question_and_each_is_of_the_kind_in_its_row() -> None:
    asked = {pair for path in GOLDEN_GAMES for pair in asked_in(Game.from_record(path.read_text(encoding="utf-8")))}
    assert asked == {(question.number, question.kind) for question in QUESTIONS.values()}


@pytest.mark.parametrize("language", ["en", "de", "fr", "cs"])
def test_the_page_has_words_for_every_question(language: str) -> None:
    path = ROOT / "web" / "src" / "strings" / language / "table.json"
    words = json.loads(path.read_text(encoding="utf-8"))
    wanted = {f"ask.{name}{part}" for name in ASKED_OF_PLAYERS for part in ("", "Hint")}
    assert wanted <= set(words)
    assert all(words[key] for key in wanted)
