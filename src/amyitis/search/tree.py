"""A tree search for two to four players, compiled as one loop over arrays of nodes and states.

Every node keeps one value per player: each decides for what is best for themselves (max^n). Inside a round the game is
deterministic; at a deal the search draws its own cards, more of them the more often it comes there. A look one step
ahead gives the prior over the moves of a new node; its value is found by playing the round out greedily and looking at
the position at the deal, which is far stronger than looking at once (`docs/figures/strength.md`).
"""

from math import sqrt
from typing import Annotated, Protocol

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.arrays import Numbers, Reals, States, copy_state
from amyitis.engine.exponential import exponential
from amyitis.engine.record import declare_record
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits, lowest_bit
from amyitis.rules.course.chance import Shuffler, draw_deal
from amyitis.rules.questions import FIRST_ACTION, FIRST_DEAL
from amyitis.rules.rule import entry, rule
from amyitis.rules.state import CHANCE as CHANCE_SEAT
from amyitis.rules.state import I1, I2, I4, I8, Fields, State

from .valuation import value_position, win_chances

# Kinds of nodes.
NEW = 0  # never visited: no state, no children
DECISION = 1
DEAL = 2
END = 3

# States at the front of the array that are used to look ahead, not to stay.
TRIAL = 0
SECOND_TRIAL = 1
PLAYED_OUT = 2
FIRST_STATE = 3

# What `counts` holds.
NEXT_NODE = 0
NEXT_STATE = 1

DEALS_A_NODE = 16  # room for the deals drawn at one node
MOST_ANSWERS = 63

# What `options` holds.
EXPLORATION = 0
PRIOR_SHARPNESS = 1
DEFAULT_OPTIONS = (0.25, 16.0)

Real = Annotated[float, "f8"]


class Node(Fields):
    """A moment that the search has considered; its sums grow with every visit."""

    parent: I4
    first: I4  # the first of its children, which lie side by side
    children: I2
    kind: I1
    seat: I1  # who decides here
    action: I8  # the move that led here
    state: I4
    visits: I4
    prior: Real
    guess: Real  # the chance to win that the parent's player was thought to have here before any visit
    wins: Annotated[list[float], "f8", MAX_SEATS]
    prestige: Annotated[list[float], "f8", MAX_SEATS]


class Nodes(Protocol):
    """Nodes side by side."""

    def __getitem__(self, i: int, /) -> Node: ...
    def __len__(self) -> int: ...


declare_record(Node, "Nodes")


@rule
def is_quiet(s: State) -> bool:
    """Whether a position can be valued as it is: no small decision is open."""
    return s.asked in (questions.ACTION, questions.DEAL, questions.OVER)


@rule
def settle(states: States, trial: int, worth: Reals, chances: Reals) -> None:
    """Answer the small decisions of a trial state, each as it looks best at once, until it is quiet."""
    s = states[trial]
    while not is_quiet(s):
        seat = s.seat
        best = -1.0
        choice = 0
        answers = s.legal
        while answers != 0:
            answer = lowest_bit(answers)
            answers &= answers - 1
            copy_state(states, trial, SECOND_TRIAL)
            apply(states[SECOND_TRIAL], FIRST_ACTION[s.asked] + answer)
            value_position(states[SECOND_TRIAL], worth)
            win_chances(states[SECOND_TRIAL], worth, chances)
            if chances[seat] > best:
                best = chances[seat]
                choice = answer
        apply(s, FIRST_ACTION[s.asked] + choice)


@entry
def look_at(states: States, source: int, action: int, worth: Reals, chances: Reals) -> None:
    """What a move from a state would lead to: prestige and chances after it and the small decisions behind it."""
    copy_state(states, source, TRIAL)
    apply(states[TRIAL], action)
    settle(states, TRIAL, worth, chances)
    value_position(states[TRIAL], worth)
    win_chances(states[TRIAL], worth, chances)


@rule
def add_children(nodes: Nodes, states: States, counts: Numbers, node: int, worth: Reals, chances: Reals) -> None:
    """Give a decision its children, each with a guess: the chance to win after a look one step ahead."""
    me = nodes[node]
    s = states[me.state]
    me.kind = DECISION
    me.seat = s.seat
    me.first = counts[NEXT_NODE]
    me.children = count_bits(s.legal)
    counts[NEXT_NODE] += me.children
    answers = s.legal
    for child in range(me.first, me.first + me.children):
        action = FIRST_ACTION[s.asked] + lowest_bit(answers)
        answers &= answers - 1
        look_at(states, me.state, action, worth, chances)
        reset_node(nodes, child, node, action)
        nodes[child].guess = chances[s.seat]


@rule
def set_priors(nodes: Nodes, node: int, sharpness: float) -> None:
    """Moves that look good get more of the search: a softmax over the guesses."""
    first, last = nodes[node].first, nodes[node].first + nodes[node].children
    best = 0.0
    for child in range(first, last):
        best = max(best, nodes[child].guess)
    total = 0.0
    for child in range(first, last):
        nodes[child].prior = exponential((nodes[child].guess - best) * sharpness)
        total += nodes[child].prior
    for child in range(first, last):
        nodes[child].prior /= total


@entry
def reset_node(nodes: Nodes, node: int, parent: int, action: int) -> None:
    """Make a node new, as the child of another."""
    me = nodes[node]
    me.parent = parent
    me.first = 0
    me.children = 0
    me.kind = NEW
    me.seat = 0
    me.action = action
    me.state = 0
    me.visits = 0
    me.prior = 0.0
    me.guess = 0.0
    for p in range(MAX_SEATS):
        me.wins[p] = 0.0
        me.prestige[p] = 0.0


@rule
def enter_state(nodes: Nodes, states: States, counts: Numbers, node: int) -> None:
    """Give a new node its state: its parent's, moved on."""
    me = nodes[node]
    me.state = counts[NEXT_STATE]
    counts[NEXT_STATE] += 1
    copy_state(states, nodes[me.parent].state, me.state)
    apply(states[me.state], me.action)


@rule
def add_deals(nodes: Nodes, counts: Numbers, node: int) -> None:
    """Give a deal room for the cards that will be drawn there."""
    me = nodes[node]
    me.kind = DEAL
    me.seat = CHANCE_SEAT
    me.first = counts[NEXT_NODE]
    counts[NEXT_NODE] += DEALS_A_NODE
    for child in range(me.first, counts[NEXT_NODE]):
        reset_node(nodes, child, node, 0)  # nothing of an earlier tree may be taken for a part of this one


@rule
def expand(nodes: Nodes, states: States, counts: Numbers, options: Reals, node: int, worth: Reals,
           chances: Reals) -> None:  # fmt: skip
    """Make a new node more than a leaf."""
    question = states[nodes[node].state].asked
    if question == questions.OVER:
        nodes[node].kind = END
    elif question == questions.DEAL:
        add_deals(nodes, counts, node)
    else:
        add_children(nodes, states, counts, node, worth, chances)
        set_priors(nodes, node, options[PRIOR_SHARPNESS])


@rule
def best_child(nodes: Nodes, node: int, exploration: float) -> int:
    """The child to visit: what it has brought its player so far, and more for those that deserve a look."""
    me = nodes[node]
    urge = exploration * sqrt(me.visits + 1.0)
    best = -1.0
    choice = me.first
    for child in range(me.first, me.first + me.children):
        it = nodes[child]
        mean = (it.guess + it.wins[me.seat]) / (it.visits + 1.0)
        score = mean + urge * it.prior / (it.visits + 1.0)
        if score > best:
            best = score
            choice = child
    return choice


@rule
def some_deal(nodes: Nodes, states: States, node: int, r: Shuffler) -> int:
    """A child of a deal: a new one while there are few for its visits, else the one visited least."""
    me = nodes[node]
    if me.children < DEALS_A_NODE and me.children * me.children <= me.visits:
        child = me.first + me.children
        me.children += 1
        reset_node(nodes, child, node, FIRST_DEAL + draw_deal(states[me.state], r))
        return child
    choice = me.first
    for child in range(me.first, me.first + me.children):
        if nodes[child].visits < nodes[choice].visits:
            choice = child
    return choice


@rule
def descend(nodes: Nodes, states: States, root: int, exploration: float, r: Shuffler) -> int:
    """Walk from the root to a node that is new, or where the game has ended."""
    node = root
    while nodes[node].kind == DECISION or nodes[node].kind == DEAL:
        if nodes[node].kind == DECISION:
            node = best_child(nodes, node, exploration)
        else:
            node = some_deal(nodes, states, node, r)
    return node


@rule
def back_up(nodes: Nodes, root: int, leaf: int, players: int, worth: Reals, chances: Reals) -> None:
    """Add the values of a leaf to all nodes from it up to the root."""
    node = leaf
    while True:
        me = nodes[node]
        me.visits += 1
        for p in range(players):
            me.wins[p] += chances[p]
            me.prestige[p] += worth[p]
        if node == root:
            return
        node = me.parent


@rule
def play_out_round(states: States, source: int, worth: Reals, chances: Reals, best_worth: Reals,
                   best_chances: Reals) -> None:  # fmt: skip
    """Value a state by playing its round to the end, each player greedily, and looking at what is there then."""
    copy_state(states, source, PLAYED_OUT)
    s = states[PLAYED_OUT]
    while s.asked not in (questions.DEAL, questions.OVER):
        seat = s.seat
        best = -1.0
        choice = 0
        answers = s.legal
        while answers != 0:
            answer = lowest_bit(answers)
            answers &= answers - 1
            look_at(states, PLAYED_OUT, FIRST_ACTION[s.asked] + answer, worth, chances)
            if chances[seat] > best:
                best = chances[seat]
                choice = answer
        apply(s, FIRST_ACTION[s.asked] + choice)
    value_position(s, best_worth)
    win_chances(s, best_worth, best_chances)


@entry
def run_search(nodes: Nodes, states: States, counts: Numbers, options: Reals, r: Shuffler, worth: Reals,
               chances: Reals, best_worth: Reals, best_chances: Reals, root: int, simulations: int) -> int:  # fmt: skip
    """Simulate so many times from the root, or until there is no room; returns how many were made."""
    players = states[nodes[root].state].players
    for made in range(simulations):
        if counts[NEXT_STATE] >= len(states) or counts[NEXT_NODE] + MOST_ANSWERS > len(nodes):
            return made
        leaf = descend(nodes, states, root, options[EXPLORATION], r)
        if nodes[leaf].kind == NEW:
            if leaf != root:
                enter_state(nodes, states, counts, leaf)
            expand(nodes, states, counts, options, leaf, worth, chances)
        play_out_round(states, nodes[leaf].state, worth, chances, best_worth, best_chances)
        back_up(nodes, root, leaf, players, best_worth, best_chances)
    return simulations
