"""A playthrough as OpenSpiel keeps them: `python -m tests.envs.playthrough` makes it anew."""

import gzip
from functools import cache
from pathlib import Path
from unittest.mock import patch

FILE = Path(__file__).with_name("openspiel_playthrough.txt.gz")


def play_through() -> str:
    """Returns the text of one game, as OpenSpiel writes it."""
    from open_spiel.python.algorithms import generate_playthrough

    import amyitis.envs.openspiel_v1  # noqa: F401 - registers the game

    # It rounds each number of a million, one by one, and hardly any two of them differ.
    with patch.object(generate_playthrough, "round", cache(round), create=True):
        return str(generate_playthrough.playthrough("amyitis(seed=3)", action_sequence=[], seed=7))


if __name__ == "__main__":
    FILE.write_bytes(gzip.compress(play_through().encode(), mtime=0))
