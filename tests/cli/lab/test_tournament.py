"""`match`, `tournament` and `stats` as they are called: tables, JSON, pictures, and one sentence for each mistake."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from amyitis.cli import main
from amyitis.cli.lab.figures import shortened
from amyitis.rules.switches import NO_SWITCHES
from tests.golden_games import GOLDEN

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Calls `amyitis` with some words; gives back the exit code, what was printed and what was complained about."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["amyitis", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        shown = capsys.readouterr()
        return int(ended.value.code or 0), shown.out, shown.err

    return run


def test_a_match_shows_every_game(call: Call) -> None:
    code, out, _ = call("match", "random", "random", "--games", 2, "--seed", 4, "-w", 1)
    assert code == 0
    assert [line.split(":")[0] for line in out.splitlines()[:2]] == ["seed 4", "seed 5"]
    assert "2 games: 2 deals from seed 4 on, 1 seating each" in out
    assert max(map(len, out.splitlines())) <= 82


def test_a_level_without_a_network_says_how_it_plays(call: Call, caplog: pytest.LogCaptureFixture) -> None:
    call("match", "Scribe", "random", "--limited-supply", "-w", 1)
    (words,) = caplog.messages
    assert words.startswith(
        "Scribe plays with the hand-made evaluation: network small cannot play games of 2 players, "
    )
    caplog.clear()
    call("match", "Scribe", "random", "-w", 1)
    assert caplog.messages == []


def test_a_match_as_json(call: Call) -> None:
    code, out, _ = call("match", "random", "random", "random", "random", "--json", "-w", 1)
    found = json.loads(out)
    assert code == 0
    assert found["plan"]["bots"] == ["random"] * 4
    assert (found["games"], found["deals"], found["rotation"]) == (1, 1, 1)
    assert found["bots"][0]["seats_held"] == 4
    assert found["bots"][0]["win_rate"] == 0.25


@pytest.mark.slow
def test_bots_from_files_never_look_alike_in_a_table() -> None:
    one, other = "net:run/of/today/best/large.json", "netsearch:N=64,run/of/today/best/large.json"
    assert shortened([one, other, "greedy"]) == ["net:…/large.json", "netsearch:N=64,…/large.json", "greedy"]
    before = one.replace("today", "yesterday")
    assert shortened([one, before, one]) == [
        "net:…/today/best/large.json", "net:…/yesterday/best/large.json", "net:…/today/best/large.json",
    ]  # fmt: skip
    assert shortened(["process:node bots/of/mine/first.mjs"]) == ["process:node …/first.mjs"]


def test_a_tournament_keeps_tells_and_draws(call: Call, tmp_path: Path) -> None:
    folder, picture = tmp_path / "t", tmp_path / "ratings.png"
    words = ("tournament", "random", "random", "--out", folder, "--games", 3, "--seed", 7, "-w", 1, "--plot", picture)
    code, out, err = call(*words)
    assert (code, err) == (0, "")
    assert "3 games: 3 deals from seed 7 on" in out
    assert str(folder / "games") in out.replace("\n", "")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert len(list((folder / "games").glob("*.amy"))) == 3
    plan = json.loads((folder / "tournament.json").read_text(encoding="utf-8"))
    assert (plan["players"], plan["seed"], plan["rules"]) == (2, 7, 1)
    code, out, _ = call(*words, "--json")
    assert code == 0
    found = json.loads(out)
    assert found["plan"] == plan
    assert found["folder"] == str(folder)
    assert set(found) >= {"games", "deals", "rotation", "mean_rounds", "bots", "pairs", "programs"}


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (["match", "random"], 3, "not for 1 (rule 1.1)"),
        (["match", "random", "rand"], 3, "there is no bot 'rand'; did you mean 'random'?"),
        (["match", *["random"] * 5], 3, "5 bots do not fit one table: say with --players how many play a game"),
        (["tournament", "random", "random", "-o", "t", "--plot", "x.gif"], 3, "x.gif: a picture ends in .svg or .png"),
        (["stats", "nowhere.amy"], 3, "nowhere.amy: no such file or folder"),
    ],
)
def test_a_mistake_is_one_sentence(call: Call, words: list[str], code: int, complaint: str) -> None:
    found, out, err = call(*words)
    assert (found, out) == (code, "")
    assert err.startswith("amyitis: ")
    assert complaint in err


def test_a_cluster_that_is_not_there_is_one_sentence(call: Call) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    code, out, err = call("match", "random", "random", "--ray-address", "localhost:1")
    assert (code, out) == (1, "")
    assert err.startswith("amyitis: no Ray cluster at localhost:1: ")
    assert err.count("\n") == 1


def test_another_line_up_is_refused_in_the_same_folder(call: Call, tmp_path: Path) -> None:
    assert call("tournament", "random", "random", "-o", tmp_path / "t", "-n", 1, "-w", 1)[0] == 0
    code, _, err = call("tournament", "random", "random", "random", "-o", tmp_path / "t", "-n", 1, "-w", 1)
    assert code == 1
    assert "holds another tournament: bots random random, not random random random; players 2, not 3" in err


@pytest.mark.slow
def test_stats_of_golden_games(call: Call, tmp_path: Path) -> None:
    records = [GOLDEN / "two-random.amy", GOLDEN / "two-sensible.amy"]
    code, out, err = call("stats", *records, "-w", 1, "--plots", tmp_path)
    assert (code, err) == (0, "")
    for words in ("2 players", "Prestige of a player, by source", "garden tiles", "Khorsabad", "peasant", "banker 1"):
        assert words in out
    assert out.endswith("2 records, 2 counted\n")
    assert len(list(tmp_path.glob("2p-*.svg"))) == len(list(tmp_path.glob("2p-*.png"))) == 7
    code, out, _ = call("stats", *records, "-w", 1, "--json")
    found = json.loads(out)
    assert set(found) == {"records", "unfinished", "broken", "statistics"}
    (both,) = found["statistics"]
    switches = NO_SWITCHES.as_dict()
    assert both["kind"] == {"players": 2, "switches": switches, "rules_version": 1, "box": "", "name": "2 players"}
    assert both["games"] == 2
    assert {source["clause"] for source in both["prestige"]} == {
        *("8.6", "8.7", "6.5", "7.4", "9.4", "4.2", "10.4", "11.2", "11.3")
    }
    assert sum(source["mean"] for source in both["prestige"]) == pytest.approx(both["scores"]["mean"])
    assert len(both["tiles"]) == len({tile["name"] for tile in both["tiles"]})
    assert {"name", "count", "per_game", "offered", "when_offered"} == set(both["tiles"][0])
    assert {"name", "count", "per_game"} == set(both["cities"][0])


def test_stats_names_what_is_broken_and_counts_the_rest(call: Call, tmp_path: Path) -> None:
    good = (GOLDEN / "two-random.amy").read_text(encoding="utf-8")
    (tmp_path / "good.amy").write_text(good, encoding="utf-8")
    (tmp_path / "bad.amy").write_text(good.replace("\nW pass", "\nW dance", 1), encoding="utf-8")
    code, out, err = call("stats", tmp_path, "-w", 1)
    assert code == 3
    assert "2 records, 1 counted, left out: 1 broken" in out
    assert err.startswith(f"amyitis: {tmp_path / 'bad.amy'}: line ")
    assert err.count("\n") == 1
    head, _, result = good.partition("[Result")
    (tmp_path / "drift.amy").write_text(head + "[Result" + result.replace("1", "7", 1), encoding="utf-8")
    code, out, err = call("stats", tmp_path, "-w", 1, "--json")
    assert code == 5
    assert [one["kind"] for one in json.loads(out)["broken"]] == ["malformed", "drift"]
    assert err.count("\n") == 2
