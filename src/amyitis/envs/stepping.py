"""The loop of the environments as rule functions: an action in each game, the deals after it, and what is seen then.

Nothing is done in Python for a game: moves, deals, observations, masks, rewards and new games are one compiled loop.
"""

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.arrays import Numbers, Rows, Shufflers, States, fetch_state
from amyitis.nets.encoding import encode_position, legal_mask
from amyitis.nets.forward import FloatTable
from amyitis.rules import questions
from amyitis.rules.apply import apply, is_legal
from amyitis.rules.bits import count_bits, has_bit, nth_bit
from amyitis.rules.chance import DEALS, MASK, MOVES, Shuffler, draw_below, draw_deal, start_shuffler
from amyitis.rules.questions import FIRST_ACTION, FIRST_DEAL
from amyitis.rules.rule import rule
from amyitis.rules.scoring import winners
from amyitis.rules.setup import new_game
from amyitis.rules.state import State

# How a game is judged when it is over.
WIN_SHARE, MARGIN, SCORE = range(3)
# What happens where a game is over: a new one at once, with the next step, or none until it is asked for.
SAME_STEP, NEXT_STEP, DISABLED = range(3)
# What became of an action.
TAKEN, NOT_LEGAL, IGNORED = range(3)

SCALE = 1.0 / 100  # of prestige in rewards
ALL_SEATS = -1  # whoever has to decide is asked; else one seat alone, and the others play at random


@rule
def go_on(s: State, deals: Shuffler, moves: Shuffler, mine: int) -> None:
    """4.1: deal where a deal is due and let the other seats play, until somebody must decide or the game is over."""
    while s.asked != questions.OVER:
        if s.asked == questions.DEAL:
            apply(s, FIRST_DEAL + draw_deal(s, deals))
        elif mine >= 0 and s.seat != mine:
            apply(s, FIRST_ACTION[s.asked] + nth_bit(s.legal, draw_below(moves, count_bits(s.legal))))
        else:
            return


@rule
def start_streams(deals: Shufflers, moves: Shufflers, seeds: Numbers, i: int) -> None:
    """Begin the generators of a game: one for its deals, one for seats that play at random."""
    start_shuffler(deals[i], seeds[i] & MASK, seeds[i] >> 32, DEALS)
    start_shuffler(moves[i], seeds[i] & MASK, seeds[i] >> 32, MOVES)


@rule
def begin_seed(
    states: States, i: int, blank: States, deals: Shufflers, moves: Shufflers, seeds: Numbers, mine: Numbers,
    players: int, limited_supply: bool, palace: bool,
) -> None:  # fmt: skip
    """2: set up the game of its seed, and deal."""
    fetch_state(states, i, blank, 0)
    start_streams(deals, moves, seeds, i)
    new_game(states[i], players, limited_supply, palace, deals[i])
    go_on(states[i], deals[i], moves[i], mine[i])


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
def see(s: State, last: int, rows: Rows, masks: Rows, deciders: Numbers, i: int) -> None:
    """What the one who decides sees and may do; in a game that is over, what the last one sees who decided."""
    deciders[i] = last if s.asked == questions.OVER else s.seat
    encode_position(s, deciders[i], rows[i])
    legal_mask(s, masks[i])


@rule
def look(states: States, viewers: Numbers, rows: Rows) -> None:
    """What a seat of each game sees, whoever decides."""
    for i in range(len(states)):
        encode_position(states[i], viewers[i], rows[i])


@rule
def begin_games(
    states: States, deals: Shufflers, moves: Shufflers, seeds: Numbers, mine: Numbers, chosen: Numbers, rows: Rows,
    masks: Rows, deciders: Numbers, ended: Numbers, blank: States, players: int, limited_supply: bool, palace: bool,
) -> None:  # fmt: skip
    """Begin the games that are chosen, each with its seed."""
    for i in range(len(states)):
        if chosen[i] != 0:
            begin_seed(states, i, blank, deals, moves, seeds, mine, players, limited_supply, palace)
            ended[i] = 0
            see(states[i], deciders[i], rows, masks, deciders, i)


@rule
def enter_games(
    states: States, deals: Shufflers, moves: Shufflers, seeds: Numbers, mine: Numbers, chosen: Numbers, rows: Rows,
    masks: Rows, deciders: Numbers, ended: Numbers,
) -> None:  # fmt: skip
    """Go on from the states that are there in the games that are chosen, with the deals of their seeds."""
    for i in range(len(states)):
        if chosen[i] != 0:
            start_streams(deals, moves, seeds, i)
            go_on(states[i], deals[i], moves[i], mine[i])
            ended[i] = 1 if states[i].asked == questions.OVER else 0
            see(states[i], deciders[i], rows, masks, deciders, i)


@rule
def step_games(
    states: States, deals: Shufflers, moves: Shufflers, seeds: Numbers, mine: Numbers, actions: Numbers, rows: Rows,
    masks: Rows, last_rows: Rows, deciders: Numbers, movers: Numbers, rewards: FloatTable, ended: Numbers,
    outcome: Numbers, blank: States, kind: int, mode: int, stride: int, players: int, limited_supply: bool,
    palace: bool,
) -> None:  # fmt: skip
    """Take an action in each game and go on to its next decision.

    `movers` says who acted. Where the game ended, `ended` is 1, the rewards say what it brought, and the row that its
    last decider would have seen is kept in `last_rows`; the next game of this place has the seed `stride` further on.
    An action that is not legal changes nothing.
    """
    for i in range(len(states)):
        for p in range(MAX_SEATS):
            rewards[i][p] = 0.0
        movers[i] = deciders[i]
        outcome[i] = TAKEN
        if ended[i] != 0 and mode != SAME_STEP:
            outcome[i] = IGNORED
            if mode == NEXT_STEP:
                seeds[i] += stride
                begin_seed(states, i, blank, deals, moves, seeds, mine, players, limited_supply, palace)
                ended[i] = 0
                see(states[i], deciders[i], rows, masks, deciders, i)
        elif not is_legal(states[i], actions[i]):
            outcome[i] = NOT_LEGAL
            ended[i] = 0
        else:
            apply(states[i], actions[i])
            go_on(states[i], deals[i], moves[i], mine[i])
            ended[i] = 0
            if states[i].asked == questions.OVER:
                ended[i] = 1
                judge(states[i], kind, rewards, i)
                encode_position(states[i], movers[i], last_rows[i])
                if mode == SAME_STEP:
                    seeds[i] += stride
                    begin_seed(states, i, blank, deals, moves, seeds, mine, players, limited_supply, palace)
            see(states[i], deciders[i], rows, masks, deciders, i)
