"""Telling: websockets, who watches, and webhooks."""
