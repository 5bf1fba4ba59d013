"""The public names of the package, as `docs/reference/python.md` lists them."""

import re
from collections import defaultdict
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "python.md"


def listed() -> dict[str, set[str]]:
    """Returns the public names by module."""
    found: dict[str, set[str]] = defaultdict(set)
    table = PAGE.read_text(encoding="utf-8").partition("| module | public names |")[2].partition("\n\n")[0]
    for module, names in re.findall(r"^\| `(amyitis[\w.]*)` \| ([^|]+) \|", table, re.MULTILINE):
        found[module].update(re.findall(r"`(\w+)`", names))
    return dict(found)
