"""What a game teaches: its review, skill and luck, reasons in words, opinions of a position, puzzles."""
