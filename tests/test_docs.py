"""The examples in the docs are run."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from amyitis import cli

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


def test_the_commands_of_the_front_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command in a block is run, or says why it is not."""
    monkeypatch.chdir(DOCS.parent)
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    lines = [line for block in re.findall(r"```sh\n(.*?)```", readme, re.DOTALL) for line in block.splitlines()]
    run = [line for line in lines if "# not run: " not in line]
    assert len(run) >= 6
    for line in run:
        program, *words = shlex.split(line)
        assert program == "amyitis"
        told = CliRunner().invoke(cli.app, words)
        assert told.exit_code == 0, f"{line}\n{told.output}\n{told.exception!r}"
        assert told.output.strip()
