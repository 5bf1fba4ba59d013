"""The blocks of the documentation, and what is said about running them.

Every block names its language. Commands (`sh`) and Python are run by `test_blocks.py`, page by page; whatever else is
read by the parser of its language. A comment above a block, which readers of the page do not see, may say otherwise:

    <!-- not run: WHY -->
    <!-- run by tests/test_hosting.py -->
    <!-- run with --games 2000 = --games 2, GAME.amy = tests/golden/two-random.amy -->

The second names a test that takes the block from the page, the third what is written otherwise, so that it costs less.
A line of commands may also end with `# not run: WHY`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *(page for page in sorted(DOCS.rglob("*.md")) if "made" not in page.parts),
]

_NOT_RUN, _RUN_BY, _RUN_WITH = "not run: ", "run by ", "run with "
_MARK = re.compile(rf"<!-- ({_NOT_RUN}|{_RUN_BY}|{_RUN_WITH})(.+?) -->", re.DOTALL)
_LINE_NOT_RUN = re.compile(r"\s*# not run: \S.*")


class WrongMark(ValueError):
    """A mark that says nothing, or what is not so."""


@dataclass(frozen=True)
class Block:
    """A block of a page: its language, its text, the line where it begins, and what its mark says."""

    page: Path
    line: int
    language: str
    text: str
    not_run: str = ""
    run_by: str = ""
    instead: dict[str, str] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """Where it stands, for messages."""
        return f"{self.page.relative_to(ROOT)}, line {self.line}"

    @property
    def as_run(self) -> str:
        """The text with all that is written otherwise when it is run. Raises WrongMark for words that are not in it."""
        text = self.text
        for old, new in self.instead.items():
            if old not in text:
                raise WrongMark(f"{self.place}: there is no {old!r} in the block")
            text = text.replace(old, new)
        return text

    @property
    def commands(self) -> list[str]:
        """The commands that are to be run, one for each line; what follows a # is a remark."""
        lines = self.as_run.replace("\\\n", "").splitlines()
        return [re.sub(r"\s+#.*", "", line) for line in lines if line.strip() and not _LINE_NOT_RUN.search(line)]


def blocks(page: Path) -> Iterator[Block]:
    """Returns the blocks of a page. Raises WrongMark for a block without a language, or with a mark that is wrong."""
    above = ""
    for token in MarkdownIt().parse(page.read_text(encoding="utf-8")):
        if token.type == "html_block":
            above = token.content.strip()
            continue
        if token.type in ("fence", "code_block"):
            assert token.map is not None
            language, line = token.info.strip(), token.map[0] + 1
            if not language:
                raise WrongMark(f"{page.relative_to(ROOT)}, line {line}: the block does not name its language")
            if not language.startswith("{"):
                yield _marked(Block(page, line, language, token.content), above)
        above = ""


def _marked(block: Block, above: str) -> Block:
    """Returns the block with what the comment above it says."""
    found = _MARK.fullmatch(above)
    if found is None:
        return block
    kind, words = found[1], " ".join(found[2].split())
    if kind == _NOT_RUN:
        return Block(block.page, block.line, block.language, block.text, not_run=words)
    if kind == _RUN_BY:
        return Block(block.page, block.line, block.language, block.text, run_by=words)
    pairs = [pair.split(" = ") for pair in words.split(", ")]
    if any(len(pair) != 2 for pair in pairs):
        raise WrongMark(f"{block.place}: written otherwise is OLD = NEW, OLD = NEW")
    return Block(block.page, block.line, block.language, block.text, instead=dict(pairs))
