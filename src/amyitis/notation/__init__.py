"""The one notation: tokens of moves, positions as a line of text, games as records."""
