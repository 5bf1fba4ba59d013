"""Who asks something of a table."""

from collections.abc import Iterable
from dataclasses import dataclass

from .facts import SeatFacts


@dataclass(frozen=True)
class Asker:
    """The one who asks: a person (by a device of theirs), the bearer of a key, or nobody we know."""

    person: str | None = None
    key_hash: str | None = None
    device: str | None = None

    @property
    def actor(self) -> str:
        """How the log names who acted."""
        return self.person or f"key:{(self.key_hash or '')[:16]}"

    def may_claim(self, seat: SeatFacts) -> bool:
        """Whether the seat belongs to the asker, even while a bot plays it."""
        if self.person is not None and seat.person == self.person:
            return True
        return self.key_hash is not None and seat.key_hash == self.key_hash

    def seats(self, seats: Iterable[SeatFacts]) -> frozenset[str]:
        """Which of the seats the asker may decide for."""
        return frozenset(seat.seat for seat in seats if seat.bot is None and self.may_claim(seat))
