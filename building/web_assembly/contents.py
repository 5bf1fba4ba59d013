"""What goes into WebAssembly: games in loops, the two searches, the networks' forward pass, rollouts for reviews."""

from amyitis.analysis.analyzers.decks import DECK
from amyitis.analysis.analyzers.native_analyzer import TREE_STATES
from amyitis.analysis.analyzers.position_analyzer import READER_PARAMETERS
from amyitis.analysis.analyzers.rollouts import AT_ONCE, ROLLOUT_STATES, roll_out, visits_ahead, walk_down
from amyitis.box.tables import MAX_SEATS
from amyitis.lab.playing import begin_games, choose_actions, deal_crafts, play_games, take_actions
from amyitis.nets.encoding import encode_position
from amyitis.nets.forward import INPUT_ROWS, INPUTS, MOST_ROWS, OUTPUTS, ROW_WIDTH, SUM_ROWS, evaluate
from amyitis.rules.course.chance import start_shuffler
from amyitis.rules.questions import FIRST_ACTION
from amyitis.search import exact, net_searcher, searcher
from amyitis.search.net_tree import (
    FIRST_NET_STATE,
    NET_OPTIONS,
    enter_child,
    forget_visits,
    reset_net_node,
    run_net_search,
)
from amyitis.search.tree import DEFAULT_OPTIONS, FIRST_STATE, look_at, reset_node, run_search

from .keeping import wasm_module

FUNCTIONS = (
    begin_games,
    choose_actions,
    take_actions,
    deal_crafts,
    play_games,
    start_shuffler,
    look_at,
    reset_node,
    run_search,
    encode_position,
    evaluate,
    reset_net_node,
    run_net_search,
    forget_visits,
    enter_child,
    walk_down,
    visits_ahead,
    roll_out,
    exact.solve_pair,
    exact.solve_table,
)

# What callers of the searches must know: how large their arrays are, and where they begin.
NUMBERS = {
    "seats": MAX_SEATS,
    "first_state": FIRST_STATE,
    "first_net_state": FIRST_NET_STATE,
    "nodes_a_state": searcher.NODES_A_STATE,
    "search_stream": searcher.SEARCH_STREAM,
    "chunk": searcher.CHUNK,
    "states_a_millisecond": searcher.STATES_A_MILLISECOND,
    "most_states": searcher.MOST_STATES,
    "states_a_simulation": net_searcher.STATES_A_SIMULATION,
    "states_a_round": net_searcher.STATES_A_ROUND,
    "net_states_a_millisecond": net_searcher.STATES_A_MILLISECOND,
    "most_net_states": net_searcher.MOST_STATES,
    "inputs": INPUTS,
    "outputs": OUTPUTS,
    "row_width": ROW_WIDTH,
    "most_rows": MOST_ROWS,
    "sum_rows": SUM_ROWS,
    "input_rows": INPUT_ROWS,
    "tree_states": TREE_STATES,
    "rollout_states": ROLLOUT_STATES,
    "deck": DECK,
    "at_once": AT_ONCE,
    "depths": exact.DEPTHS,
    "known_positions": 1 << exact.KNOWN_BITS - 2,
    "history": exact.HISTORY,
    "parts_room": exact.PARTS_ROOM,
    "controls": exact.CONTROLS,
}
OPTIONS = {"search": DEFAULT_OPTIONS, "net": NET_OPTIONS}


def web_assembly() -> bytes:
    """The engine as a module of WebAssembly; raises AmyitisError where it cannot be built."""
    return wasm_module(
        FUNCTIONS,
        {"numbers": NUMBERS, "options": OPTIONS, "first_actions": FIRST_ACTION, "reader_parameters": READER_PARAMETERS},
    )
