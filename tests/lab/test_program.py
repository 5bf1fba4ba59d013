"""The digest of a program changes with the rules and the bots, and with nothing else."""

import shutil
from pathlib import Path

from amyitis.lab.program import PACKAGE, PROGRAM, ROOMS, program_digest


def test_the_digest_follows_the_rules_and_the_bots(tmp_path: Path) -> None:
    for room in (*ROOMS, "cli"):
        shutil.copytree(PACKAGE / room, tmp_path / room)
    same = program_digest(tmp_path)
    assert same == program_digest(tmp_path)
    assert len(same) == len(PROGRAM)
    (tmp_path / "cli" / "more.py").write_text("", encoding="utf-8")
    assert program_digest(tmp_path) == same
    (tmp_path / "bots" / "more.py").write_text("", encoding="utf-8")
    assert program_digest(tmp_path) != same


def test_every_room_is_there() -> None:
    assert all(list((PACKAGE / room).glob("*.py")) for room in ROOMS)
