"""The examples in the docs are run."""

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize(("page", "most"), [("python.md", 15), ("environments.md", 8)])
def test_the_examples_of_a_page(page: str, most: int) -> None:
    found = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=doctest.REPORT_NDIFF)
    assert found.attempted > most
    assert found.failed == 0


def test_the_bot_of_the_bots_page_plays_and_wins(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (DOCS / "bots.md").read_text(encoding="utf-8"), re.DOTALL)
    scope: dict[str, object] = {"__name__": "example"}
    exec(compile(example, "bots.md", "exec"), scope)
    assert re.fullmatch(r"W \d+, K \d+, B \d+: W\n", capsys.readouterr().out)


def test_the_example_of_the_front_page() -> None:
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    *lines, last = example.rstrip().splitlines()
    scope: dict[str, object] = {"__name__": "example"}
    exec(compile("\n".join(lines), "README.md", "exec"), scope)
    shown, _, expected = last.partition("  # ")
    assert eval(shown, scope) == eval(expected)
