"""Many games: random games in bulk, counts of positions, and what they say."""
