"""The archive for a page without a server has all that a table needs, and the standard library is enough for it."""

import io
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from web.building import memory_store
from web.building.packing import pack

# With no package that is not packed (-S), a game with a bot in memory: a move of mine, and the bot's. Then a puzzle,
# which is rated.
PLAY = """
import asyncio, json
from amyitis.local.browser import LocalServer
from amyitis.local.reviewing import Reviewing
from memory_store import MemoryStore

async def nobody(request):
    raise AssertionError(request)

async def play():
    server, told = LocalServer(MemoryStore(), nobody), asyncio.Queue()

    async def ask(method, path, **body):
        answer = await server.ask(method, "/api/v1" + path, json.dumps(body) if body else None)
        assert answer.status < 300, answer
        return json.loads(answer.body)

    made = await ask("POST", "/games", seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}], first=0, seed="5")
    game = made["game"]
    server.watch(1, game["id"], game["ply"], told.put_nowait)
    while game["decider"] == "W":
        sent = {"ply": game["ply"], "tokens": game["legal"][:1], "whole": True}
        game = await ask("POST", f"/games/{game['id']}/moves", **sent)
    while not any(entry["by_bot"] for entry in json.loads(await told.get()).get("entries", ())):
        pass
    puzzle = await ask("GET", "/puzzles/daily")
    assert (await ask("POST", f"/puzzles/{puzzle['id']}/answer", tokens=puzzle["moves"][:1]))["hints"] == []
    assert (await ask("POST", f"/puzzles/{puzzle['id']}/give-up"))["change"] < 0
    print("played")

asyncio.run(play())
"""


@pytest.mark.slow
def test_the_archive_plays_with_the_standard_library_alone(tmp_path: Path) -> None:
    archive = tmp_path / "python" / "amyitis.zip"
    pack(archive)
    first = archive.read_bytes()
    pack(archive)
    assert archive.read_bytes() == first, "the same sources make the same archive"
    assert played(first, tmp_path / "sources") == "played\n"


def played(archive: bytes, folder: Path) -> str:
    """What is said by a game with what is packed."""
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        packed.extractall(folder)
    shutil.copy(memory_store.__file__, folder)
    run = [sys.executable, "-S", "-c", PLAY]
    done = subprocess.run(run, cwd=folder, capture_output=True, text=True, check=False, env={})
    return done.stdout or done.stderr
