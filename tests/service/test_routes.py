"""The route table: every row says who may call it and what it refuses, and keeps to it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from amyitis.analysis.puzzles.puzzles import all_puzzles
from amyitis.server.limits.rate_limiter import HOURLY
from amyitis.service.games.new_games import Maker, make_game
from amyitis.service.problems import Refused
from amyitis.service.routes import ROUTES
from amyitis.service.routing import ONLY_IN, Access, Call, Route
from amyitis.service.service import Service
from amyitis.service.shapes.requests import NewGameRequest, NewSeat
from amyitis.table import Identity
from tests.server.running import Databases
from tests.service.editions import browser_edition
from tests.service.running import with_service

ROOT = Path(__file__).parents[2]
PROTECTED = [row for row in ROUTES if row.who is not Access.ANYONE]
NOBODY = Call(Identity(), "192.0.2.1")
PATH = {"seat": "W", "ply": "1", "number": "1.1", "device": "d", "challenge": "c"}
MOMENT = {"ply": 1, "tokens": ["pass"]}
# The bodies of rows that need one, by the name of their handlers.
BODIES: dict[str, Any] = {
    "move": MOMENT,
    "undo": {"ply": 1},
    "plan_turn": MOMENT,
    "try_turn": MOMENT,
    "leave": {},
    "replace_absent": {"by": "bot"},
    "propose": {"what": "end"},
    "add_share": {"share": "0" * 64},
    "switch_coach": {"on": True},
    "hint": {"ply": 1, "step": 1},
    "change_alerts": {},
    "change_mail": {"address": None},
    "say": {"text": "hello"},
    "mute": {"by": "0" * 16},
    "report": {"id": 1},
    "add_push": {"endpoint": "https://example.org", "p256dh": "x", "auth": "x"},
    "end_push": {"endpoint": "https://example.org"},
    "change_table_webhook": {"url": None},
    "coach_move_cost": MOMENT,
    "refute": {"tokens": ["pass"]},
    "shares": {"ply": 1},
    "register": {"name": "Anna", "password": "long enough"},
    "prove": {"password": "long enough"},
    "set_password": {"password": "long enough"},
    "add_passkey": {"credential": "{}", "name": "phone"},
    "rename_passkey": {"name": "phone"},
}


def named(row: Route) -> str:
    return f"{row.method} {row.path}"


@pytest.mark.parametrize("row", ROUTES, ids=named)
def test_a_row_says_what_it_does_and_what_it_refuses(row: Route) -> None:
    assert row.tag
    assert row.description.endswith(".")
    assert all(row.refuses.values())
    assert all(400 < status < 500 for status in row.refuses)
    if row.who is not Access.ANYONE:
        assert 403 in row.refuses
    if "{" in row.path:
        assert 404 in row.refuses


def test_nobody_may_call_a_row_that_is_not_for_anyone(databases: Databases) -> None:
    async def work(service: Service) -> None:
        seats = [NewSeat(kind="me"), NewSeat(kind="me")]
        maker = Maker("ann", "Ann", service.clock.now(), 10)
        table = await service.lifecycle.create(make_game(NewGameRequest(seats=seats), maker).new)
        path = {**PATH, "game_id": table.metadata.id, "key": all_puzzles()[0].id}
        ply, seating = table.ply, table.seating
        for row in PROTECTED:
            values = {name: path[name] for name in row.path_parameters}
            body = BODIES[row.name] if row.body is not None and row.body.required else None
            with pytest.raises(Refused) as refusal:
                await service.call(row, NOBODY, values, {}, body)
            assert refusal.value.status in (403, 404), named(row)
            assert refusal.value.detail
        after = await service.tables.table(table.metadata.id, fresh=True)
        assert (after.ply, after.seating) == (ply, seating)

    assert len(PROTECTED) > 15
    with_service(databases.sqlite(), work)


def test_the_browser_says_of_rows_of_the_server_that_they_need_one(tmp_path: Path) -> None:
    rows = [row for row in ROUTES if row.edition == "server"]
    assert rows
    with browser_edition(tmp_path) as browser:
        for row in rows:
            answer = browser.ask(row.method, row.path.format(**PATH, game_id="g", key="k"), status=409)
            assert (answer["detail"], answer["key"]) == (ONLY_IN["server"], "needs_server"), named(row)


def test_what_is_refused_by_name_is_said_in_the_words_of_the_page() -> None:
    catalogues = (ROOT / "web/src/strings/en").glob("*.json")
    words = set[str]().union(*(json.loads(file.read_text(encoding="utf-8")) for file in catalogues))
    sources = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "src/amyitis/service").rglob("*.py"))
    keys = {*re.findall(r'\bkey="(\w+)"', sources), *(f"{name}_per_hour" for name in HOURLY)}
    assert len(keys) > 50
    unsaid = {key for key in keys if not {f"refused.{key}", f"account.refused.{key}"} & words}
    assert unsaid == {"challenge_kept", "mail_code", "no_account", "talk_off"}  # the page asks for none of these
