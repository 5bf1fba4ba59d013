"""Where the legal moves of a moment lead: what each does, what is asked after it, and what a journey may bring.

All of it is played on copies, never past a deal, and only as long as the same seat decides and its turn goes on.
"""

from collections import deque
from dataclasses import dataclass
from typing import Any

from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import members
from amyitis.rules.questions import FIRST_ACTION, KIND_NAMES
from amyitis.rules.state import State

from .events import Event, events_of
from .garden_change import GardenChange, garden_change

MOST_STEPS = 400  # moves tried for all the `then` of a moment together
ENDS_TURN = (questions.ACTION, questions.DEAL, questions.OVER)
FIRST_CITY = FIRST_ACTION[questions.ACTION] + questions.GO


@dataclass(frozen=True)
class Outcome:
    """The result of a journey for one answer, with the first answer to each later question.

    >>> game = Game.new(2, seed=7)
    >>> [outcome.token for prospect in game.prospects() for outcome in prospect.outcomes]  # no city within reach
    []
    """

    token: str
    events: list[Event]

    def as_dict(self) -> dict[str, Any]:
        """Returns the outcome as plain data."""
        return {"token": self.token, "events": [event.as_dict() for event in self.events]}


@dataclass(frozen=True)
class Prospect:
    """A legal move: its immediate events, the questions that may follow, by kind, and a journey's outcomes.

    For a canal also what it changes in the garden.

    >>> game = Game.new(2, seed=7)
    >>> prospect = game.prospects()[1]
    >>> prospect.token, prospect.then
    ('peasant/1', {'row': ['top', 'bottom']})
    """

    token: str
    events: list[Event]
    then: dict[str, list[str]]
    outcomes: list[Outcome]
    garden: GardenChange | None

    def as_dict(self) -> dict[str, Any]:
        """Returns the prospect as plain data."""
        return {
            "token": self.token,
            "events": [event.as_dict() for event in self.events],
            "then": [{"kind": kind, "answers": answers} for kind, answers in self.then.items()],
            "outcomes": [outcome.as_dict() for outcome in self.outcomes],
            "garden": self.garden,
        }


def prospects(s: State) -> list[Prospect]:
    """Returns the prospects of every legal move; the state stays as it is."""
    legal, left, of_moves = _answers(s), MOST_STEPS, []
    for place, action in enumerate(legal):
        after = s.copy()
        events = _play(after, action)
        journey = FIRST_CITY <= action < FIRST_ACTION[questions.ACTION + 1]
        outcomes = _outcomes(after, s.seat) if journey else []
        garden = garden_change(s, after) if s.asked == questions.DIG else None
        then, taken = _then(after, s.seat, left // (len(legal) - place))
        left -= taken
        of_moves.append(Prospect(token(action), events, then, outcomes, garden))
    return of_moves


def _answers(s: State) -> list[int]:
    return [FIRST_ACTION[s.asked] + answer for answer in members(s.legal)] if s.asked != questions.OVER else []


def _goes_on(s: State, seat: int) -> bool:
    """Returns whether the same seat is asked something more in the same turn."""
    return s.seat == seat and s.asked not in ENDS_TURN


def _play(s: State, action: int) -> list[Event]:
    s.journal = []
    apply(s, action)
    events = events_of(s, s.journal)
    s.journal = None
    return events


def _then(s: State, seat: int, most_steps: int) -> tuple[dict[str, list[str]], int]:
    """Returns the questions that may follow, in the order in which they come, each with the answers of all branches.

    The nearest questions are looked at first, so where there are more branches than steps only far ones are left out.
    Returns the steps taken, too. The state is played on: to copy one takes as long as to play a move.
    """
    questions_left: dict[int, int] = {}
    steps = 0
    waiting = deque([s] if _goes_on(s, seat) else [])
    while waiting:
        here = waiting.popleft()
        questions_left[here.asked] = questions_left.get(here.asked, 0) | here.legal
        answers = _answers(here)
        for action in answers:
            if steps >= most_steps:
                break
            steps += 1
            there = here if action == answers[-1] else here.copy()
            apply(there, action)
            if _goes_on(there, seat):
                waiting.append(there)
    named: dict[str, list[str]] = {
        KIND_NAMES[kind]: [token(FIRST_ACTION[kind] + answer) for answer in members(legal)]
        for kind, legal in questions_left.items()
    }
    return named, steps


def _outcomes(s: State, seat: int) -> list[Outcome]:
    """Returns what each card, square or sale of a journey brings; if only the payment is open, what the first does."""
    here = s.copy()
    while _goes_on(here, seat) and here.asked == questions.PAY:
        before, payment = here.copy(), _answers(here)[0]
        apply(here, payment)
        if not _goes_on(here, seat):
            return [_outcome(before, seat, payment)]
    answers = _answers(here) if _goes_on(here, seat) else []
    return [_outcome(here if action == answers[-1] else here.copy(), seat, action) for action in answers]


def _outcome(s: State, seat: int, action: int) -> Outcome:
    """Returns what an answer brings, played on the state given."""
    events = _play(s, action)
    while _goes_on(s, seat):
        events += _play(s, _answers(s)[0])
    return Outcome(token(action), events)
