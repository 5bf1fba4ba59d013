"""Who makes a request, and the devices by which a person is known."""

from collections.abc import Iterable
from dataclasses import dataclass

from amyitis.table.metadata import SeatMetadata


@dataclass(frozen=True)
class Identity:
    """Who makes a request: a person (with one of their devices), the bearer of a seat's key, or a stranger."""

    person: str | None = None
    key_hash: str | None = None
    device: str | None = None

    @property
    def actor(self) -> str:
        """The name under which the log records what they do."""
        return self.person or f"key:{(self.key_hash or '')[:16]}"

    def may_claim(self, seat: SeatMetadata) -> bool:
        """Whether the seat is theirs, even while a bot plays it."""
        if self.person is not None and seat.person == self.person:
            return True
        return self.key_hash is not None and seat.key_hash == self.key_hash

    def seats(self, seats: Iterable[SeatMetadata]) -> frozenset[str]:
        """The letters of those seats that they may decide for."""
        return frozenset(seat.seat for seat in seats if seat.bot is None and self.may_claim(seat))


@dataclass(frozen=True)
class Device:
    """A browser by which a person is known."""

    id: str
    name: str
    seen: int


@dataclass(frozen=True)
class Revoked:
    """What ended with revoked devices: the devices themselves, links, and the keys of seats in some games."""

    devices: frozenset[str] = frozenset()
    links: int = 0
    games: frozenset[str] = frozenset()
