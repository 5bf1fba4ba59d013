"""This program beside an earlier one: `python -m benchmarks.before` (`compare.py`), and tournaments (`bots.py`)."""
