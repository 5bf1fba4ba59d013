"""The exact value of a round in which the game may end, by a complete search of it, compiled.

A last round has no deals (11.1), so its outcome can be proven. With two players one number says everything: the margin
at the end, which one seeks high and the other low (`solve_pair`, alpha-beta). With more players each seeks to win, and
equally good moves may decide between the others: so the value of a position is the set of all outcomes that such
choices can lead to (`solve_table`, max^n). An outcome is the set of its winners.

A round that may or may not be the last can be proven, too, if somebody can force the end or a result. What lies behind
its deal is unknown: for two players it counts as the worst for one of them, for more as one more outcome.

Positions are remembered by two hashes of what still matters in them (`hashing.py`), 63 bits each.
"""

from typing import Protocol

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.arrays import Numbers, States, copy_state
from amyitis.engine.record import declare_record
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import has_bit, lowest_bit
from amyitis.rules.course.scoring import winners
from amyitis.rules.questions import FIRST_ACTION, N_ACTIONS
from amyitis.rules.rule import entry, rule
from amyitis.rules.state import I2, I4, I8, Fields, State

from .hashing import hash_of, put_parts
from .solver import FAR, PARTS, UNKNOWN, WHOLE

FIRST_FACTOR = 0x1E3779B97F4A7C15
SECOND_FACTOR = 0x2545F4914F6CDD1D
MOST_HISTORY = 1 << 30

# What `control` holds.
DEPTH = 0
NODES = 1  # positions that may still be looked at
VALUE = 2
ENTERING = 3
BEHIND = 4  # the margin that counts behind a deal, -FAR or FAR
CONTROLS = 5

# How a search can stop.
DONE = 0
OUT_OF_NODES = 1
TOO_LONG = 2  # more decisions than there are frames

# How large the arrays are.
DEPTHS = 256  # decisions of a round at the most
PARTS_ROOM = 64
KNOWN_BITS = 20
HISTORY = MAX_SEATS * N_ACTIONS


class Frame(Fields):
    """A position on the way from the root to the one that is looked at."""

    left: I8  # its answers still to be tried
    key: I8
    check: I8
    alpha: I4
    beta: I4
    low: I4  # alpha and beta as they were at first
    high: I4
    best: I4  # the best value so far; of a table, the outcomes so far
    here: I4  # the margin so far; of a table, what the player who decides is sure of
    move: I2  # the answer that brought it, or -1
    trying: I2


class Known(Fields):
    """What is known of a position: bounds of the margin to come, or its outcomes; and the answer that showed it."""

    check: I8
    low: I4
    high: I4
    move: I2


class Frames(Protocol):
    """Frames side by side."""

    def __getitem__(self, i: int, /) -> Frame: ...
    def __len__(self) -> int: ...


class KnownPositions(Protocol):
    """Known positions side by side, each at the place that its key says."""

    def __getitem__(self, i: int, /) -> Known: ...
    def __len__(self) -> int: ...


declare_record(Frame, "Frames")
declare_record(Known, "KnownPositions")


@rule
def sign(s: State, frame: Frame, parts: Numbers, with_prestige: bool, behind: int) -> None:
    """Write the two hashes of a position into its frame."""
    count = put_parts(s, parts, with_prestige, behind)
    frame.key = hash_of(parts, count, FIRST_FACTOR)
    frame.check = hash_of(parts, count, SECOND_FACTOR)


@rule
def next_answer(s: State, frame: Frame, history: Numbers) -> int:
    """The answer to be tried next: the one that was best here, then what has been best elsewhere."""
    if frame.trying < 0 and frame.move >= 0 and has_bit(frame.left, frame.move):
        return frame.move
    first = s.seat * N_ACTIONS + FIRST_ACTION[s.asked]
    answers = frame.left
    choice = lowest_bit(answers)
    answers &= answers - 1
    most = history[first + choice]
    while answers != 0:
        answer = lowest_bit(answers)
        answers &= answers - 1
        if history[first + answer] > most:
            most = history[first + answer]
            choice = answer
    return choice


@rule
def step_down(states: States, frames: Frames, depth: int, history: Numbers) -> None:
    """Try the next answer of a position: the position after it lies one deeper."""
    frame = frames[depth]
    answer = next_answer(states[depth], frame, history)
    frame.trying = answer
    frame.left &= ~(1 << answer)
    copy_state(states, depth, depth + 1)
    apply(states[depth + 1], FIRST_ACTION[states[depth].asked] + answer)
    frames[depth + 1].alpha = frame.alpha
    frames[depth + 1].beta = frame.beta


@rule
def praise(s: State, answer: int, history: Numbers) -> None:
    """Note that an answer has made others needless."""
    place = s.seat * N_ACTIONS + FIRST_ACTION[s.asked] + answer
    history[place] += 1
    if history[place] > MOST_HISTORY:
        for i in range(len(history)):
            history[i] >>= 8


@rule
def remember_margin(s: State, frame: Frame, known: KnownPositions) -> None:
    """Note what was found of a position: bounds of the margin to come, and the answer that reaches the player's."""
    it = known[frame.key & (len(known) - 1)]
    if it.check != frame.check:
        it.check = frame.check
        it.low = -FAR
        it.high = FAR
        it.move = frame.move
    gain = moved(frame.best, -frame.here)
    if frame.best > frame.low:
        it.low = gain
        if s.seat == 0:
            it.move = frame.move
    if frame.best < frame.high:
        it.high = gain
        if s.seat != 0:
            it.move = frame.move


@rule
def moved(margin: int, by: int) -> int:
    """A margin so much higher; the one behind a deal stays what it is."""
    return margin if margin in (-FAR, FAR) else margin + by


@rule
def enter_pair(s: State, frame: Frame, known: KnownPositions, parts: Numbers, behind: int, is_root: bool) -> bool:
    """Look at a position for the first time; returns whether its value is known well enough: it is in `best` then.

    The root is always searched: a known answer may be that of a position whose groups lie in another order.
    """
    frame.here = s.seats[0].prestige - s.seats[1].prestige
    if s.asked in (questions.OVER, questions.DEAL):
        frame.best = frame.here if s.asked == questions.OVER else behind
        return True
    sign(s, frame, parts, False, behind)
    frame.left = s.legal
    frame.move = -1
    frame.trying = -1
    frame.low = frame.alpha
    frame.high = frame.beta
    it = known[frame.key & (len(known) - 1)]
    if it.check == frame.check and not is_root:
        frame.move = it.move
        frame.best = moved(it.low, frame.here)
        if frame.best >= frame.beta or it.low == it.high:
            return True
        frame.best = moved(it.high, frame.here)
        if frame.best <= frame.alpha:
            return True
    frame.best = -FAR if s.seat == 0 else FAR
    return False


@rule
def take_margin(s: State, frame: Frame, value: int, history: Numbers) -> None:
    """Take the value of the answer that was tried; drop the others where it is so good that they cannot matter."""
    if s.seat == 0 and value > frame.best:
        frame.best = value
        frame.move = frame.trying
        frame.alpha = max(frame.alpha, value)
    if s.seat != 0 and value < frame.best:
        frame.best = value
        frame.move = frame.trying
        frame.beta = min(frame.beta, value)
    if frame.alpha >= frame.beta and frame.left != 0:
        frame.left = 0
        praise(s, frame.trying, history)


@entry
def solve_pair(
    states: States, frames: Frames, known: KnownPositions, history: Numbers, parts: Numbers, control: Numbers
) -> int:
    """Search the last round of two players from the first state on, with the window of the first frame.

    Returns how it stopped. The margin at the end (or a bound, beyond the window) is in `control` then, its best answer
    in the first frame. A search that has run out of nodes goes on where it was.
    """
    depth = control[DEPTH]
    entering = control[ENTERING]
    value = control[VALUE]
    nodes = control[NODES]
    while depth >= 0:
        frame = frames[depth]
        s = states[depth]
        if entering == 1:
            if nodes == 0:
                control[DEPTH] = depth
                control[ENTERING] = 1
                control[NODES] = 0
                return OUT_OF_NODES
            nodes -= 1
            if depth + 1 == len(frames):
                return TOO_LONG
            if enter_pair(s, frame, known, parts, control[BEHIND], depth == 0):
                value = frame.best
                entering = 0
                depth -= 1
                continue
        else:
            take_margin(s, frame, value, history)
        if frame.left == 0:
            remember_margin(s, frame, known)
            value = frame.best
            entering = 0
            depth -= 1
        else:
            step_down(states, frames, depth, history)
            entering = 1
            depth += 1
    control[VALUE] = value
    control[NODES] = nodes
    return DONE


@rule
def least_part(outcomes: int, p: int) -> int:
    """The smallest part of a win that a player has in any of some outcomes."""
    least = WHOLE
    while outcomes != 0:
        part = PARTS[lowest_bit(outcomes)][p]
        outcomes &= outcomes - 1
        least = min(least, part)
    return least


@rule
def outcomes_with(outcomes: int, p: int, part: int) -> int:
    """Those of some outcomes in which a player has at least such a part of the win, and what is unknown."""
    kept = outcomes & (1 << UNKNOWN)
    while outcomes != 0:
        outcome = lowest_bit(outcomes)
        outcomes &= outcomes - 1
        if PARTS[outcome][p] >= part:
            kept |= 1 << outcome
    return kept


@rule
def enter_table(s: State, frame: Frame, known: KnownPositions, parts: Numbers) -> bool:
    """Look at a position for the first time; returns whether its outcomes are known: they are in `best` then."""
    if s.asked in (questions.OVER, questions.DEAL):
        frame.best = 1 << (winners(s) if s.asked == questions.OVER else UNKNOWN)
        return True
    sign(s, frame, parts, True, 0)
    frame.left = s.legal
    frame.move = -1
    frame.trying = -1
    frame.best = 0
    frame.here = -1
    it = known[frame.key & (len(known) - 1)]
    if it.check == frame.check:
        frame.best = it.low
        return True
    return False


@rule
def take_outcomes(s: State, frame: Frame, outcomes: int, history: Numbers) -> None:
    """Take the outcomes of the answer that was tried; where it wins alone for sure, the others are not needed."""
    frame.best |= outcomes
    sure = least_part(outcomes, s.seat)
    if sure > frame.here:
        frame.here = sure
        frame.move = frame.trying
    if sure == WHOLE and frame.left != 0:
        frame.left = 0
        praise(s, frame.trying, history)


@entry
def solve_table(
    states: States, frames: Frames, known: KnownPositions, history: Numbers, parts: Numbers, control: Numbers
) -> int:
    """Search the last round of several players from the first state on.

    Returns how it stopped. The set of the outcomes that can be is in `control` then: bit 5 is the outcome that seats
    0 and 2 share the win. A search that has run out of nodes goes on where it was.
    """
    depth = control[DEPTH]
    entering = control[ENTERING]
    value = control[VALUE]
    nodes = control[NODES]
    while depth >= 0:
        frame = frames[depth]
        s = states[depth]
        if entering == 1:
            if nodes == 0:
                control[DEPTH] = depth
                control[ENTERING] = 1
                control[NODES] = 0
                return OUT_OF_NODES
            nodes -= 1
            if depth + 1 == len(frames):
                return TOO_LONG
            if enter_table(s, frame, known, parts):
                value = frame.best
                entering = 0
                depth -= 1
                continue
        else:
            take_outcomes(s, frame, value, history)
        if frame.left == 0:
            value = outcomes_with(frame.best, s.seat, frame.here)
            it = known[frame.key & (len(known) - 1)]
            it.check = frame.check
            it.low = value
            it.move = frame.move
            entering = 0
            depth -= 1
        else:
            step_down(states, frames, depth, history)
            entering = 1
            depth += 1
    control[VALUE] = value
    control[NODES] = nodes
    return DONE
