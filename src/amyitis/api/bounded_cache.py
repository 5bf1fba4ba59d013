"""`BoundedCache`: a dictionary with room for so many entries."""

from collections import OrderedDict
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedCache(OrderedDict[Key, Value]):
    """Keeps so many entries at most: those that were set longest ago make room.

    Whoever reads an entry and wants it to stay moves it to the end (`move_to_end`), or sets it again.
    """

    def __init__(self, room: int) -> None:
        super().__init__()
        self._room = room

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self._room:
            self.popitem(last=False)
