"""Thinking about games that are over, and about positions: a queue, worker processes of its own, what is kept."""
