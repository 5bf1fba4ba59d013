"""Checks of what callers give the environments."""
