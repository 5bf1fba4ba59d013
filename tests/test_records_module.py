"""`amyitis.records`: records, positions and events of many games."""

from pathlib import Path

import pytest

from amyitis.errors import AmyitisError
from amyitis.records import events_of, positions_of, read_records
from tests.golden_games import GOLDEN


def test_games_positions_and_events() -> None:
    (found,) = read_records([GOLDEN / "two-random.amy"])
    game = found.game
    assert game.is_over
    assert found.headers["Result"] == game.result
    positions = list(positions_of(game))
    assert [at.move for at in positions] == [
        move for ply, move in zip(game.plies, game.moves, strict=True) if not ply.is_deal
    ]
    assert all(at.move in at.legal for at in positions)
    assert positions[0].text.startswith("amy")
    assert [event for _, event in events_of(game)] == game.events


def test_a_broken_record_names_its_file(tmp_path: Path) -> None:
    text = (GOLDEN / "two-random.amy").read_text(encoding="utf-8")
    (tmp_path / "broken.amy").write_text(text.replace("pass", "go:Ur", 1), encoding="utf-8")
    with pytest.raises(AmyitisError) as raised:
        list(read_records([tmp_path]))
    assert "broken.amy" in raised.value.__notes__[0]
