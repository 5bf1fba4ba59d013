"""Accounts: registering, signing in, fresh proofs, bans, and what is kept about a person."""
