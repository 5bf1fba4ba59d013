"""Commands about a game: playing, driving one by text, showing, reviewing, puzzles, and what it is made of."""
