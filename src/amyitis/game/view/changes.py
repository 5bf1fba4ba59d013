"""The difference between two views of a game: a replay is a first view, and for each moment after it what has changed.

A change is a path and a new value: `{"seats/1/talents": 3, "question": null}`. A path names the keys of objects and the
places of lists. An object with other keys, or a list of another length, is given whole.
"""

from collections.abc import Iterable
from typing import Any

Changes = dict[str, Any]


def changes(before: Any, after: Any) -> Changes:
    """Returns what to set in one view to get the other; the path of the whole is empty."""
    changed: Changes = {}
    if before != after:
        _compare(before, after, "", changed)
    return changed


def _compare(before: Any, after: Any, path: str, changed: Changes) -> None:
    """Add what has changed between two values that are not equal."""
    steps: Iterable[tuple[Any, Any]]
    if isinstance(after, dict) and isinstance(before, dict) and before.keys() == after.keys():
        steps = after.items()
    elif isinstance(after, list) and isinstance(before, list) and len(before) == len(after):
        steps = enumerate(after)
    else:
        changed[path] = after
        return
    for step, value in steps:
        old = before[step]
        if old is not value and old != value:
            _compare(old, value, f"{path}/{step}" if path else str(step), changed)
