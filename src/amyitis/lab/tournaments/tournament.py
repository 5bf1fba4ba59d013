"""Tournaments: a plan of games, paired and rotated, played by any number of processes, and continued after a stop.

The same deals are played from every seating of every line-up, one deal after the other: a rotation. Games are only
ever played in whole rotations, so that no bot had better seats or better deals than another.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, Literal

from amyitis.bots.registry import check_bot
from amyitis.bots.time_limits import checked_seconds
from amyitis.box.tables import BOX_DIGEST, BOX_NAME
from amyitis.errors import AmyitisError, Malformed

from ..batches import check_seeds
from ..variants import Variant
from ..workers import Workers
from .folder import TournamentFolder, rules_of
from .match import Fixture, MatchResult, play_match
from .program import LineUp, program_of

Progress = Callable[[MatchResult], None]

FEWEST, MOST = 2, 4  # players (1.1)


@dataclass(frozen=True)
class Tournament:
    """Which bots meet, in what kind of game, and from which seed on. With more bots than seats all line-ups are played.

    Raises Malformed for a bot that does not exist, too few bots, or a number out of range, and NetworkRefused for a
    network that cannot play such games.
    """

    bots: tuple[str, ...]
    variant: Variant
    seed: int = 0
    move_seconds: float | None = None

    def __post_init__(self) -> None:
        check_seeds(self.seed, 1)
        checked_seconds(self.move_seconds)
        line_ups(self.bots, self.variant.players)
        for bot in dict.fromkeys(self.bots):
            check_bot(bot, self.variant.example())

    @property
    def rotation(self) -> list[LineUp]:
        """All seatings of all line-ups: the games that are played with each deal."""
        return [seating for line_up in line_ups(self.bots, self.variant.players) for seating in seatings(line_up)]

    def deals(self, games: int) -> int:
        """Returns how many deals make at least this many games."""
        if games < 1:
            raise Malformed(f"a tournament needs at least 1 game, not {games}")
        return -(-games // len(self.rotation))

    def fixtures(self, games: int) -> list[Fixture]:
        """Returns at least this many games, in whole rotations; raises Malformed for a number out of range."""
        rotation, deals = self.rotation, self.deals(games)
        check_seeds(self.seed, deals)
        return [
            Fixture(deal * len(rotation) + place, self.seed + deal, bots, self.variant, self.move_seconds)
            for deal in range(deals)
            for place, bots in enumerate(rotation)
        ]

    def as_begun_in(self, folder: Path) -> "Tournament":
        """Returns this tournament, by the version of the rules with which it was begun in a folder, if it was."""
        version = rules_of(folder)
        return self if version is None else replace(self, variant=replace(self.variant, rules_version=version))

    def plan(self) -> dict[str, Any]:
        """Returns what makes two tournaments the same one, as plain data; the number of games does not."""
        return {
            "bots": list(self.bots),
            "players": self.variant.players,
            "switches": str(self.variant.switches),
            **({} if self.move_seconds is None else {"move_seconds": self.move_seconds}),
            "seed": self.seed,
            "rules": self.variant.rules_version,
            "box": f"{BOX_NAME} {BOX_DIGEST}",
        }


OldGames = Literal["refuse", "again", "keep"]


def games_to_play(
    tournament: Tournament, games: int, folder: TournamentFolder | None, old_games: OldGames = "refuse"
) -> list[Fixture]:
    """Returns the games of a tournament that are still to be played; those in the folder are not.

    A game of the folder that another version of the program or of a bot has played is old, and so is one whose record
    is gone: `again` plays it again, `keep` lets it count. Otherwise raises AmyitisError if there is one.
    """
    fixtures = tournament.fixtures(games)
    results = {result.number: result for result in folder.results} if folder else {}
    missing = [fixture for fixture in fixtures if fixture.number not in results]
    programs = {bots: program_of(bots) for bots in tournament.rotation}
    gone = folder.without_record if folder else set()
    lost = [game for game in fixtures if game.number in gone]
    old = [game for game in fixtures if game.number in results and results[game.number].program != programs[game.bots]]
    if folder and old_games == "refuse":
        if old:
            raise _refusal(folder, f"{_games(old)} that another version of the program or of a bot has played")
        if lost:
            raise _refusal(
                folder, f"the results of {_games(lost)} whose record is gone from {folder.record_path(0).parent}"
            )
    again = {game.number: game for game in [*missing, *(old + lost if old_games == "again" else [])]}
    return [again[number] for number in sorted(again)]


def _games(fixtures: list[Fixture]) -> str:
    return f"{len(fixtures)} game{'s' * (len(fixtures) != 1)}"


def _refusal(folder: TournamentFolder, old_games: str) -> AmyitisError:
    """Returns what is said of games in a folder that may not count."""
    return AmyitisError(
        f"{folder.path} holds {old_games}: "
        "`--old-games again` plays them again, `--old-games keep` lets them count; or choose another folder"
    )


def run(
    tournament: Tournament,
    games: int,
    workers: Workers,
    folder: TournamentFolder | None = None,
    progress: Progress | None = None,
    old_games: OldGames = "refuse",
) -> list[MatchResult]:
    """Play a tournament to at least this many games; returns their results, in the order of their numbers.

    With a folder every game is kept there, and those that are there already are not played again (`games_to_play` says
    what is done with old ones). `progress` gets every game played now. Raises BotError for a bot that fails, and
    AmyitisError if a worker has another program, or if another process plays in the folder.
    """
    to_play = games_to_play(tournament, games, folder, old_games)
    with ExitStack() as held:
        if folder and to_play:
            held.enter_context(folder.alone())
            to_play = games_to_play(tournament, games, folder, old_games)
        results = {result.number: result for result in folder.results} if folder else {}
        all_played = held.enter_context(closing(workers.each(play_match, to_play)))
        for played in all_played:
            result = played.result
            if result.program != program_of(result.bots):
                raise AmyitisError(f"game {result.number} was played by a worker with another program or another bot")
            if folder is not None:
                folder.keep(played)
            results[result.number] = result
            if progress is not None:
                progress(result)
    return [results[fixture.number] for fixture in tournament.fixtures(games)]


def line_ups(bots: Sequence[str], players: int) -> list[LineUp]:
    """Returns all different line-ups of that many bots of the list, in its order: everybody against everybody.

    A line-up of a single name says nothing about strength and is left out, unless there is no other.
    """
    if not FEWEST <= players <= MOST:
        raise Malformed(f"Amyitis is for {FEWEST} to {MOST} players, not for {players} (rule 1.1)")
    if len(bots) < players:
        raise Malformed(f"{players} players need as many bots, not {len(bots)}: name one twice to let it play itself")
    first = {bot: place for place, bot in reversed(list(enumerate(bots)))}
    all_line_ups = dict.fromkeys(tuple(sorted(chosen, key=first.__getitem__)) for chosen in combinations(bots, players))
    mixed = [line_up for line_up in all_line_ups if len(set(line_up)) > 1]
    return mixed or list(all_line_ups)


def seatings(line_up: LineUp) -> list[LineUp]:
    """Returns every different way of seating a line-up, by seat; the one given comes first."""
    return list(dict.fromkeys(permutations(line_up)))
