"""The names that people give themselves, their seats and their games, and which of them look alike.

Unicode's own list of lookalikes has 6,000 lines. Here stand those of the alphabets in which a whole name can be written
that looks like a Latin one. Everything else is folded by Unicode's compatibility forms and by the names of letters,
which the standard library has: a small capital, a letter in a circle and a letter with a stroke are that letter.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from amyitis.bots import bot_names
from amyitis.service.problems import BadRequest

NAME_LENGTH = 24
LETTERS = ("Ll", "Lo", "Lt", "Lu")
MOST_MARKS = 3  # on one letter: more than any language writes
# Letters, marks and signs that show nothing, beside those that Unicode counts as control signs.
BLANKS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
DEFAULT_NAME = "Player"
# Alphabets that are written together; of all others a name has one, as letters of many look the same.
TOGETHER = {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"}
_LATIN = re.compile(
    r"(?:(?:NEGATIVE .*)?LATIN (?:SMALL |CAPITAL )?|REGIONAL INDICATOR SYMBOL )LETTER (?:SMALL CAPITAL |SCRIPT )?"
    r"([A-Z])(?: WITH .*)?"
)
_ALIKE = (
    dict(zip("авгезіјкмнорсԁѕтухһԛԝьӏпиɡөҽ", "abreeljkmhopcdstyxhqwblnugoe", strict=True))
    | dict(zip("αβγεηικνορςστυχωϲϳ", "abyenlkvopcotuxwcj", strict=True))
    | dict(zip("աքժցհոսօյզլ", "wpdghnuojql", strict=True))  # Armenian
    | dict(zip("ⲁⲃⲉⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭⲱ", "abehlkmnopctyxw", strict=True))  # Coptic
    | dict(zip("ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ", "abcdehjklmprstvwz", strict=True))  # Cherokee  # noqa: RUF001
    | dict(zip("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghljklmnoprstuvwxyz", strict=True))  # Lisu  # noqa: RUF001
    | dict(zip("ᗩᗷᑕᗪᖴᕼᒍᒪᗰᑎᑭᖇᔕᑌᐯᗯ᙭ᘔ", "abcdfhjlmnprsuvwxz", strict=True))  # Canadian syllabics  # noqa: RUF001
    | dict(zip("ɑʌƅɛꬲꬵƍɩꬽꭇꭈꞃƽꞟꭎꭒɯɣỿꭚ", "aabeefglorrrsuuuwyyy", strict=True))  # phonetic letters
    | dict(zip("013568i\u0131ǀ|∣℮〇○◯×", "olesbbllllleooox", strict=True))  # Latin's own, and signs  # noqa: RUF001
)


def clean_name(text: str, most: int = NAME_LENGTH, field: str = "name") -> str:
    """Return a name fit to be shown: one line, no control or direction marks, not too long; raises BadRequest."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    kinds = [unicodedata.category(letter)[0] for letter in name]
    if "C" in kinds:
        raise BadRequest("a name may not contain control characters", field=field)
    if not 1 <= len(name) <= most:
        raise BadRequest(f"a name has 1 to {most} letters", field=field)
    if set(kinds) <= {"M", "Z"} or BLANKS.search(name):
        raise BadRequest("a name needs letters that can be seen, and no others", field=field)
    if "M" * (MOST_MARKS + 1) in "".join(kinds):
        raise BadRequest(f"a letter of a name has at most {MOST_MARKS} marks", field=field)
    return name


def person_name(text: str, field: str = "name") -> str:
    """Return a name for a person: of one alphabet, and no bot's; raises BadRequest."""
    name = clean_name(text, field=field)
    letters = (sign for sign in unicodedata.normalize("NFKD", name) if unicodedata.category(sign) in LETTERS)
    alphabets = {unicodedata.name(letter, "?").partition(" ")[0] for letter in letters}
    if len(alphabets) > 1 and not alphabets <= TOGETHER:
        raise BadRequest(f"a name mixes no alphabets: {' and '.join(sorted(alphabets)).title()}", field=field)
    if looks(name) in map(looks, bot_names()):
        raise BadRequest("a bot is called so: choose another name", field=field)
    return name


def looks(name: str) -> str:
    """Return what a name looks like: names that could be taken for each other look the same."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(map(_alike, folded)).replace("rn", "m").replace("vv", "w")


@lru_cache(2000)
def _alike(letter: str) -> str:
    """Return the Latin letter that another one looks like, if there is one; nothing for signs."""
    if letter in _ALIKE:
        return _ALIKE[letter]
    if (matched := _LATIN.fullmatch(unicodedata.name(letter, ""))) is not None:
        latin = matched[1].lower()
        return _ALIKE.get(latin, latin)
    if (digit := unicodedata.decimal(letter, None)) is not None:
        return _ALIKE.get(str(digit), str(digit))
    return letter if letter.isalnum() else ""


def distinct_name(name: str, others: Iterable[str]) -> str:
    """Return a name with a number behind it if it looks like one of the others at a table."""
    taken, wanted, number = {looks(other) for other in others if other}, name, 1
    while looks(wanted) in taken:
        number += 1
        wanted = f"{name[: NAME_LENGTH - len(str(number)) - 1]} {number}"
    return wanted


def unlinked(text: str) -> str:
    """Return text with names in it in which no program sees an address: names like `example.org` get another dot."""
    return re.sub(r"\.(?=\w)", "\u2024", text).replace("://", ": //")
