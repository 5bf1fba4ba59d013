"""The rules in words: the clauses of `rulebook.md`, which every other part of the program quotes.

The English file beside this module is the single source; `rulebook.de.md`, `rulebook.cs.md` and `rulebook.fr.md` say
the same, clause by clause. Numbers and names that are facts of the box are filled in from the box in use, or from one
that is given. Each file is read once for a box, checked while it is read, and handed out as small frozen objects:

    >>> clause("6.6").text
    'The merchant brings you 1 camel.'
    >>> clause("6.6", "de").text
    'Der Händler bringt dir 1 Kamel.'

`example` has a position to draw beside a clause, the same in every language.
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files

from amyitis.box import Box, active_box
from amyitis.errors import Malformed

from .filling import fill

__all__ = [
    "LANGUAGES",
    "LEADS",
    "PARTS",
    "Clause",
    "Example",
    "Ruling",
    "Section",
    "clause",
    "example",
    "examples",
    "find",
    "rulings",
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

# Beneath a ruling stand two items that begin with these words: why it was decided so, and what would be otherwise.
LEADS = {"en": ("Why", "Otherwise"), "de": ("Warum", "Sonst"), "cs": ("Proč", "Jinak"), "fr": ("Pourquoi", "Sinon")}
_WHY, _OTHERWISE = (re.compile(rf"- \*(?:{'|'.join(words)})\.\* (\S.*)") for words in zip(*LEADS.values(), strict=True))


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision of ours, where the printed rules are silent or unclear: `why`, and what would be `otherwise`."""

    why: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered clause: `number` as in "6.3", a short `title`, the `text` on one line, and our `ruling` if any.

    >>> from amyitis.rulebook import clause
    >>> clause("8.4").is_ruling
    True
    """

    number: str
    title: str
    text: str
    ruling: Ruling | None = None

    @property
    def is_ruling(self) -> bool:
        """Whether the clause holds a decision of ours, where the printed rules are silent or unclear."""
        return self.ruling is not None


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the rulebook with its clauses in order.

    >>> from amyitis.rulebook import sections
    >>> [one.number for one in sections()[0].clauses][:2]
    ['1.1', '1.2']
    """

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


def sections(lang: str = "en", box: Box | None = None) -> tuple[Section, ...]:
    """Returns all sections in the order of the rulebook; raises Malformed if it is not written in this language.

    >>> from amyitis.rulebook import sections
    >>> [one.number for one in sections("de")] == list(range(1, 14))
    True
    """
    if lang not in LANGUAGES:
        raise Malformed(f"The rulebook is not written in {lang!r:.60}: its languages are {_listed(LANGUAGES)}.")
    return _book(lang, box or active_box())


def section(number: int, lang: str = "en", box: Box | None = None) -> Section:
    """Returns the section of this number, or raises Malformed."""
    for part in sections(lang, box):
        if part.number == number:
            return part
    raise Malformed(f"The rulebook has no section {number}: its sections are 1 to {len(sections())}.")


def clause(number: str, lang: str = "en", box: Box | None = None) -> Clause:
    """Returns the clause of this number ("6.3"), or raises Malformed with the nearest numbers.

    >>> from amyitis.rulebook import clause
    >>> clause("11.4").number
    '11.4'
    """
    for part in sections(lang, box):
        for candidate in part.clauses:
            if candidate.number == number.strip():
                return candidate
    raise Malformed(_no_such_clause(number.strip()))


def rulings(lang: str = "en", box: Box | None = None) -> tuple[Clause, ...]:
    """Returns the clauses that hold a decision of ours, in order."""
    return tuple(item for item in _clauses(lang, box) if item.is_ruling)


def find(words: str, lang: str = "en", box: Box | None = None) -> tuple[Clause, ...]:
    """Returns the clauses whose title and text hold all the words; hits in the title come first.

    Case and accents do not matter: "konig" finds "König".
    """
    clauses = _clauses(lang, box)
    wanted = _folded(words).split()
    if not wanted:
        return ()
    hits = [hit for hit in clauses if _holds(f"{hit.title} {hit.text}", wanted)]
    return tuple(sorted(hits, key=lambda hit: not _holds(hit.title, wanted)))


def example(number: str) -> Example | None:
    """Returns what to draw beside the clause of this number; None where a picture would not help."""
    return examples().get(clause(number).number)


@cache
def examples() -> Mapping[str, Example]:
    """Returns the pictures of all clauses that have one, by the number of the clause."""
    text = files(__name__).joinpath("examples.toml").read_text(encoding="utf-8")
    return {
        number: Example(entry["position"], entry["part"], tuple(entry.get("marks", ())))
        for number, entry in tomllib.loads(text).items()
    }


def parse(markdown: str, written: Callable[[str], str] = str) -> tuple[Section, ...]:
    """Returns the sections of a rulebook in Markdown; raises Malformed where sections or clauses are out of order.

    Everything before the first section is an introduction for readers of the file and is skipped. `written` makes what
    is shown of each title and text.
    """
    sections: list[tuple[int, str, list[Clause]]] = []
    blocks = _blocks(markdown)
    while blocks:
        block = blocks.pop(0)
        if heading := _SECTION.fullmatch(block):
            number = int(heading[1])
            if number != len(sections) + 1:
                raise Malformed(f"Section {number} of the rulebook stands where section {len(sections) + 1} belongs.")
            sections.append((number, heading[2], []))
        elif sections:
            item = _CLAUSE.fullmatch(block)
            if item is None:
                raise Malformed(f"This line of the rulebook is neither a section nor a clause: {block[:60]!r}.")
            here, _, clauses = sections[-1]
            expected = f"{here}.{len(clauses) + 1}"
            if item[1] != expected:
                raise Malformed(f"Clause {item[1]} of the rulebook stands where clause {expected} belongs.")
            clauses.append(
                Clause(item[1], written(item[2]), written(item[3]), _ruling(item[1], item[3], blocks, written))
            )
    return tuple(Section(number, written(title), tuple(clauses)) for number, title, clauses in sections)


def _ruling(number: str, text: str, blocks: list[str], written: Callable[[str], str]) -> Ruling | None:
    """Take the two items beneath a ruling off the blocks; returns them. Raises Malformed if one is missing."""
    marked = any(mark in text for mark in _RULING_MARKS)
    why = _WHY.fullmatch(blocks[0]) if blocks else None
    otherwise = _OTHERWISE.fullmatch(blocks[1]) if len(blocks) > 1 else None
    if not marked and why is None:
        return None
    if not marked or why is None or otherwise is None:
        raise Malformed(
            f"Clause {number} of the rulebook: a ruling has its mark, a reason and what would be otherwise."
        )
    del blocks[:2]
    return Ruling(written(why[1]), written(otherwise[1]))


def _blocks(markdown: str) -> list[str]:
    """Yields the headings and list items of Markdown, each joined to one line."""
    blocks: list[str] = []
    for line in markdown.splitlines():
        if line.startswith("  ") and blocks and not line.startswith("  - "):
            blocks[-1] += " " + line.strip()
        elif line.strip():
            blocks.append(line.strip())
    return blocks


@cache
def _book(lang: str, box: Box) -> tuple[Section, ...]:
    name = "rulebook.md" if lang == "en" else f"rulebook.{lang}.md"
    text = files(__name__).joinpath(name).read_text(encoding="utf-8")
    return parse(text, partial(_written, lang=lang, box=box))


def _written(text: str, lang: str, box: Box) -> str:
    """Returns a text as it is shown: with the facts of the box, and spaces where a line must not break."""
    filled = fill(text, lang, box)
    return _NO_BREAK[lang].sub("\N{NO-BREAK SPACE}", filled) if lang in _NO_BREAK else filled


def _clauses(lang: str = "en", box: Box | None = None) -> list[Clause]:
    return [item for part in sections(lang, box) for item in part.clauses]


def _holds(text: str, wanted: list[str]) -> bool:
    folded = _folded(text)
    return all(word in folded for word in wanted)


def _folded(text: str) -> str:
    """Returns the text without case and accents."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _listed(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _no_such_clause(number: str) -> str:
    """Returns a sentence: there is no such clause, and which ones are nearest."""
    wanted = _NUMBER.fullmatch(number)
    if wanted is None:
        return f"{number!r:.60} is not the number of a clause: such a number looks like 6.3."
    part, item = int(wanted[1]), int(wanted[2])

    def distance(other: str) -> tuple[int, int]:
        other_part, other_item = map(int, other.split("."))
        return abs(other_part - part), abs(other_item - item)

    nearest = sorted((candidate.number for candidate in _clauses()), key=distance)[:3]
    return f"The rulebook has no clause {number}: the nearest are {nearest[0]}, {nearest[1]} and {nearest[2]}."
