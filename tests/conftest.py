"""All tests: their layers, what was skipped and why, and which clauses of the rulebook are tested by what."""

import gc
import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.clauses import ClauseTests

COLLECTED = pytest.StashKey[ClauseTests]()
TESTS = Path(__file__).parent
# The dearest layer comes first, so that the workers of a run end together; `make check` runs the last one only.
LAYERS = ("browser", "server", "slow", "")


def pytest_configure(config: pytest.Config) -> None:
    # Games that end in tests are not reviewed behind their backs: tests of reviews say so themselves.
    os.environ["AMYITIS_REVIEW_WORKERS"] = "0"
    # Numba compiles for the tests, as after an edit; the machine code of the package is run by tests/test_wheel.py.
    os.environ["AMYITIS_COMPILE"] = "1"
    # A core for each worker: threads of torch and of NumPy that wait for a core which others use spin meanwhile.
    for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(threads, "1")
    config.stash[COLLECTED] = ClauseTests()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while thousands of tests are collected, nor later among what stays for the whole run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> None:
    """Remember the files looked at, so that a run of some of them is known for what it is."""
    parent.config.stash[COLLECTED].files.add(file_path)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the layer of each test, and note the clauses it names, before any of them is left out."""
    found = config.stash[COLLECTED]
    for item in items:
        for mark in item.iter_markers("clause"):
            path, _, name = item.nodeid.partition("::")
            found.add(mark.args, path, name.partition("[")[0])
        if layer := layer_of(item):
            item.add_marker(layer)
        if "first_visit" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("site"))  # Python is started in the browser of one worker only
    items.sort(key=lambda item: LAYERS.index(layer_of(item)))


def layer_of(item: pytest.Item) -> str:
    """What a test needs: a browser (and with it a server), a server of its own or a shared one, time, or nothing."""
    fixtures = getattr(item, "fixturenames", ())
    if "browser" in fixtures:
        return "browser"
    if item.get_closest_marker("server") or (
        "databases" in fixtures and item.path.parts[len(TESTS.parts)] in ("server", "service")
    ):
        return "server"
    return "slow" if item.get_closest_marker("slow") else ""


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what was not tested here, and for want of what."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in reports)
    if reasons:
        told = "; ".join(f"{count} {'test' if count == 1 else 'tests'}: {why}" for why, count in reasons.most_common())
        terminalreporter.write_line(f"Not tested here: {told}.", yellow=True)


@pytest.fixture
def clause_tests(request: pytest.FixtureRequest) -> ClauseTests:
    """The tests of each clause; the test is skipped unless all tests were collected, if not run."""
    config = request.config
    found = config.stash[COLLECTED]
    everything = set((config.rootpath / "tests").rglob("test_*.py"))
    chosen = any("::" in argument for argument in config.args) or config.getoption("lf", False)
    if chosen or everything - found.files:
        pytest.skip("only some of the tests were collected")
    return found
