"""Those who watch: what they know, who is woken, and who is online."""

import asyncio

import pytest

from amyitis.service.background_tasks import cancel_all
from amyitis.service.games.watching.watchers import LOOK_SECONDS, Watcher, Watchers
from tests.server.clocks import Clock, settled
from tests.table.sitting import ANN, BEN, NOBODY, kept, move, table_of


def test_a_watcher_is_told_what_it_does_not_know() -> None:
    table = table_of(kept())
    watcher = Watcher(ANN, table.ply)
    assert not watcher.is_current(table), "nor who sits there, and who watches"
    watcher.mark_sent(table)
    assert watcher.is_current(table)
    before = table.ply
    move(table, table.legal[0])
    assert not watcher.is_current(table)
    assert [entry.logged.ply for entry in watcher.missed(table) or []] == list(range(before + 1, table.ply + 1))


@pytest.mark.parametrize(("since", "known"), [(-1, 1), (0, 0), (1, 1), (99, 1)])
def test_whoever_names_no_ply_or_one_to_come_is_told_of_the_whole_game(since: int, known: int) -> None:
    table = table_of(kept())
    watcher = Watcher(ANN, since)
    assert table.ply == 1
    assert watcher.known_ply(table) == known
    assert (watcher.missed(table) is None) == (since not in (0, 1))
    assert Watcher(ANN, since, whole=True).missed(table) is None


def test_those_are_woken_who_watch_the_game_or_everybody() -> None:
    async def work() -> None:
        watchers, ann, ben = Watchers(Clock()), Watcher(ANN, 0), Watcher(BEN, 0)
        watchers.enter("g", ann)
        watchers.enter("h", ben)
        watchers.wake("g")
        assert await woken(ann, ben) == [True, False]
        watchers.wake_all()
        assert await woken(ann, ben) == [True, True]
        watchers.leave("g", ann)
        watchers.wake("g")
        assert await woken(ann, ben) == [False, False]
        assert (len(watchers), watchers.watched) == (1, ["h"])

    asyncio.run(work())


def test_what_is_told_another_way_is_not_told_again() -> None:
    watchers, ann = Watchers(Clock()), Watcher(ANN, 3)
    watchers.enter("g", ann)
    for watcher_id, who, ply in ((None, ANN, 9), (ann.id, BEN, 9), (ann.id, ANN, 2)):
        watchers.mark_seen("g", watcher_id, who, ply)
        assert ann.since == 3
    watchers.mark_seen("g", ann.id, ANN, 5)
    assert ann.since == 5


def test_the_holders_who_watch_are_online() -> None:
    watchers, seats = Watchers(Clock()), kept().seats
    for who in (BEN, NOBODY):
        watchers.enter("g", Watcher(who, 0))
    watchers.enter("g", Watcher(ANN, 0, away=True))
    assert watchers.online("g", seats) == {"K"}
    assert watchers.online("h", seats) == frozenset()


def test_a_look_counts_as_watching_for_a_while() -> None:
    clock = Clock()
    watchers = Watchers(clock)
    assert not watchers.watches("g")
    watchers.look("g")
    clock.seconds += LOOK_SECONDS - 1
    assert watchers.watches("g")
    clock.seconds += 1
    assert not watchers.watches("g")


async def woken(*watchers: Watcher) -> list[bool]:
    """Which of them have something new; they sleep again then."""
    waiting = [asyncio.create_task(one.wait()) for one in watchers]
    await settled()
    found = [one.done() for one in waiting]
    await cancel_all(waiting)
    return found
