"""Whether the rules do what they did: random games whose every position is checked, perft, digests."""
