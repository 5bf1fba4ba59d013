"""Puzzles: those that come with the package, how they are made, and their ratings."""
