"""Every clause of the rulebook has a test that names it; a run of all tests writes which."""

import pytest

from amyitis.rulebook import Clause, Section, sections
from tests.clauses import ClauseTests


def test_every_clause_has_a_test(clause_tests: ClauseTests, request: pytest.FixtureRequest) -> None:
    report = request.config.rootpath / "reports" / "clauses.md"
    report.parent.mkdir(exist_ok=True)
    report.write_text(clause_tests.report(sections()), encoding="utf-8")
    assert clause_tests.unknown(sections()) == {}, "tests name clauses that the rulebook does not have"
    assert clause_tests.untested(sections()) == [], "clauses that no test names"


SMALL = (Section(1, "Start", (Clause("1.1", "Who", "..."), Clause("1.2", "What", "..."))),)


def test_a_clause_without_a_test_and_a_test_without_a_clause_are_named() -> None:
    found = ClauseTests()
    found.add(("1.1", "1.7"), "tests/test_x.py", "test_who_plays")
    assert found.untested(SMALL) == ["1.2"]
    assert found.unknown(SMALL) == {"1.7": ["tests/test_x.py::test_who_plays"]}


def test_the_report_lists_each_clause_with_its_tests() -> None:
    found = ClauseTests()
    found.add(("1.1",), "tests/test_x.py", "test_who_plays")
    lines = found.report(SMALL).splitlines()
    place = lines.index("- **1.1 Who** (1)")
    assert lines[place + 1] == "  - `tests/test_x.py`: who plays"
    assert "- **1.2 What** (0)" in lines
