"""Amyitis: the board game for two to four players, as a library and a command line."""

__version__ = "0.1.0"
