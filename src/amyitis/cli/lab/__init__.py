"""Commands about many games: simulating, measuring, tournaments, statistics, training."""
