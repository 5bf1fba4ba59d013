"""The course of a game: set-up, deal and income, turns, the end of a round, the end of the game (2, 4, 5, 10, 11)."""
