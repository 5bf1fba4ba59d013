"""Boxes of all releases are kept by their digests."""

import subprocess
import sys
from pathlib import Path

import pytest

from amyitis.box import load_box, tables
from amyitis.box.known import (
    ABOUT_NAMED,
    FOLDER,
    NAMED,
    box_of_record,
    digest_in,
    known_box,
    named_box,
    plays_alike,
    use_box_of,
)
from amyitis.errors import BoxError, Malformed
from tests.owners import owners_box, owners_text

FILES = sorted(FOLDER.glob("*"))
STANDARD = tables.BOX_DIGEST
RECORD = '[Game "Amyitis"]\n[Box "my \\"own\\" box {digest}"]\n[Players "W K"]\n'


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_kept_box_has_the_digest_that_names_it(path: Path) -> None:
    assert path.name == f"{load_box(path).digest}.toml"
    assert known_box(load_box(path).digest) == path


def test_the_standard_box_is_kept_too() -> None:
    assert known_box(STANDARD) in FILES


def test_boxes_with_a_name_are_kept_as_well() -> None:
    for name in NAMED:
        assert named_box(name) in FILES
    assert NAMED.keys() == ABOUT_NAMED.keys()
    assert named_box("unfair") is None


def test_the_standard_box_is_the_fair_one() -> None:
    assert NAMED["fair"] == STANDARD


def test_the_fair_box_differs_from_the_first_in_one_number() -> None:
    fair, first = (load_box(known_box(NAMED[name])) for name in ("fair", "two-caravaneers"))
    assert first.digest == "9838a9770713"
    pairs = zip(fair.court, first.court, strict=True)
    changed = [
        (ours.type, ours.level, ours.cards, theirs.cards) for ours, theirs in pairs if ours.cards != theirs.cards
    ]
    assert changed == [("caravaneer", 1, (1, 2, 3), (2, 2, 3))]


def test_the_first_box_is_kept_for_ever() -> None:
    assert known_box("9838a9770713") is not None


@pytest.mark.parametrize("digest", ["", "000000000000", "../../box", owners_box().digest])
def test_other_boxes_are_not_known(digest: str) -> None:
    assert known_box(digest) is None


def test_the_digest_of_a_named_box() -> None:
    assert digest_in(f"my own {STANDARD}") == STANDARD
    assert digest_in("my own") == digest_in("") == ""


def test_the_box_of_a_record_is_found_without_reading_more() -> None:
    assert box_of_record(RECORD.format(digest=STANDARD)) == STANDARD
    assert box_of_record('[Box "nothing"]') is None
    assert box_of_record('; [Box "x 9838a9770713"]') is None


def test_the_box_in_use_is_no_change() -> None:
    use_box_of(RECORD.format(digest=STANDARD))
    use_box_of("no record at all")


def test_an_unknown_box_is_said_with_the_way_to_give_it() -> None:
    with pytest.raises(
        Malformed, match=r"the box 000000000000, .* did not come with any release: give its file with --box"
    ):
        use_box_of(RECORD.format(digest="000000000000"))


def test_a_known_box_comes_too_late_for_rules_that_are_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = owners_box().digest
    (tmp_path / f"{other}.toml").write_text(owners_text(), encoding="utf-8")
    monkeypatch.setattr("amyitis.box.known.FOLDER", tmp_path)
    with pytest.raises(BoxError, match="comes too late"):
        use_box_of(RECORD.format(digest=other))


def test_looking_for_the_box_makes_no_tables() -> None:
    code = "import sys, amyitis.box.known; print('amyitis.box.tables' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_games_of_three_and_four_are_the_same_with_both_standard_boxes() -> None:
    assert [plays_alike(NAMED["two-caravaneers"], players) for players in (2, 3, 4)] == [False, True, True]
    assert all(plays_alike(STANDARD, players) for players in (2, 3, 4))
    assert not plays_alike("000000000000", 3)
