"""Starting a server: what is wrong is told in one sentence, and the status says what kind it is."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from amyitis.client import Client
from tests.server.playing import ME
from tests.server.running import FAILED_AFTER, MAIN
from tests.server.spawning import Spawned

pytestmark = pytest.mark.server


def fails(folder: Path, *options: str) -> tuple[int, str]:
    """The exit status and the words of a server that cannot start."""
    words = folder / "words"
    status = Spawned(["serve", "--no-browser", *options], folder / "said", words).wait(FAILED_AFTER)
    return status, words.read_text(encoding="utf-8").strip()


def test_the_command_serves_until_a_signal_comes(tmp_path: Path) -> None:
    """The long way, as somebody at a terminal does it; other tests start servers by `tests.server.spawning`."""
    command = [sys.executable, "-c", MAIN, "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        [*command, "--database", f"sqlite:///{tmp_path}/games.sqlite"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split(" served at ")[1].split()[0]
        assert address.startswith("http://localhost:"), "where browsers make passkeys"
        with Client(address) as me:
            assert me.new_game([ME, ME])["game"]["ply"] > 0
        process.send_signal(signal.SIGINT)
        _said, problems = process.communicate(timeout=60)
    assert (process.returncode, problems) == (0, "")


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, words = fails(tmp_path, "--port", str(port), "--database", f"sqlite:///{tmp_path}/games.sqlite")
    assert (status, words) == (1, f"amyitis: 127.0.0.1:{port} cannot be listened on: Address already in use")


@pytest.mark.parametrize(
    ("database", "status", "words"),
    [
        ("postgresql://127.0.0.1:1/games", 1, "the database cannot be opened"),
        ("mysql://127.0.0.1/games", 3, "games are kept in sqlite:///FILE or postgresql://..."),
        ("sqlite:////dev/null/games.sqlite", 1, "cannot be"),
        ("nonsense", 3, "cannot be read"),
    ],
)
def test_a_database_that_cannot_be_had(tmp_path: Path, database: str, status: int, words: str) -> None:
    found, said = fails(tmp_path, "--port", "0", "--database", database)
    assert found == status
    assert words in said
    assert "\n" not in said


def test_a_secret_that_is_too_short(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MAIN, "serve", "--no-browser", "--port", "0"]
    environment = {**os.environ, "AMYITIS_SECRET": "short"}
    found = subprocess.run(
        [*command, "--database", f"sqlite:///{tmp_path}/games.sqlite"],
        capture_output=True, text=True, timeout=60, check=False, env=environment,
    )  # fmt: skip
    assert found.returncode == 3
    assert found.stderr == "amyitis: the secret that signs cookies needs at least 16 letters\n"
