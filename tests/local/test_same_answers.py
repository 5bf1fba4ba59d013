"""A table without a server says what a server says: the same requests to both, the answers compared field by field."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import pytest

from amyitis.analysis.puzzles import all_puzzles
from amyitis.game import Game
from amyitis.local.browser import LocalServer
from amyitis.local.memory_store import MemoryStore
from amyitis.server.app import create_app
from amyitis.server.settings import Limits, Settings
from tests.golden_games import GOLDEN_GAMES
from tests.server.playing import ME, late_record

MOVES = 4
OWN = {"id", "created", "updated", "at", "last_seen", "commitment", "nonce", "terms", "shares_text", "online"}


class Said(NamedTuple):
    """An answer: its status, and its body."""

    status: int
    body: Any


Ask = Callable[..., Said]


class Both:
    """Asks a server and a table without one, and compares what they say; each has its own ids of games."""

    def __init__(self, server: Ask, local: Ask) -> None:
        self._server, self._local = server, local
        self._ids: list[tuple[str, str]] = []

    def each(self, method: str, path: str, body: Any = None) -> tuple[Said, Said]:
        """What each says; `{0}` in the path is the first game that was made through here, and so on."""
        theirs, ours = ([pair[side] for pair in self._ids] for side in (0, 1))
        return (
            self._server(method, path.format(*theirs), placed(body, theirs)),
            self._local(method, path.format(*ours), placed(body, ours)),
        )

    def texts(self, path: str) -> tuple[str, str]:
        """The text that each says."""
        server, local = self.each("GET", path)
        assert server.status == local.status == 200
        return server.body, local.body

    def ask(self, method: str, path: str, body: Any = None) -> Said:
        """What both say, which must be alike."""
        server, local = self.each(method, path, body)
        assert local.status == server.status, (path, body, local.body, server.body)
        assert self._named(local.body) == self._named(server.body), (path, body)
        if server.status == 201:
            self._ids.append((server.body["game"]["id"], local.body["game"]["id"]))
        return local

    def _named(self, body: Any) -> Any:
        """What must be alike, with the same name for a game that each calls by its own."""
        text = json.dumps(compared(body), sort_keys=True)
        for number, pair in enumerate(self._ids):
            for name in pair:
                text = text.replace(name, f"game {number}")
        return json.loads(text)

    def game(self, **wanted: Any) -> tuple[str, dict[str, Any]]:
        """A new game of both; the path of it, and how it is."""
        made = self.ask("POST", "/games", wanted)
        assert made.status == 201, made.body
        return f"/games/{{{len(self._ids) - 1}}}", made.body["game"]


def placed(body: Any, ids: list[str]) -> Any:
    """A body in which the game that another goes on from is named as one side names it."""
    if not isinstance(body, dict) or "from" not in body:
        return body
    return body | {"from": body["from"] | {"game": ids[body["from"]["game"]]}}


def compared(body: Any) -> Any:
    """What must be alike: all but ids, moments and what is drawn."""
    if isinstance(body, dict):
        return {name: compared(value) for name, value in body.items() if name not in OWN}
    return [compared(one) for one in body] if isinstance(body, list) else body


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    """A server in this process, and a table without one."""
    folder = tmp_path_factory.mktemp("same")
    settings = Settings(database=f"sqlite:///{folder}/games.sqlite", page=folder, limits=Limits.none())
    app = create_app(settings)
    with asyncio.Runner() as loop:
        running = app.router.lifespan_context(app)
        loop.run(running.__aenter__())
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")
        table = LocalServer(MemoryStore(), nobody_thinks)

        def server(method: str, path: str, body: Any) -> Said:
            answer = loop.run(client.request(method, f"/api/v1{path}", json=body))
            plain = answer.headers["content-type"].startswith("text/")
            return Said(answer.status_code, answer.text if plain else answer.json())

        def local(method: str, path: str, body: Any) -> Said:
            text = None if body is None else json.dumps(body)
            answer = loop.run(table.ask(method, f"/api/v1{path}", text))
            plain = answer.media_type.startswith("text/")
            return Said(answer.status, answer.body if plain else json.loads(answer.body))

        server("POST", "/me", {})
        yield Both(server, local)
        loop.run(client.aclose())
        loop.run(running.__aexit__(None, None, None))


async def nobody_thinks(_request: str) -> str:
    """No bot plays here."""
    return json.dumps({"problem": "nobody thinks here"})


@pytest.mark.slow
@pytest.mark.parametrize("path", GOLDEN_GAMES, ids=lambda path: path.stem)
def test_golden_games_go_on_alike(both: Both, path: Path) -> None:
    record, random = path.read_text(encoding="utf-8"), Random(path.stem)
    headers = both.ask("POST", "/replays", {"record": record, "ply": 0}).body
    players, ply = len(headers["scores"]), random.randrange(headers["plies"])
    game, told = both.game(record=record, ply=ply, seed="7", seats=[ME] * players)
    for _ in range(MOVES):
        if told["over"]:
            break
        token = random.choice(told["legal"])
        both.ask("POST", f"{game}/try", {"ply": told["ply"], "tokens": [token]})
        told = both.ask("POST", f"{game}/moves", {"ply": told["ply"], "tokens": [token], "outlook": True}).body
    for wrong in ("peasant/3", "go:Mari", "nonsense", "side:Z9"):
        both.ask("POST", f"{game}/moves", {"ply": told["ply"], "tokens": [wrong]})
    assert both.ask("POST", f"{game}/moves", {"ply": 0, "tokens": ["pass"]}).status in (403, 409)
    both.ask("GET", f"{game}?since=0&outlook=true")


def test_a_game_is_made_played_taken_back_and_looked_back_at_alike(both: Both) -> None:
    game, told = both.game(seed="11", seats=[ME, ME, ME], palace=True, name="A table", first=1)
    random = Random(3)
    for turn in range(40):
        token = random.choice(told["legal"])
        told = both.ask("POST", f"{game}/moves", {"ply": told["ply"], "tokens": [token], "whole": turn % 2 == 0}).body
        if turn % 8 == 0:
            both.ask("POST", f"{game}/undo", {"ply": told["ply"]})
            told = both.ask("GET", game).body
    for path in ("", "/log?after=5", "/replay", "/at/9", "/at/999", "/why-not?token=pass&token=peasant/1"):
        both.ask("GET", game + path)
    both.ask("POST", f"{game}/rematch", {})
    both.ask("POST", f"{game}/seats/W/leave", {"bot": "search:9"})
    both.ask("POST", f"{game}/seats/W/return")
    both.ask("POST", f"{game}/seats/W/share", {})
    both.ask("POST", f"{game}/seats/R/return")
    last = int(game.strip("/games{}"))
    fork, forked = both.game(**{"from": {"game": last, "ply": 3}, "seats": [ME] * 3, "seed": "1"})
    both.ask("GET", f"{fork}/replay")
    both.ask("POST", "/games", {"from": {"game": last, "ply": 999}, "seats": [ME] * 3})
    listed = both.ask("GET", "/games?which=mine").body["games"]
    assert [one["ply"] for one in listed[:2]] == [forked["ply"], told["ply"]]
    both.ask("DELETE", fork)
    assert both.ask("GET", fork).status == 404


def test_the_end_of_a_game_its_record_and_its_rematch_are_alike(both: Both) -> None:
    record = late_record(2, False, 6)
    game, told = both.game(record=record, seed="5", seats=[ME, ME])
    random = Random(1)
    while not told["over"]:
        told = both.ask(
            "POST", f"{game}/moves", {"ply": told["ply"], "tokens": [random.choice(told["legal"])], "whole": True}
        ).body
    assert both.ask("POST", f"{game}/undo", {"ply": told["ply"]}).status == 409
    server, local = (side.splitlines() for side in both.texts(f"{game}/record"))
    drawn = ('[Id "', '[Commitment "', '[Nonce "')
    assert [line for line in local if not line.startswith(drawn)] == [
        line for line in server if not line.startswith(drawn)
    ]
    found = both.ask("POST", "/replays", {"record": "\n".join(local), "film": True}).body
    assert found["over"]
    theirs, ours = (said.body["game"] for said in both.each("POST", f"{game}/rematch", {}))
    assert compared(ours["seats"]) == compared(theirs["seats"])  # the deals are drawn
    assert [seat["seat"] for seat in ours["seats"]] == ["K", "W"]


def test_puzzles_are_solved_failed_and_rated_alike(both: Both) -> None:
    first, second, third = all_puzzles()[:3]
    both.ask("GET", f"/puzzles/{first.id}")
    both.ask("POST", f"/puzzles/{first.id}/answer", {"token": "nonsense"})
    solved = both.ask("POST", f"/puzzles/{first.id}/answer", {"token": first.best}).body
    assert solved["change"] > 0
    for _ in range(3):
        both.ask("POST", f"/puzzles/{second.id}/hint")
    both.ask("POST", f"/puzzles/{second.id}/answer", {"token": second.second})
    both.ask("POST", f"/puzzles/{second.id}/answer", {"token": second.best})
    both.ask("POST", f"/puzzles/{third.id}/give-up")
    both.ask("GET", f"/puzzles/{second.id}")
    found = both.ask("GET", f"/puzzles/next?after={first.id}&theme={first.themes[0]}").body
    assert found["id"] not in (first.id, second.id, third.id)
    assert both.ask("GET", "/puzzles/me").body["streak"] == 1


FACTS = [
    ("GET", "/bots", None),
    ("GET", "/box", None),
    ("GET", "/rules?lang=fr", None),
    ("GET", "/rules/6.3?lang=cs", None),
    ("GET", "/rules/99.9", None),
    ("GET", "/lesson?part=2", None),
    ("POST", "/lesson/try", {"ply": 0, "tokens": []}),
    ("POST", "/positions", {"position": Game.new(3, seed=2).position}),
    ("POST", "/positions", {"position": "nonsense"}),
    ("POST", "/positions/try", {"position": Game.new(3, seed=2).position, "tokens": ["peasant/1"]}),
    ("POST", "/positions/explore", {"position": Game.new(3, seed=2).position, "tokens": ["peasant/1", "pass"]}),
    ("POST", "/replays", {"record": "nonsense"}),
    ("POST", "/records", {"record": GOLDEN_GAMES[0].read_text(encoding="utf-8") + '\n[Start "broken\n'}),
    ("GET", "/games/nonsense", None),
    ("GET", "/puzzles", None),
    ("GET", "/puzzles/daily", None),
    ("GET", "/puzzles/next?theme=nonsense", None),
    ("GET", "/puzzles/abc", None),
    ("POST", "/games", {"seats": [ME, ME], "record": "x", "position": "y"}),
    ("POST", "/games", {"seats": [ME, ME], "colours": "WKB"}),
    ("POST", "/games", {"seats": [ME, {"kind": "bot", "bot": "search:9"}]}),
    ("POST", "/me", {"name": "\u2800"}),
]


@pytest.mark.parametrize(("method", "path", "body"), FACTS, ids=lambda part: str(part)[:30])
def test_what_does_not_change_is_told_alike(both: Both, method: str, path: str, body: Any) -> None:
    both.ask(method, path, body)


MALFORMED = [
    ("POST", "/games", {}),
    ("POST", "/games", {"seats": [ME]}),
    ("POST", "/games", {"seats": [ME, ME], "first": 7}),
    ("POST", "/games", {"seats": [ME, ME], "seed": -1}),
    ("POST", "/games", {"seats": [ME, ME], "palace": 3}),
    ("POST", "/games", {"seats": [ME, {"kind": "me", "hat": 1}]}),
    ("POST", "/positions", {"position": 3}),
    ("POST", "/positions", {"position": "x" * 5000}),
    ("POST", "/positions/try", {"position": "x", "tokens": "pass"}),
    ("GET", "/rules?lang=xx", None),
    ("GET", "/lesson?part=3", None),
    ("GET", "/games?which=all", None),
    ("GET", "/puzzles/NONSENSE", None),
    ("POST", "/puzzles/abc/answer", {}),
]


@pytest.mark.parametrize(("method", "path", "body"), MALFORMED, ids=lambda part: str(part)[:40])
def test_what_makes_no_sense_is_refused_alike_and_named(both: Both, method: str, path: str, body: Any) -> None:
    server, local = both.each(method, path, body)
    assert local.status == server.status == 400, (server, local)
    assert local.body["type"] == server.body["type"]
    assert local.body["errors"][0]["where"] in server.body["errors"][0]["where"], (server.body, local.body)
