"""The exponential function, the same to the last bit on every machine: that of a C library or a browser is not."""

from amyitis.rules.rule import rule

SMALLEST = -100.0  # below, the result is 0
PART = 1.0 / 256.0  # of the exponent that the series is taken of; the result is squared eight times
SQUARED = 8


@rule
def exponential(x: float) -> float:
    """e to the power of a number that is 0 or less; correct to 12 digits or more above -20."""
    if x < SMALLEST:
        return 0.0
    part = x * PART
    power = 1.0 + part * (1.0 / 8.0)
    power = 1.0 + part * (1.0 / 7.0) * power
    power = 1.0 + part * (1.0 / 6.0) * power
    power = 1.0 + part * (1.0 / 5.0) * power
    power = 1.0 + part * (1.0 / 4.0) * power
    power = 1.0 + part * (1.0 / 3.0) * power
    power = 1.0 + part * (1.0 / 2.0) * power
    power = 1.0 + part * power
    for _ in range(SQUARED):
        power *= power
    return power
