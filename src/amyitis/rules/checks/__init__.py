"""What must be true of every position, and what can be wrong with one."""
