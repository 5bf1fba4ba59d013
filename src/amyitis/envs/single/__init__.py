"""One game stepped from Python: compiled, plain, and with another box."""
