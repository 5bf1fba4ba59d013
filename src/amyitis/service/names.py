"""The names that people give themselves, their seats and their games, and which of them look alike.

Unicode's own list of lookalikes has 6,000 lines. Here stand those of the alphabets that people here write: the
Cyrillic and Greek letters, and the digits, that look like a Latin one. Everything else is folded by Unicode's
compatibility forms, which the standard library has.
"""

import unicodedata
from collections.abc import Iterable

from amyitis.bots import bot_names

from .problems import BadRequest

NAME_LENGTH = 24
MOST_MARKS = 3  # on one letter: more than any language writes
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing
DEFAULT_NAME = "Player"
ALPHABETS = ("LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU")  # with letters that look the same
_ALIKE = str.maketrans(
    dict(zip("авгезіјкмнорсԁѕтухһԛԝьӏпи", "abreeljkmhopcdstyxhqwblnu", strict=True))
    | dict(zip("αβγεηικνορςστυχω", "abyenlkvopcotuxw", strict=True))
    | dict(zip("013568i\u0131", "olesbbll", strict=True))
)  # Cyrillic, Greek, and Latin's own


def clean_name(text: str, most: int = NAME_LENGTH, field: str = "name") -> str:
    """Return a name fit to be shown: one line, no control or direction marks, not too long; raises BadRequest."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    kinds = [unicodedata.category(letter)[0] for letter in name]
    if "C" in kinds:
        raise BadRequest("a name may not contain control characters", field=field)
    if not 1 <= len(name) <= most:
        raise BadRequest(f"a name has 1 to {most} letters", field=field)
    if set(kinds) <= {"M", "Z"} or set(name) & set(BLANKS):
        raise BadRequest("a name needs letters that can be seen, and no others", field=field)
    if "M" * (MOST_MARKS + 1) in "".join(kinds):
        raise BadRequest(f"a letter of a name has at most {MOST_MARKS} marks", field=field)
    return name


def person_name(text: str, field: str = "name") -> str:
    """Return a name for a person: of one alphabet, and no bot's; raises BadRequest."""
    name = clean_name(text, field=field)
    alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in name}.intersection(ALPHABETS)
    if len(alphabets) > 1:
        raise BadRequest(f"a name mixes no alphabets: {' and '.join(sorted(alphabets)).title()}", field=field)
    if looks(name) in map(looks, bot_names()):
        raise BadRequest("a bot is called so: choose another name", field=field)
    return name


def looks(name: str) -> str:
    """Return what a name looks like: names that could be taken for each other look the same."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(letter for letter in folded if letter.isalnum()).translate(_ALIKE).replace("rn", "m")


def distinct_name(name: str, others: Iterable[str]) -> str:
    """Return a name with a number behind it if it looks like one of the others at a table."""
    taken, wanted, number = {looks(other) for other in others if other}, name, 1
    while looks(wanted) in taken:
        number += 1
        wanted = f"{name[: NAME_LENGTH - len(str(number)) - 1]} {number}"
    return wanted
