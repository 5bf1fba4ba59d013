"""What a game teaches: its review, skill and luck, reasons in words, evaluations of positions, puzzles."""
