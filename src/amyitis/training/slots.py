"""Self-play as rule functions: many games side by side, each in a slot, all moved on by one decision together.

A slot plays one game after the other, always of one kind. A step goes in three parts: `expand_answer` writes the
position after a legal move as a row of numbers, the evaluator says what each row is worth, and `choose_answer`
makes the best move (or now and then any other) and goes on to the next decision. The same functions run on all cores
and on a GPU (`fleets.py`).
"""

from amyitis.engine.arrays import Numbers, Rows, Shufflers, States, fetch_state
from amyitis.nets.encoding import encode_position
from amyitis.nets.forward import FloatTable
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits, nth_bit
from amyitis.rules.course.chance import MASK, draw, draw_below, draw_deal, start_shuffler
from amyitis.rules.course.setup import new_game
from amyitis.rules.questions import FIRST_ACTION, FIRST_DEAL
from amyitis.rules.rule import rule
from amyitis.search.net_tree import row_worth

SLOT_STREAM = 7  # of a seed: not the deals and moves of other games
PALACE_KIND = 8  # a kind of game: the number of players, and this much more with the Palace expansion
CHANCE_UNIT = 1.0 / (1 << 32)


@rule
def begin_game(states: States, slot: int, blank: States, shufflers: Shufflers, kinds: Numbers) -> None:
    """Set up a new game of the slot's kind, and deal."""
    fetch_state(states, slot, blank, 0)
    states[slot].palace = kinds[slot] >= PALACE_KIND
    new_game(states[slot], kinds[slot] % PALACE_KIND, shufflers[slot])
    go_on(states, slot, blank, shufflers)


@rule
def go_on(states: States, slot: int, blank: States, shufflers: Shufflers) -> None:
    """Deal where a deal is due."""
    while states[slot].asked == questions.DEAL:
        apply(states[slot], FIRST_DEAL + draw_deal(states[slot], shufflers[slot]))


@rule
def begin_slot(states: States, slot: int, blank: States, shufflers: Shufflers, kinds: Numbers, seed: int) -> None:
    """Start the slot's generator and its first game."""
    start_shuffler(shufflers[slot], (seed + slot) & MASK, seed >> 32, SLOT_STREAM)
    begin_game(states, slot, blank, shufflers, kinds)


@rule
def expand_answer(states: States, slot: int, nth: int, after: States, rows: Rows, row: int) -> None:
    """The position after the n-th legal move of a slot, and its row as the decider sees it."""
    s = states[slot]
    fetch_state(after, row, states, slot)
    apply(after[row], FIRST_ACTION[s.asked] + nth_bit(s.legal, nth))
    encode_position(after[row], s.seat, rows[row])


@rule
def choose_answer(
    states: States, slot: int, after: States, blank: States, shufflers: Shufflers, kinds: Numbers, first: int,
    values: FloatTable, chance: float, taken: Numbers, movers: Numbers, ended: Numbers,
) -> None:  # fmt: skip
    """Make the best move, or with this chance any, and go on to the next decision, in a new game if this one ended.

    Tells which row was taken, who decided, and whether the game ended (1 + its rounds, 0 if not).
    """
    count = count_bits(states[slot].legal)
    row = first
    if draw(shufflers[slot]) * CHANCE_UNIT < chance:
        row += draw_below(shufflers[slot], count)
    else:
        best = row_worth(values, first, states[slot].players)
        for other in range(first + 1, first + count):
            worth = row_worth(values, other, states[slot].players)
            if worth > best:
                best = worth
                row = other
    taken[slot] = row
    movers[slot] = states[slot].seat
    ended[slot] = 0
    fetch_state(states, slot, after, row)
    if states[slot].asked == questions.OVER:
        ended[slot] = 1 + states[slot].round_no
        begin_game(states, slot, blank, shufflers, kinds)
    else:
        go_on(states, slot, blank, shufflers)


# --- a share of the slots, for one of several threads; one function, for each that is compiled holds all rules -------

BEGIN, COUNT, EXPAND, CHOOSE = range(4)


@rule
def expand_slots(states: States, after: States, rows: Rows, firsts: Numbers, low: int, high: int) -> None:
    """All positions after the moves of some slots."""
    for slot in range(low, high):
        for nth in range(count_bits(states[slot].legal)):
            expand_answer(states, slot, nth, after, rows, firsts[slot] + nth)


@rule
def keep_choice(slot: int, row: int, rows: Rows, values: FloatTable, kept: Rows, kept_values: FloatTable) -> None:
    """Keep the row and the values that were taken."""
    for i in range(len(kept[slot])):
        kept[slot][i] = rows[row][i]
    for i in range(len(kept_values[slot])):
        kept_values[slot][i] = values[row][i]


@rule
def work_on_slots(
    phase: int, states: States, after: States, blank: States, shufflers: Shufflers, rows: Rows, values: FloatTable,
    kinds: Numbers, counts: Numbers, deciders: Numbers, firsts: Numbers, taken: Numbers, movers: Numbers,
    ended: Numbers, kept: Rows, kept_values: FloatTable, chance: float, seed: int, low: int, high: int,
) -> None:  # fmt: skip
    """Begin the slots from `low` to before `high`, count their moves, expand them, or choose."""
    if phase == EXPAND:
        expand_slots(states, after, rows, firsts, low, high)
        return
    for slot in range(low, high):
        if phase == BEGIN:
            begin_slot(states, slot, blank, shufflers, kinds, seed)
        elif phase == COUNT:
            counts[slot] = count_bits(states[slot].legal)
            deciders[slot] = states[slot].seat
        else:
            first = firsts[slot]
            choose_answer(states, slot, after, blank, shufflers, kinds, first, values, chance, taken, movers, ended)
            keep_choice(slot, taken[slot], rows, values, kept, kept_values)
