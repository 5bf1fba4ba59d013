"""Files with several games."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from amyitis import cli
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.notation.records import parse_record
from amyitis.notation.several import split_records
from amyitis.records import read_records
from tests.golden_games import GOLDEN

FILES = [GOLDEN / name for name in ("two-random.amy", "three-random.amy", "four-random.amy")]
TEXTS = [file.read_text(encoding="utf-8") for file in FILES]


@pytest.fixture
def several(tmp_path: Path) -> Path:
    file = tmp_path / "all.amy"
    file.write_text("\ufeff" + "\n".join(TEXTS), encoding="utf-8")
    return file


def test_each_game_is_read_by_itself(several: Path) -> None:
    found = list(read_records([several]))
    assert [one.number for one in found] == [1, 2, 3]
    assert [one.game.position for one in found] == [Game.from_record(text).position for text in TEXTS]
    assert [one.headers["Result"] for one in found] == [parse_record(text).headers["Result"] for text in TEXTS]


def test_one_game_stays_as_it_is_and_games_without_moves_count() -> None:
    assert split_records(TEXTS[0]) == [TEXTS[0]]
    bare = Game.new(2, 1).record()
    assert len(split_records(bare + bare + TEXTS[0] + bare)) == 4
    assert len(split_records("")) == 1
    assert len(split_records(TEXTS[0] + '[Event "late"]\n')) == 1


def test_an_error_names_the_line_of_the_file(several: Path) -> None:
    text = several.read_text(encoding="utf-8-sig")
    lines = text.splitlines()
    wrong = next(number for number, line in enumerate(lines) if number > 200 and line.startswith("W "))
    broken = "\n".join([*lines[:wrong], "W nonsense", *lines[wrong + 1 :]])
    with pytest.raises(Malformed, match=f"line {wrong + 1}: "):
        [parse_record(one) for one in split_records(broken)]
    with pytest.raises(Malformed, match="a second game begins here"):
        parse_record(text)


def test_commands_take_a_file_with_several_games(several: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = CliRunner().invoke
    told = run(cli.app, ["replay", str(several), "--json"])
    found = [json.loads(line) for line in told.stdout.splitlines()]
    assert [(one["game"], one["verified"], one["over"]) for one in found] == [(n, True, True) for n in (1, 2, 3)]
    second = json.loads(run(cli.app, ["replay", str(several), "--game", "2", "--json"]).stdout)
    assert second["position"] == Game.from_record(TEXTS[1]).position
    for words, sentence in (
        (["review", str(several)], f"{several} holds 3 games: name one with --game, 1 to 3"),
        (["verify", str(several), "--game", "4"], f"{several} holds 3 games, so there is no --game 4"),
        (["replay", str(FILES[0]), "--game", "2"], f"{FILES[0]} holds 1 game, so there is no --game 2"),
    ):
        assert str(run(cli.app, words).exception) == sentence
    counted = json.loads(run(cli.app, ["stats", str(several), "--json", "--workers", "1"]).stdout)
    assert counted["records"] == 3

    several.write_text(TEXTS[0] + TEXTS[1].replace("pass", "go:Ur", 1), encoding="utf-8")
    told = run(cli.app, ["replay", str(several)])
    assert told.exit_code == 3
    assert "game 1: verified" in told.stdout
    assert "game 2: line " in told.stdout
