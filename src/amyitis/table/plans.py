"""A turn planned ahead: what a seat would do if it were its turn now.

It is played when the turn comes, if all its moves do then what they did when it was planned. Otherwise it is dropped,
and its owner learns why.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Self

from amyitis.errors import Illegal
from amyitis.game import Game
from amyitis.rules import agenda
from amyitis.rules.bits import has_bit
from amyitis.rules.course.turns import start_turn
from amyitis.rules.state import AGENDA_ROOM, EMPTY, State

from .errors import BadMove, NoTurnAhead
from .messages.outlook import refusal_message
from .messages.shapes import Dropped, Refusal, Tried
from .metadata import SeatMetadata

if TYPE_CHECKING:
    from .table import Table


@dataclass(frozen=True)
class Plan:
    """A planned turn: made after a ply, with a digest of what its moves did then; and why it was dropped, if it was."""

    ply: int
    tokens: list[str]
    effects: str
    dropped: Dropped | None = None
    refusal: Refusal | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """The plan that `str` has written."""
        return cls(**json.loads(text))

    def __str__(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"))

    @property
    def is_pending(self) -> bool:
        """Whether it waits for its turn."""
        return self.dropped is None

    def because(self, dropped: Dropped, refusal: Refusal | None = None) -> Self:
        """The plan as it is dropped."""
        return replace(self, dropped=dropped, refusal=refusal)


def plan_of(seat: SeatMetadata) -> Plan | None:
    """The plan of a seat, None if there is none."""
    return Plan.parse(seat.plan) if seat.plan else None


def turn_of(game: Game, seat: str) -> Game:
    """The game as it would be if it were a seat's turn now; raises NoTurnAhead."""
    s, place = game.state, game.seats.index(seat)
    if not _in_turns(s) or has_bit(s.passed, place):
        raise NoTurnAhead("no turn of yours can come in this round")
    s.agenda, s.agenda_length, s.planting, s.turn = [0] * AGENDA_ROOM, 0, EMPTY, place
    start_turn(s)
    return Game(s)


def _in_turns(s: State) -> bool:
    """Whether it is the turn of somebody (phase II), not a question of another phase."""
    return s.task == agenda.START_TURN or agenda.NEXT_TURN in s.agenda[: s.agenda_length]


def is_whole(tried: Tried, seat: str, tokens: Sequence[str]) -> bool:
    """Whether these moves are one whole turn of a seat."""
    ends = [step["decider"] != seat or step["question"] in ("action", "deal") for step in tried["steps"]]
    return len(ends) == len(tokens) > 0 and ends[-1] and not any(ends[:-1])


def effects(tried: Tried) -> str:
    """A digest of what the moves of a line do. What others get who have passed (5.3) is no part of a turn."""
    done = [[event for event in step["events"] if event["clause"] != "5.3"] for step in tried["steps"]]
    return sha256(json.dumps(done, sort_keys=True).encode()).hexdigest()[:32]


def checked(table: "Table", seat: str, plan: Plan) -> Plan | None:
    """A plan whose turn has come: as it is if it is still good, else with why it is dropped; None if it was played."""
    entries = table.entries_after(plan.ply)
    if entries is not None and any(entry.logged.kind == "move" and entry.logged.seat == seat for entry in entries):
        return None
    try:
        tried = table.try_line(plan.tokens)
    except BadMove as problem:
        reason = problem.problem
        if not isinstance(reason, Illegal):
            return plan.because("changed")
        return plan.because("illegal", refusal_message(reason.token, reason))
    return plan if effects(tried) == plan.effects else plan.because("changed")
