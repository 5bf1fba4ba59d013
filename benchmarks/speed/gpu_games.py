"""How one of many workers, such as a thread of a GPU, plays its share of some games: rule functions, run anywhere."""

from amyitis.engine.arrays import Shufflers, States, Table, fetch_state
from amyitis.lab.playing import begin_game, note_result, random_action
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.course.chance import Shuffler
from amyitis.rules.rule import rule
from amyitis.rules.state import State


@rule
def play_share(
    states: States,
    place: int,
    shufflers: Shufflers,
    pair: int,
    blank: States,
    results: Table,
    first: int,
    step: int,
    alike: int,
    players: int,
) -> None:
    """Play every `step`-th game from the first in one state, with one pair of generators, one after the other.

    So one of many workers plays its share of the games, as the threads of a GPU do: in one loop over moves, in which
    none waits for the end of another's game. Games have their number for a seed; to measure what it costs that
    neighbours play different games, `alike` neighbours can be given the same one.
    """
    deals = shufflers[pair]
    moves = shufflers[pair + 1]
    game = first
    decisions = -1
    while game < len(results):
        if decisions < 0:
            fetch_state(states, place, blank, 0)
            begin_game(states[place], deals, moves, game // alike, 0, players)
            decisions = 0
        elif states[place].asked == questions.OVER:
            note_result(states[place], decisions, results[game])
            game += step
            decisions = -1
        else:
            if states[place].asked != questions.DEAL:
                decisions += 1
            apply(states[place], random_action(states[place], deals, moves))


@rule
def advance_game(s: State, deals: Shuffler, moves: Shuffler, most: int) -> int:
    """Make at most so many random moves in a game; returns the number of decisions."""
    decisions = 0
    while decisions < most and s.asked != questions.OVER:
        if s.asked != questions.DEAL:
            decisions += 1
        apply(s, random_action(s, deals, moves))
    return decisions
