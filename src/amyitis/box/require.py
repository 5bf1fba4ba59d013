"""The two sentences in which a box is refused."""

from collections.abc import Sequence

from amyitis.errors import BoxError


def require(holds: bool, entry: str, problem: str) -> None:
    """Raise `BoxError` for `entry` unless something holds."""
    if not holds:
        raise BoxError(entry, problem)


def require_each(entry: str, found: Sequence[str], expected: Sequence[str]) -> None:
    """Raise `BoxError` unless every expected word is there exactly once, in this order."""
    for word in expected:
        require(word in found, entry, f"{word} is missing")
        require(found.count(word) == 1, entry, f"{word} is there twice")
    require(tuple(found) == tuple(expected), entry, f"must be in the order {', '.join(expected)}")
