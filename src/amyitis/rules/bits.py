"""Sets of small numbers (sides, squares, actions) as the bits of one integer.

`count_bits` and `lowest_bit` are primitives: the compiled engine replaces them by single instructions.
The builtins `min` and `max` are not used in rule functions because a GPU has none that take plain integers.
"""

from .rule import rule


def count_bits(bits: int) -> int:
    """How many members the set has."""
    return bits.bit_count()


def lowest_bit(bits: int) -> int:
    """The smallest member of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def members(bits: int) -> list[int]:
    """The members of a set in their order, for plain Python."""
    return [member for member in range(bits.bit_length()) if bits >> member & 1]


@rule
def has_bit(bits: int, member: int) -> bool:
    """Whether `member` is in the set."""
    return (bits >> member) & 1 == 1


@rule
def nth_bit(bits: int, n: int) -> int:
    """The n-th smallest member, counted from 0; the set has more than n."""
    for _ in range(n):
        bits &= bits - 1
    return lowest_bit(bits)


@rule
def least(a: int, b: int) -> int:
    """The smaller of two numbers."""
    return a if a < b else b
