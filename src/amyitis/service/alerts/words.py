"""What calls say: the sentences of `words.json`, which are sent to chats and browsers.

The page's own words lie with the page.
"""

import json
from importlib.resources import files
from typing import NamedTuple

from amyitis.table.people.alerts import Language


class Words(NamedTuple):
    """The sentences of one language."""

    turn: str
    turns: str
    clock: str
    of_table: str
    where: str
    titled: str
    test: str
    test_text: str
    mail_confirm: str
    mail_confirm_text: str
    mail_end: str


_TEXT = files(__package__).joinpath("words.json").read_text(encoding="utf-8")
WORDS: dict[Language, Words] = {language: Words(**words) for language, words in json.loads(_TEXT).items()}
