"""Environments for researchers: thousands of games in arrays, stepped together by one compiled loop (`vector.py`)."""
