"""Whom work is charged to, and how much of it may wait.

A quota owner is a person at an address, written as one text, `192.0.2.1 PERSON`. Cookies cost nothing, so the address
counts as well as the person. The server's own work has the empty text, or a person without an address.
"""

from collections import Counter
from collections.abc import Hashable
from typing import TYPE_CHECKING

from .bounded_cache import BoundedCache

if TYPE_CHECKING:
    from .ports import Quotas

MOST_CHARGED = 10_000


def quota_owner(address: str, person: str) -> str:
    """Return the quota owner for a person at an address."""
    return f"{address} {person}" if person else address


def address_of(owner: str) -> str:
    """Return the address of a quota owner."""
    return owner.partition(" ")[0]


class WaitingRoom:
    """Counts what waits or runs: so much for a person, for an address, and in all.

    The last places, `reserved`, are for addresses for which nothing waits yet.
    """

    def __init__(self, of_person: int, of_address: int, in_all: int, reserved: int) -> None:
        self._of_person, self._of_address, self._in_all, self._reserved = of_person, of_address, in_all, reserved
        self._people, self._addresses = Counter[str](), Counter[str]()

    def enter(self, owner: str) -> bool:
        """Take a place; False, and nothing is taken, if there is none."""
        address = address_of(owner)
        of_address, in_all = self._addresses[address], self._addresses.total()
        room = self._in_all - (self._reserved if of_address else 0)
        if self._people[owner] >= self._of_person or of_address >= self._of_address or in_all >= room:
            return False
        self.enter_always(owner)
        return True

    def enter_always(self, owner: str) -> None:
        """Take a place even if there is none: for the server's own work."""
        self._people[owner] += 1
        self._addresses[address_of(owner)] += 1

    def leave(self, owner: str) -> None:
        """Give a place back."""
        for counts, name in ((self._people, owner), (self._addresses, address_of(owner))):
            counts[name] -= 1
            if not counts[name]:
                del counts[name]

    def __len__(self) -> int:
        return self._addresses.total()


class ChargedOnce:
    """Charges questions that clients repeat until they are answered the first time only."""

    def __init__(self, quotas: "Quotas", quota: str) -> None:
        self._quotas, self._quota = quotas, quota
        self._charged: BoundedCache[Hashable, None] = BoundedCache(MOST_CHARGED)

    def charge(self, actor: str, question: Hashable) -> None:
        """Charge a question, unless it was charged before; raises TooMuch."""
        key = (actor, question)
        if key not in self._charged:
            self._quotas.charge(self._quota, actor)
        self._charged[key] = None
