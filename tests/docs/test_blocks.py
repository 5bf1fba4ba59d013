"""Every command and every snippet of the documentation is run, or says why it is not (`blocks.py` has the marks)."""

from pathlib import Path
from typing import Any

import pytest

from tests.docs.blocks import PAGES, ROOT, Block, WrongMark, blocks
from tests.docs.running import RUN, run_commands, run_python

WITH_BLOCKS = {page: found for page in PAGES if (found := list(blocks(page)))}
# By page: the blocks that are run here.
RUN_HERE = {
    page: run
    for page, found in WITH_BLOCKS.items()
    if (run := [block for block in found if not (block.not_run or block.run_by)])
}


@pytest.mark.slow
@pytest.mark.parametrize("page", RUN_HERE, ids=lambda page: page.stem)
def test_the_blocks_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, in a folder with the files that they name; what they write stays there."""
    for name in ("examples", "src", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    scope: dict[str, Any] = {"__name__": "example"}
    for block in RUN_HERE[page]:
        assert block.language in RUN, f"{block.place}: nobody runs {block.language!r}"
        RUN[block.language](block, scope)


def test_most_pages_have_blocks_that_are_run() -> None:
    assert len(RUN_HERE) > len(WITH_BLOCKS) / 2
    assert {"README.md", "change-a-rule.md", "first-bot.md"} <= {page.name for page in RUN_HERE}


def test_what_is_run_by_another_test_is_taken_from_the_page_there() -> None:
    elsewhere = [block for found in WITH_BLOCKS.values() for block in found if block.run_by]
    assert elsewhere
    for block in elsewhere:
        source = (ROOT / block.run_by).read_text(encoding="utf-8")
        assert block.page.name in source, f"{block.place}: {block.run_by} does not read {block.page.name}"


def block(text: str, **marks: Any) -> Block:
    """A block that nobody wrote."""
    return Block(ROOT / "docs" / "page.md", 1, "sh", text, **marks)


def test_what_is_wrong_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.docs.blocks.ROOT", tmp_path)
    page = tmp_path / "page.md"
    for text, words in (
        ("```\namyitis\n```", "does not name its language"),
        ("    amyitis rules\n", "does not name its language"),
        ("<!-- run with 5 -->\n```sh\namyitis\n```", "OLD = NEW"),
    ):
        page.write_text(text, encoding="utf-8")
        with pytest.raises(WrongMark, match=words):
            list(blocks(page))
    page.write_text("<!-- not run: it waits -->\n```sh\namyitis\n```\n\n```sh\na\n```", encoding="utf-8")
    assert [one.not_run for one in blocks(page)] == ["it waits", ""]
    monkeypatch.undo()
    assert block("a  # remark\nb  # not run: why\nc \\\n  d\n").commands == ["a", "c   d"]
    with pytest.raises(WrongMark, match="no '7' in the block"):
        run_commands(block("amyitis rules 6.3", instead={"7": "8"}), {})
    with pytest.raises(WrongMark, match="only commands of ours"):
        run_commands(block("make test"), {})
    for failing in ("amyitis rules 99.9", "amyitis rule"):
        with pytest.raises(AssertionError):
            run_commands(block(failing), {})
    for failing in ("1 + 1  # -> 3", 'print("a")  # -> b', ">>> 1 + 1\n3\n", "1 / 0"):
        with pytest.raises((AssertionError, ZeroDivisionError)):
            run_python(block(failing), {})
    run_python(block("list(range(9))  # -> [0, 1, ...]\n"), {})
