import re

import pytest

from amyitis import rulebook
from docs.reference_pages import FOLDER, PAGES, rulings_page


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_made_from_the_program(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == PAGES[name]()


def test_the_page_of_rulings_lists_them_all() -> None:
    page = rulings_page()
    assert re.findall(r"^## (\S+)", page, re.MULTILINE) == [one.number for one in rulebook.rulings()]
    assert max(map(len, page.splitlines())) <= 120
