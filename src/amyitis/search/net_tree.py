"""A tree search that values positions with a network.

The tree stays inside a round, which is deterministic: every simulation goes on to the deal, or to the end of the game,
and what is backed up is the network's answer there. (Answers in the middle of a turn are worth far less.) When a moment
is reached for the first time, the network looks at the position after every move at once: that gives the prior over the
moves, the first guess of each, and the values of those that end the round.
"""

from math import sqrt
from typing import Annotated, Protocol

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.arrays import Numbers, Reals, Rows, Shorts, ShortTable, States, WholeTable, copy_state
from amyitis.engine.exponential import exponential
from amyitis.engine.record import declare_record
from amyitis.nets.encoding import encode_position
from amyitis.nets.forward import FloatTable, evaluate
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits, lowest_bit
from amyitis.rules.questions import FIRST_ACTION
from amyitis.rules.rule import entry, rule
from amyitis.rules.state import I1, I2, I4, I8, Fields

from .tree import DECISION, END, EXPLORATION, MOST_ANSWERS, NEW, NEXT_NODE, NEXT_STATE, PRIOR_SHARPNESS

TRIAL = 0  # the state that is used to look ahead
FIRST_NET_STATE = 1

NET_OPTIONS = (0.25, 1 / 0.03)  # exploration, sharpness of the prior
MARGIN_WEIGHT = 0.1 / 20  # of a prestige ahead of the best other, beside the win share

Real = Annotated[float, "f8"]


class NetNode(Fields):
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
    guess: Real  # what the parent's player was thought to have here before any visit
    look_wins: Annotated[list[float], "f8", MAX_SEATS]  # the network's answer for this position
    look_prestige: Annotated[list[float], "f8", MAX_SEATS]
    wins: Annotated[list[float], "f8", MAX_SEATS]
    prestige: Annotated[list[float], "f8", MAX_SEATS]
    worth: Annotated[list[float], "f8", MAX_SEATS]


class NetNodes(Protocol):
    """Nodes side by side."""

    def __getitem__(self, i: int, /) -> NetNode: ...
    def __len__(self) -> int: ...


declare_record(NetNode, "NetNodes")


@entry
def reset_net_node(nodes: NetNodes, node: int, parent: int, action: int) -> None:
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
        me.look_wins[p] = 0.0
        me.look_prestige[p] = 0.0
        me.wins[p] = 0.0
        me.prestige[p] = 0.0
        me.worth[p] = 0.0


@rule
def row_worth(out: FloatTable, row: int, players: int) -> float:
    """What the decider wants of a row of the network's answers: the win share first, the margin second."""
    best = -1000.0
    for other in range(1, players):
        best = max(best, float(out[row][MAX_SEATS + other]))
    return float(out[row][0]) + MARGIN_WEIGHT * (float(out[row][MAX_SEATS]) - best)


@rule
def best_look(out: FloatTable, count: int, players: int) -> int:
    """The best of the first rows of the network's answers, as the decider sees them."""
    choice = 0
    best = row_worth(out, 0, players)
    for row in range(1, count):
        worth = row_worth(out, row, players)
        if worth > best:
            best = worth
            choice = row
    return choice


@rule
def look_worth(me: NetNode, p: int, players: int) -> float:
    """What a player wants: the win share first, the margin second."""
    best = -1000.0
    for other in range(players):
        if other != p:
            best = max(best, me.look_prestige[other])
    return me.look_wins[p] + MARGIN_WEIGHT * (me.look_prestige[p] - best)


@rule
def look_at_moves(
    states: States, source: int, weights: Shorts, biases: WholeTable, scales: Reals, rows: Rows, sums: WholeTable,
    inputs: ShortTable, pairs: Numbers, out: FloatTable,
) -> int:  # fmt: skip
    """The network's answers for the positions after every legal move, as the decider sees them; returns how many."""
    s = states[source]
    answers = s.legal
    count = 0
    while answers != 0:
        copy_state(states, source, TRIAL)
        apply(states[TRIAL], FIRST_ACTION[s.asked] + lowest_bit(answers))
        answers &= answers - 1
        encode_position(states[TRIAL], s.seat, rows[count])
        count += 1
    evaluate(s.seat, count, weights, biases, scales, rows, sums, inputs, pairs, out)
    return count


@rule
def set_net_priors(nodes: NetNodes, node: int, sharpness: float) -> None:
    """Moves that look good get more of the search: a softmax over the guesses."""
    first, last = nodes[node].first, nodes[node].first + nodes[node].children
    best = nodes[first].guess
    for child in range(first, last):
        best = max(best, nodes[child].guess)
    total = 0.0
    for child in range(first, last):
        nodes[child].prior = exponential((nodes[child].guess - best) * sharpness)
        total += nodes[child].prior
    for child in range(first, last):
        nodes[child].prior /= total


@entry
def forget_visits(nodes: NetNodes, root: int) -> None:
    """Forget all visits from a node down that was the root when they were made, but not what the network said there."""
    node = root
    while True:
        me = nodes[node]
        visited = me.visits > 0
        if visited:
            me.visits = 0
            for p in range(MAX_SEATS):
                me.wins[p] = 0.0
                me.prestige[p] = 0.0
                me.worth[p] = 0.0
        if visited and me.kind == DECISION:
            node = me.first
        else:
            while node != root:
                parent = nodes[nodes[node].parent]
                if node + 1 < parent.first + parent.children:
                    break
                node = nodes[node].parent
            if node == root:
                return
            node += 1


@entry
def enter_child(nodes: NetNodes, states: States, counts: Numbers, node: int, action: int) -> int:
    """The child of a node after a move, its position made if it was never visited."""
    child = nodes[node].first
    while nodes[child].action != action:
        child += 1
    me = nodes[child]
    if me.state == 0:
        me.state = counts[NEXT_STATE]
        counts[NEXT_STATE] += 1
        copy_state(states, nodes[node].state, me.state)
        apply(states[me.state], action)
    return child


@rule
def expand_moment(
    nodes: NetNodes, states: States, counts: Numbers, node: int,
    weights: Shorts, biases: WholeTable, scales: Reals, rows: Rows, sums: WholeTable,
    inputs: ShortTable, pairs: Numbers, out: FloatTable,
) -> None:  # fmt: skip
    """Make a new node more than a leaf: its children, valued by the network; or the end of a round or of the game."""
    me = nodes[node]
    s = states[me.state]
    if s.asked in (questions.DEAL, questions.OVER):
        me.kind = END
        return
    me.kind = DECISION
    me.seat = s.seat
    me.first = counts[NEXT_NODE]
    me.children = count_bits(s.legal)
    counts[NEXT_NODE] += me.children
    look_at_moves(states, me.state, weights, biases, scales, rows, sums, inputs, pairs, out)
    answers = s.legal
    for i in range(me.children):
        child = me.first + i
        reset_net_node(nodes, child, node, FIRST_ACTION[s.asked] + lowest_bit(answers))
        answers &= answers - 1
        for r in range(s.players):
            p = (s.seat + r) % s.players
            nodes[child].look_wins[p] = float(out[i][r])
            nodes[child].look_prestige[p] = float(out[i][MAX_SEATS + r])
        nodes[child].guess = look_worth(nodes[child], s.seat, s.players)


@rule
def best_net_child(nodes: NetNodes, node: int, exploration: float) -> int:
    """The child to visit: what it has brought its player so far, and more for those that deserve a look."""
    me = nodes[node]
    urge = exploration * sqrt(me.visits + 1.0)
    best = -1000.0
    choice = me.first
    for child in range(me.first, me.first + me.children):
        it = nodes[child]
        mean = (it.guess + it.worth[me.seat]) / (it.visits + 1.0)
        score = mean + urge * it.prior / (it.visits + 1.0)
        if score > best:
            best = score
            choice = child
    return choice


@rule
def back_up_look(nodes: NetNodes, root: int, leaf: int, players: int) -> None:
    """Add the network's answer at a leaf to all nodes from it up to the root."""
    end = nodes[leaf]
    node = leaf
    while True:
        me = nodes[node]
        me.visits += 1
        for p in range(players):
            me.wins[p] += end.look_wins[p]
            me.prestige[p] += end.look_prestige[p]
            me.worth[p] += look_worth(end, p, players)
        if node == root:
            return
        node = me.parent


@entry
def run_net_search(
    nodes: NetNodes, states: States, counts: Numbers, options: Reals, root: int, simulations: int,
    weights: Shorts, biases: WholeTable, scales: Reals, rows: Rows, sums: WholeTable,
    inputs: ShortTable, pairs: Numbers, out: FloatTable,
) -> int:  # fmt: skip
    """Simulate so many times from the root, or until there is no room; returns how many were made.

    With none at all the moves of the root are looked at, once each.
    """
    players = states[nodes[root].state].players
    if simulations == 0 and nodes[root].kind == NEW:
        expand_moment(nodes, states, counts, root, weights, biases, scales, rows, sums, inputs, pairs, out)
    for made in range(simulations):
        node = root
        while nodes[node].kind == NEW or nodes[node].kind == DECISION:
            me = nodes[node]
            if me.kind == NEW:
                if counts[NEXT_STATE] >= len(states) or counts[NEXT_NODE] + MOST_ANSWERS > len(nodes):
                    return made
                if node != root:
                    me.state = counts[NEXT_STATE]
                    counts[NEXT_STATE] += 1
                    copy_state(states, nodes[me.parent].state, me.state)
                    apply(states[me.state], me.action)
                expand_moment(nodes, states, counts, node, weights, biases, scales, rows, sums, inputs, pairs, out)
            if me.kind == DECISION:
                if me.visits == 0:  # not before: each reader has a sharpness of its own
                    set_net_priors(nodes, node, options[PRIOR_SHARPNESS])
                node = best_net_child(nodes, node, options[EXPLORATION])
        back_up_look(nodes, root, node, players)
    return simulations
