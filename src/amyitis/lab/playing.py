"""Games in one loop over an array of states: no strings, no events, no history.

Rule functions all, so that they run plain, compiled for the CPU, or on a GPU. The game of a seed draws its set-up and
deals from one stream and its random moves from another, so a game can be played again whatever batch it was in.
"""

from amyitis.engine.arrays import Numbers, Shufflers, States, Table
from amyitis.rules import questions
from amyitis.rules.apply import apply, is_legal
from amyitis.rules.bits import count_bits, nth_bit
from amyitis.rules.checks.invariants import FAULT_TEXTS, find_faults
from amyitis.rules.course.chance import DEALS, MASK, MOVES, Shuffler, draw_below, draw_deal, start_shuffler
from amyitis.rules.course.scoring import winners
from amyitis.rules.course.setup import new_game
from amyitis.rules.questions import FIRST_ACTION, FIRST_DEAL
from amyitis.rules.rule import entry, rule
from amyitis.rules.state import State

# What is kept of a game: the columns of a table of results.
DECISIONS = 0
ROUNDS = 1
WINNERS = 2  # a set of seats
FAULTS = 3  # a set: 0 for a sound game
PLY = 4  # how many moves, deals included, were made when the fault was found
SCORES = 5  # the first of four columns
COLUMNS = 9

# What can be wrong with a game besides what can be wrong with a position.
ILLEGAL_MOVE = len(FAULT_TEXTS)
ENDLESS = ILLEGAL_MOVE + 1
GAME_FAULTS = (*FAULT_TEXTS, "a move that was offered is not legal", "the game does not end")
MOVE_LIMIT = 20_000


@rule
def random_action(s: State, deals: Shuffler, moves: Shuffler) -> int:
    """A random legal answer to the open question: a deal from one generator, a move from the other."""
    if s.asked == questions.DEAL:
        return FIRST_DEAL + draw_deal(s, deals)
    return FIRST_ACTION[s.asked] + nth_bit(s.legal, draw_below(moves, count_bits(s.legal)))


@rule
def play_randomly(s: State, deals: Shuffler, moves: Shuffler) -> int:
    """Play a game to its end with random legal moves; returns the number of decisions."""
    decisions = 0
    while s.asked != questions.OVER:
        if s.asked != questions.DEAL:
            decisions += 1
        apply(s, random_action(s, deals, moves))
    return decisions


@rule
def play_checked(s: State, deals: Shuffler, moves: Shuffler, result: Numbers) -> int:
    """The same game, with every position and every move checked; the first fault is kept and ends it."""
    decisions = 0
    ply = 0
    faults = find_faults(s)
    while faults == 0 and s.asked != questions.OVER:
        if s.asked != questions.DEAL:
            decisions += 1
        action = random_action(s, deals, moves)
        if is_legal(s, action):
            apply(s, action)
            ply += 1
            faults = find_faults(s)
        else:
            faults = 1 << ILLEGAL_MOVE
        if ply >= MOVE_LIMIT:
            faults |= 1 << ENDLESS
    result[FAULTS] = faults
    result[PLY] = ply
    return decisions


@rule
def begin_game(s: State, deals: Shuffler, moves: Shuffler, low: int, high: int, players: int) -> None:
    """2: set up the game of a seed, given as its upper 32 bits and the rest, in a state that only tells its rules."""
    start_shuffler(deals, low & MASK, high + (low >> 32), DEALS)
    start_shuffler(moves, low & MASK, high + (low >> 32), MOVES)
    new_game(s, players, deals)


@entry
def enter_games(deals: Shufflers, moves: Shufflers, low: int, high: int) -> None:
    """Begin the generators of games that are on the table already, for a seed and those that follow it."""
    for i in range(len(deals)):
        start_shuffler(deals[i], (low + i) & MASK, high + ((low + i) >> 32), DEALS)
        start_shuffler(moves[i], (low + i) & MASK, high + ((low + i) >> 32), MOVES)


@entry
def begin_games(states: States, deals: Shufflers, moves: Shufflers, low: int, high: int, players: int) -> None:
    """2: set up a game in each state, for a seed and those that follow it."""
    for i in range(len(states)):
        begin_game(states[i], deals[i], moves[i], low + i, high, players)


@rule
def note_result(s: State, decisions: int, result: Numbers) -> None:
    """Write down how a game ended."""
    result[DECISIONS] = decisions
    result[ROUNDS] = s.round_no
    result[WINNERS] = winners(s)
    for p in range(s.players):
        result[SCORES + p] = s.seats[p].prestige


@entry
def play_games(states: States, deals: Shufflers, moves: Shufflers, results: Table) -> None:
    """Play every game to its end with random moves."""
    for i in range(len(states)):
        note_result(states[i], play_randomly(states[i], deals[i], moves[i]), results[i])


@entry
def check_games(states: States, deals: Shufflers, moves: Shufflers, results: Table) -> None:
    """Play every game to its end with random moves, each position checked."""
    for i in range(len(states)):
        note_result(states[i], play_checked(states[i], deals[i], moves[i], results[i]), results[i])


@entry
def choose_actions(states: States, deals: Shufflers, moves: Shufflers, actions: Numbers) -> None:
    """A random legal action for each game, deals included; -1 where it is over."""
    for i in range(len(states)):
        actions[i] = -1
        if states[i].asked != questions.OVER:
            actions[i] = random_action(states[i], deals[i], moves[i])


@entry
def take_actions(states: States, actions: Numbers, taken: Numbers) -> int:
    """Apply an action to each game, if it is legal there; writes 1 where it was, and returns how many were."""
    count = 0
    for i in range(len(states)):
        taken[i] = 0
        if is_legal(states[i], actions[i]):
            apply(states[i], actions[i])
            taken[i] = 1
            count += 1
    return count


@entry
def deal_crafts(states: States, deals: Shufflers) -> int:
    """4.1: deal in each game that waits for it; returns how many did."""
    count = 0
    for i in range(len(states)):
        if states[i].asked == questions.DEAL:
            apply(states[i], FIRST_DEAL + draw_deal(states[i], deals[i]))
            count += 1
    return count
