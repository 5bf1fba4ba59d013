"""Time at a table: clocks, the time that counts, and when people are awake."""
