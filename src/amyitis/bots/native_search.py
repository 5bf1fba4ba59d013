"""`NativeSearch`: runs the search requests of a bot with the compiled searchers of this machine."""

from functools import cached_property

from amyitis.engine.compiled import engine
from amyitis.nets.network import find_network
from amyitis.search.evaluation import MoveEvaluation
from amyitis.search.native_solver import native_solver
from amyitis.search.net_searcher import NetSearcher
from amyitis.search.searcher import Searcher, first_look
from amyitis.search.solver import Solver, may_end, proven_first
from amyitis.search.tree import look_at

from .searching import HAND, LOOK, SearchRequest

KNOWN_BITS = 17  # of a bot's solver: 3 MB


class NativeSearch:
    """A `SearchRunner` for one bot: a searcher of each kind, made when it is needed first."""

    def __init__(self) -> None:
        self._hand: Searcher | None = None
        self._net: NetSearcher | None = None

    def prepare(self, request: SearchRequest) -> None:
        """Load the code and the network that such a request needs."""
        if request.kind == LOOK:
            engine(look_at)
        elif request.kind == HAND:
            self._hand_searcher(request)
        else:
            self._net_searcher(request)

    def run(self, request: SearchRequest) -> list[MoveEvaluation]:
        """Returns the evaluation of every move, the best first, proven where it can be; raises NetworkRefused."""
        if request.kind == LOOK:
            return first_look(request.state)
        if request.kind == HAND:
            return self._run_by_hand(request)
        moves = self._net_searcher(request).search(request.state, request.simulations)
        if not request.nodes or not may_end(request.state):
            return moves
        return proven_first(self._solver, request.state, moves, request.nodes)

    @cached_property
    def _solver(self) -> Solver:
        return native_solver(KNOWN_BITS)

    def _run_by_hand(self, request: SearchRequest) -> list[MoveEvaluation]:
        """The search with the hand-made evaluation; of moves that it never visited, its look at them."""
        moves = self._hand_searcher(request).search(request.state, request.simulations)
        if all(move.visits for move in moves):
            return moves
        looks = {move.action: move for move in first_look(request.state)}
        return [move if move.visits else looks[move.action] for move in moves]

    def _hand_searcher(self, request: SearchRequest) -> Searcher:
        if self._hand is None:
            self._hand = Searcher(request.seed, request.most, request.milliseconds)
        return self._hand

    def _net_searcher(self, request: SearchRequest) -> NetSearcher:
        if self._net is None:
            network = find_network(request.network, request.any_box)
            self._net = NetSearcher(network, request.most, request.milliseconds)
        return self._net
