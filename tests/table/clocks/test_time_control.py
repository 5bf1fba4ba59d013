"""The clocks after the entries of a log: increments, turns, what is taken back, stand-ins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amyitis.table.clocks.time_control import Clocks, TimeControl
from amyitis.table.metadata import LogEntry

LIVE = TimeControl("live", 60_000, 5_000, "stand_in")
SLOW = TimeControl("slow", 100_000, 0, "loss")
OPENING, GOING_ON = "pass", "top"


class Log:
    """Notes entries one after the other."""

    def __init__(self, control: TimeControl) -> None:
        self.clocks, self.ply, self.at = Clocks(control, 0), 0, 0

    def note(self, kind: str, seat: str, token: str, spent: int = 0, count: int = 0, actor: str = "ann") -> None:
        """Note an entry."""
        self.ply, self.at = self.ply + 1, self.at + spent
        self.clocks.note(LogEntry(self.ply, kind, seat, token, count, actor, self.at, spent))  # type: ignore[arg-type]


def test_each_round_adds_an_increment_and_its_moves_take_what_they_took() -> None:
    log = Log(LIVE)
    assert log.clocks.left("W") == 60_000
    assert log.clocks.left("W", OPENING) == 65_000
    log.note("move", "W", OPENING, 10_000)
    assert log.clocks.left("W", GOING_ON) == 55_000
    log.note("move", "W", GOING_ON, 1_000)
    log.note("move", "K", OPENING, 7_000)
    assert (log.clocks.left("W"), log.clocks.left("K")) == (54_000, 58_000)
    assert log.clocks.left("W", OPENING) == 59_000
    assert log.clocks.left("K", OPENING) == 63_000  # a turn of its own, without a move of another between


def test_a_slow_clock_begins_anew_with_each_turn() -> None:
    log = Log(SLOW)
    log.note("move", "W", OPENING, 40_000)
    assert log.clocks.left("W", GOING_ON) == 60_000
    log.note("move", "W", GOING_ON, 10_000)
    assert log.clocks.left("W", GOING_ON) == 50_000
    assert log.clocks.left("W") == 100_000
    log.note("move", "K", OPENING, 1)
    assert log.clocks.left("W", OPENING) == 100_000


@pytest.mark.parametrize("control", [LIVE, SLOW])
def test_taking_back_gives_no_time_back(control: TimeControl) -> None:
    log = Log(control)
    first = log.clocks.left("W", OPENING)
    log.note("move", "W", OPENING, 20_000)
    log.note("undo", "W", "", 5_000, count=1)
    assert log.clocks.left("W", OPENING) == first - 25_000
    log.note("move", "W", OPENING, 1_000)
    assert log.clocks.left("W", GOING_ON) == first - 26_000


def test_who_returns_after_the_time_was_up_has_an_increment_for_the_next_round() -> None:
    log = Log(LIVE)
    log.note("table", "W", "time:stand-in", 65_000, actor="server")
    assert log.clocks.left("W") == 0
    for token in (OPENING, GOING_ON, OPENING):
        log.note("move", "W", token, actor="bot:Steward")
    log.note("move", "K", OPENING, 1_000)
    assert log.clocks.left("W", OPENING) == 5_000
    slow = Log(SLOW)
    slow.note("table", "W", "time:stand-in", 100_000, actor="server")
    slow.note("move", "W", OPENING, actor="bot:Steward")
    slow.note("move", "K", OPENING, 1_000)
    assert slow.clocks.left("W", OPENING) == 100_000


def test_what_others_propose_does_not_stop_the_clock_and_a_pause_never_fills_it() -> None:
    log = Log(LIVE)
    log.note("move", "W", OPENING, 10_000)
    since = log.clocks.since
    log.note("table", "K", "ask:pause")
    assert log.clocks.since == since
    log.note("table", "W", "pause", 4_000)
    log.at += 1_000_000
    log.note("table", "K", "resume")
    assert (log.clocks.since, log.clocks.left("W", GOING_ON)) == (log.at, 51_000)


ENTRIES = st.lists(
    st.tuples(st.sampled_from("WK"), st.sampled_from([OPENING, GOING_ON, "undo", "pause"]), st.integers(0, 3_000)),
    max_size=40,
)


@given(ENTRIES)
def test_a_live_bank_is_what_was_given_less_what_was_spent(entries: list[tuple[str, str, int]]) -> None:
    """Whatever happens, nobody has more than the bank and one increment for each of their turns that still hold."""
    log, spent, moves = Log(TimeControl("live", 10**6, 5_000, "nothing")), {"W": 0, "K": 0}, list[str]()
    for seat, what, took in entries:
        if what == "undo":
            if not moves:
                continue
            log.note("undo", moves[-1], "", took, count=1)
            spent[moves.pop()] += took
        else:
            spent[seat] += took
            if what == "pause":
                log.note("table", seat, what, took)
            else:
                log.note("move", seat, what, took)
                moves.append(seat)
    for seat in "WK":
        left = log.clocks.left(seat)
        assert 10**6 - spent[seat] <= left <= 10**6 - spent[seat] + 5_000 * moves.count(seat)
