"""When a person is awake: outside of their quiet hours. Slow clocks sleep when their owners do."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from amyitis.table.people.alerts import QuietHours

from .serving import Waking

LEAST_AWAKE = 8 * 60  # minutes a day, however long somebody does not want to be called
DAY_MINUTES = 24 * 60


def outside(quiet: QuietHours) -> Waking:
    """When somebody is awake: outside their quiet hours, but eight hours a day: the clock of nobody sleeps for good.

    A day on which clocks change is as long as it is: its hours are those of the wall clock.
    """
    zone = ZoneInfo(quiet.zone)
    first = quiet.end
    last = (first + max(LEAST_AWAKE, (quiet.begin - quiet.end) % DAY_MINUTES)) % DAY_MINUTES

    def spans(begun: int) -> Iterator[tuple[int, int]]:
        day = datetime.fromtimestamp(begun / 1000, zone).date() - timedelta(days=1)
        while True:
            begin, end = _moment(day, first, zone), _moment(day + timedelta(days=last <= first), last, zone)
            if end > begun:
                yield max(begin, begun), end
            day += timedelta(days=1)

    return spans


def _moment(day: date, minute: int, zone: ZoneInfo) -> int:
    """A time of a day, in milliseconds since 1970; one that the clocks leave out comes as much later."""
    at = datetime.combine(day, time(minute // 60, minute % 60), zone)
    return round(at.astimezone(UTC).timestamp() * 1000)
