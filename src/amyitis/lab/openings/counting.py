"""Plays games of a network against itself, and counts what each seat did first and how it ended.

In every third game one seat's first action is drawn at random: these games say how a first turn does that was not
chosen for the position. All other counts come from games in which the network chose everything.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from amyitis.lab.balance.bare import NOBODY, bare_game
from amyitis.lab.balance.players import load
from amyitis.lab.balance.seat_rows import CARD, CITY, Thing, thing_of
from amyitis.lab.intervals import WHOLE
from amyitis.lab.variants import Variant
from amyitis.notation.positions import position_text
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.course.chance import shuffler
from amyitis.rules.course.setup import new_game
from amyitis.rules.state import CHANCE, State

TRIED_EVERY = 3
TURNS = 3  # of a seat in the first round that are kept, one after the other
LAST_ROUND = 4  # in which a first city or a first Court card counts
SHOWN_FROM = 3  # the round from which on positions of the strategy page are taken
ALL = "all"
HALF = Thing("game", "half")

# What is counted: a kind, the set-up, and what was done. Each has the seats, their wins in parts of WHOLE, and rounds.
Key = tuple[str, str, tuple[str, ...]]
TURN, TRIED = "turn", "tried"
Part = tuple[str, Variant, int, int]  # the network, the kind of game, the first seed, and how many


@dataclass
class Counts:
    """What was counted in some games, and for each thing the first position from which it won."""

    games: int = 0
    tried: int = 0
    seed: int = 0  # of the first game
    sums: dict[Key, list[int]] = field(default_factory=dict)
    positions: dict[tuple[str, ...], tuple[int, str]] = field(default_factory=dict)

    def note(self, key: Key, share: int, round_no: int = 0) -> None:
        """Count a seat with its share of the win."""
        self._add(key, (1, share, round_no))

    def add(self, other: "Counts") -> None:
        """Count in other games."""
        self.games += other.games
        self.tried += other.tried
        for key, sums in other.sums.items():
            self._add(key, sums)
        for what, shown in other.positions.items():
            self.positions[what] = min(shown, self.positions.get(what, shown))

    def _add(self, key: Key, more: Sequence[int]) -> None:
        sums = self.sums.setdefault(key, [0, 0, 0])
        for i, number in enumerate(more):
            sums[i] += number


@dataclass
class Opening:
    """What a seat did first: its turns, its first city and its first Court card with their rounds.

    `plies` has the number of moves before each.
    """

    turns: list[str] = field(default_factory=list)
    firsts: dict[str, tuple[str, int]] = field(default_factory=dict)
    plies: dict[str, int] = field(default_factory=dict)


def count_games(item: Part) -> Counts:
    """Play the games of some seeds, and count what they open with."""
    name, variant, first, count = item
    network, counts = load(name), Counts(seed=first)
    for seed in range(first, first + count):
        tried = seed // TRIED_EVERY % variant.players if seed % TRIED_EVERY == 0 else NOBODY
        moves, scores = bare_game(network, variant, seed, tried)
        best = max(scores)
        shares = [WHOLE // scores.count(best) if score == best else 0 for score in scores]
        _count(counts, variant, seed, moves, shares, tried)
    return counts


def _count(counts: Counts, variant: Variant, seed: int, moves: Sequence[int], shares: list[int], tried: int) -> None:
    start, played = opened(variant, seed, moves)
    setups = (ALL, *setups_of(start))
    counts.games += 1
    counts.tried += tried != NOBODY
    for p, (opening, share) in enumerate(zip(played, shares, strict=True)):
        place = str((p - start.first) % variant.players)
        if tried != NOBODY:
            if int(place) == tried:
                counts.note((TRIED, ALL, (place, opening.turns[0])), share)
            continue
        for setup in setups:
            counts.note((TURN, setup, (place,)), share)
            depth = TURNS if setup == ALL else 1
            for length in range(1, 1 + min(depth, len(opening.turns))):
                counts.note((TURN, setup, (place, *opening.turns[:length])), share)
            for group, (name, round_no) in opening.firsts.items():
                counts.note((group, setup, (name,)), share, round_no)
        if share == WHOLE:
            shown: dict[tuple[str, ...], int] = {(TURN, place, opening.turns[0]): opening.plies[TURN]}
            shown |= {(group, name): opening.plies[group] for group, (name, _) in opening.firsts.items()}
            for what, ply in shown.items():
                if what not in counts.positions:
                    counts.positions[what] = seed, position_after(variant, seed, moves[:ply])


def opened(variant: Variant, seed: int, moves: Iterable[int]) -> tuple[State, list[Opening]]:
    """Returns the set-up of a game, and what each seat did first."""
    s = _set_up(variant, seed)
    start, openings, begun = s.copy(), [Opening() for _ in range(variant.players)], 0
    s.journal = []
    for ply, move in enumerate(moves):
        if s.round_no > LAST_ROUND or all(len(opening.firsts) == 2 for opening in openings):
            break
        mover, question, round_no, noted = s.seat, s.asked, s.round_no, len(s.journal)
        if question == questions.ACTION:
            begun = ply
        if mover != CHANCE and round_no == 1:
            _note_turn(openings[mover], question, token(move), begun)
        apply(s, move)
        for note in s.journal[noted:]:
            thing = thing_of(note) if note.who == mover != CHANCE else None
            if thing and thing[0].group in (CITY, CARD) and thing[0].group not in openings[mover].firsts:
                openings[mover].firsts[thing[0].group] = (thing[0].name, round_no)
                openings[mover].plies[thing[0].group] = begun
    return start, openings


def _set_up(variant: Variant, seed: int) -> State:
    s = State()
    variant.mark(s)
    new_game(s, variant.players, shuffler(seed))
    return s


def position_after(variant: Variant, seed: int, moves: Iterable[int]) -> str:
    """Returns the text of the position after the first moves of a game."""
    s = _set_up(variant, seed)
    for move in moves:
        apply(s, move)
    return position_text(s)


def _note_turn(opening: Opening, question: int, word: str, ply: int) -> None:
    """Add an action of the first round to the turns of a seat, or the row or temple to its last one."""
    if question == questions.ACTION:
        opening.plies.setdefault(TURN, ply)
        opening.turns.append(word.partition("/")[0])
    elif question in (questions.ROW, questions.TEMPLE) and opening.turns and opening.turns[-1] in ("peasant", "priest"):
        opening.turns[-1] += f" {word}"


def setups_of(s: State) -> list[str]:
    """Returns what a table is counted under: its plant cards, and the goods on its level-2 Caravaneers."""
    parts = dict(part.split("=", 1) for part in position_text(s).split("_") if "=" in part)
    return [f"{name}={parts[name]}" for name in ("plants", "lying")]


def positions_of_things(variant: Variant, network: str, seed: int, games: int) -> dict[Thing, str]:
    """Returns for each thing that was used or brought prestige a position from which a winner got it.

    `HALF` is the middle of the closest game.
    """
    positions: dict[Thing, str] = {}
    closest = None
    for game_seed in range(seed, seed + games):
        moves, scores = bare_game(load(network), variant, game_seed)
        s, rounds = _set_up(variant, game_seed), dict[int, int]()
        s.journal = []
        for ply, move in enumerate(moves):
            noted = len(s.journal)
            if s.asked == questions.ACTION:
                begun = ply
                rounds.setdefault(s.round_no, ply)
            apply(s, move)
            for note in s.journal[noted:]:
                thing = thing_of(note) if 0 <= note.who < variant.players else None
                won = scores[note.who] == max(scores) if thing else False
                if thing and won and thing[0] not in positions and s.round_no >= SHOWN_FROM:
                    positions[thing[0]] = position_after(variant, game_seed, moves[:begun])
        margin = sorted(scores)[-1] - sorted(scores)[-2]
        if closest is None or margin < closest:
            closest = margin
            positions[HALF] = position_after(variant, game_seed, moves[: rounds[1 + max(rounds) // 2]])
    return positions
