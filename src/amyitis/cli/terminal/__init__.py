"""A game in the terminal: the table drawn with characters, questions in plain sentences, games kept in files."""
