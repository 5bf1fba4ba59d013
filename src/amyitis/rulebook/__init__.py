"""The rules in words: the clauses of `rulebook.md`, which every other part of the program quotes.

The English file beside this module is the single source; `rulebook.de.md`, `rulebook.cs.md` and `rulebook.fr.md` say
the same, clause by clause. Each is read once, checked while it is read, and handed out as small frozen objects:

    >>> clause("6.6").text
    'The merchant brings you 1 camel.'
    >>> clause("6.6", "de").text
    'Der Händler bringt dir 1 Kamel.'

`example` has a position to draw beside a clause, the same in every language.
"""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from amyitis.errors import Malformed

__all__ = [
    "LANGUAGES",
    "PARTS",
    "Clause",
    "Example",
    "Section",
    "clause",
    "example",
    "examples",
    "find",
    "section",
    "sections",
]

LANGUAGES = ("en", "de", "cs", "fr")
PARTS = ("garden", "caravan", "court", "crafts", "fields", "temples", "players", "palace")

# How a clause says that it holds a decision of ours, in each language.
_RULING_MARKS = ("(ruling)", "(Entscheidung)", "(výklad)", "(interprétation)")

# Where a line must not break: the writers of the files type a plain space there, or a new line.
_NO_BREAK = {
    "cs": re.compile(r"(?<=\b[AKOSUVZaikosuvz])\s+(?=\w)"),
    "fr": re.compile(r"\s+(?=[:;!?»])|(?<=«)\s+"),
}

# Letters that are folded for the search, beside all accents.
_PLAIN = str.maketrans({"æ": "ae", "œ": "oe", "\N{RIGHT SINGLE QUOTATION MARK}": "'"})

_SECTION = re.compile(r"## (\d+)\. (\S.*)")
_CLAUSE = re.compile(r"- (\d+\.\d+) \*\*(.+?)\.\*\* (\S.*)")
_NUMBER = re.compile(r"(\d{1,4})\.(\d{1,4})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered clause: `number` as in "6.3", a short `title`, and the `text` on one line."""

    number: str
    title: str
    text: str

    @property
    def is_ruling(self) -> bool:
        """Whether the clause holds a decision of ours, where the printed rules are silent or unclear."""
        return any(mark in self.text for mark in _RULING_MARKS)


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the rulebook with its clauses in order."""

    number: int
    title: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A picture for a clause: a `position` in its text form, the `part` of the table to show, and what to mark there.

    `marks` are names as in the notation: squares ("c3"), sides ("a1-b1"), cities, temples, field rows ("top").
    """

    position: str
    part: str
    marks: tuple[str, ...] = ()


def sections(lang: str = "en") -> tuple[Section, ...]:
    """Return all sections in the order of the rulebook; raise Malformed if it is not written in this language."""
    if lang not in LANGUAGES:
        raise Malformed(f"The rulebook is not written in {lang!r}: its languages are {_listed(LANGUAGES)}.")
    return _book(lang)


def section(number: int, lang: str = "en") -> Section:
    """Return the section of this number, or raise Malformed."""
    for one in sections(lang):
        if one.number == number:
            return one
    raise Malformed(f"The rulebook has no section {number}: its sections are 1 to {len(sections())}.")


def clause(number: str, lang: str = "en") -> Clause:
    """Return the clause of this number ("6.3"), or raise Malformed with the nearest numbers."""
    found = _by_number(lang).get(number.strip())
    if found is None:
        raise Malformed(_no_such_clause(number.strip()))
    return found


def find(words: str, lang: str = "en") -> tuple[Clause, ...]:
    """Return the clauses whose title and text hold all the words; hits in the title come first.

    Case and accents do not matter: "konig" finds "König".
    """
    clauses = _by_number(lang).values()
    wanted = _folded(words).split()
    if not wanted:
        return ()
    hits = [one for one in clauses if _holds(f"{one.title} {one.text}", wanted)]
    return tuple(sorted(hits, key=lambda one: not _holds(one.title, wanted)))


def example(number: str) -> Example | None:
    """Return what to draw beside the clause of this number; None where a picture would not help."""
    return examples().get(clause(number).number)


@cache
def examples() -> Mapping[str, Example]:
    """Return the pictures of all clauses that have one, by the number of the clause."""
    text = files(__name__).joinpath("examples.toml").read_text(encoding="utf-8")
    return {
        number: Example(entry["position"], entry["part"], tuple(entry.get("marks", ())))
        for number, entry in tomllib.loads(text).items()
    }


def parse(markdown: str) -> tuple[Section, ...]:
    """Read a rulebook from its Markdown text; raise Malformed where sections or clauses are out of order.

    Everything before the first section is an introduction for readers of the file and is skipped.
    """
    found: list[tuple[int, str, list[Clause]]] = []
    for block in _blocks(markdown):
        if heading := _SECTION.fullmatch(block):
            number = int(heading[1])
            if number != len(found) + 1:
                raise Malformed(f"Section {number} of the rulebook stands where section {len(found) + 1} belongs.")
            found.append((number, heading[2], []))
        elif found:
            item = _CLAUSE.fullmatch(block)
            if item is None:
                raise Malformed(f"This line of the rulebook is neither a section nor a clause: {block[:60]!r}.")
            here, _, clauses = found[-1]
            expected = f"{here}.{len(clauses) + 1}"
            if item[1] != expected:
                raise Malformed(f"Clause {item[1]} of the rulebook stands where clause {expected} belongs.")
            clauses.append(Clause(item[1], item[2], item[3]))
    return tuple(Section(number, title, tuple(clauses)) for number, title, clauses in found)


def _blocks(markdown: str) -> list[str]:
    """Split Markdown into headings and list items, each joined to one line."""
    blocks: list[str] = []
    for line in markdown.splitlines():
        if line.startswith("  ") and blocks:
            blocks[-1] += " " + line.strip()
        elif line.strip():
            blocks.append(line.strip())
    return blocks


@cache
def _book(lang: str) -> tuple[Section, ...]:
    name = "rulebook.md" if lang == "en" else f"rulebook.{lang}.md"
    text = files(__name__).joinpath(name).read_text(encoding="utf-8")
    return parse(_NO_BREAK[lang].sub("\N{NO-BREAK SPACE}", text) if lang in _NO_BREAK else text)


@cache
def _by_number(lang: str = "en") -> dict[str, Clause]:
    return {one.number: one for part in sections(lang) for one in part.clauses}


def _holds(text: str, wanted: list[str]) -> bool:
    folded = _folded(text)
    return all(word in folded for word in wanted)


def _folded(text: str) -> str:
    """Return the text without case and accents."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return "".join(one for one in letters if not unicodedata.combining(one))


def _listed(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _no_such_clause(number: str) -> str:
    """Say in one sentence that there is no such clause, and which ones are nearest."""
    asked = _NUMBER.fullmatch(number)
    if asked is None:
        return f"{number!r} is not the number of a clause: such a number looks like 6.3."
    part, item = int(asked[1]), int(asked[2])

    def distance(other: str) -> tuple[int, int]:
        other_part, other_item = map(int, other.split("."))
        return abs(other_part - part), abs(other_item - item)

    nearest = sorted(_by_number(), key=distance)[:3]
    return f"The rulebook has no clause {number}: the nearest are {nearest[0]}, {nearest[1]} and {nearest[2]}."
