"""The deals of a game: who draws them, how a table makes them fair, and how anybody verifies that."""
