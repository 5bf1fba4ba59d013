"""When a person is awake: outside of their quiet hours. Slow clocks sleep when their owners do."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Self
from zoneinfo import ZoneInfo

from amyitis.table.people.alerts import QuietHours

LEAST_AWAKE = 8 * 60  # minutes a day, however long somebody does not want to be called
DAY_MINUTES = 24 * 60


@dataclass(frozen=True)
class WakingHours:
    """When somebody is awake: from one minute of the day to another, past midnight if the end is the earlier one."""

    zone: str
    begin: int
    end: int

    @classmethod
    def outside(cls, quiet: QuietHours) -> Self:
        """The hours outside of quiet hours, and not fewer than eight a day: the clock of nobody sleeps for good."""
        awake = max(LEAST_AWAKE, (quiet.begin - quiet.end) % DAY_MINUTES)
        return cls(quiet.zone, quiet.end, (quiet.end + awake) % DAY_MINUTES)

    def spans(self, begun: int) -> Iterator[tuple[int, int]]:
        """When they are awake from a time on, day by day without end; in milliseconds since 1970.

        A day on which clocks change is as long as it is: its hours are those of the wall clock.
        """
        zone = ZoneInfo(self.zone)
        day = datetime.fromtimestamp(begun / 1000, zone).date() - timedelta(days=1)
        while True:
            later = self.end <= self.begin
            begin, end = _moment(day, self.begin, zone), _moment(day + timedelta(days=later), self.end, zone)
            if end > begun:
                yield max(begin, begun), end
            day += timedelta(days=1)


def _moment(day: date, minute: int, zone: ZoneInfo) -> int:
    """A time of a day, in milliseconds since 1970; one that the clocks leave out comes as much later."""
    at = datetime.combine(day, time(minute // 60, minute % 60), zone)
    return round(at.astimezone(UTC).timestamp() * 1000)
