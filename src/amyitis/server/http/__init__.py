"""HTTP: what comes in, what goes out, and what is refused."""
