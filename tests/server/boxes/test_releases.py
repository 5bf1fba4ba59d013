"""Every game that a release wrote opens, replays and goes on after the upgrade: over HTTP, on both databases."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from amyitis.box.known import box_of_record, digest_in
from amyitis.client import Client, ServerProblem
from tests.owners import owners_text
from tests.releases.loading import RELEASES, carry_over, said_of, unpack
from tests.server.running import KINDS, Databases, RunningServer, run_server

TO_THE_END = ("palace, two, alone on the track",)  # the others are played to their ends in tests/store
SOME_MOVES = 6


class Moved:
    """The database of a release, moved to where it is tested, and what the release said of it."""

    def __init__(self, release: str, address: str) -> None:
        self.said, self.address = said_of(release), address

    def me(self, server: RunningServer) -> Client:
        """The person who played all the games."""
        client = server.client()
        for name, value in self.said["cookies"].items():
            client.cookies.set(name, value)
        return client


def moved_to(kind: str, release: str, databases: Databases, folder: Path) -> Moved:
    """A copy of the database of a release, in a database of a kind."""
    file = unpack(release, folder)
    if kind == "sqlite":
        return Moved(release, f"sqlite:///{file}")
    address = databases.without_schema(kind)
    carry_over(file, address)
    return Moved(release, address)


@pytest.fixture(scope="module", params=[(release, kind) for release in RELEASES for kind in KINDS], ids="-".join)
def moved(request: pytest.FixtureRequest, databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Moved:
    release, kind = request.param
    return moved_to(kind, release, databases, tmp_path_factory.mktemp("release"))


@pytest.fixture(scope="module")
def server(moved: Moved) -> Iterator[RunningServer]:
    with run_server(moved.address) as running:
        yield running


# Who chose the seed themselves could always deal as they liked: the record of a running game says so since then.
SINCE_THEN = ("[Seed ", "[Nonce ", "[Chosen ")


def check_opens(me: Client, said: dict[str, Any]) -> str:
    """The game is as it was: now, at some plies, as a film and as a record, which is told."""
    game = me.game(said["id"], since=0)
    assert (game["ply"], game["over"], game["decider"]) == (said["ply"], said["over"], said["decider"])
    assert game["legal"] == said["legal"]
    assert game["position"] == said["positions"][-1]
    assert len(game["entries"]) == len(me.log(said["id"])) == said["ply"]
    for ply in {0, said["ply"] // 3, said["ply"] // 2, said["ply"]}:
        assert me.at(said["id"], ply)["position"] == said["positions"][ply]
    assert len(me.film(said["id"])["film"]["frames"]) == said["ply"]
    record, before = me.record(said["id"]), said["record"].splitlines()
    assert [line for line in record.splitlines() if line in before or not line.startswith(SINCE_THEN)] == before
    return record


def check_goes_on(me: Client, said: dict[str, Any], most: int | None = None) -> None:
    """The game goes on as it did there: for some moves, or to the same end."""
    goes_on = said["goes on"]
    game = me.game(said["id"])
    for token in goes_on["tokens"][:most]:
        assert token in game["legal"]
        game = me.move(said["id"], game["ply"], token)
    if most is not None:
        return
    assert game["over"]
    assert me.game(said["id"])["position"] == game["position"] == goes_on["position"]
    assert game["view"]["scores"] == goes_on["scores"]


def test_every_game_opens_and_replays(moved: Moved, server: RunningServer) -> None:
    me = moved.me(server)
    for name, said in moved.said["games"].items():
        try:
            record = check_opens(me, said)
        except (AssertionError, ServerProblem) as problem:
            raise AssertionError(f"{name}: {problem}") from problem
        assert me.replay(record)["position"] == said["positions"][-1], name
        assert digest_in(me.game(said["id"])["box"]) == box_of_record(said["record"]), name
    assert {one["id"] for one in me.games("mine")} >= {said["id"] for said in moved.said["games"].values()}


def test_every_running_game_goes_on_as_it_did(moved: Moved, server: RunningServer) -> None:
    me = moved.me(server)
    running = {name: said for name, said in moved.said["games"].items() if "goes on" in said}
    assert running
    for name, said in running.items():
        try:
            check_goes_on(me, said, None if name in TO_THE_END else SOME_MOVES)
        except (AssertionError, ServerProblem) as problem:
            raise AssertionError(f"{name}: {problem}") from problem


def test_bots_play_on(moved: Moved, server: RunningServer) -> None:
    me = moved.me(server)
    against_bots = [said for said in moved.said["games"].values() if "bot" in said["seats"] and not said["over"]]
    assert against_bots
    for said in against_bots:
        for game in me.watch(said["id"], since=said["ply"]):
            if game["over"] or game["ply"] > said["ply"] + 12:
                break
            if game["waiting_for"] == "person":
                now = me.game(said["id"])
                if now["waiting_for"] == "person":
                    me.move(said["id"], now["ply"], now["legal"][-1])
        assert any(entry["by_bot"] for entry in me.log(said["id"])[said["ply"] :])


@pytest.mark.parametrize("release", [release for release in RELEASES if "owners" in said_of(release)])
@pytest.mark.parametrize("kind", KINDS)
def test_a_game_with_an_owners_box_wants_its_file_once(
    release: str, kind: str, databases: Databases, tmp_path: Path
) -> None:
    moved = moved_to(kind, release, databases, tmp_path)
    said = moved.said["owners"]["owners"]
    with run_server(moved.address) as running:
        me = moved.me(running)
        with pytest.raises(
            ServerProblem, match=r"whose file is not here: start the server once with that file"
        ) as found:
            me.game(said["id"])
        assert found.value.status == 409
        assert said["id"] in {one["id"] for one in me.games("mine")}
    box = tmp_path / "owners.toml"
    box.write_text(owners_text(), encoding="utf-8")
    with run_server(moved.address, "--box", str(box)) as running:
        check_opens(moved.me(running), said)
    box.unlink()
    with run_server(moved.address) as running:
        me = moved.me(running)
        ours = me.new_game([{"kind": "me"}, {"kind": "me"}])["game"]["id"]
        check_opens(me, said)
        tried = me.try_line(said["id"], said["ply"], said["goes on"]["tokens"][0])
        assert tried["steps"][0]["token"] == said["goes on"]["tokens"][0]
        reasons = me.why_not(said["id"], "keep")
        assert reasons[0]["legal"] is False
        check_goes_on(me, said)
        assert me.game(ours)["ply"] > 0
        assert me.replay(me.record(said["id"]))["over"]
