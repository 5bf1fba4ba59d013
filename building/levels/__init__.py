"""Measures and tunes the levels that come with the package."""
