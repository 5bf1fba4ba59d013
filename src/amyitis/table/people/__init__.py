"""People: who they are, what is kept of them, what they say, and who of a table is absent."""
