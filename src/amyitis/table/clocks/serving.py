"""Time that counts: what is left of a span without the times in which no server was there, or its owner slept."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

LATE = 1500  # milliseconds without a heartbeat, after which a server was away
MISSING = 20_000  # after which a server that others wait for is given up

# The times in which somebody is awake from a moment on, in milliseconds since 1970, without end (`waking.py`).
Waking = Callable[[int], Iterator[tuple[int, int]]]


class Outage(NamedTuple):
    """A time without a server, in milliseconds since 1970."""

    begun: int
    ended: int


def merged(outages: Iterable[Outage]) -> list[Outage]:
    """The same outages without overlaps, the earliest first."""
    spans = list[Outage]()
    for begun, ended in sorted(outages):
        if spans and begun <= spans[-1].ended:
            spans[-1] = Outage(spans[-1].begun, max(ended, spans[-1].ended))
        elif ended > begun:
            spans.append(Outage(begun, ended))
    return spans


def counted_spans(since: int, outages: Iterable[Outage], waking: Waking | None) -> Iterator[tuple[int, int]]:
    """The times that count from a moment on, without end."""
    away = deque(merged(gap for gap in outages if gap.ended > since))
    awake: Iterable[tuple[int, int]] = [(since, since + 10**15)] if waking is None else waking(since)
    for begin, end in awake:
        free = begin  # from here on nothing is known to be in the way
        while away and away[0].begun < end:
            outage = away[0]
            if free < outage.begun:
                yield free, outage.begun
            free = max(free, outage.ended)
            if outage.ended > end:  # it is in the way of the next one, too
                break
            away.popleft()
        if free < end:
            yield free, end


def counted(since: int, now: int, outages: Iterable[Outage], waking: Waking | None = None) -> int:
    """How many milliseconds between two moments count."""
    total = 0
    for begin, end in counted_spans(since, outages, waking):
        if begin >= now:
            break
        total += min(end, now) - begin
    return total


def moment_after(since: int, amount: int, outages: Iterable[Outage], waking: Waking | None = None) -> int:
    """When so many milliseconds have been counted, if no further outage comes."""
    for begin, end in counted_spans(since, outages, waking):
        if end - begin >= amount:
            return begin + amount
        amount -= end - begin
    raise AssertionError("the spans have no end")
