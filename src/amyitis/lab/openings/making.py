"""Counts the openings of many games, in parts; what was counted can be kept in a file, and a later call goes on."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from amyitis.analysis.openings import Openings
from amyitis.box import tables
from amyitis.errors import Malformed
from amyitis.files import write_atomically
from amyitis.lab.balance.players import load
from amyitis.lab.balance.table import measure
from amyitis.lab.batches import check_seeds
from amyitis.lab.variants import Variant
from amyitis.lab.workers import Workers
from amyitis.nets.cards import SMALL

from .counting import Counts, Part, count_games, positions_of_things
from .tables import openings_of

AT_ONCE = 500  # games that a worker plays before it tells of them
BALANCE_GAMES = 2000
SHOWN_GAMES = 100  # from which positions of the strategy page are taken
KEEP_EVERY = 30.0  # seconds


@dataclass
class CountsFile:
    """What was counted so far by number of players, and of which seeds; kept in a file if there is a path.

    Counts of another box, network or first seed do not belong together: reading them raises Malformed.
    """

    network: str
    seed: int = 0
    path: Path | None = None
    counts: dict[str, Counts] = field(default_factory=dict)
    seeds: dict[str, dict[int, int]] = field(default_factory=dict)  # the first seed of each part, and how many

    def __post_init__(self) -> None:
        self._kept = time.monotonic()
        if self.path is not None and self.path.exists():
            self._read(self.path)

    def add(self, players: int, part: Counts) -> None:
        """Count in a part, and write the file now and then."""
        self.counts.setdefault(str(players), Counts()).add(part)
        done = self.seeds.setdefault(str(players), {})
        start = part.seed - (part.seed - self.seed) % AT_ONCE
        done[start] = done.get(start, 0) + part.games
        if time.monotonic() - self._kept > KEEP_EVERY:
            self.write()

    def missing(self, players: int, games: int) -> Iterator[tuple[int, int]]:
        """Yield the parts of so many games that were not counted yet: the first seed, and how many."""
        done = self.seeds.get(str(players), {})
        for start in range(self.seed, self.seed + games, AT_ONCE):
            have, want = done.get(start, 0), min(AT_ONCE, self.seed + games - start)
            if have < want:
                yield start + have, want - have

    def write(self) -> None:
        """Write the file, whole or not at all."""
        if self.path is None:
            return
        kinds = {
            players: {
                "seeds": [[start, games] for start, games in self.seeds[players].items()],
                "tried": counts.tried,
                "sums": [[*key, sums] for key, sums in counts.sums.items()],
                "positions": [[what, *shown] for what, shown in counts.positions.items()],
            }
            for players, counts in self.counts.items()
        }
        kept = {**self._sources(), "kinds": kinds}
        write_atomically(self.path, json.dumps(kept, ensure_ascii=False, separators=(",", ":")) + "\n")
        self._kept = time.monotonic()

    def _sources(self) -> dict[str, Any]:
        return {"box": tables.BOX_DIGEST, "network": self.network, "seed": self.seed}

    def _read(self, path: Path) -> None:
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            sources = {name: kept[name] for name in self._sources()}
            for players, kind in kept["kinds"].items():
                self.seeds[players] = dict(kind["seeds"])
                self.counts[players] = Counts(
                    games=sum(self.seeds[players].values()),
                    tried=kind["tried"],
                    sums={(group, setup, tuple(done)): sums for group, setup, done, sums in kind["sums"]},
                    positions={tuple(what): (seed, text) for what, seed, text in kind["positions"]},
                )
        except (ValueError, TypeError, KeyError, AttributeError) as problem:
            raise Malformed(f"{path} does not hold counts of openings: {problem}") from None
        for name, own in self._sources().items():
            if sources[name] != own:
                raise Malformed(f"the counts in {path} are of {name} {sources[name]}, not of {own}")


def make_openings(
    games: int, workers: Workers, network: str = SMALL, seed: int = 0, seconds: float | None = None,
    players: Sequence[int] = (2, 3, 4), progress: Callable[[int, int], None] | None = None, kept: Path | None = None,
) -> dict[str, Openings]:  # fmt: skip
    """Returns the openings by number of players, of so many games each, or of as many as fit into the time each has.

    `progress` gets the number of players and of games. With `kept`, a file, what it holds is counted in, and what
    is counted now is written to it, also when the call is interrupted. Raises Malformed for a seed out of range, and
    for a file of other counts.
    """
    check_seeds(seed, games)
    known = CountsFile(_named(network), seed, kept)
    by_players = {}
    for count in players:
        variant, began = Variant(count), time.monotonic()
        items: list[Part] = [(network, variant, *part) for part in known.missing(count, games)]
        try:
            with closing(workers.each(count_games, items)) as parts:
                for part in parts:
                    known.add(count, part)
                    if progress is not None:
                        progress(count, known.counts[str(count)].games)
                    if seconds is not None and time.monotonic() - began > seconds:
                        break
        finally:
            known.write()
        balance = measure(variant, min(games, BALANCE_GAMES), f"net:{network}", workers, seed)
        shown = positions_of_things(variant, network, seed, min(games, SHOWN_GAMES))
        by_players[str(count)] = openings_of(variant, known.counts[str(count)], balance, shown, known.network)
    return by_players


def write_openings(by_players: dict[str, Openings], file: Path) -> None:
    """Write openings to a file, for the box in use."""
    table = {"box": tables.BOX_DIGEST, "kinds": by_players}
    write_atomically(file, json.dumps(table, ensure_ascii=False, separators=(",", ":")) + "\n")


def _named(network: str) -> str:
    card = load(network).card
    return f"{card['name']} {str(card['sha256'])[:8]}" if "sha256" in card else str(card["name"])
