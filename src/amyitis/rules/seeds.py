"""What a seed is: a number of 64 bits. Known without a box, so that it can be told before one is chosen."""

SEED_BITS = 64
SEED_LIMIT = 1 << SEED_BITS
