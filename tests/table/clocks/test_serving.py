"""How much of a span counts: what is charged never exceeds what passed, nor what was served."""

import time
from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from amyitis.table.clocks.serving import Outage, Waking, counted, merged, moment_after

MOMENTS = st.integers(0, 10_000)
OUTAGES = st.lists(st.builds(lambda a, b: Outage(min(a, b), max(a, b)), MOMENTS, MOMENTS), max_size=8)


class EveryOther:
    """Awake in every other stretch of time."""

    def __init__(self, length: int) -> None:
        self.length = length

    def __call__(self, begun: int) -> Iterator[tuple[int, int]]:
        """The even stretches."""
        stretch = begun // self.length
        while True:
            if stretch % 2 == 0:
                yield max(begun, stretch * self.length), (stretch + 1) * self.length
            stretch += 1


SLEEP = st.one_of(st.none(), st.builds(EveryOther, st.integers(50, 700)))


def slowly_counted(since: int, now: int, outages: list[Outage], waking: Waking | None) -> int:
    """The same, moment by moment."""
    awake = [True] * max(0, now - since)
    if waking is not None:
        awake = [False] * len(awake)
        for begin, end in waking(since):
            if begin >= now:
                break
            for moment in range(begin, min(end, now)):
                awake[moment - since] = True
    for outage in outages:
        for moment in range(max(outage.begun, since), min(outage.ended, now)):
            awake[moment - since] = False
    return sum(awake)


@given(MOMENTS, MOMENTS, OUTAGES, SLEEP)
def test_time_counts_exactly_where_it_was_served_and_somebody_awake(
    since: int, now: int, outages: list[Outage], waking: Waking | None
) -> None:
    charged = counted(since, now, outages, waking)
    assert charged == slowly_counted(since, now, outages, waking)
    assert 0 <= charged <= max(0, now - since)


def test_many_outages_and_many_nights_are_looked_at_once() -> None:
    """In processor time: looked at night by night, 5,000 outages and 100 nights took twelve times as long as none."""
    outages = [Outage(1000 * number, 1000 * number + 300) for number in range(5000)]

    def seconds(waking: Waking | None) -> float:
        began = time.process_time()
        counted(0, 5_000_000, outages, waking)
        return time.process_time() - began

    assert min(seconds(EveryOther(25_000)) for _ in range(5)) < 4 * min(seconds(None) for _ in range(5))


@given(MOMENTS, MOMENTS, MOMENTS, OUTAGES, SLEEP)
def test_time_is_charged_once_however_it_is_cut_and_an_outage_more_never_costs(
    one: int, two: int, three: int, outages: list[Outage], waking: Waking | None
) -> None:
    since, middle, now = sorted((one, two, three))
    whole = counted(since, now, outages, waking)
    assert whole == counted(since, middle, outages, waking) + counted(middle, now, outages, waking)
    assert counted(since, now, [*outages, Outage(middle, now)], waking) <= whole


@given(MOMENTS, st.integers(1, 5000), OUTAGES, SLEEP)
def test_a_time_is_up_when_it_was_counted_and_not_before(
    since: int, amount: int, outages: list[Outage], waking: Waking | None
) -> None:
    end = moment_after(since, amount, outages, waking)
    assert counted(since, end, outages, waking) == amount
    assert counted(since, end - 1, outages, waking) == amount - 1


@given(OUTAGES)
def test_merged_outages_do_not_touch(outages: list[Outage]) -> None:
    found = merged(outages)
    assert all(one.ended < other.begun for one, other in pairwise(found))
