"""Answers that are always the same, as files: what the page shows of them need not wait until Python is there.

`python -m web.building.fixed_answers FOLDER` writes them: the rules in every language, the box, the bots, the lessons.
"""

import asyncio
import re
import sys
from pathlib import Path

from amyitis.learn import PARTS
from amyitis.local.browser import PREFIX, LocalServer
from amyitis.rulebook import LANGUAGES
from web.building.memory_store import MemoryStore

TARGETS = (
    "/bots",
    "/box",
    *(f"/rules?lang={language}" for language in LANGUAGES),
    *(f"/lesson?part={part}" for part in range(1, len(PARTS) + 1)),
)


def file_name(target: str) -> str:
    """The name of the file with the answer to a request: `rules-lang-en.json`."""
    return re.sub(r"\W+", "-", target).strip("-") + ".json"


def write_answers(folder: Path) -> None:
    """Write all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    server = LocalServer(MemoryStore(), _no_search)
    for target in TARGETS:
        answer = asyncio.run(server.ask("GET", PREFIX + target))
        assert answer.status == 200, answer.body
        (folder / file_name(target)).write_text(answer.body, encoding="utf-8")


async def _no_search(_request: str) -> str:
    raise AssertionError("no bot plays while these files are written")


if __name__ == "__main__":
    write_answers(Path(sys.argv[1]))
