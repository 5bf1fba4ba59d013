"""Counts of sequences, kept in `tests/golden/perft`: any change in what is legal shows here."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.engine.compiled import PLAIN_SWITCH, engine
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.lab import perft as perft_module
from amyitis.lab.perft import perft
from amyitis.rules.switches import Switches

GOLDEN = sorted((Path(__file__).parents[2] / "golden" / "perft").glob("*.json"))
PLAIN_DEPTH = 4


def kept(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def switches(golden: dict[str, Any]) -> Switches:
    return Switches(limited_supply=golden["limited_supply"], palace=golden["palace"])


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_counts_are_those_that_were_kept(path: Path) -> None:
    golden = kept(path)
    counts = golden["counts"]
    found = perft(golden["players"], golden["seed"], len(counts), switches=switches(golden))
    assert list(found.counts) == counts


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_plain_engine_counts_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLAIN_SWITCH, "1")
    golden = kept(path)
    found = perft(golden["players"], golden["seed"], PLAIN_DEPTH, switches=switches(golden))
    assert list(found.counts) == golden["counts"][:PLAIN_DEPTH]


def sequences(game: Game, length: int) -> int:
    """The slow way: push every move, count, take it back."""
    count = 0
    for move in list(game.legal_moves):
        if length == 1:
            count += 1
        else:
            game.push(move)
            count += sequences(game, length - 1)
            game.undo()
    return count


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_that_pushes_and_undoes_counts_the_same(players: int) -> None:
    game = Game.new(players, seed=8)
    assert perft(players, 8, 3).counts == tuple(sequences(game, length) for length in (1, 2, 3))


def test_the_parts_of_a_divide_are_the_whole() -> None:
    whole, parts = perft(2, 3, 6), perft(2, 3, 6, divide=True)
    assert parts.divide is not None
    assert whole.counts == parts.counts
    assert sum(parts.divide.values()) == whole.counts[-1]
    assert perft(2, 3, 1, divide=True).counts == whole.counts[:1]


def test_a_depth_is_at_least_1() -> None:
    with pytest.raises(Malformed, match="depth of at least 1"):
        perft(2, 1, 0)


def test_the_command_divides_by_token() -> None:
    answer = CliRunner().invoke(app, ["perft", "-p", "2", "--seed", "3", "-d", "3", "--divide", "--json"])
    assert answer.exit_code == 0, answer.output
    found = json.loads(answer.stdout)
    assert found["counts"][2] == sum(found["divide"].values())
    assert "pass" in found["divide"]
    assert CliRunner().invoke(app, ["perft", "-p", "2", "-d", "2", "--divide"]).exit_code == 0


def test_ctrl_c_is_heard_while_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code hears nothing: so it comes back now and then, and goes on from where it was."""
    wanted, calls = perft(2, 3, 4).counts, 0

    def counted(function: Any) -> Any:
        compiled = engine(function)

        def call(*given: Any) -> Any:
            nonlocal calls
            calls += 1
            return compiled(*given)

        return call

    monkeypatch.setattr(perft_module, "STEPS_AT_ONCE", 20)
    monkeypatch.setattr(perft_module, "engine", counted)
    assert perft(2, 3, 4).counts == wanted
    assert calls > 3
