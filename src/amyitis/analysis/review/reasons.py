"""Why one move is better than another, in words: what differs between the lines that the engine expects after them.

Both lines are played, and the events of each kind are added up: prestige by its source, camels, talents, goods, Court
cards, Gardeners, tiles, canals, cubes in temples and those pushed out, turns, the caravan's place, the First player
card, the end of the game. A reason is a sum that differs. It carries the events that it was made of, with their
clauses. A difference that only later turns make says so. If no sum differs clearly, one reason says so.

First comes who wins, where both lines end the game otherwise; then the cause (`causes.py`), a later turn of the better
line that is lost. In lines that end the game nothing counts but prestige.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Literal

from amyitis.game import Game
from amyitis.game.events import Event
from amyitis.notation.positions import decider_letter
from amyitis.rulebook import LANGUAGES, clause
from amyitis.rules.state import State

from .causes import Cause, cause_between

Line = Literal["best", "played"]
WORDS = Path(__file__).parent / "reasons.json"
MOST = 4  # reasons for the better move; one more may speak for the move played
CLEAR = 0.5  # prestige, or what weighs as much: less is no reason
RESULT_WEIGHT, CAUSE_WEIGHT = 1000.0, 500.0  # these come first


@dataclass(frozen=True)
class Evidence:
    """An event of one of the lines: which line, the number of its move there, and the event."""

    line: Line
    move: int
    clause: str
    seat: str | None
    what: str
    amount: int
    detail: str | None


@dataclass(frozen=True)
class Reason:
    """A difference between the two lines: what kind, whose, how much in each, and for which line it speaks.

    `best` and `played` are numbers, names of cities for the caravan, or scores for the end of the game (the mover's
    first). `clause` is the rule to read; None where there is no clear difference. `later`: the present turn brings the
    same in both lines. `cause` is the turn that is lost, of the reason with that key. In `texts` and `to_you`, `{who}`
    stands for the name of `seat` and `{by}` for that of the seat that took the turn.
    """

    key: str
    favours: Line | None
    clause: str | None = None
    seat: str | None = None
    best: int | str = 0
    played: int | str = 0
    detail: str | None = None
    weight: float = 0.0
    later: bool = False
    cause: Cause | None = None
    evidence: list[Evidence] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)  # the sentence in every language
    to_you: dict[str, str] = field(default_factory=dict)  # the same, said to the player it is about; empty of nobody

    def in_words(self) -> "Reason":
        """Returns the same reason with its sentences."""

        def sentences(*, you: bool) -> dict[str, str]:
            return {lang: self._sentence(lang, "{who}", "{by}", you) for lang in LANGUAGES}

        return replace(self, texts=sentences(you=False), to_you=sentences(you=True) if self.seat else {})

    def text(self, lang: str = "en") -> str:
        """Returns the reason as a sentence that calls players by their colours."""
        words = reason_words()[lang]
        who = words[f"seat.{self.seat}"] if self.seat else ""
        by = words[f"seat.{self.cause.by_seat}"] if self.cause and self.cause.by_seat else ""
        return self._sentence(lang, who, by)

    def _sentence(self, lang: str, who: str, by: str, you: bool = False) -> str:
        """Returns the reason with these names of players, or said to the player whom it is about."""
        words = reason_words()[lang]
        title = clause(self.clause, lang).title if self.clause else ""
        detail = (self.detail or "").capitalize()
        sentence = words[f"you.{self.key}" if you else self.key].format(
            who=who,
            best=self.best,
            played=self.played,
            title=title,
            clause=self.clause,
            detail=detail,
            cause=self.cause,
            by=by,
        )
        return f"{sentence} {words['later']}" if self.later else sentence


@cache
def reason_words() -> dict[str, dict[str, str]]:
    """The sentences of all reasons, by language and key."""
    words: dict[str, dict[str, str]] = json.loads(WORDS.read_text(encoding="utf-8"))
    return {lang: words[lang] for lang in LANGUAGES}


@dataclass(frozen=True)
class Kind:
    """A kind of sum: the events that belong to it, how they count, and what one of it weighs in prestige."""

    key: str
    what: str
    weight: float
    matches: Callable[[Event], bool] = lambda event: True
    by_clause: bool = False  # a sum for each clause
    by_detail: bool = False  # a sum for each detail
    counted: bool = False  # events are counted, not their amounts
    rivals: bool = False  # what the others have of it matters too


def _is_gardener(event: Event) -> bool:
    return event.detail == "gardener"


KINDS = (
    Kind("prestige", "prestige", 1.0, by_clause=True, rivals=True),
    Kind("camels", "camels", 1.1),
    Kind("talents", "talents", 0.5),
    Kind("goods", "good", 1.3),
    Kind("court", "court card", 2.5, lambda event: not _is_gardener(event), counted=True),
    Kind("gardeners", "court card", 1.5, _is_gardener),
    Kind("tiles", "tile", 1.0, counted=True),
    Kind("canals", "canal", 0.6, counted=True),
    Kind("temple", "cube in temple", 0.6, lambda event: event.clause != "10.1", by_detail=True, counted=True),
    Kind("pushed", "pushed out of temple", -0.6, by_detail=True, counted=True),
    Kind("first", "first player", 0.6, counted=True),
    Kind("turns", "recruited", 0.5, counted=True),
    Kind("ends", "game over", 0.0, counted=True),
    Kind("caravan", "caravan", 0.0),
)


def events_along(s: State, tokens: Sequence[str]) -> list[tuple[int, Event]]:
    """Everything that happens when a line is played from a position, each with the number of its move."""
    game = Game(s)
    return [(move, event) for move, token in enumerate(tokens) for event in game.push(token)]


def reasons_between(s: State, best: Sequence[str], played: Sequence[str]) -> list[Reason]:
    """Why the best line is better than the one played for the player to decide, the strongest first.

    At most four, and one that speaks for the move played; a single one that says so if nothing differs clearly.
    """
    lines: dict[Line, list[tuple[int, Event]]] = {"best": events_along(s, best), "played": events_along(s, played)}
    mover = decider_letter(s)
    ends = [_end(s, line) for line in (best, played)]
    sums = _sums(lines, mover, {"best": _turn_length(s, best), "played": _turn_length(s, played)})
    if all(ends):
        reasons = [
            *_results(ends, mover),
            *_causes(s, best, played),
            *(total for total in sums if total.key == "prestige"),
        ]
    else:
        reasons = [*_causes(s, best, played), *sums, *_endings(lines), *_places(lines, mover)]
    reasons.sort(key=lambda reason: (-reason.weight, reason.key, reason.clause or "", reason.seat or ""))
    better = [reason for reason in reasons if reason.favours == "best"][:MOST]
    other = [reason for reason in reasons if reason.favours == "played"][:1]
    nothing = Reason("none_at_end" if all(ends) else "none", None)
    return [reason.in_words() for reason in ([*better, *other] if better else [nothing, *other])]


def _end(s: State, line: Sequence[str]) -> Game | None:
    """The game at the end of a line, if that is the end of the game."""
    game = Game(s)
    for token in line:
        game.push(token)
    return game if game.is_over else None


def _turn_length(s: State, line: Sequence[str]) -> int:
    """The number of moves of a line that belong to the present turn."""
    game = Game(s)
    for length, token in enumerate(line, 1):
        game.push(token)
        if game.question == "action" or game.seat != decider_letter(s):
            return length
    return len(line)


def _results(ends: Sequence[Game | None], mover: str) -> list[Reason]:
    """Who wins in either line, if that differs for the mover."""
    games = [end for end in ends if end is not None]
    shares = [1 / len(game.winners) if mover in game.winners else 0.0 for game in games]
    if shares[0] <= shares[1]:
        return []
    best, played = (_score(game, mover) for game in games)
    key = "shares_win" if shares[0] < 1 else "wins"
    return [Reason(key, "best", "11.4", mover, best, played, weight=RESULT_WEIGHT)]


def _score(game: Game, mover: str) -> str:
    """The prestige of the mover to that of the best other."""
    return f"{game.scores[mover]}:{max(points for seat, points in game.scores.items() if seat != mover)}"


def _causes(s: State, best: Sequence[str], played: Sequence[str]) -> list[Reason]:
    """The later turn of the better line that is lost."""
    cause = cause_between(s, best, played)
    if cause is None:
        return []
    key = "enabled" if cause.by is None else "lost" if cause.by_seat == cause.seat else "taken"
    return [Reason(key, "best", cause.clause, cause.seat, weight=CAUSE_WEIGHT, cause=cause)]


def _sums(lines: dict[Line, list[tuple[int, Event]]], mover: str, present: dict[Line, int]) -> list[Reason]:
    """Sums of events that differ, the mover's and, where they matter, those of the others.

    `present` is how many moves of each line belong to the turn at hand.
    """
    reasons = []
    for kind in KINDS:
        if not kind.weight:
            continue
        groups: dict[tuple[str | None, str, str], list[Evidence]] = defaultdict(list)
        for line, events in lines.items():
            for move, event in events:
                if event.what == kind.what and kind.matches(event) and (event.seat == mover or kind.rivals):
                    about = (event.clause if kind.by_clause else "", (event.detail or "") if kind.by_detail else "")
                    groups[event.seat, *about].append(_evidence(line, move, event))
        for (seat, _, detail), evidence in groups.items():
            amounts = {line: _total(evidence, line, kind.counted) for line in lines}
            gain = kind.weight * (amounts["best"] - amounts["played"]) * (1 if seat == mover else -0.6)
            if seat is not None and abs(gain) >= CLEAR:
                favours: Line = "best" if gain > 0 else "played"
                rule = _deciding_clause(evidence, kind.counted)
                now = [each for each in evidence if each.move < present[each.line]]
                later = _total(now, "best", kind.counted) == _total(now, "played", kind.counted)
                reasons.append(
                    Reason(
                        kind.key,
                        favours,
                        rule,
                        seat,
                        amounts["best"],
                        amounts["played"],
                        detail or None,
                        abs(gain),
                        later,
                        evidence=evidence,
                    )
                )
    return reasons


def _total(evidence: list[Evidence], line: Line, counted: bool) -> int:
    return sum(1 if counted else event.amount for event in evidence if event.line == line)


def _deciding_clause(evidence: list[Evidence], counted: bool) -> str:
    """The clause by which the two lines differ most."""
    changes: dict[str, int] = defaultdict(int)
    for event in evidence:
        changes[event.clause] += (1 if counted else event.amount) * (1 if event.line == "best" else -1)
    return max(changes, key=lambda number: (abs(changes[number]), number))


def _endings(lines: dict[Line, list[tuple[int, Event]]]) -> list[Reason]:
    """The game that ends with this round in one line alone."""
    over = {
        line: [_evidence(line, move, event) for move, event in events if event.what == "game over"]
        for line, events in lines.items()
    }
    if bool(over["best"]) == bool(over["played"]):
        return []
    evidence = over["best"] + over["played"]
    return [Reason("ends" if over["best"] else "goes_on", "best", evidence[0].clause, weight=3.0, evidence=evidence)]


def _places(lines: dict[Line, list[tuple[int, Event]]], mover: str) -> list[Reason]:
    """The caravan that the mover leads to different places."""
    last = {
        line: [_evidence(line, move, event) for move, event in events if event.what == "caravan"][-1:]
        for line, events in lines.items()
    }
    if not (last["best"] and last["played"]) or last["best"][0].detail == last["played"][0].detail:
        return []
    best, played = last["best"][0], last["played"][0]
    return [
        Reason(
            "caravan",
            "best",
            best.clause,
            None,
            best.detail or "",
            played.detail or "",
            weight=CLEAR,
            evidence=[best, played],
        )
    ]


def _evidence(line: Line, move: int, event: Event) -> Evidence:
    return Evidence(line, move, event.clause, event.seat, event.what, event.amount, event.detail)
