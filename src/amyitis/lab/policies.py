"""Players that decide in many games with one compiled call: `random`, `greedy`, and networks without a search."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from amyitis.bots.registry import check_bot
from amyitis.box.tables import MAX_SEATS
from amyitis.engine.arrays import (
    Numbers,
    Reals,
    Rows,
    Shorts,
    ShortTable,
    States,
    Table,
    WholeTable,
    fetch_state,
)
from amyitis.engine.compiled import compiling_allowed, engine, prepare
from amyitis.engine.record import blank_records
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.nets.cards import LARGE, check_kind
from amyitis.nets.forward import FloatTable
from amyitis.nets.network import Network, find_network
from amyitis.rules.bits import lowest_bit, nth_bit
from amyitis.rules.questions import FIRST_ACTION, OVER
from amyitis.rules.rule import entry
from amyitis.rules.state import State
from amyitis.search.net_tree import TRIAL, best_look, look_at_moves
from amyitis.search.tree import FIRST_STATE, look_at

from . import playing
from .batches import FEWEST_GAMES, Array, Batch, Results, cores, in_parts
from .variants import Variant

PLAYED = TRIAL + 1
FEWEST_CHOICES = 16  # of a network: decisions that are worth a thread of their own


@entry
def choose_greedily(
    games: States, places: Numbers, trials: States, worth: Reals, chances: Reals, actions: Numbers
) -> None:
    """The move that looks best by the hand-made evaluation, in each of these games."""
    for k in range(len(places)):
        fetch_state(trials, FIRST_STATE, games, places[k])
        s = trials[FIRST_STATE]
        best = -1.0
        choice = 0
        answers = s.legal
        while answers != 0:
            answer = lowest_bit(answers)
            answers &= answers - 1
            look_at(trials, FIRST_STATE, FIRST_ACTION[s.asked] + answer, worth, chances)
            if chances[s.seat] > best:
                best = chances[s.seat]
                choice = answer
        actions[k] = FIRST_ACTION[s.asked] + choice


@entry
def choose_by_network(
    games: States, places: Numbers, trials: States, actions: Numbers,
    weights: Shorts, biases: WholeTable, scales: Reals, rows: Rows, sums: WholeTable,
    inputs: ShortTable, pairs: Numbers, out: FloatTable,
) -> None:  # fmt: skip
    """The move that a network likes best at once, in each of these games."""
    for k in range(len(places)):
        fetch_state(trials, PLAYED, games, places[k])
        s = trials[PLAYED]
        count = look_at_moves(trials, PLAYED, weights, biases, scales, rows, sums, inputs, pairs, out)
        actions[k] = FIRST_ACTION[s.asked] + nth_bit(s.legal, best_look(out, count, s.players))


@entry
def note_results(states: States, decisions: Numbers, results: Table) -> None:
    """Write down how every game ended."""
    for i in range(len(states)):
        playing.note_result(states[i], decisions[i], results[i])


class Policy(Protocol):
    """Decides in many games at once."""

    def choose(self, states: Any, places: Array) -> Array:
        """Returns an action for the games in these places, in each of which somebody must decide."""


class GreedyPolicy:
    """As the bot `greedy`."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        prepare(choose_greedily)

    def choose(self, states: Any, places: Array) -> Array:
        """Returns an action for each of these games."""
        actions = np.zeros(len(places), np.int64)
        run: Any = engine(choose_greedily)

        def work(part: slice) -> None:
            given = places[part] if compiling_allowed() else places[part].tolist()
            run(states, given, _trials(FIRST_STATE + 1), np.zeros(MAX_SEATS), np.zeros(MAX_SEATS), actions[part])

        in_parts(len(places), _parts(len(places), self._threads, FEWEST_GAMES), work)
        return actions


class NetworkPolicy:
    """As the bot `net:NETWORK`: the move that a network likes best at once."""

    def __init__(self, network: Network, threads: int = 1) -> None:
        self._threads = threads
        self._networks = [network.twin() for _ in range(threads)]  # each with room of its own
        prepare(choose_by_network)

    def choose(self, states: Any, places: Array) -> Array:
        """Returns an action for each of these games."""
        actions = np.zeros(len(places), np.int64)
        run: Any = engine(choose_by_network)
        parts = _parts(len(places), self._threads, FEWEST_CHOICES)

        free = self._networks[:parts]

        def work(part: slice) -> None:
            given = places[part] if compiling_allowed() else places[part].tolist()
            run(states, given, _trials(PLAYED + 1), actions[part], *free.pop().arguments)

        in_parts(len(places), parts, work)
        return actions


def _parts(count: int, threads: int, fewest: int) -> int:
    return max(1, min(threads, count // fewest))


def _trials(count: int) -> Any:
    return blank_records(count) if compiling_allowed() else [State() for _ in range(count)]


def find_policy(bot: str | Network, variant: Variant, threads: int = 1) -> Policy | None:
    """Returns what decides for `greedy`, `net`, `net:NETWORK` or a network; None for bots that decide game by game.

    Raises Malformed for an unknown bot, NetworkRefused for a network that cannot play such games.

    >>> from amyitis.lab.variants import Variant
    >>> from amyitis.lab.policies import find_policy
    >>> find_policy("greedy", Variant(2)) is None, find_policy("random", Variant(2)) is None
    (False, True)
    """
    if isinstance(bot, Network):
        check_kind(bot.card, variant.example(), bot.name)
        return NetworkPolicy(bot, threads)
    if not isinstance(bot, str):
        raise Malformed(f"{bot!r:.60} is neither the name of a bot nor a Network")
    check_bot(bot, variant.example())
    name, _, argument = bot.partition(":")
    if name == "net":
        return NetworkPolicy(find_network(argument or LARGE), threads)
    return GreedyPolicy(threads) if bot == "greedy" else None


def playouts(
    game: Game, count: int, bot: str | Network = "random", seed: int = 0, threads: int | None = None
) -> Results:
    """Returns how a game ends that is played out `count` times: `Game.playouts`."""
    threads = cores() if threads is None else threads
    batch = Batch.from_game(game, count, seed, threads)
    if bot == "random":
        return Results(seed, batch.play())
    policy = find_policy(bot, batch.variant, threads)
    if policy is None:
        raise Malformed(f"bot {bot!r:.200}: playouts are compiled, and played by random, greedy, net:NETWORK alone")
    return _play_out(batch, [policy] * batch.variant.players, seed)


def win_rate(
    bot: str | Network, others: str | Network, variant: Variant, deals: int, seed: int = 0, threads: int | None = None
) -> float:
    """Returns a bot's share of the wins against another bot at all other seats, every deal from each seat.

    Raises Malformed unless both decide in compiled code.

    >>> from amyitis.lab.policies import win_rate
    >>> from amyitis.lab.variants import Variant
    >>> win_rate("greedy", "greedy", Variant(2), deals=4)
    0.5
    """
    threads = cores() if threads is None else threads
    mine, theirs = (find_policy(name, variant, threads) for name in (bot, others))
    if mine is None or theirs is None:
        raise Malformed(f"{bot!r:.200} against {others!r:.200}: greedy, net:NETWORK and networks alone are compiled")
    shares = []
    for seat in range(variant.players):
        batch = Batch(variant, deals, threads)
        batch.begin(seed)
        seated = [mine if place == seat else theirs for place in range(variant.players)]
        shares.append(_play_out(batch, seated, seed).shares[:, seat].mean())
    return float(np.mean(shares))


def _play_out(batch: Batch, seated: Sequence[Policy], seed: int) -> Results:
    """Play all games of a batch to their end, each seat by its policy."""
    decisions, table = np.zeros(batch.size, np.int64), np.zeros((batch.size, playing.COLUMNS), np.int64)
    while True:
        batch.deal()
        question, seats = _column(batch.states, "asked"), _column(batch.states, "seat")
        places = np.flatnonzero(question != OVER)
        if not len(places):
            break
        actions = np.full(batch.size, -1)
        for policy in set(seated):
            sits = np.array([seat_policy is policy for seat_policy in seated])
            where = places[sits[seats[places]]]
            if len(where):
                actions[where] = policy.choose(batch.states, where)
        decisions[places] += 1
        batch.take(actions)
    engine(note_results)(batch.states, decisions, table)
    return Results(seed, table)


def _column(states: Any, name: str) -> NDArray[Any]:
    return np.array([getattr(s, name) for s in states]) if isinstance(states, list) else states[name]
