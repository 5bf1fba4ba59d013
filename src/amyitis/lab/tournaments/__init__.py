"""Bots against each other: matches, line-ups and seatings, whole tournaments, and what they say about strength."""
