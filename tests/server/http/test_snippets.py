"""What docs/reference/api.md and docs/explanation/fair-deals.md show of a server is run with one."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.docs.blocks import ROOT, Block, blocks
from tests.docs.running import run_commands, run_python
from tests.server.playing import ME, bot
from tests.server.running import RunningServer

ADDRESS = "http://127.0.0.1:8737"


def of_page(name: str) -> list[Block]:
    """The blocks of a page that are left to this test."""
    own = Path(__file__).relative_to(ROOT).as_posix()
    return [block for block in blocks(ROOT / "docs" / name) if block.run_by == own]


def test_the_pages_about_servers(server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, seat = of_page("reference/api.md")
    scope: dict[str, Any] = {}
    run_python(replace(first, instead={ADDRESS: server.address, "Steward": "random"}), scope)
    game_id = scope["made"]["game"]["id"]
    finished = server.client().game(game_id)
    assert finished["over"]
    (verify,) = of_page("explanation/fair-deals.md")
    monkeypatch.chdir(tmp_path)
    Path("GAME.amy").write_text(server.client().record(game_id), encoding="utf-8")
    run_commands(replace(verify, instead={"HEX": finished["fairness"]["commitment"]}), {})
    made = server.client().new_game([ME, bot()], keys=True)
    scope = {"game_id": made["game"]["id"], "key": made["keys"]["W"]}
    run_python(replace(seat, instead={ADDRESS: server.address}), scope)
    assert server.client().game(scope["game_id"])["over"]
