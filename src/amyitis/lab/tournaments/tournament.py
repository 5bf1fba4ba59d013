"""Tournaments: a plan of games, paired and rotated, played by whoever is there, and gone on with after a stop.

The same deals are played from every seating of every line-up, one deal after the other: a rotation. Games are only
ever played in whole rotations, so that no bot had better seats or better deals than another.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from amyitis.bots import make_bot
from amyitis.box.tables import BOX_DIGEST, BOX_NAME
from amyitis.errors import Malformed
from amyitis.rules.version import RULES_VERSION

from ..batches import Variant, check_seeds
from ..workers import Workers
from .folder import TournamentFolder
from .match import Fixture, MatchResult, play_match
from .seating import LineUp, line_ups, seatings

Progress = Callable[[MatchResult], None]


@dataclass(frozen=True)
class Tournament:
    """Which bots meet, in what kind of game, and from which seed on. With more bots than seats all line-ups are played.

    Raises Malformed for a bot that does not exist, too few bots, or a number out of range.
    """

    bots: tuple[str, ...]
    variant: Variant
    seed: int = 0

    def __post_init__(self) -> None:
        check_seeds(self.seed, 1)
        line_ups(self.bots, self.variant.players)
        for bot in dict.fromkeys(self.bots):
            make_bot(bot)

    @property
    def rotation(self) -> list[LineUp]:
        """All seatings of all line-ups: the games that are played with each deal."""
        return [seating for line_up in line_ups(self.bots, self.variant.players) for seating in seatings(line_up)]

    def deals(self, games: int) -> int:
        """How many deals make at least this many games."""
        if games < 1:
            raise Malformed(f"a tournament needs at least 1 game, not {games}")
        return -(-games // len(self.rotation))

    def fixtures(self, games: int) -> list[Fixture]:
        """At least this many games, in whole rotations."""
        rotation, deals = self.rotation, self.deals(games)
        check_seeds(self.seed, deals)
        return [
            Fixture(deal * len(rotation) + place, self.seed + deal, bots, self.variant)
            for deal in range(deals)
            for place, bots in enumerate(rotation)
        ]

    def plan(self) -> dict[str, Any]:
        """What makes two tournaments the same one, as plain data; the number of games does not."""
        return {
            "bots": list(self.bots),
            "players": self.variant.players,
            "limited_supply": self.variant.limited,
            "palace": self.variant.palace,
            "seed": self.seed,
            "rules": RULES_VERSION,
            "box": f"{BOX_NAME} {BOX_DIGEST}",
        }


def run(
    tournament: Tournament,
    games: int,
    workers: Workers,
    folder: TournamentFolder | None = None,
    progress: Progress | None = None,
) -> list[MatchResult]:
    """Play a tournament to at least this many games and answer with their results, in the order of their numbers.

    With a folder every game is kept there, and those that are there already are not played again. `progress` is told
    of every game played now.
    """
    fixtures = tournament.fixtures(games)
    found = {result.number: result for result in folder.results} if folder else {}
    to_play = [fixture for fixture in fixtures if fixture.number not in found]
    with closing(workers.each(play_match, to_play)) as all_played:
        for played in all_played:
            if folder is not None:
                folder.keep(played)
            found[played.result.number] = played.result
            if progress is not None:
                progress(played.result)
    return [found[fixture.number] for fixture in fixtures]
