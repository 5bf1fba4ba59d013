"""Which clauses of the rulebook are tested by what: collected with the tests, for `test_clauses.py`."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.clauses import ClauseTests

COLLECTED = pytest.StashKey[ClauseTests]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[COLLECTED] = ClauseTests()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> None:
    """Remember the files looked at, so that a run of some of them is known for what it is."""
    parent.config.stash[COLLECTED].files.add(file_path)


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    for item in items:
        item.config.stash[COLLECTED].partial = True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    found = config.stash[COLLECTED]
    for item in items:
        for mark in item.iter_markers("clause"):
            path, _, name = item.nodeid.partition("::")
            found.add(mark.args, path, name.partition("[")[0])


@pytest.fixture
def clause_tests(request: pytest.FixtureRequest) -> ClauseTests:
    """The tests of each clause; the test is skipped unless all tests were collected."""
    config = request.config
    found = config.stash[COLLECTED]
    everything = set((config.rootpath / "tests").rglob("test_*.py"))
    chosen = any("::" in argument for argument in config.args) or config.getoption("lf", False)
    if found.partial or chosen or everything - found.files:
        pytest.skip("only some of the tests were collected")
    return found
