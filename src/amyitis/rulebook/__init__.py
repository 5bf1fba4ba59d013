"""The rules in words: the clauses of `rulebook.md`, which every other part of the program quotes.

The file beside this module is the single source. It is read once, checked while it is read, and handed out as
small frozen objects:

    >>> clause("6.6").text
    'The merchant brings you 1 camel.'
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from amyitis.errors import Malformed

__all__ = ["Clause", "Section", "clause", "find", "section", "sections"]

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
        return "(ruling)" in self.text


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the rulebook with its clauses in order."""

    number: int
    title: str
    clauses: tuple[Clause, ...]


@cache
def sections() -> tuple[Section, ...]:
    """Return all sections in the order of the rulebook."""
    return parse(files(__name__).joinpath("rulebook.md").read_text(encoding="utf-8"))


def section(number: int) -> Section:
    """Return the section of this number, or raise Malformed."""
    for one in sections():
        if one.number == number:
            return one
    raise Malformed(f"The rulebook has no section {number}: its sections are 1 to {len(sections())}.")


def clause(number: str) -> Clause:
    """Return the clause of this number ("6.3"), or raise Malformed with the nearest numbers."""
    found = _by_number().get(number.strip())
    if found is None:
        raise Malformed(_no_such_clause(number.strip()))
    return found


def find(words: str) -> tuple[Clause, ...]:
    """Return the clauses whose title and text hold all the words, in any case; hits in the title come first."""
    wanted = words.casefold().split()
    if not wanted:
        return ()
    hits = [one for one in _by_number().values() if _holds(f"{one.title} {one.text}", wanted)]
    return tuple(sorted(hits, key=lambda one: not _holds(one.title, wanted)))


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
def _by_number() -> dict[str, Clause]:
    return {one.number: one for part in sections() for one in part.clauses}


def _holds(text: str, wanted: list[str]) -> bool:
    folded = text.casefold()
    return all(word in folded for word in wanted)


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
