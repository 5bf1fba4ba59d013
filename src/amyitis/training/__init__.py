"""Self-play and learning: networks that learn from their own games (extra `amyitis[train]`)."""
