"""The table of the page's folders in `docs/explanation/web.md` names all that are there, and no other."""

import re

from tests.docs.blocks import ROOT

FOLDERS = re.compile(r"`src/(\w+)/`")


def test_the_table_of_folders_has_a_place_for_each_folder_of_the_page() -> None:
    rows = [
        line
        for line in (ROOT / "docs/explanation/web.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| `src/")
    ]
    named = [folder for row in rows for folder in FOLDERS.findall(row.split("|")[1])]
    there = [folder.name for folder in (ROOT / "web/src").iterdir() if folder.is_dir() and any(folder.iterdir())]
    assert sorted(named) == sorted(there)
