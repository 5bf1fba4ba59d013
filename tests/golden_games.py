"""Where the golden games are: whole games as records, which every version must replay with the same results."""

from pathlib import Path

GOLDEN = Path(__file__).with_name("golden")
GOLDEN_GAMES = sorted(GOLDEN.glob("*.amy"))
