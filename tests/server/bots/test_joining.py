"""`amyitis join`: a bot of another machine takes a seat on a server."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.errors import AmyitisError
from tests.server.playing import OPEN, bot
from tests.server.running import RunningServer


def test_a_bot_of_another_machine_takes_a_seat_by_command(server: RunningServer, tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text("class First:\n    def choose(self, game):\n        return game.legal_moves[0]\n", encoding="utf-8")
    maker = server.client()
    made = maker.new_game([bot(), OPEN, OPEN])
    game_id, words = made["game"]["id"], made["invitations"]
    address = f"{server.address}/join/{game_id}/K/{words['K']}"
    with ThreadPoolExecutor() as others:
        second = others.submit(CliRunner().invoke, app, ["join", address, "--bot", f"{file}:First"])
        maker.join(game_id, "B", words["B"])
        maker.leave(game_id, "B", "random")
        said = second.result()
    assert said.exit_code == 0, said.output
    assert "sits down as K" in said.output
    assert "the game is over: W " in said.output
    assert maker.game(game_id)["over"]


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("example.org/table/1", "neither the address of a table"),
        ("{server}/rules", "neither the address of a table"),
        ("{server}/table/nosuchgame", "404"),
        ("http://127.0.0.1:1/table/nosuchgame", "cannot be reached"),
    ],
)
def test_a_bot_without_a_table_says_so(server: RunningServer, address: str, message: str) -> None:
    done = CliRunner().invoke(app, ["join", address.format(server=server.address), "--bot", "random"])
    assert isinstance(done.exception, AmyitisError)
    assert message in str(done.exception)
