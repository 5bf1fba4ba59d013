"""Calling people who are away when a game waits for them: webhooks, push messages, and digests by mail."""
