"""One or two goods in the hand, in no order: what is sold in Babylon (7.4) or paid in a city (7.5 to 7.7)."""

from itertools import combinations_with_replacement

from amyitis.box.tables import N_GOODS

NO_GOOD = -1

# Each purse as its first and second good; a purse of one good is numbered like that good.
_PURSES = [(good, NO_GOOD) for good in range(N_GOODS)] + list(combinations_with_replacement(range(N_GOODS), 2))

N_PURSES = len(_PURSES)
PURSE_FIRST: tuple[int, ...] = tuple(first for first, _ in _PURSES)
PURSE_SECOND: tuple[int, ...] = tuple(second for _, second in _PURSES)
PAIR: tuple[tuple[int, ...], ...] = tuple(
    tuple(_PURSES.index((min(a, b), max(a, b))) for b in range(N_GOODS)) for a in range(N_GOODS)
)
