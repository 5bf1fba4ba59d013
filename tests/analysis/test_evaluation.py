import json

import pytest
from typer.testing import CliRunner

from amyitis.analysis import evaluation
from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.evaluation import MOST_LINES, evaluate
from amyitis.analysis.puzzles.puzzles import Puzzle, all_puzzles
from amyitis.cli import app
from amyitis.errors import Malformed
from amyitis.game import Game


def test_an_evaluation_grows(analyzer: NativeAnalyzer, game: Game) -> None:
    board = Game(game.plies[40].before)
    found = list(evaluate(board, 64, analyzer))
    assert [one.visits for one in found] == [16, 32, 64]
    for one in found:
        assert sum(one.wins.values()) == pytest.approx(1, abs=1e-4)
        assert set(one.prestige) == set(board.seats)
        for line in one.lines:
            assert line.line[0] == line.move
            trial = board.copy()
            for move in line.line:
                trial.push(move)
    last = found[-1]
    assert last.lines[0].visits == max(line.visits for line in last.lines)
    assert list(evaluate(board, 64, analyzer)) == found


def test_before_a_deal_and_at_the_end_nobody_decides(analyzer: NativeAnalyzer, game: Game) -> None:
    deal = next(ply.before for ply in game.plies if ply.is_deal)
    (before,) = evaluate(Game(deal), 64, analyzer)
    assert (before.lines, before.question) == ([], "deal")
    (over,) = evaluate(game, 64, analyzer)
    assert over.wins == {seat: float(game.winners == [seat]) for seat in game.seats}
    assert over.prestige == {seat: float(score) for seat, score in game.scores.items()}


def test_the_command(game: Game) -> None:
    position = Game(game.plies[40].before).position
    answer = CliRunner().invoke(app, ["analyse", position, "--seconds", "0.05", "--json"])
    assert answer.exit_code == 0, answer.output
    told = [json.loads(line) for line in answer.stdout.splitlines()]
    assert told[0]["visits"] < told[-1]["visits"] or len(told) == 1
    words = CliRunner().invoke(app, ["analyse", position, "--seconds", "0.05"]).stdout
    assert told[0]["lines"][0]["move"] in words
    assert isinstance(CliRunner().invoke(app, ["analyse", "nonsense"]).exception, Malformed)


PROVEN = [one for one in all_puzzles() if one.proven and len(Game.from_position(one.position).legal_moves) > MOST_LINES]


@pytest.mark.parametrize("one", PROVEN[:: len(PROVEN) // 8], ids=lambda one: one.id)
def test_all_moves_of_a_proven_position_are_listed_with_what_is_proven_of_them(
    analyzer: NativeAnalyzer, one: Puzzle
) -> None:
    board = Game.from_position(one.position)
    *_, last = evaluate(board, 256, analyzer)
    assert last.proven is not None
    assert sorted(line.move for line in last.lines) == sorted(board.legal_moves)
    assert last.lines[0].move == one.best
    assert all(line.proven for line in last.lines)
    shares = [line.wins[one.seat] for line in last.lines]
    assert shares == sorted(shares, reverse=True)
    for line in last.lines:
        end = board.copy()
        for move in line.line:
            end.push(move)
        if end.is_over and one.players == 2:  # with more, others may decide between winners
            assert line.wins == {seat: (seat in end.winners) / len(end.winners) for seat in end.seats}
            assert line.prestige == end.scores


def test_moves_that_cannot_be_proven_are_listed_as_such(
    analyzer: NativeAnalyzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Game.from_position(next(one.position for one in PROVEN if one.players == 2))
    monkeypatch.setattr(evaluation, "_exact_line", lambda _analyzer, _s, line, _nodes: line)
    *_, last = evaluate(board, 16, analyzer)
    assert last.proven is not None
    assert sorted(line.move for line in last.lines) == sorted(board.legal_moves)
    assert last.lines[0].move in last.proven.moves
    assert [line.proven for line in last.lines] == [True] + [False] * (len(last.lines) - 1)
    assert (last.lines[0].line, last.lines[0].wins) == (last.proven.line, last.wins)  # proven with the position
