"""Golden games of earlier standard boxes, in folders named by their digests: they replay with it for ever."""

from pathlib import Path

import pytest

from amyitis.box.known import box_of_record, known_box
from amyitis.box.process import BoxProcess
from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.notation.records import parse_record

HERE = Path(__file__).parent
FOLDERS = sorted(path for path in HERE.iterdir() if path.is_dir() and known_box(path.name))
STANDARD = ("Game", "Rules", "Box", "Players", "Start", "Result")


def replayed(text: str) -> tuple[bool, str, str]:
    """Whether a record is one of a whole game; its result; and the record that its game writes again."""
    game = Game.from_record(text)
    headers = parse_record(text).headers
    extra = {key: value for key, value in headers.items() if key not in STANDARD}
    return game.is_over, game.result, game.record(extra)


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.amy"))}


def test_the_first_standard_box_has_its_golden_games() -> None:
    assert [folder.name for folder in FOLDERS] == ["9838a9770713"]
    players = {parse_record(text).headers["Players"] for text in texts(FOLDERS[0]).values()}
    assert {"W K", "R B", "W K B", "W K B R"} <= players


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_they_replay_with_their_box_and_write_themselves_again(folder: Path) -> None:
    path = known_box(folder.name)
    assert path is not None
    process = BoxProcess(folder.name, path)
    try:
        for name, text in texts(folder).items():
            assert box_of_record(text) == folder.name
            result = parse_record(text).headers["Result"]
            assert process.call(replayed, text) == (True, result, text), name
    finally:
        process.end()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_with_the_box_in_use_they_are_refused_and_not_played_wrongly(folder: Path) -> None:
    for name, text in texts(folder).items():
        with pytest.raises(Malformed, match=f"the box .*{folder.name}.*{BOX_DIGEST}, which is in use here"):
            Game.from_record(text)
        assert name
