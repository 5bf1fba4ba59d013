"""A coach at the table: only where everybody has agreed.

Whoever makes a table chooses it, and whoever sits down later agrees or stays away, so all who sit there have agreed.
Everybody may withdraw. It can be turned on later by one who is alone among bots; then nobody else is to be asked.
"""

from collections.abc import Iterable

from .facts import SeatFacts


def people(seats: Iterable[SeatFacts]) -> int:
    """How many people a table has or waits for: those who hold a seat, even while a bot plays it, and open seats."""
    seats = list(seats)
    holders = {seat.person for seat in seats if seat.person is not None}
    return len(holders) + sum(seat.is_open for seat in seats)
