"""Clocks of tables: what runs on them, and what happens when time is up."""
