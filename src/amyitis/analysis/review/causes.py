"""The cause of a difference: the first later turn of the better line that cannot be played after the other move.

Both lines are played. A later turn of the better one is lost if its player does not take it in the other line, and
could not: it was never possible there, or it became so by the played move, or somebody took it away.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from amyitis.game import Game
from amyitis.game.events import Event
from amyitis.game.why_not import why_not
from amyitis.notation.positions import decider_letter, seat_letter
from amyitis.notation.tokens import action_id
from amyitis.rules.course.turns import start_turn
from amyitis.rules.state import State


@dataclass(frozen=True)
class Cause:
    """A later turn that is lost: its move, what it would have brought, and the rule that forbids it after all.

    `key` and `facts` are those of the refusal. `by` is the turn that takes it away, with the seat that takes it; None
    where it only becomes possible by the better move. `gave` is the move that gave away what is missing, if one did.
    """

    move: str
    brings: list[str]
    clause: str
    key: str
    facts: dict[str, Any]
    missing: str
    seat: str
    by: str | None = None
    by_seat: str | None = None
    gave: str | None = None


@dataclass
class _Turn:
    """A turn of a line: the table before it, who takes it, its moves and what they did."""

    before: State
    seat: str
    moves: list[str] = field(default_factory=list)
    events: list[list[Event]] = field(default_factory=list)


def cause_between(s: State, best: Sequence[str], played: Sequence[str]) -> Cause | None:
    """Returns the first later turn of the better line that is lost after the played move; None if all stay possible."""
    mover = decider_letter(s)
    better, other = _turns(s, best), _turns(s, played)
    if other[0].moves[0] == "pass":
        return None  # what is lost by passing is every later turn
    taken = {_what(turn.moves[0]) for turn in other if turn.seat == mover}
    for turn in better[1:]:
        action = turn.moves[0]
        if turn.seat != mover or action == "pass" or _what(action) in taken:
            continue
        own = [each.before for each in other[1:] if each.seat == mover]
        if any(_possible(state, mover, action) for state in own):
            continue
        cause = _lost(s, turn, other, mover)
        if cause is not None:
            return cause
    return None


def _lost(s: State, turn: _Turn, other: Sequence[_Turn], mover: str) -> Cause | None:
    """Returns by what a turn became impossible in the other line; None if it still is possible at its end."""
    action = turn.moves[0]
    before = s
    for place, later in enumerate(other[1:], 1):
        if _possible(later.before, mover, action):
            before = later.before
            continue
        refusal = why_not(_as_turn(later.before, mover), action_id(action))
        assert refusal is not None
        by = other[place - 1] if _possible(before, mover, action) else None
        return Cause(
            move=action,
            brings=_brought(turn),
            clause=refusal.clause,
            key=refusal.key,
            facts=dict(refusal.facts),
            missing=refusal.missing,
            seat=mover,
            by=None if by is None else by.moves[0],
            by_seat=None if by is None else by.seat,
            gave=_giver(other[:place], mover, refusal.facts),
        )
    return None


def _turns(s: State, line: Sequence[str]) -> list[_Turn]:
    """Returns a line turn by turn; the first may have begun before, and ends with the next question for an action."""
    game, turns = Game(s), [_Turn(s, decider_letter(s))]
    for token in line:
        if turns[-1].moves and game.question == "action":
            turns.append(_Turn(game.state, str(game.seat)))
        turns[-1].moves.append(token)
        turns[-1].events.append(list(game.push(token)))
    return turns


def _what(action: str) -> str:
    """What a turn is about: a city, or a craft of whatever group."""
    return action.removeprefix("free:").partition("/")[0]


def _possible(s: State, mover: str, action: str) -> bool:
    """Returns whether a seat could take such an action if it were its turn."""
    now = _as_turn(s, mover)
    return any(_what(legal) == _what(action) for legal in Game(now).legal_moves)


def _as_turn(s: State, mover: str) -> State:
    """The position with a seat to choose an action."""
    now = s.copy()
    now.turn = next(p for p in range(s.players) if seat_letter(s, p) == mover)
    start_turn(now)
    return now


def _brought(turn: _Turn) -> list[str]:
    """The tiles and Court cards that a turn brings its player, as moves are written."""
    return list(_gains(event for events in turn.events for event in events if event.seat == turn.seat))


def _gains(events: Iterator[Event]) -> Iterator[str]:
    for event in events:
        if event.what == "tile":
            yield f"plant:{event.detail}"
        elif event.what == "court card" and event.amount > 0:
            yield str(event.detail)


def _giver(turns: Sequence[_Turn], mover: str, facts: Any) -> str | None:
    """Returns the move by which a seat gave away a good that is asked for."""
    asks = [good for good in facts.get("asks", ()) if good not in facts.get("goods", ())]
    for turn in turns:
        for move, events in zip(turn.moves, turn.events, strict=True):
            if any(e.what == "good" and e.seat == mover and e.amount < 0 and e.detail in asks for e in events):
                return move
    return None
