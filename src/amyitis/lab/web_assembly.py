"""What goes into WebAssembly: games in loops, the two searches, and the networks' forward pass."""

from amyitis.engine.wasm.keeping import wasm_module
from amyitis.nets.encoding import encode_position
from amyitis.nets.forward import evaluate
from amyitis.rules.chance import start_shuffler
from amyitis.search.net_tree import reset_net_node, run_net_search
from amyitis.search.tree import look_at, reset_node, run_search

from .playing import begin_games, choose_actions, deal_crafts, play_games, take_actions

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
)


def web_assembly() -> bytes:
    """The engine as a module of WebAssembly; raises AmyitisError where it cannot be built."""
    return wasm_module(FUNCTIONS)
