import datetime
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.puzzles import making as puzzle_making
from amyitis.analysis.puzzles.making import CHECK, GAP, puzzle_again, puzzle_games, puzzles_of
from amyitis.analysis.puzzles.proven import checked_again, proven_puzzles_of
from amyitis.analysis.puzzles.puzzles import (
    NoPuzzles,
    Puzzle,
    all_puzzles,
    daily_puzzle,
    next_puzzle,
    puzzle,
    read_puzzles,
    themes,
    turn_starts,
    write_puzzles,
)
from amyitis.analysis.puzzles.turns import ends_turn
from amyitis.analysis.review.grades import bounds, scale
from amyitis.analysis.review.move_costs import USUAL
from amyitis.cli import app
from amyitis.errors import Malformed
from amyitis.game import Game

PUZZLES = all_puzzles()
# A few are looked at again; `amyitis puzzles check` does it with all of them.
SAMPLE = [*[one for one in PUZZLES if one.proven][::150], *[one for one in PUZZLES if not one.proven][::150]]


def test_there_are_puzzles_and_none_comes_twice() -> None:
    assert len(PUZZLES) >= 1000
    assert sum(one.difficulty > 1 for one in PUZZLES) > 0.4 * len(PUZZLES)
    assert len({one.position for one in PUZZLES}) == len({one.id for one in PUZZLES}) == len(PUZZLES)


@pytest.mark.parametrize("one", PUZZLES[:: max(1, len(PUZZLES) // 25)], ids=lambda one: one.id)
def test_a_puzzle_is_sound(one: Puzzle) -> None:
    board = Game.from_position(one.position)
    assert board.status() == []
    assert (board.hash, board.seat, board.players, board.question) == (one.id, one.seat, one.players, one.question)
    assert len(board.legal_moves) >= puzzle_making.FEWEST_MOVES
    assert one.best != one.second
    assert bounds(one.players)["inaccuracy"] - 0.05 <= one.low <= one.points <= one.high
    assert one.points >= GAP * scale(one.players) - 0.05 or one.proven
    assert one.difficulty in range(1, 6)
    assert one.themes
    for line, first in ((one.best_line, one.best), (one.second_line, one.second)):
        assert line[0] == first
        trial = board.copy()
        for move in line:
            trial.push(move)
    assert one.reasons()
    assert any(one.best_line[: len(turn)] == turn for turn in one.lines())
    assert (one.turns > 1) == ("several turns" in one.themes)
    for line in one.lines():
        assert one.progress(line).solved
        assert sum(at < len(line) for at in turn_starts(board, line)) == one.turns
        trial = board.copy()
        for move in line[:-1]:
            trial.push(move)
        before = trial.copy()
        trial.push(line[-1])
        assert before.seat == one.seat
        assert ends_turn(before, line[-1], trial)


def test_many_puzzles_go_on_for_several_turns() -> None:
    assert sum(one.turns > 1 for one in PUZZLES) >= 200


def test_a_line_of_a_puzzle_is_followed_move_by_move() -> None:
    one = next(one for one in PUZZLES if one.turns == 2 and len(one.progress([one.best]).reply) > 1)
    first = one.progress([one.best])
    assert (first.right, first.solved, first.turn) == (True, False, 2)
    wrong = one.progress([one.second])
    assert (wrong.right, wrong.moves, wrong.reply) == (False, [one.second], [])
    line = [one.best, *first.reply]
    here = one.progress(line)
    assert (here.turn, here.reply, here.left) == (2, [], first.left)
    with pytest.raises(Malformed, match="not what follows"):
        one.progress([one.best, first.reply[1]])


def test_some_puzzles_hold_with_the_network_and_the_box_of_the_package(tmp_path: Path) -> None:
    write_puzzles(SAMPLE, tmp_path / "some.jsonl")
    command = [sys.executable, "-c", "from amyitis.cli import main; main()", "puzzles", "check", "some.jsonl"]
    done = subprocess.run([*command, "--out", "held.jsonl"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == f"{len(SAMPLE)} of {len(SAMPLE)}: {len(SAMPLE)} hold"
    held = [(one.id, one.best) for one in read_puzzles(tmp_path / "held.jsonl")]
    assert held == [(one.id, one.best) for one in SAMPLE]


def test_the_check_thinks_ten_times_as_long() -> None:
    assert (CHECK.visits, CHECK.reading) == (10 * USUAL.visits, 10 * USUAL.reading)


def test_puzzles_are_made_from_a_game(analyzer: NativeAnalyzer, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    light = replace(USUAL, visits=12, reading=6)
    monkeypatch.setattr(puzzle_making, "USUAL", light)
    monkeypatch.setattr(puzzle_making, "CHECK", replace(light, visits=24, reading=8))
    monkeypatch.setattr(puzzle_making, "PLAIN", 100.0)
    begun = Game.from_record(game.record(), to=90)
    known: set[str] = set()
    made = list(puzzles_of(begun, analyzer, known))
    assert made
    assert {one.id for one in made} == known
    assert len({one.round for one in made}) == len(made)
    assert all(one.points >= GAP and one.low >= bounds(2)["inaccuracy"] - 0.05 for one in made)
    assert all(one.best_line[: len(one.lines()[0])] == one.lines()[0] for one in made)
    again = list(puzzles_of(begun, analyzer, known))
    assert not {one.id for one in again} & {one.id for one in made}
    looked_at = [found for one in made if (found := puzzle_again(one, analyzer))]
    assert looked_at
    assert {(one.id, one.best) for one in looked_at} <= {(one.id, one.best) for one in made}
    assert puzzle_again(replace(made[0], best=made[0].second), analyzer) is None


def test_a_puzzle_that_cannot_be_with_the_box_in_use_does_not_hold(analyzer: NativeAnalyzer, tmp_path: Path) -> None:
    one = next(one for one in PUZZLES if one.players == 2)
    both = replace(one, position=re.sub(r",C\d", ",C1", one.position), box="0123456789ab")
    assert puzzle_again(both, analyzer) is None
    write_puzzles([both, PUZZLES[0]], tmp_path / "old.jsonl")
    checked = ["puzzles", "check", str(tmp_path / "old.jsonl"), "--out", str(tmp_path / "new.jsonl"), "--players", "2"]
    done = CliRunner().invoke(app, checked)
    assert done.stdout.splitlines()[0].endswith(": 0 hold")


def test_puzzles_come_one_by_one_and_by_theme() -> None:
    first = next_puzzle()
    assert first == PUZZLES[0]
    assert next_puzzle(after=PUZZLES[-1].id) == first
    assert next_puzzle(after=first.id) == PUZZLES[1 % len(PUZZLES)]
    theme = next(iter(themes()))
    assert theme in next_puzzle(theme=theme).themes
    assert puzzle(first.id) == first
    with pytest.raises(NoPuzzles, match="the themes are"):
        next_puzzle(theme="nonsense")
    with pytest.raises(NoPuzzles):
        puzzle("nonsense")


def test_every_day_has_its_puzzle() -> None:
    days = [datetime.date(2026, 1, 1) + datetime.timedelta(days) for days in range(60)]
    found = [daily_puzzle(day) for day in days]
    assert found == [daily_puzzle(day) for day in days]
    assert len({one.id for one in found}) > min(len(PUZZLES), 60) / 3


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    assert read_puzzles(file) == []
    write_puzzles(PUZZLES, file)
    assert read_puzzles(file) == list(PUZZLES)
    file.write_text("{}\n", encoding="utf-8")
    with pytest.raises(Malformed, match="line 1"):
        read_puzzles(file)


def test_a_puzzle_is_shown_without_its_solution_unless_asked() -> None:
    one = PUZZLES[0]
    hidden = json.loads(CliRunner().invoke(app, ["puzzles", "show", one.id, "--json"]).stdout)
    assert not {"best", "follow_ups"} & set(hidden)
    assert one.best in hidden["moves"]
    shown = CliRunner().invoke(app, ["puzzles", "show", one.id, "--solution", "--lang", "fr"]).stdout
    assert f"Best: {one.best}" in shown
    assert isinstance(CliRunner().invoke(app, ["puzzles", "show", "nonsense"]).exception, NoPuzzles)


@pytest.mark.slow
def test_proven_puzzles_are_made_from_last_rounds(analyzer: NativeAnalyzer) -> None:
    made: list[Puzzle] = []
    for _, played in puzzle_games(3, only=2):
        made += proven_puzzles_of(played, analyzer, set())
        if made:
            break
    one = made[0]
    assert one.proven
    assert one.low == one.points == one.high > 0
    assert "last round" in one.themes
    assert checked_again(one, analyzer) == one
    assert checked_again(replace(one, best=one.second), analyzer) is None
    board = Game.from_position(one.position)
    for move in one.best_line:
        board.push(move)
    assert board.is_over
    assert board.winners[0] == one.seat
