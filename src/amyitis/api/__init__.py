"""What is said to whoever asks, as plain data: refusals, new games, seats, records, rules, lessons.

The server and a page without one give the same answers, since both take them from here. Nothing but the standard
library is needed.
"""
