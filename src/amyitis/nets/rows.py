"""How numbers are written into a row: alone, or eight at a time as the bytes of one integer.

Eight at a time is what a processor does as quickly as one. Where a field is shorter than what is written for it, the
numbers after it become 0: whatever stands there is written later. No byte is ever larger than 127, so that the integer
has no sign.
"""

from amyitis.engine.arrays import Row, put_eight
from amyitis.rules.bits import least, lowest_bit
from amyitis.rules.rule import rule

LARGEST = 255
EIGHT = 8
ONES = 0x0101010101010101  # a 1 in each byte
FIRST_SEVEN = 0x0002040810204081  # times a set of seven: its members in as many bytes

# By a count: that many bytes of 1.
STEPS: tuple[int, ...] = tuple(ONES & ((1 << EIGHT * count) - 1) for count in range(EIGHT + 1))


@rule
def spread(members: int) -> int:
    """The first eight of a set, a byte for each: 1 for a member, 0 for each other thing."""
    return ((members & 127) * FIRST_SEVEN) & ONES | ((members >> 7) & 1) << 56


@rule
def put(row: Row, index: int, value: int) -> None:
    """Write a number, the largest there is if it is larger."""
    row[index] = least(value, LARGEST)


@rule
def put_steps(row: Row, first: int, count: int, most: int) -> None:
    """Tell a count step by step, eight steps at most. It writes eight numbers: what comes after the steps is 0."""
    put_eight(row, first, STEPS[least(count, most)])


@rule
def put_set(row: Row, first: int, members: int, size: int) -> None:
    """Write a 1 for each member of a set and a 0 for each other thing; it writes eight numbers, or twice that, ..."""
    for i in range(0, size, EIGHT):
        put_eight(row, first + i, spread(members >> i))


@rule
def put_members(row: Row, first: int, members: int) -> None:
    """Write a 1 for each member of a set that has few of many, and nothing else."""
    while members != 0:
        row[first + lowest_bit(members)] = 1
        members &= members - 1
