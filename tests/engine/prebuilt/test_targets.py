"""Which of the libraries that come with the package a machine takes, by what its system says of its processors."""

from pathlib import Path

import pytest

from amyitis.engine.prebuilt import targets
from amyitis.engine.prebuilt.targets import TARGETS, V2, V3, V4, fitting, processor_flags

ZEN4, ZEN2 = "25", "23"


def said(flags: frozenset[str], family: str) -> str:
    """What Linux says of two processors."""
    return f"processor\t: 0\ncpu family\t: {family}\nflags\t\t: {' '.join(sorted(flags))} fpu\n\n" * 2


@pytest.mark.parametrize(
    ("flags", "family", "best"),
    [
        (V4, ZEN4, "x86-64-v4-vnni"),
        (V3, ZEN4, "x86-64-v3"),
        (V3, ZEN2, "x86-64-v3-zen2"),
        (V4 - {"avx512_vnni"}, ZEN4, "x86-64-v3"),
        (V3 - {"fma"}, ZEN4, "x86-64-v2"),
        (V2, "6", "x86-64-v2"),
    ],
)
def test_a_processor_takes_the_best_it_can_run(flags: frozenset[str], family: str, best: str, tmp_path: Path) -> None:
    path = tmp_path / "cpuinfo"
    path.write_text(said(flags, family), encoding="utf-8")
    found = fitting("x86_64", processor_flags(path))
    assert found[0].name == best
    assert found[-1].name == "x86-64-v2"


def test_what_one_of_two_processors_lacks_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "cpuinfo"
    path.write_text(said(V4, ZEN4) + said(V3, ZEN4), encoding="utf-8")
    assert fitting("x86_64", processor_flags(path))[0].name == "x86-64-v3"


def test_other_machines_and_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [one.name for one in fitting("aarch64", frozenset())] == ["arm64"]
    assert fitting("riscv64", frozenset()) == fitting("x86_64", V2 - {"popcnt"}) == ()
    assert processor_flags(tmp_path / "nothing") == frozenset()
    monkeypatch.setattr("sys.platform", "darwin")
    targets.targets_here.cache_clear()
    assert targets.targets_here() == ()
    targets.targets_here.cache_clear()


def test_names_are_told_apart() -> None:
    assert len({one.name for one in TARGETS}) == len(TARGETS)
