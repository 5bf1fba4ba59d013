"""Statistics of many records, one kind of game at a time."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from amyitis.box import tables
from amyitis.box.known import box_of_record, known_box
from amyitis.box.process import BoxProcess
from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import AmyitisError, Malformed
from amyitis.notation.several import split_records

from .intervals import Interval, wilson
from .record_summary import AT_START, NOBLE, SOURCES, BrokenRecord, RecordSummary, broken, summary_of_file
from .variants import Variant
from .workers import Workers

SUFFIX = ".amy"


@dataclass(frozen=True)
class Spread:
    """The mean, the standard deviation and the extremes of some numbers."""

    mean: float
    deviation: float
    lowest: float
    highest: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """Returns the spread of at least one number."""
        return cls(fmean(values), pstdev(values), min(values), max(values))


@dataclass(frozen=True)
class SeatRate:
    """A seat, counted clockwise, or a place in the turn order at the start: how often who sat there won."""

    name: str
    games: int
    wins: float
    win_rate: float
    interval: Interval
    mean_score: float
    equal: bool  # whether the interval holds the rate of a game in which all seats are alike


@dataclass(frozen=True)
class Source:
    """Prestige from one source: the mean for a player and for a winner, and the share of all prestige."""

    name: str
    clause: str
    mean: float
    winners_mean: float
    share: float


@dataclass(frozen=True)
class Use:
    """How often something was used in all, in a game, and, where it is not always there, when it was there."""

    name: str
    count: int
    per_game: float
    offered: int | None = None  # how often it was there to be used

    @property
    def when_offered(self) -> float | None:
        """The share of times it was used when it could be."""
        return self.count / self.offered if self.offered else None


@dataclass(frozen=True)
class Statistics:
    """What the finished games of one kind tell."""

    kind: Variant
    games: int
    rounds: Spread
    decisions: Spread
    scores: Spread
    winning_scores: Spread
    shared_wins: int
    seats: list[SeatRate]
    turn_order: list[SeatRate]
    prestige: list[Source]
    tiles: list[Use]
    cities: list[Use]
    cards: list[Use]
    crafts: list[Use]
    bonuses: list[Use]
    round_counts: dict[int, int]
    score_counts: dict[int, int]

    def as_json(self) -> dict[str, Any]:
        """Returns the statistics as plain lists and numbers; an interval is a list of two."""
        plain = asdict(self)
        plain["kind"]["name"] = self.kind.name
        for name in ("tiles", "cities", "cards", "crafts", "bonuses"):
            for written, use in zip(plain[name], getattr(self, name), strict=True):
                if use.offered is None:
                    del written["offered"]
                else:
                    written["when_offered"] = use.when_offered
        return plain


@dataclass(frozen=True)
class Findings:
    """What was found in some records: statistics by kind of game, unfinished games, records that are broken."""

    records: int
    unfinished: int
    broken: list[BrokenRecord]
    statistics: list[Statistics]

    @property
    def exit_code(self) -> int:
        """0, or the highest code of the broken records."""
        return max((broken.exit_code for broken in self.broken), default=0)

    def as_json(self) -> dict[str, Any]:
        """Returns the findings as plain lists and numbers."""
        return {
            "records": self.records,
            "unfinished": self.unfinished,
            "broken": [asdict(broken) for broken in self.broken],
            "statistics": [kind.as_json() for kind in self.statistics],
        }


def record_files(paths: Iterable[Path]) -> list[Path]:
    """Returns the records that are named, and those in folders that are named, however deep; each once.

    Raises Malformed for a path that is not there and for a folder without records.
    """
    files: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob(f"*{SUFFIX}"))
            if not inside:
                raise Malformed(f"{path}: no {SUFFIX} record is in there")
            files |= dict.fromkeys(inside)
        elif path.exists():
            files[path] = None
        else:
            raise Malformed(f"{path}: no such file or folder")
    return list(files)


def study(files: Sequence[Path], workers: Workers, progress: Callable[[int], None] | None = None) -> Findings:
    """Play all records back and count what they tell; returns it. `progress` gets how many are done."""
    texts, unread = _read(files)
    facts: list[RecordSummary] = []
    failed: list[BrokenRecord] = list(unread)
    with closing(_played_back(texts, workers)) as summaries:
        for done, summary in enumerate(summaries, 1):
            if isinstance(summary, RecordSummary):
                facts.append(summary)
            else:
                failed.append(summary)
            if progress is not None:
                progress(len(files) * done // len(texts))
    finished = [game for game in facts if game.finished]
    kinds = sorted({game.kind for game in finished})
    return Findings(
        records=len(texts) + len(unread),
        unfinished=len(facts) - len(finished),
        broken=sorted(failed, key=lambda broken: broken.file),
        statistics=[statistics(kind, [game for game in finished if game.kind == kind]) for kind in kinds],
    )


def _played_back(
    texts: Sequence[tuple[str, str]], workers: Workers
) -> Generator[RecordSummary | BrokenRecord, None, None]:
    """Yields what each record tells: those of the box in use by the workers, the others by a process for each box."""
    here: list[tuple[str, str]] = []
    elsewhere: dict[str, tuple[BoxProcess, list[tuple[str, str]]]] = {}
    for item in texts:
        digest = box_of_record(item[1]) or BOX_DIGEST
        path = None if digest == BOX_DIGEST else known_box(digest, Path(item[0]))
        if path is None:
            here.append(item)  # also where the box is not to be had: there it is said
        else:
            elsewhere.setdefault(digest, (BoxProcess(digest, path), []))[1].append(item)
    yield from workers.each(summary_of_file, here)
    for process, items in elsewhere.values():
        try:
            for item in items:
                yield process.call(summary_of_file, item)
        finally:
            process.end()


def _read(files: Sequence[Path]) -> tuple[list[tuple[str, str]], list[BrokenRecord]]:
    """Returns the texts of files with their names, and what could not be read."""
    texts: list[tuple[str, str]] = []
    unread: list[BrokenRecord] = []
    for file in files:
        try:
            texts += [(str(file), text) for text in split_records(file.read_text(encoding="utf-8"))]
        except OSError as problem:
            unread.append(broken(str(file), Malformed(problem.strerror or "cannot be read")))
        except UnicodeDecodeError:
            unread.append(broken(str(file), Malformed("not a text file")))
    return texts, unread


def statistics(kind: Variant, facts: Sequence[RecordSummary]) -> Statistics:
    """Returns what finished games of one kind tell; there is at least one."""
    if not facts:
        raise AmyitisError("there is no finished game to count")
    seats = range(kind.players)
    laid = sum((game.tiles_laid for game in facts), Counter[str]())
    return Statistics(
        kind=kind,
        games=len(facts),
        rounds=Spread.of([game.rounds for game in facts]),
        decisions=Spread.of([game.decisions for game in facts]),
        scores=Spread.of([score for game in facts for score in game.scores]),
        winning_scores=Spread.of([max(game.scores) for game in facts]),
        shared_wins=sum(0 < max(game.shares) < 1 for game in facts),
        seats=[_seat_rate(str(seat + 1), [(game, seat) for game in facts]) for seat in seats],
        turn_order=[_seat_rate(str(place + 1), [(game, game.order.index(place)) for game in facts]) for place in seats],
        prestige=_sources(facts),
        tiles=_uses((name for name in tables.TILE_NAMES if laid[name]), [game.tiles for game in facts], laid),
        cities=_uses(tables.CITY_NAMES, [game.cities for game in facts]),
        cards=_uses(card_names(kind.players), [game.cards for game in facts]),
        crafts=_uses(craft_names(kind), [game.crafts for game in facts]),
        bonuses=_uses(sorted({name for game in facts for name in game.bonuses}), [game.bonuses for game in facts]),
        round_counts=dict(sorted(Counter(game.rounds for game in facts).items())),
        score_counts=dict(sorted(Counter(score for game in facts for score in game.scores).items())),
    )


def _seat_rate(name: str, held: Sequence[tuple[RecordSummary, int]]) -> SeatRate:
    """Returns how those did who sat at these seats."""
    wins = sum(facts.shares[seat] for facts, seat in held)
    interval = wilson(wins, len(held))
    equal = 1 / held[0][0].kind.players
    score = fmean(facts.scores[seat] for facts, seat in held)
    return SeatRate(name, len(held), wins, wins / len(held), interval, score, equal in interval)


def _sources(facts: Sequence[RecordSummary]) -> list[Source]:
    """Returns prestige by source, the richest first."""
    total = sum((counter for game in facts for counter in game.sources), Counter[str]())
    won: Counter[str] = Counter()
    winners = 0
    for game in facts:
        for counter, share in zip(game.sources, game.shares, strict=True):
            if share:
                won += counter
                winners += 1
    clauses = {name: clause for clause, name in SOURCES.items()}
    players = sum(len(game.scores) for game in facts)
    names = dict.fromkeys([*SOURCES.values(), *total])
    sources = [
        Source(
            name=name,
            clause=clauses.get(name, "" if name == AT_START else name),
            mean=total[name] / players,
            winners_mean=won[name] / winners,
            share=total[name] / max(1, total.total()),
        )
        for name in names
    ]
    return sorted(sources, key=lambda source: -source.mean)


def _uses(names: Iterable[str], counters: Sequence[Counter[str]], offered: Counter[str] | None = None) -> list[Use]:
    """Returns how often each of these was used, in the order given."""
    total = sum(counters, Counter[str]())
    return [
        Use(name, total[name], total[name] / len(counters), None if offered is None else offered[name])
        for name in names
    ]


def card_names(players: int) -> Iterator[str]:
    """Yields the Court cards of a game, by type and level."""
    for kind, name in enumerate(tables.COURT_TYPES):
        if kind == tables.GARDENER:
            yield name
            continue
        levels = range(tables.START_CARAVANEER + 1 if kind == tables.CARAVANEER else 1, tables.TOP_LEVEL[kind] + 1)
        yield from (f"{name} {level}" for level in levels if tables.COURT_COUNT[players][kind][level])


def craft_names(kind: Variant) -> list[str]:
    """Returns the crafts of a game; with the Palace expansion also the Courtier and the Noble."""
    crafts: list[str] = [name for craft, name in enumerate(tables.CRAFTS) if craft != tables.COURTIER]
    return [*crafts, tables.CRAFTS[tables.COURTIER], NOBLE] if kind.switches.palace else crafts
