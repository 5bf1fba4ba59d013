"""The requests of the API: how they are read, and the functions that answer them."""
