"""Boxes by their digests: the standard one, those of earlier releases, and none else."""

import subprocess
import sys
from pathlib import Path

import pytest

from amyitis.box import load_box, tables
from amyitis.box.known import FOLDER, box_of_record, digest_in, known_box, use_box_of
from amyitis.box.loading import PACKAGED
from amyitis.errors import BoxError, Malformed
from tests.owners import owners_box, owners_text

STANDARD = tables.BOX_DIGEST
RECORD = '[Game "Amyitis"]\n[Box "my \\"own\\" box {digest}"]\n[Players "W K"]\n'


@pytest.fixture
def earlier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The digest of a box that an earlier release came with."""
    digest = owners_box().digest
    (tmp_path / f"{digest}.toml").write_text(owners_text(), encoding="utf-8")
    monkeypatch.setattr("amyitis.box.known.FOLDER", tmp_path)
    return digest


def test_the_standard_box_is_the_packaged_one() -> None:
    assert known_box(STANDARD) == PACKAGED
    assert load_box(PACKAGED).digest == STANDARD


def test_boxes_of_earlier_releases_are_named_by_their_digests(earlier: str) -> None:
    path = known_box(earlier)
    assert path is not None
    assert load_box(path).digest == earlier != STANDARD
    for kept in FOLDER.glob("*"):
        assert kept.name == f"{load_box(kept).digest}.toml"


@pytest.mark.parametrize("digest", ["", "000000000000", "../../box", owners_box().digest])
def test_other_boxes_are_not_known(digest: str) -> None:
    assert known_box(digest) is None


def test_the_digest_of_a_named_box() -> None:
    assert digest_in(f"my own {STANDARD}") == STANDARD
    assert digest_in("my own") == digest_in("") == ""


def test_the_box_of_a_record_is_found_without_reading_more() -> None:
    assert box_of_record(RECORD.format(digest=STANDARD)) == STANDARD
    assert box_of_record('[Box "nothing"]') is None
    assert box_of_record('; [Box "x 69893bf00ce9"]') is None


def test_the_box_in_use_is_no_change() -> None:
    use_box_of(RECORD.format(digest=STANDARD))
    use_box_of("no record at all")


def test_an_unknown_box_is_said_with_the_way_to_give_it() -> None:
    with pytest.raises(
        Malformed, match=r"the box 000000000000, .* did not come with any release: give its file with --box"
    ):
        use_box_of(RECORD.format(digest="000000000000"))


def test_a_known_box_comes_too_late_for_rules_that_are_imported(earlier: str) -> None:
    with pytest.raises(BoxError, match="comes too late"):
        use_box_of(RECORD.format(digest=earlier))


def test_looking_for_the_box_makes_no_tables() -> None:
    code = "import sys, amyitis.box.known; print('amyitis.box.tables' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
