"""The names that people give themselves, their seats and their games."""

import unicodedata

from .problems import BadRequest

NAME_LENGTH = 24
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing
DEFAULT_NAME = "Player"


def clean_name(text: str, most: int = NAME_LENGTH, field: str = "name") -> str:
    """Return a name fit to be shown: one line, no control or direction marks, not too long; raises BadRequest."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if any(unicodedata.category(letter).startswith("C") for letter in name):
        raise BadRequest("a name may not contain control characters", field=field)
    if not 1 <= len(name) <= most:
        raise BadRequest(f"a name has 1 to {most} letters", field=field)
    if all(letter in BLANKS or unicodedata.category(letter).startswith(("M", "Z")) for letter in name):
        raise BadRequest("a name needs a letter that can be seen", field=field)
    return name
