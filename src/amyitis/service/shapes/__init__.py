"""The shapes of requests (frozen dataclasses) and of results (typed dictionaries), by theme."""
