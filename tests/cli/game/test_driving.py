"""`new`, `legal`, `apply`, `pipe`, `replay`, `show`: the rules for any program, and one sentence for every mistake."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from amyitis.box import load_box
from amyitis.cli import main
from amyitis.cli.game.driving import answer_line, serve_lines
from amyitis.game import Game, SetupFacts, Switches
from tests.golden_games import GOLDEN
from tests.owners import owners_text


def amyitis(*words: str, stdin: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    """The command line, with another box or environment in a process of its own, else in this one."""
    if "--box" not in words and not environment:
        return here(words, stdin)
    return subprocess.run(
        [sys.executable, "-c", "from amyitis.cli import main; main()", *words],
        env=os.environ | environment,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def here(words: tuple[str, ...], stdin: str) -> "subprocess.CompletedProcess[str]":
    """What the whole command line says and ends with, errors included, without a Python that starts for it."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    code = 0
    with pytest.MonkeyPatch.context() as streams:
        for name, value in (("argv", ["amyitis", *words]), ("stdin", io.StringIO(stdin)), ("stdout", out)):
            streams.setattr(sys, name, value)
        streams.setattr(sys, "stderr", err)
        try:
            main()
        except SystemExit as ended:
            code = int(ended.code or 0)
        said = []
        for stream in (out, err):
            stream.flush()
            said.append(stream.buffer.getvalue().decode())
    return subprocess.CompletedProcess(["amyitis", *words], code, *said)


def answer(*words: str) -> Any:
    done = amyitis(*words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def request(do: str, position: str, *tokens: str) -> str:
    """A line of `pipe`."""
    return json.dumps({"do": do, "position": position} | ({"tokens": tokens} if tokens else {}))


@pytest.mark.slow
def test_a_program_plays_by_the_rules() -> None:
    start = answer("new", "--players", "3", "--seed", "7")
    assert start["question"] == "deal"
    assert start["legal"] == []
    assert start["deck"] == {"F": 4, "T": 4, "E": 3, "M": 3, "C": 0}
    dealt = answer("apply", start["position"], "deal:FTE/FEM/TTM")
    assert dealt["seat"] == start["view"]["first_player"]
    assert "engineer/1" in dealt["legal"]
    moved = answer("apply", dealt["position"], "engineer/1", "dig:a1-b1")
    assert [event["clause"] for event in moved["events"]] == ["6.1", "6.5", "6.5"]
    assert moved["view"]["garden"]["sides"]["a1-b1"]["cubes"] == [dealt["seat"]]
    looked = answer("legal", moved["position"])
    assert {key: looked[key] for key in ("position", "legal", "view")} == {
        key: moved[key] for key in ("position", "legal", "view")
    }


def test_an_explicit_set_up(tmp_path: Path) -> None:
    facts = SetupFacts.of(Game.new(4, 5).plies[0].before)
    file = tmp_path / "setup.json"
    file.write_text(json.dumps(facts.as_dict()), encoding="utf-8")
    start = answer("new", "--players", "4", "--setup", str(file))
    assert start["position"] == Game.new(4, 5).start
    wrong = facts.as_dict() | {"caravaneer_goods": ["wine", "salt"]}
    file.write_text(json.dumps(wrong), encoding="utf-8")
    done = amyitis("new", "--players", "4", "--setup", str(file))
    assert done.returncode == 3
    assert "none of them wine (2.4)" in done.stderr


def test_a_whole_game_line_by_line() -> None:
    """Every answer leads to the next request, and the game is the one that `Game` plays."""
    game = Game.new(2, 11)
    position = answer_line('{"do": "new", "players": 2, "seed": 11, "view": false}')["position"]
    assert position == game.start
    for ply in game.plies:
        position = answer_line(request("apply", position, ply.token))["position"]
    while not game.is_over:
        before = len(game.plies)
        move = game.legal_moves[len(game.plies) * 5 % len(game.legal_moves)]
        game.push(move)
        tokens = [ply.token for ply in game.plies[before:]]
        told = answer_line(json.dumps({"do": "apply", "position": position, "tokens": tokens, "id": before}))
        assert told["id"] == before
        position = told["position"]
        assert position == game.position
        assert told["legal"] == list(game.legal_moves)
        assert told["view"] == game.view()
    assert told["over"]
    assert told["winners"] == game.winners


@pytest.mark.parametrize(
    ("line", "kind", "message"),
    [
        (request("legal", "amy3"), "malformed", "must begin with 'amy1'"),
        ('{"do": "legal"}', "malformed", "no position"),
        (request("apply", "START"), "malformed", "at least one token"),
        (request("apply", "START", "pas"), "malformed", "did you mean 'pass'"),
        (request("apply", "START", "pass"), "illegal", "the Craft cards must be dealt first"),
        (request("apply", "START", "deal:EEE/FTM"), "illegal", "(rule 4.1)"),
        (request("fly", "START"), "malformed", "one of new, legal, apply"),
        ("{", "malformed", "not JSON"),
        ("legal START", "malformed", "not JSON"),
        ("[1]", "malformed", "a request is a JSON object, not [1]"),
        ('{"do": "new", "players": "two"}', "malformed", "must be numbers"),
        (
            '{"do": "new", "players": 3, "first": 1}',
            "malformed",
            "new knows no 'first'; it takes players, seed, setup",
        ),
        ('{"do": "new", "colours": 5}', "malformed", "new knows no 'colours'"),
        ('{"do": "new", "switches": {"palace": "no"}}', "malformed", "palace='no': True or False"),
        ('{"do": "new", "switches": {"castle": true}}', "malformed", "there is no switch 'castle'"),
        ('{"do": "new", "switches": "palace"}', "malformed", "switches are given by their names"),
        ('{"do": "new", "palace": true}', "malformed", "new knows no 'palace'"),
        ('{"do": "new", "players": true}', "malformed", "2 to 4 players"),
        ('{"do": "new", "seed": true}', "malformed", "a seed is a whole number"),
        ('{"do": "new", "view": "no"}', "malformed", "view='no': True or False"),
        ('{"do": "new", "setup": []}', "malformed", "a set-up must be a JSON object"),
        ('{"do": "legal", "position": "START", "tokens": []}', "malformed", "legal knows no 'tokens'"),
        (request("legal", "START", "pass"), "malformed", "legal knows no 'tokens'; it takes position, and view and id"),
        ('{"do": "apply", "position": "START", "token": "pass"}', "malformed", "apply knows no 'token'"),
        ('{"do": "apply", "position": "START", "tokens": "pass"}', "malformed", "at least one token"),
        ('{"do": ["new"]}', "malformed", "one of new, legal, apply, not ['new']"),
        ('{"players": 3}', "malformed", "one of new, legal, apply, not None"),
    ],
)
def test_a_request_that_cannot_be_answered(line: str, kind: str, message: str) -> None:
    start = Game.new(2, 1).start
    told = answer_line(line.replace("START", start))["error"]
    assert told["kind"] == kind
    assert message in told["message"]


def test_chance_deals_where_that_is_due() -> None:
    start = answer_line('{"do": "new", "players": 2, "seed": 11, "view": false}')["position"]
    game = Game.new(2, 11)
    assert answer_line('{"do": "new", "players": 2, "seed": 11, "deal": "chance"}')["position"] == game.position
    asked = {"do": "apply", "position": start, "deal": "chance", "seed": 7, "view": False}
    dealt = answer_line(json.dumps(asked))
    assert [event["what"] for event in dealt["events"]][-1] == "deal"
    assert dealt["tokens"][0].startswith("deal:")
    assert answer_line(json.dumps(asked)) == dealt
    moved = answer_line(json.dumps(asked | {"tokens": [dealt["legal"][0]]}))
    assert moved["tokens"] == [*dealt["tokens"], dealt["legal"][0]]
    for wrong, words in (({"deal": "me"}, '"deal" is "chance"'), ({"seed": -1}, "a seed is a number")):
        assert words in answer_line(json.dumps(asked | wrong))["error"]["message"]
    del asked["deal"]
    assert "a seed is for deals" in answer_line(json.dumps(asked))["error"]["message"]


def test_an_error_does_not_stop_the_pipe() -> None:
    out = io.StringIO()
    serve_lines(["nonsense\n", "\n", '{"do": "new", "players": 2, "seed": 1, "id": "a"}\n'], out)
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert first["error"]["kind"] == "malformed"
    assert second["id"] == "a"
    assert second["position"] == Game.new(2, 1).start
    done = amyitis("pipe", stdin="nonsense\n")
    assert done.returncode == 0
    assert json.loads(done.stdout)["error"]


def test_a_request_as_deep_as_a_well_is_no_json() -> None:
    assert "not JSON" in answer_line('{"do": ' + "[" * 100_000)["error"]["message"]


def test_every_key_that_a_request_may_hold() -> None:
    switches = Switches(limited_supply=True, palace=True, full_lap=True, unlimited_noble=True, open_duel=True).as_dict()
    told = answer_line(
        json.dumps({"do": "new", "players": 2, "seed": 7, "view": True, "id": None, "switches": switches})
    )
    assert told["position"] == Game.new(2, 7, **switches).start
    assert told["view"]["switches"] == switches
    facts = SetupFacts.of(Game.new(2, 5).plies[0].before).as_dict()
    laid = answer_line(json.dumps({"do": "new", "players": 2, "seed": None, "setup": facts, "switches": {}}))
    assert laid["position"] == Game.new(2, 5).start


def test_an_id_comes_back_whatever_it_is() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    for name in ('"\\ud800"', '"\u00e9"', "[1]", '{"a": null}'):
        serve_lines([f'{{"do": "new", "seed": 1, "view": false, "id": {name}}}'], out)
        line = out.buffer.getvalue().decode().splitlines()[-1]
        assert json.loads(line)["id"] == json.loads(name)


def test_an_illegal_move_changes_nothing_and_names_its_clause() -> None:
    position = Game.new(2, 1).position
    told = answer_line(request("apply", position, "pass", "go:Uruk"))["error"]
    assert told["token"] == "go:Uruk"
    assert told["clause"] == "7.2"
    assert "camels" in told["missing"]
    assert answer_line(request("legal", position))["position"] == position


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["legal", "nonsense"], 3, "must begin with"),
        (["apply", "{position}", "go:Uruk"], 4, "(rule 7.2)"),
        (["show", "{position}x"], 3, "position:"),
        (["replay", "/nowhere/game.amy"], 3, "No such file"),
        (["replay", "{broken}"], 3, "line 1"),
        (["replay", "{drifting}"], 5, "the replay reached"),
        (["new", "--seed", "-1"], 3, "a seed is a number from 0"),
        (["new", "--players", "5"], 2, "--players"),
        (["rules", "6.99"], 3, "6.99"),
        (["box", "--box", "/nowhere/box.toml"], 6, "there is no file"),
        (["simulate", "--games", "1", "--box", "{broken}"], 6, "box"),
        (["match", "nobody", "random"], 3, "there is no bot 'nobody'"),
    ],
)
def test_every_mistake_is_one_sentence_and_an_exit_code(
    words: list[str], code: int, message: str, tmp_path: Path
) -> None:
    broken, drifting = tmp_path / "broken.amy", tmp_path / "drifting.amy"
    broken.write_text("nonsense\n", encoding="utf-8")
    lines = (GOLDEN / "two-random.amy").read_text(encoding="utf-8").splitlines()
    lines = [line[:-12] + "0" * 12 if line.startswith("; round 3 ") else line for line in lines]
    drifting.write_text("\n".join(lines), encoding="utf-8")
    facts = {"position": Game.new(2, 1).position, "broken": str(broken), "drifting": str(drifting)}
    done = amyitis(*(word.format(**facts) for word in words))
    assert done.returncode == code
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    if code != 2:
        assert done.stdout == ""
        assert len(done.stderr.strip().splitlines()) == 1


def test_replay_and_show(tmp_path: Path) -> None:
    game = Game.new(3, 2)
    for _ in range(20):
        game.push(game.legal_moves[0])
    file = tmp_path / "game.amy"
    file.write_text(game.record(), encoding="utf-8")
    told = answer("replay", str(file), "--json", "--log")
    assert told["verified"]
    assert told["position"] == game.position
    assert len(told["events"]) == len(game.events)
    assert answer("replay", str(file), "--json", "--to", "3")["plies"] == 3
    assert amyitis("replay", str(file), "--to", "99").returncode == 3
    shown = amyitis("show", game.position)
    assert shown.returncode == 0
    assert "Khorsabad" in shown.stdout
    assert answer("show", game.position, "--json") == game.view()


@pytest.mark.slow
def test_a_box_of_ones_own_for_every_command(tmp_path: Path) -> None:
    """An owner's box: four talents become six at the start, and only there."""
    text = (Path(load_box.__code__.co_filename).parent / "box.toml").read_text(encoding="utf-8")
    changed = text.replace("talents = 4", "talents = 6", 1)
    assert changed != text
    mine = tmp_path / "mine.toml"
    mine.write_text(changed, encoding="utf-8")
    start = answer("new", "--players", "2", "--seed", "1", "--box", str(mine))
    assert start["view"]["seats"][0]["talents"] == 6
    assert answer("new", "--players", "2", "--seed", "1")["view"]["seats"][0]["talents"] == 4
    assert answer("--box", str(mine), "legal", start["position"])["position"] == start["position"]
    other = tmp_path / "other.toml"
    other.write_text(owners_text(), encoding="utf-8")  # compiled before the tests begin
    simulate = ("simulate", "--players", "2", "--games", "3", "--seed", "1", "--json")
    simulated, usual = answer(*simulate, "--box", str(other)), answer(*simulate)
    plain = amyitis(*simulate, "--box", str(other), AMYITIS_PLAIN="1")
    assert simulated["mean_scores"] == json.loads(plain.stdout)["mean_scores"] != usual["mean_scores"]
    record = GOLDEN / "two-random.amy"
    refused = amyitis("replay", str(record), "--box", str(mine))
    assert refused.returncode == 3
    assert "was played with the box" in refused.stderr
