"""`BoundedCache`: a dictionary with a maximum number of entries."""

from collections import OrderedDict
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedCache(OrderedDict[Key, Value]):
    """Evicts the entries that were set longest ago.

    To keep an entry that was read, move it to the end (`move_to_end`) or set it again.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self._size = size

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self._size:
            self.popitem(last=False)
