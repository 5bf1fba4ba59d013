"""A digest of sources follows what they say and how they are named, not where they lie."""

import shutil
import subprocess
import sys
from pathlib import Path

from amyitis.lab.tournaments.program import CARDS, PACKAGES, PROGRAM, SETTINGS
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
    assert package_digest(*PACKAGES, also=CARDS + SETTINGS) == PROGRAM
    assert package_digest(*PACKAGES[:-1], also=CARDS + SETTINGS) != PROGRAM != package_digest(*PACKAGES)


def test_no_package_that_bots_import_is_forgotten() -> None:
    words = "import sys, amyitis.bots; print(*{name.split('.')[1] for name in sys.modules if name[:8] == 'amyitis.'})"
    found = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, timeout=60)
    assert set(found.stdout.split()) <= {*PACKAGES, "errors", "extras", "files", "sources"}
