"""Files of records as people have them."""

from pathlib import Path

import pytest

from amyitis.box.known import box_of_record
from amyitis.cli.records import read_text
from amyitis.errors import Malformed
from amyitis.game import Game

MARK = "\ufeff"


def test_a_byte_order_mark_is_no_part_of_a_record(tmp_path: Path) -> None:
    game = Game.new(2, 3)
    game.push(game.legal_moves[0])
    record = game.record()
    assert Game.from_record(MARK + record).position == game.position
    file = tmp_path / "marked.amy"
    file.write_text(MARK + record, encoding="utf-8")
    assert read_text(file) == record
    header = next(line for line in record.splitlines() if line.startswith("[Box"))
    assert box_of_record(f"{MARK}{header}\n") == box_of_record(record) is not None


def test_a_file_without_an_end_is_no_record() -> None:
    with pytest.raises(Malformed, match="longer than 8 MiB"):
        read_text(Path("/dev/zero"))
