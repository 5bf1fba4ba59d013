"""Rollouts of one position as one compiled loop: the round as a tree reads it, then the deal, then the network.

A rollout begins where a tree that was grown before ends the round, each seat by the move that was visited most. The
Craft cards are dealt, and the network says what the position is worth to every seat. For comparison the
network can also play on for some rounds, or to the end of the game.

All chance of the rollout number `i` comes from streams of a seed that belong to `i` and to the round. So two moves of
one position that are rolled out with the same seed meet the same deals: they are paired, and what is left in their
difference is the moves. The deals themselves balance each other (`decks.py`).
"""

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.arrays import (
    Numbers,
    Reals,
    Rows,
    Shorts,
    ShortTable,
    Shufflers,
    States,
    WholeTable,
    fetch_state,
)
from amyitis.nets.encoding import encode_position
from amyitis.nets.forward import Floats, FloatTable, answer, first_layer, keep_row
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import nth_bit
from amyitis.rules.course.chance import draw_deal, start_shuffler
from amyitis.rules.questions import FIRST_ACTION, FIRST_DEAL
from amyitis.rules.rule import entry, rule
from amyitis.search.net_tree import NetNodes, best_look, look_at_moves
from amyitis.search.tree import DECISION

from .decks import FIRST_STREAM, STREAMS, shuffle_deck, turned_deal

PLAYED = 1  # the state that a rollout plays on; the one before it is for looking ahead
ROLLOUT_STATES = 2
AT_ONCE = -1  # rounds to be played: not even a deal


@entry
def walk_down(nodes: NetNodes, root: int) -> int:
    """The node at the end of a line: from a root as far as it was visited, each seat by the move visited most."""
    node = root
    while nodes[node].kind == DECISION:
        me = nodes[node]
        best = me.first
        for child in range(me.first + 1, me.first + me.children):
            if nodes[child].visits > nodes[best].visits:
                best = child
        if nodes[best].visits == 0:
            return node
        node = best
    return node


@entry
def visits_ahead(nodes: NetNodes, node: int) -> int:
    """By how many visits the most visited move of a decision leads; 0 before any visit."""
    me = nodes[node]
    most = 0
    second = 0
    for child in range(me.first, me.first + me.children):
        visits = nodes[child].visits
        if visits > most:
            second = most
            most = visits
        elif visits > second:
            second = visits
    return most - second


@rule
def play_round(
    states: States, weights: Shorts, biases: WholeTable, scales: Reals, rows: Rows, sums: WholeTable,
    inputs: ShortTable, pairs: Numbers, out: FloatTable,
) -> None:  # fmt: skip
    """Play to the next deal or the end of the game, each seat as the network likes it best at once."""
    s = states[PLAYED]
    while s.asked not in (questions.DEAL, questions.OVER):
        choice = 0
        if s.legal & (s.legal - 1) != 0:
            count = look_at_moves(states, PLAYED, weights, biases, scales, rows, sums, inputs, pairs, out)
            choice = best_look(out, count, s.players)
        apply(s, FIRST_ACTION[s.asked] + nth_bit(s.legal, choice))


@rule
def settle(
    states: States, weights: Shorts, biases: WholeTable, scales: Reals, rows: Rows, sums: WholeTable,
    inputs: ShortTable, pairs: Numbers, out: FloatTable, values: Floats,
) -> None:  # fmt: skip
    """What the network says of the position, asked from every seat: win shares first, then prestige."""
    s = states[PLAYED]
    for viewer in range(s.players):
        encode_position(s, viewer, rows[viewer])
        keep_row(weights, rows, viewer, viewer, sums, inputs, pairs)
        first_layer(weights, biases, rows, viewer, viewer, sums, inputs, pairs)
    answer(s.players, weights, biases, scales, rows, sums, inputs, pairs, out)
    for p in range(s.players):
        wins = 0.0
        prestige = 0.0
        for viewer in range(s.players):
            place = (p - viewer + s.players) % s.players
            wins += float(out[viewer][place])
            prestige += float(out[viewer][MAX_SEATS + place])
        values[p] = wins / s.players
        values[MAX_SEATS + p] = prestige / s.players


@entry
def roll_out(
    tree_states: States, end: int, states: States, shufflers: Shufflers, deck: Numbers, low: int, high: int,
    first: int, rounds: int, weights: Shorts, biases: WholeTable, scales: Reals, rows: Rows, sums: WholeTable,
    inputs: ShortTable, pairs: Numbers, out: FloatTable, values: FloatTable,
) -> None:  # fmt: skip
    """Rollouts from a state of a tree, one for each row of `values`, with the decks from number `first` on.

    So many rounds are played beyond the deal: usually none. With -1 not even the cards are dealt.
    """
    r = shufflers[0]
    cards = 0
    shuffled = first
    turn = 0
    for i in range(len(values)):
        fetch_state(states, PLAYED, tree_states, end)
        s = states[PLAYED]
        if turn == cards:
            start_shuffler(r, low, high, FIRST_STREAM + STREAMS * shuffled)
            cards = shuffle_deck(s, r, deck)
            shuffled += 1
            turn = 0
        for round_no in range(rounds + 1):
            if round_no > 0:
                play_round(states, weights, biases, scales, rows, sums, inputs, pairs, out)
            if s.asked == questions.DEAL:
                if round_no == 0:
                    apply(s, FIRST_DEAL + turned_deal(s.players, deck, cards, turn))
                else:
                    start_shuffler(r, low, high, FIRST_STREAM + STREAMS * (cards * (shuffled - 1) + turn) + round_no)
                    apply(s, FIRST_DEAL + draw_deal(s, r))
        settle(states, weights, biases, scales, rows, sums, inputs, pairs, out, values[i])
        turn += 1
