"""Telling those who are not asking: who is here, and webhooks."""
