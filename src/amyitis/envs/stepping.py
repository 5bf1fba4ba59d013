"""The loop of the environments as rule functions: an action in each game, the deals after it, and what is seen then.

Nothing is done in Python for a game: moves, deals, observations, masks, rewards and new games are one compiled loop
(`vector.py`), or one thread of a GPU for each game (`gpu_vector.py`).
"""

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.arrays import Numbers, Row, Rows, Shufflers, States, fetch_state
from amyitis.nets.encoding import encode_position, legal_mask
from amyitis.nets.forward import FloatTable
from amyitis.rules import questions
from amyitis.rules.apply import apply, is_legal
from amyitis.rules.bits import count_bits, has_bit, nth_bit
from amyitis.rules.course.chance import DEALS, MASK, MOVES, Shuffler, draw_below, draw_deal, start_shuffler
from amyitis.rules.course.scoring import winners
from amyitis.rules.course.setup import new_game
from amyitis.rules.questions import FIRST_ACTION, FIRST_DEAL
from amyitis.rules.rule import entry, rule
from amyitis.rules.state import State

# What is done: begin games of their seeds, enter states that are given, or take an action in each game.
BEGIN, ENTER, STEP = range(3)
# How a game is judged when it is over.
WIN_SHARE, MARGIN, SCORE = range(3)
# What happens where a game is over: a new one at once, with the next step, or none until it is asked for.
SAME_STEP, NEXT_STEP, DISABLED = range(3)
# What became of an action.
TAKEN, NOT_LEGAL, IGNORED = range(3)

NO_ACTION = -1
SCALE = 1.0 / 100  # of prestige in rewards
ALL_SEATS = -1  # the seat to decide is asked; else one seat alone, and the others play at random


@rule
def go_on(s: State, deals: Shuffler, moves: Shuffler, mine: int, action: int) -> None:
    """4.1: take an action, if there is one; then deal where a deal is due and let the other seats play.

    It ends where somebody must decide, or the game is over.
    """
    while True:
        if action != NO_ACTION:
            apply(s, action)
        if s.asked == questions.OVER:
            return
        if s.asked == questions.DEAL:
            action = FIRST_DEAL + draw_deal(s, deals)
        elif mine >= 0 and s.seat != mine:
            action = FIRST_ACTION[s.asked] + nth_bit(s.legal, draw_below(moves, count_bits(s.legal)))
        else:
            return


@rule
def start_streams(deals: Shufflers, moves: Shufflers, seeds: Numbers, i: int) -> None:
    """Begin the generators of a game: one for its deals, one for seats that play at random."""
    start_shuffler(deals[i], seeds[i] & MASK, seeds[i] >> 32, DEALS)
    start_shuffler(moves[i], seeds[i] & MASK, seeds[i] >> 32, MOVES)


@rule
def set_up(
    states: States, i: int, blank: States, deals: Shufflers, moves: Shufflers, seeds: Numbers, players: int,
) -> None:  # fmt: skip
    """2: set up the game of its seed."""
    fetch_state(states, i, blank, 0)
    start_streams(deals, moves, seeds, i)
    new_game(states[i], players, deals[i])


@rule
def judge(s: State, kind: int, rewards: FloatTable, i: int) -> None:
    """11.3: what the end of a game brings each seat; seats that are not in the game get 0."""
    best = winners(s)
    for p in range(s.players):
        if kind == WIN_SHARE:
            if has_bit(best, p):
                rewards[i][p] = 1.0 / count_bits(best)
        elif kind == SCORE:
            rewards[i][p] = s.seats[p].prestige * SCALE
        else:
            other = -1
            for q in range(s.players):
                if q != p and s.seats[q].prestige > other:
                    other = s.seats[q].prestige
            rewards[i][p] = (s.seats[p].prestige - other) * SCALE


@rule
def see(s: State, last: int, row: Row, mask: Row) -> int:
    """What the one who decides sees and may do; in a game that is over, what the last one sees who decided.

    Returns that seat.
    """
    viewer = last if s.asked == questions.OVER else s.seat
    encode_position(s, viewer, row)
    legal_mask(s, mask)
    return viewer


@entry
def look(states: States, viewers: Numbers, rows: Rows) -> None:
    """What a seat of each game sees, the player to decide."""
    for i in range(len(states)):
        encode_position(states[i], viewers[i], rows[i])


@entry
def look_ahead(states: States, trials: States, actions: Numbers, rows: Rows, outcome: Numbers) -> None:
    """What who decides in each game would see right after an action, before any deal; the games stay as they are."""
    for i in range(len(states)):
        fetch_state(trials, 0, states, i)
        outcome[i] = TAKEN if is_legal(trials[0], actions[i]) else NOT_LEGAL
        if outcome[i] == TAKEN:
            apply(trials[0], actions[i])
        encode_position(trials[0], states[i].seat, rows[i])


@entry
def play_games(
    phase: int, showing: bool, states: States, deals: Shufflers, moves: Shufflers, seeds: Numbers, mine: Numbers,
    chosen: Numbers, actions: Numbers, rows: Rows, masks: Rows, last_rows: Rows, deciders: Numbers, movers: Numbers,
    rewards: FloatTable, ended: Numbers, outcome: Numbers, blank: States, kind: int, mode: int, stride: int,
    players: int, first: int, last: int,
) -> None:  # fmt: skip
    """Begin or enter the games from the first to the last that are chosen, or take an action in each; then go on.

    After an action `movers` says who acted. Where the game ended, `ended` is 1, the rewards say what it brought, and
    the row that its last decider would have seen is kept in `last_rows`; the next game of this place has the seed
    `stride` further on. An action that is not legal changes nothing. Then `chosen` says where there is something new,
    and if it is asked for, `rows` and `masks` show it.

    (One function for all of it: each that is compiled holds all rules, and to call one for each game would cost a
    tenth of a step.)
    """
    for i in range(first, last):
        action = NO_ACTION
        anew = phase == BEGIN
        if phase == STEP:
            chosen[i] = 1
            for p in range(MAX_SEATS):
                rewards[i][p] = 0.0
            movers[i] = deciders[i]
            outcome[i] = TAKEN
            if ended[i] != 0 and mode != SAME_STEP:
                outcome[i] = IGNORED
                if mode == NEXT_STEP:
                    anew = True
                    seeds[i] += stride
                else:
                    chosen[i] = 0
            else:
                ended[i] = 0
                action = actions[i]
                if not is_legal(states[i], action):
                    outcome[i] = NOT_LEGAL
                    chosen[i] = 0
        elif phase == ENTER and chosen[i] != 0:
            start_streams(deals, moves, seeds, i)
        if chosen[i] != 0:
            ended[i] = 0
            while True:  # once, or twice where a game ends and the next one begins
                if anew:
                    set_up(states, i, blank, deals, moves, seeds, players)
                    action = NO_ACTION
                go_on(states[i], deals[i], moves[i], mine[i], action)
                if anew or states[i].asked != questions.OVER:
                    break
                ended[i] = 1
                if phase == ENTER:
                    break
                judge(states[i], kind, rewards, i)
                encode_position(states[i], movers[i], last_rows[i])
                if mode != SAME_STEP:
                    break
                anew = True
                seeds[i] += stride
            if showing:
                deciders[i] = see(states[i], deciders[i], rows[i], masks[i])
