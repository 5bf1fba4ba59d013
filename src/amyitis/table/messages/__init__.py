"""Messages about a table: their shapes, the entries of a log in words, and what a page needs for a decision."""
