"""The parts of a `GameStore`, each for one thing that is kept beside the games."""
