"""Games with another box than the server's own: another process has their rules, and everything is as with the own."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from amyitis.box import active_box
from amyitis.box.errors import WorkerLost
from amyitis.box.known import known_box
from amyitis.box.process import BoxProcess
from amyitis.box.tables import BOX_DIGEST
from amyitis.client import Client, ServerProblem
from amyitis.errors import Malformed
from amyitis.server.boxes.remote_table import RemoteTable
from amyitis.service.problems import Conflict
from amyitis.table import Table
from amyitis.table.errors import BadMove, NothingToTakeBack, NotYours
from amyitis.table.messages.serializing import Serializer
from tests.owners import owners_box, owners_text
from tests.server.playing import ME, bot
from tests.server.running import Databases, run_server
from tests.table.sitting import AT, decider_of, kept

OWNERS = owners_box().digest


@pytest.fixture(scope="module")
def process() -> Iterator[BoxProcess]:
    """A process with the standard box, so that what it says can be compared."""
    path = known_box(BOX_DIGEST)
    assert path is not None
    made = BoxProcess(BOX_DIGEST, path)
    yield made
    made.end()


def both(process: BoxProcess, palace: bool = False) -> tuple[Table, RemoteTable]:
    """The same new game as a table here and as one there."""
    new = kept(palace=palace)
    here, entries = Table.rebuild(new.metadata, new.seats, new.log)
    there, others = RemoteTable.open(process, new.metadata, new.seats, new.log)
    assert others == entries
    return here, there


def test_a_process_has_its_own_box(tmp_path: Path) -> None:
    file = tmp_path / "owners.toml"
    file.write_text(owners_text(), encoding="utf-8")
    process = BoxProcess(OWNERS, file)
    pids = [process.pid]
    assert process.call(active_box).digest == OWNERS != BOX_DIGEST
    pids.append(process.pid)
    process.end()
    pids.append(process.pid)
    assert [pid is not None for pid in pids] == [False, True, False]


@pytest.mark.slow
@pytest.mark.parametrize("palace", [False, True])
def test_a_table_there_is_as_one_here_to_the_end_of_a_game(process: BoxProcess, palace: bool) -> None:
    here, there = both(process, palace=palace)
    random, serializer = Random(3), Serializer()
    while not here.over and here.ply < 400:
        me = decider_of(here)
        seats = me.seats(here.seats)
        if random.random() < 0.1 and here.can_take_back(me.actor, seats):
            change, other = (table.take_back(me.actor, seats, AT) for table in (here, there))
        else:
            token = random.choice(here.legal)
            change, other = (table.move([token], me.actor, seats, AT) for table in (here, there))
        here.keep(change)
        there.keep(other)
        assert [(one.logged.kind, one.logged.token, one.events, one.set) for one in other.entries] == [
            (one.logged.kind, one.logged.token, one.events, one.set) for one in change.entries
        ]
        assert (there.view, there.legal, there.position) == (here.view, here.legal, here.position)
        told, expected = (serializer.game(one, me, outlook=True) for one in (there, here))
        assert told == expected


def test_what_is_refused_there_is_refused_alike(process: BoxProcess) -> None:
    here, there = both(process)
    me = decider_of(here)
    seats = me.seats(here.seats)
    for table in (here, there):
        with pytest.raises(BadMove, match=r"go:Uruk is not allowed here: Uruk is 4 spaces away") as found:
            table.move(["go:Uruk"], me.actor, seats, AT)
        assert found.value.place == 0
        with pytest.raises(BadMove, match="'sleep' is not a move"):
            table.try_line(["sleep"])
        with pytest.raises(NotYours):
            table.move(["pass"], me.actor, frozenset(), AT)
        with pytest.raises(NothingToTakeBack):
            table.take_back(me.actor, seats, AT)
        with pytest.raises(Malformed):
            table.refusals(["sleep"])
    assert here.refusals(["go:Uruk", "pass"]) == there.refusals(["go:Uruk", "pass"])
    assert here.try_line(["pass"]) == there.try_line(["pass"])


def test_a_change_that_the_log_did_not_take_is_forgotten(process: BoxProcess) -> None:
    _here, there = both(process)
    me = decider_of(there)
    seats = me.seats(there.seats)
    there.move(["pass"], me.actor, seats, AT)
    another = there.move([there.legal[1]], me.actor, seats, AT)
    there.keep(another)
    assert there.try_line([there.legal[0]])["ply"] == there.ply


def test_a_table_that_the_process_has_lost_says_so(process: BoxProcess) -> None:
    _here, there = both(process)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    with pytest.raises(WorkerLost):  # the process is gone, or another has no such table
        there.try_line(["pass"])
    again, _entries = RemoteTable.open(process, there.metadata, there.seats, [])
    again.ply = 3
    with pytest.raises(WorkerLost, match="not at 3"):
        again.try_line(["pass"])


@pytest.fixture
def owners_file(tmp_path: Path) -> Path:
    path = tmp_path / "owners.toml"
    path.write_text(owners_text(), encoding="utf-8")
    return path


def test_everything_works_at_a_table_with_another_box(databases: Databases, owners_file: Path) -> None:
    database = databases.sqlite()
    with run_server(database, "--box", str(owners_file)) as server:
        me = server.client()
        alone = me.new_game([ME, ME], seed="5", first=0)["game"]["id"]
        with_bot = me.new_game([ME, bot("random")], seed="5", first=0)["game"]["id"]
        played = me.game(alone)
        for _ in range(4):
            me.move(alone, played["ply"], played["legal"][-1])
            played = me.game(alone)
        cookies = dict(me.cookies)
    owners_file.unlink()
    with run_server(database) as server:
        me = server.client()
        for name, value in cookies.items():
            me.cookies.set(name, value)
        _play_and_take_back(me, alone)
        _let_the_bot_move(me, with_bot)
        _go_on_from(me, alone)
        box = me.box(OWNERS)
        assert (box["own"], me.box()["own"]) == (False, True)
        assert (box["digest"], box["engineer"]["prestige"]) == (OWNERS, 59)
        assert "59" in me.clause("6.5", box=OWNERS)["text"]
        assert "59" not in me.clause("6.5")["text"]
        with pytest.raises(ServerProblem, match="whose file is not here"):
            me.box("000000000000")
        me.delete(with_bot)


def _play_and_take_back(me: Client, game_id: str) -> None:
    before = me.game(game_id)
    assert before["box"].endswith(OWNERS)
    me.move(game_id, before["ply"], before["legal"][0])
    after = me.undo(game_id, before["ply"] + 1)
    assert after["ply"] == before["ply"] + 2
    assert me.game(game_id)["position"] == before["position"]
    with pytest.raises(ServerProblem) as refused:
        me.move(game_id, after["ply"], "swap:bd")
    assert (refused.value.status, refused.value.kind) == (422, "illegal-move")


def _let_the_bot_move(me: Client, game_id: str) -> None:
    since = me.game(game_id)["ply"]
    me.move(game_id, since, "pass")
    for game in me.watch(game_id, since):
        if game["ply"] > since + 1:
            break
    assert any(entry["by_bot"] for entry in me.log(game_id))


def _go_on_from(me: Client, game_id: str) -> None:
    """A fork and a game from the record have the box of the game; a rematch would have the server's own."""
    fork = me.new_game([ME, ME], **{"from": {"game": game_id, "ply": 3}})["game"]
    assert fork["box"].endswith(OWNERS)
    me.move(fork["id"], fork["ply"], fork["legal"][0])
    again = me.new_game([ME, ME], record=me.record(game_id))["game"]
    assert again["box"].endswith(OWNERS)
    assert again["position"] == me.game(game_id)["position"]
    own = me.new_game([ME, ME])["game"]
    assert own["box"].endswith(BOX_DIGEST)


def test_a_process_that_dies_is_replaced_and_the_game_goes_on(databases: Databases, owners_file: Path) -> None:
    database = databases.sqlite()
    with run_server(database, "--box", str(owners_file)) as server:
        me = server.client()
        game_id = me.new_game([ME, ME], seed="5")["game"]["id"]
        cookies = dict(me.cookies)
    with run_server(database) as server:
        me = server.client()
        for name, value in cookies.items():
            me.cookies.set(name, value)
        me.move(game_id, me.game(game_id)["ply"], "pass")
        (worker,) = workers_of(server.process.pid, "amyitis.box.process")
        os.kill(worker, signal.SIGKILL)
        game = me.game(game_id)
        me.move(game_id, game["ply"], game["legal"][0])
        game = me.game(game_id)
        assert me.try_line(game_id, game["ply"], game["legal"][0])["steps"]
    assert not Path(f"/proc/{worker}").exists()


def workers_of(pid: int, module: str) -> list[int]:
    """The child processes of a server that run a module."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    found = [int(child) for child in children]
    for thread in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (thread / "children").read_text(encoding="ascii").split()]
    return sorted({one for one in found if module in Path(f"/proc/{one}/cmdline").read_text(encoding="utf-8")})


def test_a_refusal_travels_between_processes(process: BoxProcess) -> None:
    with pytest.raises(Conflict, match="no") as found:
        process.call(refuse)
    assert found.value.facts == {"ply": 3}


def refuse() -> None:
    """Raise something that the server would tell."""
    raise Conflict("no", ply=3)
