import json

import pytest
from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.engine.compiled import PLAIN_SWITCH
from amyitis.errors import Malformed
from amyitis.lab import playing
from amyitis.lab.simulate import simulate


def test_a_simulation_adds_up() -> None:
    told: list[int] = []
    found = simulate(4, 700, 5, threads=2, progress=told.append)
    assert found.games == 700
    assert told[-1] == 700
    assert found.violations == 0
    assert found.decisions == round(found.mean_decisions * 700)
    assert found.decisions_per_second > found.games_per_second > 0
    assert 700 <= sum(found.wins) <= 700 + 3 * found.shared_wins
    assert found.lowest_score <= min(found.mean_scores) <= max(found.mean_scores) <= found.highest_score
    assert 1 <= found.mean_rounds <= 30


def test_threads_do_not_change_what_is_found() -> None:
    alone, together = (simulate(3, 600, 1, threads=threads).as_json() for threads in (1, 2))
    for name in ("seconds", "decisions_per_second", "games_per_second", "threads"):
        del alone[name], together[name]
    assert alone == together


@pytest.mark.parametrize(("wrong", "said"), [({"games": 0}, "at least 1 game"), ({"threads": 0}, "at least 1 thread")])
def test_wrong_numbers_are_refused(wrong: dict[str, int], said: str) -> None:
    with pytest.raises(Malformed, match=said):
        simulate(2, wrong.get("games", 1), threads=wrong.get("threads", 1))


def test_the_command_prints_one_json_object() -> None:
    answer = CliRunner().invoke(
        app, ["simulate", "--players", "2", "--games", "20", "--seed", "1", "--check", "--json"]
    )
    assert answer.exit_code == 0, answer.output
    found = json.loads(answer.stdout)
    assert found["games"] == 20
    assert found["violations"] == 0
    assert len(found["mean_scores"]) == 2
    assert {"decisions", "decisions_per_second", "games_per_second", "mean_rounds"} <= set(found)


def test_the_command_prints_text() -> None:
    answer = CliRunner().invoke(app, ["simulate", "-p", "3", "-n", "20", "--limited-supply", "--palace", "--check"])
    assert answer.exit_code == 0, answer.output
    assert "20 random games, 3 players, limited supply, Palace, seeds 0 to 19" in answer.stdout
    assert "every position checked: no violations" in answer.stdout


def test_a_violation_is_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLAIN_SWITCH, "1")
    monkeypatch.setattr(playing, "find_faults", lambda s: int(s.round_no == 1))
    answer = CliRunner().invoke(app, ["simulate", "-p", "2", "-n", "2", "--seed", "7", "--check"])
    assert answer.exit_code == 1
    assert "2 violations" in answer.stdout
    assert "seed 7, ply 1: a count is negative" in answer.stdout
