"""Machine code that comes with the package is used where it fits, and nowhere else."""

import json
import shutil
from pathlib import Path

import pytest

from amyitis.engine import samples
from amyitis.engine.compiled import native_compiler
from amyitis.engine.compiler.calling import SlotFunction
from amyitis.engine.native.trust import verdict
from amyitis.engine.prebuilt import fitting, loading
from amyitis.engine.prebuilt.loading import MANIFEST, DoesNotFit, Prebuilt, library_name
from amyitis.engine.prebuilt.targets import TARGETS, targets_here
from amyitis.rules.course import chance
from tests.compiling import needs_compiler
from tests.once import made_once

pytestmark = [needs_compiler, pytest.mark.slow, pytest.mark.skipif(not targets_here(), reason="not for this system")]


def build_samples(folder: Path) -> None:
    from building.machine_code.building import build

    build(folder, samples.SAMPLES, TARGETS, native_compiler())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples alone, for all targets."""
    if not verdict().works:
        pytest.skip(f"nothing can be built with this numba: {verdict().why}")
    return made_once(tmp_path_factory, "prebuilt-samples", build_samples)


@pytest.fixture
def mine(built: Path, tmp_path: Path) -> Path:
    """A copy, to be changed."""
    return Path(shutil.copytree(built, tmp_path / "prebuilt"))


def test_code_for_every_target_of_this_machine_passes_its_self_test(built: Path) -> None:
    for target in targets_here():
        found = Prebuilt(built, target)
        divide = found.function(samples.divide)
        assert divide is not None
        assert divide(7, 2) == 3
        with pytest.raises(ZeroDivisionError):
            divide(1, 0)
    assert {path.name for path in built.iterdir()} == {MANIFEST, *map(library_name, TARGETS)}


def test_a_function_that_sees_other_tables_is_not_taken(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Prebuilt(built, targets_here()[0])
    assert found.function(chance.start_shuffler) is None, "it is not among them"
    monkeypatch.setattr(samples, "WEIGHTS", (3, 5, 8))
    fitting._own.cache_clear()
    assert found.function(samples.mix) is None
    assert found.function(samples.earn) is not None
    monkeypatch.undo()
    fitting._own.cache_clear()
    assert found.function(samples.mix) is not None


def test_code_of_other_sources_or_another_box_is_not_taken(
    mine: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    target = targets_here()[0]
    manifest = json.loads((mine / MANIFEST).read_text(encoding="utf-8"))
    with monkeypatch.context() as patch:
        patch.setattr(loading, "BOX_DIGEST", "another")
        with pytest.raises(DoesNotFit, match="another box"):
            Prebuilt(mine, target)
    (mine / MANIFEST).write_text(json.dumps({**manifest, "digest": "another"}), encoding="utf-8")
    with pytest.raises(DoesNotFit, match="other sources"):
        Prebuilt(mine, target)
    with pytest.raises(DoesNotFit, match="was built"):
        Prebuilt(tmp_path / "nowhere", target)


def test_damaged_code_is_not_loaded(mine: Path) -> None:
    target = targets_here()[0]
    path = mine / library_name(target)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(DoesNotFit, match="damaged"):
        Prebuilt(mine, target)


def test_code_that_computes_something_else_is_not_used(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SlotFunction, "__call__", lambda self, *arguments: 1)
    with pytest.raises(DoesNotFit, match="does not work here: 1 is not"):
        Prebuilt(built, targets_here()[0])


def test_without_fitting_code_the_reason_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "folder", lambda: tmp_path)
    for targets, why in ((targets_here(), "no machine code was built for"), ((), "no machine code comes for")):
        monkeypatch.setattr(loading, "targets_here", lambda targets=targets: targets)
        loading.prebuilt.cache_clear()
        found, said = loading.prebuilt()
        assert found is None
        assert said.startswith(why)
    loading.prebuilt.cache_clear()
