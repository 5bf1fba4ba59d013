"""The words of both parts of the lesson, in each language of the page: every step has its own, none are left over."""

import json
import re
from pathlib import Path

import pytest

from amyitis.learn import lesson

STRINGS = Path(__file__).parents[2] / "web" / "src" / "strings"
CATALOGUES = sorted(STRINGS.glob("*/learn.json"))
OF_A_STEP = re.compile(r"learn\.(?:watch\.(?P<watched>.+)|(?P<asked>[^.]+)\.(?:title|text|do))")


def wanted() -> set[str]:
    """The keys of all words that the steps need: what to read, and what to do where something is to be done."""
    keys = set()
    for step in (*lesson(1).steps, *lesson(2).steps):
        if step.kind == "watch":
            keys.add(f"learn.watch.{step.key}")
            continue
        parts = ["title", "text", *(["do"] if step.kind in ("do", "confirm") else [])]
        keys |= {f"learn.{step.key}.{part}" for part in parts}
    return keys


def test_the_page_speaks_of_the_lesson() -> None:
    assert STRINGS / "en" / "learn.json" in CATALOGUES


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.parent.name)
def test_every_step_has_its_words_and_no_words_are_left_over(catalogue: Path) -> None:
    words: dict[str, str] = json.loads(catalogue.read_text(encoding="utf-8"))
    assert {key for key in words if OF_A_STEP.fullmatch(key)} == wanted()
    assert all(words[key].strip() for key in words)
