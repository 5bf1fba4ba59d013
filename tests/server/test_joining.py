"""`amyitis join`: a bot of another machine takes a seat on a server."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.client import ServerProblem, connection, play_seat
from amyitis.errors import AmyitisError
from amyitis.game import Game
from amyitis.service.accounts.names import NAME_LENGTH
from tests.server.playing import ME, OPEN, bot, late_record, two_people
from tests.server.running import FAILED_AFTER, Databases, RunningServer, start_server


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


def test_a_bot_without_an_invitation_says_what_is_wanted(server: RunningServer) -> None:
    maker = server.client()
    table = f"{server.address}/table/{maker.new_game([bot(), OPEN])['game']['id']}"
    for options, message in (([], "give the invitation to a seat"), (["--seat", "W"], "the seat W is not open")):
        done = CliRunner().invoke(app, ["join", table, "--bot", "random", *options])
        assert isinstance(done.exception, AmyitisError)
        assert message in str(done.exception)


def test_a_long_name_of_a_bot_is_cut(server: RunningServer, tmp_path: Path) -> None:
    file = tmp_path / "a_bot_with_quite_a_long_name.py"
    file.write_text("class First:\n    def choose(self, game):\n        return game.legal_moves[0]\n", encoding="utf-8")
    maker = server.client()
    made = maker.new_game([bot(), OPEN], public=True, record=late_record(2, False, 12))
    done = CliRunner().invoke(app, ["join", f"{server.address}/table/{made['game']['id']}", "--bot", str(file)])
    assert done.exit_code == 0, done.output
    names = [seat["name"] for seat in maker.game(made["game"]["id"])["seats"]]
    assert file.name[:NAME_LENGTH] in names


class Restarting:
    """A server that ends when its bot is asked for the second time, and is back when somebody has waited for it once.

    It is the bot, and the time of the client.
    """

    def __init__(self, server: RunningServer) -> None:
        self.server, self.asked, self.starts = server, 0, 1
        self.monotonic = time.monotonic

    def choose(self, game: Game) -> str:
        self.asked += 1
        if self.asked == 2:
            self.server.stop()
        return game.legal_moves[0]

    def sleep(self, seconds: float) -> None:
        if self.server.process.poll() is None:
            time.sleep(seconds)
            return
        port = int(self.server.address.rsplit(":", 1)[1])
        self.server, self.starts = start_server(self.server.database, port=port), self.starts + 1


@pytest.fixture
def restarting(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> Iterator[Restarting]:
    """A server that is started anew while its bot plays."""
    made = Restarting(start_server(databases.sqlite()))
    monkeypatch.setattr(connection, "time", made)
    yield made
    made.server.stop()


def test_a_bot_that_joined_plays_on_when_the_server_is_started_anew(
    restarting: Restarting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("amyitis.bots.make_bot", lambda *_: restarting)
    with restarting.server.client() as maker:
        made = maker.new_game([bot(), OPEN], record=late_record(2, False, 40))
    game_id, ((seat, word),) = made["game"]["id"], made["invitations"].items()
    address = f"{restarting.server.address}/join/{game_id}/{seat}/{word}"
    done = CliRunner().invoke(app, ["join", address, "--bot", "random"])
    assert done.exit_code == 0, done.output
    assert "the game is over: W " in done.output
    assert restarting.asked > 2
    assert restarting.starts == 2


def test_a_bot_with_a_key_plays_on_when_the_server_is_started_anew(restarting: Restarting) -> None:
    with restarting.server.client() as maker:
        made = maker.new_game([ME, bot()], keys=True, record=late_record(2, False, 40))
    (key,) = made["keys"].values()
    game = play_seat(restarting.server.address, made["game"]["id"], key, restarting, timeout=FAILED_AFTER)
    assert game["over"]
    assert restarting.asked > 2
    assert restarting.starts == 2


def test_a_bot_with_a_wrong_key_is_told_at_once(server: RunningServer) -> None:
    game_id = server.client().new_game([ME, bot()])["game"]["id"]
    with pytest.raises(AmyitisError, match=f"no seat of game {game_id} is yours"):
        play_seat(server.address, game_id, "wrong-key", lambda told: str(told["legal"][0]))


def test_a_page_that_is_opened_and_closed_disturbs_no_program(server: RunningServer) -> None:
    me, other = server.client(), server.client()
    game_id = two_people(me, other, record=late_record(2, False, 12))
    moves = 0
    for game in me.watch(game_id):
        if game["legal"]:
            page = other.watch(game_id)
            next(page)
            page.close()
            me.move(game_id, game["ply"], game["legal"][0])
            moves += 1
        elif not game["over"] and game["decider"] is not None:
            theirs = other.game(game_id)
            if theirs["legal"]:
                other.move(game_id, theirs["ply"], theirs["legal"][0])
        if game["over"]:
            break
    assert moves > 0


@pytest.mark.parametrize("game_id", ["nosuchgame", "no such game", "a/b", "?"])
def test_a_watcher_of_no_game_is_told_at_once(server: RunningServer, game_id: str) -> None:
    with pytest.raises(ServerProblem) as refused:
        next(server.client().watch(game_id))
    assert (refused.value.status, refused.value.kind) == (404, "not-found")


def test_a_clause_that_is_none_is_a_problem(server: RunningServer) -> None:
    with pytest.raises(ServerProblem, match="404"):
        server.client().clause("6.3/")
