"""Files that the documentation names exist."""

import re
from pathlib import Path

import pytest

from tests.docs.blocks import PAGES, ROOT

FROM_ROOT = re.compile(r"`((?:src/amyitis|tests|docs|examples|web|deploy|benchmarks)/[\w./-]+)`")
FROM_PACKAGE = re.compile(r"`([a-z]+/[\w./-]+\.(?:py|toml))`")
FROM_WEB = re.compile(r"`((?:src|tests)/[\w./-]+\.(?:ts|svelte))`")
ROOTS = {"src", "tests", "docs", "examples", "web", "deploy", "benchmarks"}
EXPLAINED = "DIGEST"  # stands for a name that follows from a file


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_files_that_a_page_names_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = {ROOT / name for name in FROM_ROOT.findall(text)}
    if page.name == "web.md":
        named = {ROOT / "web" / name for name in FROM_WEB.findall(text)}
    named |= {ROOT / "src/amyitis" / name for name in FROM_PACKAGE.findall(text) if name.partition("/")[0] not in ROOTS}
    missing = sorted(str(path.relative_to(ROOT)) for path in named if not path.exists() and EXPLAINED not in path.name)
    assert not missing
