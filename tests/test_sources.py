"""A digest of sources follows what they say and how they are named, not where they lie."""

import shutil
from pathlib import Path

from amyitis.lab.tournaments.program import PACKAGES, PROGRAM
from amyitis.sources import PACKAGE, package_digest, source_digest


def test_the_digest_follows_the_files_and_their_names(tmp_path: Path) -> None:
    place = tmp_path / "deeper" / "bots"
    shutil.copytree(PACKAGE / "bots", place)
    same = package_digest("bots")
    assert source_digest(place) == same
    (place / "words.txt").write_text("no source", encoding="utf-8")
    assert source_digest(place) == same
    (place / "bot.py").rename(place / "robot.py")
    renamed = source_digest(place)
    assert renamed != same
    (place / "robot.py").write_text("", encoding="utf-8")
    assert source_digest(place) not in (same, renamed)


def test_a_single_file_a_missing_place_and_a_text_count(tmp_path: Path) -> None:
    path = tmp_path / "one.py"
    path.write_text("x = 1\n", encoding="utf-8")
    found = {
        source_digest(),
        source_digest(path),
        source_digest(path, also="box"),
        source_digest(tmp_path),
        source_digest(path, tmp_path / "nowhere"),
        source_digest(path, tmp_path / "elsewhere"),
    }
    assert len(found) == 6


def test_the_program_of_a_tournament_is_all_that_decides_on_a_game() -> None:
    assert all(list((PACKAGE / name).glob("*.py")) for name in PACKAGES)
    assert package_digest(*PACKAGES) == PROGRAM
    assert package_digest(*PACKAGES[:-1]) != PROGRAM
