"""Clauses of the rulebook and the tests that name them, and the report that lists both."""

from collections import defaultdict
from collections.abc import Iterable

from amyitis.rulebook import Section


class ClauseTests:
    """The tests of each clause, as they are collected."""

    def __init__(self) -> None:
        self.tests: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
        self.files: set[object] = set()

    def add(self, numbers: Iterable[str], path: str, name: str) -> None:
        """A test, by its file and its name, checks these clauses."""
        for number in numbers:
            self.tests[number].add((path, name))

    def untested(self, sections: Iterable[Section]) -> list[str]:
        """The clauses of these sections that no test names."""
        return [clause.number for part in sections for clause in part.clauses if clause.number not in self.tests]

    def unknown(self, sections: Iterable[Section]) -> dict[str, list[str]]:
        """Numbers that tests name though the rulebook has no such clause, with those tests."""
        known = {clause.number for part in sections for clause in part.clauses}
        return {
            number: sorted(f"{path}::{name}" for path, name in tests)
            for number, tests in self.tests.items()
            if number not in known
        }

    def report(self, sections: Iterable[Section]) -> str:
        """All clauses with their titles and tests, as Markdown."""
        lines = ["# The clauses of the rulebook and their tests", ""]
        lines += ["Written by `make check` and `make test`. A clause without a test makes it fail.", ""]
        for part in sections:
            lines += [f"## {part.number}. {part.title}", ""]
            for clause in part.clauses:
                tests = sorted(self.tests.get(clause.number, ()))
                lines += [f"- **{clause.number} {clause.title}** ({len(tests)})"]
                lines += [f"  - `{path}`: {name.removeprefix('test_').replace('_', ' ')}" for path, name in tests]
            lines.append("")
        return "\n".join(lines)
