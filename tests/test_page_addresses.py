"""The page runs from any folder: its links go through the router, and none begins at the root of a host."""

import re
from pathlib import Path

PAGE = Path(__file__).parent.parent / "web"
LINK = re.compile(r"""href=["{]?[`'"]?/(?!api/)|location\.(?:assign|replace)\(['"`]/|location\.origin\b.*`/""")


def test_links_within_the_page_go_through_the_router() -> None:
    files = [path for path in (PAGE / "src").rglob("*") if path.suffix in (".svelte", ".ts")]
    assert len(files) > 200
    found = [
        f"{path.relative_to(PAGE)}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if LINK.search(line) and path.name != "router.svelte.ts"
    ]
    assert not found, "these links do not work in a folder: use `at(...)` of router.svelte.ts\n" + "\n".join(found)
