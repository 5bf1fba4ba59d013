"""The strings of the page use the terms of the glossary, and none that competes with them."""

import json
import re

from tests.docs.blocks import DOCS, ROOT

FOLDERS = {"English": "en", "German": "de", "Czech": "cs", "French": "fr"}


def test_no_string_of_the_page_has_a_word_that_is_not_used() -> None:
    page = (DOCS / "reference" / "interface-words.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (English|German|Czech|French) \| ([^|]+) \| [^|]+ \|$", page, re.MULTILINE)
    assert len(rows) > 5
    found = []
    for language, word in rows:
        for file in (ROOT / "web" / "src" / "strings" / FOLDERS[language]).glob("*.json"):
            for key, text in json.loads(file.read_text(encoding="utf-8")).items():
                if re.search(rf"\b{word}\b", text, re.IGNORECASE):
                    found.append(f"{language}, {key}: {text}")
    assert found == []
