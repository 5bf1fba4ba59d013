"""Each rule function names the clause it follows, so that a rule is found in the code by its number."""

import importlib
import pkgutil
import re
from collections.abc import Callable
from typing import Any

import pytest

import amyitis.rules
from amyitis.rulebook import sections
from amyitis.rules.rule import RULES

# How the engine works, not how the game is played.
WORKINGS = {"agenda", "apply", "bits", "checks"}
# Small questions and movements that many clauses need and that none of them tells.
PRIMITIVES = {
    "can_hand_over", "clear_crafts", "cubes_in_row", "draw", "draw_below", "dug_sides", "empty_board", "goods_held",
    "hand_over", "holds_goods", "plant_quality", "planted_squares", "score", "spend_camels", "spend_good",
    "spend_talents", "start_shuffler",
}  # fmt: skip

for module in pkgutil.walk_packages(amyitis.rules.__path__, "amyitis.rules."):
    importlib.import_module(module.name)

FUNCTIONS = sorted(
    (function for function in RULES if function.__module__.startswith("amyitis.rules.")),
    key=lambda function: (function.__module__, function.__name__),
)
KNOWN = {clause.number for part in sections() for clause in part.clauses} | {str(part.number) for part in sections()}


def place(function: Callable[..., Any]) -> str:
    """The module of a function inside the rules: `apply`, `board.garden`."""
    return function.__module__.removeprefix("amyitis.rules.")


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: f"{place(function)}.{function.__name__}")
def test_a_rule_function_names_clauses_that_exist(function: Callable[..., Any]) -> None:
    doc = function.__doc__ or ""
    assert doc
    named = set(re.findall(r"\b\d+\.\d+\b", doc)) | set(re.findall(r"^(\d+):", doc))
    assert named <= KNOWN
    assert named or place(function).partition(".")[0] in WORKINGS or function.__name__ in PRIMITIVES


def test_nothing_is_called_a_primitive_that_is_none() -> None:
    assert {function.__name__ for function in FUNCTIONS} >= PRIMITIVES
