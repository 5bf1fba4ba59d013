"""Who asks: people, programs, and whom they invite."""
