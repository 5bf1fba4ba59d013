"""Limits: how much clients may ask for, who gets the next free worker, and what the log says of it."""
