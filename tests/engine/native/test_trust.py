"""When the quick way is taken: a cap on the version of numba, a self-test, and what is remembered of it."""

import logging
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from amyitis.engine.native import selftest, trust
from amyitis.engine.native.machine_code import MachineCode
from amyitis.engine.native.trust import Verdict, below_cap, keep_verdict, read_verdict, run_selftest, verdict
from tests.compiling import needs_compiler

ROOT = Path(__file__).parents[3]

pytestmark = needs_compiler


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Each test asks anew."""
    verdict.cache_clear()
    yield
    verdict.cache_clear()


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for what is kept."""
    monkeypatch.setattr(trust, "cache_root", lambda: tmp_path)
    return tmp_path


def no_selftest() -> tuple[Verdict, bool]:
    raise AssertionError("the self-test was run")


def test_the_cap_is_that_of_the_package() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ranges = wanted["dependencies"] + wanted["optional-dependencies"]["compile"]
    capped = [one.partition(";")[0] for one in ranges if one.startswith("numba")]
    assert len(capped) == 2
    assert all(one.endswith(",<" + ".".join(map(str, trust.CAP))) for one in capped)


@pytest.mark.parametrize(
    ("version", "below"), [("0.60.0", True), ("0.68.1", True), ("0.69.0", False), ("1.0", False), ("odd", False)]
)
def test_versions_below_the_cap(version: str, below: bool) -> None:
    assert below_cap(version) is below


def test_a_newer_numba_is_not_even_tried(
    monkeypatch: pytest.MonkeyPatch, root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(trust, "version", lambda name: "0.99.0")
    monkeypatch.setattr(trust, "run_selftest", no_selftest)
    with caplog.at_level(logging.WARNING):
        assert not verdict().works
    assert "numba 0.99.0 is newer" in caplog.text
    assert list(root.iterdir()) == []


def test_whoever_wants_the_public_way_gets_it_without_a_warning(
    monkeypatch: pytest.MonkeyPatch, root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(trust.PUBLIC_SWITCH, "1")
    monkeypatch.setattr(trust, "run_selftest", no_selftest)
    with caplog.at_level(logging.WARNING):
        assert verdict() == Verdict(False, "AMYITIS_PUBLIC_NUMBA is set")
    assert caplog.text == ""


@pytest.mark.slow
def test_the_self_test_passes_here_and_is_run_once(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    assert verdict() == Verdict(True)
    assert [path.name.split("-")[0] for path in root.iterdir()] == ["numba"]
    verdict.cache_clear()
    monkeypatch.setattr(trust, "run_selftest", no_selftest)
    assert verdict() == Verdict(True)


def test_the_self_test_notices_a_wrong_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MachineCode, "__call__", lambda self, *arguments: 1)
    with pytest.raises(AssertionError, match="is not"):
        selftest.run()


def use_selftest(program: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another self-test than ours."""
    (folder / "strange_selftest.py").write_text(program, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setattr(trust, "SELFTEST", "strange_selftest")


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("import os; os.abort()", "ended with status -6"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "ended with status -11"),
        ("raise ImportError('no JITCodeLibrary')", "ImportError: no JITCodeLibrary"),
        ("print('something else')", "ended with status 0"),
    ],
)
def test_a_self_test_that_crashes_or_fails_is_remembered(
    program: str, why: str, root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    use_selftest(program, tmp_path_factory.mktemp("programs"), monkeypatch)
    found = verdict()
    assert not found.works
    assert why in found.why
    verdict.cache_clear()
    monkeypatch.setattr(trust, "run_selftest", no_selftest)
    assert verdict() == found


def test_a_self_test_that_was_stopped_is_not_remembered(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust, "SELFTEST_SECONDS", 0.0)
    assert "timed out" in verdict().why
    assert list(root.iterdir()) == []


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "ended with status -9"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", "ended with status -15"),
        ("raise MemoryError", "MemoryError"),
        ("raise OSError(28, 'No space left on device')", "OSError: [Errno 28]"),
    ],
)
def test_a_self_test_that_was_killed_or_had_no_room_is_not_remembered(
    program: str, why: str, root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    use_selftest(program, tmp_path_factory.mktemp("programs"), monkeypatch)
    found = verdict()
    assert not found.works
    assert why in found.why
    assert list(root.iterdir()) == []


def test_the_self_test_is_not_switched_off_with_numba(
    root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Else it would be kept that the quick way does not work."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    program = f"import os; print(os.environ['NUMBA_DISABLE_JIT'] == '0' and {trust.WORKS!r})"
    use_selftest(program, tmp_path_factory.mktemp("programs"), monkeypatch)
    assert verdict() == Verdict(True)


def test_without_a_python_to_run_there_is_no_verdict_to_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "")
    found, final = run_selftest()
    assert not found.works
    assert not final


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"works": true}'])
def test_a_broken_verdict_is_none(tmp_path: Path, content: str) -> None:
    path = tmp_path / "numba.json"
    path.write_text(content, encoding="utf-8")
    assert read_verdict(path) is None
    keep_verdict(path, Verdict(False, "a reason"))
    assert read_verdict(path) == Verdict(False, "a reason")


def test_a_verdict_that_cannot_be_kept_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "numba.json"
    keep_verdict(path, Verdict(True))
    assert read_verdict(path) is None
