"""One analyzer for all tests of reviews, and a game with a start, a middle and an end."""

import pytest

from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.review.move_costs import Effort
from amyitis.bots import play
from amyitis.game import Game

LIGHT = Effort(visits=6, reading=4, luck_visits=2, luck_deals=2, games=6)


@pytest.fixture(scope="session")
def analyzer() -> NativeAnalyzer:
    return NativeAnalyzer(1)


@pytest.fixture(scope="session")
def game() -> Game:
    """Two bots that look at every move once: quick, and neither strong nor foolish."""
    return play(["net:small", "net:small"], 3)
