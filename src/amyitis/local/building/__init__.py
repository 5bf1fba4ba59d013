"""What a page without a server is built from: the archive of Python, its standard library, fixed answers."""
