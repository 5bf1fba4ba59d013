"""Commands that name a network on their results refuse one that cannot play, and play no game under its name."""

import sys
from pathlib import Path

import pytest

from amyitis.cli import main
from amyitis.lab.levels.meetings import meet
from amyitis.lab.variants import Variant
from amyitis.lab.workers import OneProcess
from amyitis.nets.cards import NetworkRefused
from amyitis.rules.switches import Switches
from tests.nets.tiny_network import tiny

COMMANDS = {
    "match": ["match", "NET", "random", "random", "--games", "3"],
    "tournament": ["tournament", "NET", "random", "random", "--games", "3", "--out", "games"],
    "balance": ["balance", "--players", "3", "--bot", "NET", "--games", "2", "--workers", "1"],
    "dataset": ["dataset", "data", "NET", "random", "random", "--games", "3"],
}


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of a network that was trained for two players."""
    monkeypatch.chdir(tmp_path)
    network = tiny()
    network.card |= {"players": [2], "palace": [False]}
    network.save(tmp_path / "run")
    return "run/tiny.json"


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


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("bot", ["net:", "netsearch:N=4,"])
def test_a_kind_of_game_that_it_never_saw(
    command: str, bot: str, card: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refusal(COMMANDS[command], bot + card, monkeypatch, capsys) == (
        f"amyitis: network {card} cannot play games of 3 players: "
        "it was trained for 2 players, without the Palace, with unlimited supply"
    )
    assert not Path("games").exists()
    assert not Path("data").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_not_there(
    command: str, card: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = card.replace("tiny", "tiyn")
    assert f"amyitis: network {wrong} cannot be read: " in refusal(
        COMMANDS[command], f"net:{wrong}", monkeypatch, capsys
    )


def test_the_gate_of_training(card: str) -> None:
    for other, words in ((card, "cannot play games of 2 players, with the Palace"), ("none.json", "none.json cannot")):
        bots = ("netsearch:N=4,small", f"netsearch:N=4,{other}")
        with pytest.raises(NetworkRefused, match=words):
            meet(*bots, Variant(2, Switches(palace=True)), 2, 1, OneProcess())
