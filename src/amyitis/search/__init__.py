"""Looking ahead: what a position is worth, and a compiled tree search for two to four players."""
