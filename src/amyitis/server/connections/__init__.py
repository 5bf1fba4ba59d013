"""Connections as they come in: how many, how slow, how much may wait to be read. Uvicorn has no such bounds of its own.

This package is the only one that knows the insides of uvicorn's protocol classes;
`tests/server/connections` tries every bound on real sockets.
"""
