"""Commands that name a network on their results refuse one that cannot play, and play no game under its name."""

import importlib
import sys
from pathlib import Path

import pytest

from amyitis.cli import main
from amyitis.envs.versus import VersusBots
from amyitis.lab.levels.meetings import meet
from amyitis.lab.variants import Variant
from amyitis.lab.workers import OneProcess
from amyitis.nets.cards import NetworkRefused
from tests.nets.tiny_network import tiny

COMMANDS = {
    "match": ["match", "NET", "random", "random", "--games", "3"],
    "tournament": ["tournament", "NET", "random", "random", "--games", "3", "--out", "games"],
    "balance": ["balance", "--players", "3", "--bot", "NET", "--games", "2", "--workers", "1"],
    "dataset": ["dataset", "data", "NET", "random", "random", "--games", "3"],
}


TRAINED = "it was trained for 2 players, without the Palace, with unlimited supply"
# What can be wrong with a network, and what is said of it: FILE stands for its file.
WRONG = {
    "another kind of game": f"network FILE cannot play games of 3 players: {TRAINED}",
    "no file": "network FILE cannot be read: ",
    "no card": "network FILE cannot be read: ",
    "no weights": "network FILE cannot be read: ",
    "damaged": "network FILE is damaged: its weights are not those of its card",
    "another box": "network FILE was trained for the box another, not for ",
}
BALANCE_TAKES = "another box"  # says so in its table: that is how a changed box is judged


@pytest.fixture
def card(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of a network that was trained for two players, with something wrong."""
    monkeypatch.chdir(tmp_path)
    network, file = tiny(), Path("run/tiny.json")
    network.card |= {"players": [2, 3][: 1 + (request.param != "another kind of game")], "palace": [False]}
    if request.param == "another box":
        network.card["box_digest"] = "another"
    network.save(file.parent)
    weights = file.with_suffix(".f16")
    if request.param == "no file":
        file.unlink()
    elif request.param == "no card":
        file.write_text("{", encoding="utf-8")
    elif request.param == "no weights":
        weights.unlink()
    elif request.param == "damaged":
        weights.write_bytes(weights.read_bytes()[:-2] + b"??")
    return str(file)


def refusal(words: list[str], net: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command says as it ends with an error, having printed no result."""
    if words[0] == "dataset":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    monkeypatch.setattr(sys, "argv", ["amyitis", *(net if word == "NET" else word for word in words)])
    with pytest.raises(SystemExit) as ended:
        main()
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (1, "")
    return err.splitlines()[-1]  # before it, it may say that it compiles


@pytest.mark.parametrize(("card", "wrong"), [(one, one) for one in WRONG], indirect=["card"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command(
    command: str, wrong: str, card: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if (command, wrong) == ("balance", BALANCE_TAKES):
        return
    for bot in ("net:", "netsearch:N=4,"):
        words = refusal(COMMANDS[command], bot + card, monkeypatch, capsys)
        assert words.startswith("amyitis: " + WRONG[wrong].replace("FILE", card))
    assert not Path("games").exists()
    assert not Path("data").exists()


@pytest.mark.parametrize(("card", "wrong"), [(one, one) for one in WRONG], indirect=["card"])
def test_environments_and_the_gate_of_training(wrong: str, card: str) -> None:
    words = WRONG[wrong].replace("FILE", card)
    for bot in (f"net:{card}", f"netsearch:N=4,{card}"):
        with pytest.raises(NetworkRefused, match=words):
            VersusBots(Variant(3), [bot, "random"], 2)
        with pytest.raises(NetworkRefused, match=words):
            meet("netsearch:N=4,small", bot, Variant(3), 3, 1, OneProcess())
    gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    importlib.import_module("amyitis.envs.gymnasium_v1")
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(NetworkRefused, match=words):
            make("Amyitis-v1", players=3, opponents=f"net:{card}")
