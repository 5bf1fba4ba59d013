"""The summary of one record: length, scores, where the prestige came from, and what was used."""

from collections import Counter
from dataclasses import dataclass, field

from amyitis.box.tables import COURT_TYPES, GARDENER, SQUARE_NAMES, TILE_NAMES
from amyitis.errors import AmyitisError
from amyitis.game import Event, Game
from amyitis.notation.position_parser import parse_position
from amyitis.rules.course.scoring import winners
from amyitis.rules.state import EMPTY

from .variants import Variant

# Where prestige comes from, by the clause of the event that brings it.
SOURCES = {
    "8.6": "garden tiles",
    "8.7": "irrigation bonus",
    "6.5": "engineers",
    "7.4": "market",
    "9.4": "Palace cards",
    "4.2": "Bankers",
    "10.4": "temple of Marduk",
    "11.2": "Amyitis' favour",
    "11.3": "goods left",
}
AT_START = "at the start"  # of a record that begins in the middle of a game
NOBLE_CLAUSE, NOBLE = "13.3", "noble"


@dataclass
class RecordSummary:
    """What a finished game tells. Lists are by seat; `order` is each seat's place in the turn order at the start.

    `sources` counts prestige by source; `tiles`, `cities`, `cards`, `crafts` and `bonuses` count how often each was
    planted, visited, taken, recruited and picked; `tiles_laid` counts the tiles that lay in the garden.
    """

    kind: Variant
    finished: bool
    rounds: int
    decisions: int
    scores: list[int]
    shares: list[float]
    order: list[int]
    sources: list[Counter[str]]
    tiles: Counter[str] = field(default_factory=Counter)
    tiles_laid: Counter[str] = field(default_factory=Counter)
    cities: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)
    crafts: Counter[str] = field(default_factory=Counter)
    bonuses: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class BrokenRecord:
    """A record that could not be played back: its file, the kind of error, the sentence (with the line), the code."""

    file: str
    kind: str
    message: str
    exit_code: int


def summary_of_file(item: tuple[str, str]) -> RecordSummary | BrokenRecord:
    """Returns the facts of a record, given its file name and its text; never raises what a record can be blamed for."""
    file, text = item
    try:
        return summary_of(Game.from_record(text))
    except AmyitisError as problem:
        return broken(file, problem)


def broken(file: str, problem: AmyitisError) -> BrokenRecord:
    """Returns what is reported of a record that cannot be used."""
    return BrokenRecord(file, type(problem).__name__.lower(), f"{file}: {problem}", problem.exit_code)


def summary_of(game: Game) -> RecordSummary:
    """Returns the facts of a game that was played, to its end or not."""
    start, end = parse_position(game.start), game.state
    seats = game.seats
    best = winners(end)
    sharing = best.bit_count()
    facts = RecordSummary(
        kind=Variant.of(end),
        finished=game.is_over,
        rounds=game.round,
        decisions=sum(not ply.is_deal for ply in game.plies),
        scores=[end.seats[p].prestige for p in range(end.players)],
        shares=[1 / sharing if best >> p & 1 else 0.0 for p in range(end.players)],
        order=[(p - start.first) % end.players for p in range(end.players)],
        sources=[
            Counter({AT_START: start.seats[p].prestige} if start.seats[p].prestige else {}) for p in range(end.players)
        ],
        tiles_laid=Counter(TILE_NAMES[kind] for kind in end.tile if kind != EMPTY),
    )
    for event in game.events:
        if event.what == "prestige" and event.seat is not None:
            facts.sources[seats.index(event.seat)][SOURCES.get(event.clause, event.clause)] += event.amount
        elif event.what == "tile":
            facts.tiles[TILE_NAMES[end.tile[SQUARE_NAMES.index(event.detail or "")]]] += 1
        else:
            _count_use(facts, event)
    return facts


def _count_use(facts: RecordSummary, event: Event) -> None:
    """Count an event that tells of a city, a card, a craft or a bonus in use."""
    detail = event.detail or ""
    match event.what:
        case "caravan":
            facts.cities[detail] += 1
        case "court card" if event.amount > 0:
            facts.cards[detail if detail == COURT_TYPES[GARDENER] else f"{detail} {event.amount}"] += 1
        case "recruited":
            facts.crafts[detail] += 1
        case "palace track" if event.clause == NOBLE_CLAUSE:
            facts.crafts[NOBLE] += 1
        case "palace bonus" if event.amount > 0:
            facts.bonuses[detail] += 1
