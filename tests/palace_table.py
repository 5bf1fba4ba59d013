"""Laying out plain states with the Palace expansion, and moving them on, for its tests."""

from amyitis.box.tables import N_CRAFTS
from amyitis.rules.agenda import close_question, pop
from amyitis.rules.apply import apply, is_legal
from amyitis.rules.bits import has_bit, nth_bit
from amyitis.rules.board import palace
from amyitis.rules.course import chance, round_end, setup, turns
from amyitis.rules.questions import (
    BONUS,
    CRAFT_BITS,
    FIRST_ACTION,
    FIRST_DEAL,
    FREE_RECRUIT,
    GO,
    NOTHING,
    RECRUIT,
)
from amyitis.rules.state import EMPTY, State
from amyitis.rules.switches import Switches
from amyitis.rules.tasks import perform

NOBODY_HOLDS = [EMPTY] * 4


def table(players: int, limited: bool = False) -> State:
    """A table in its first round, with the expansion; no tiles, no cards dealt."""
    s = State()
    Switches(limited_supply=limited, palace=True).mark(s)
    setup.set_up(s, players)
    s.round_no = 1
    return s


def game(players: int, seed: int, expansion: bool = True) -> State:
    s = State()
    s.palace = int(expansion)
    setup.new_game(s, players, chance.shuffler(seed))
    return s


def place(s: State, *spaces: int) -> None:
    """Put the markers on these spaces, seat after seat: of two on one space the first named came first."""
    for p, space in enumerate(spaces):
        palace.advance(s, p, space, 13_01)


def track(s: State) -> list[tuple[int, int]]:
    return [(p.track, p.arrival) for p in s.seats[: s.players]]


def group(*crafts: int) -> int:
    """A group with these cards face up."""
    return sum(1 << (CRAFT_BITS * craft) for craft in crafts)


def ask_action(s: State, p: int) -> None:
    """It is p's turn."""
    s.turn = p
    turns.start_turn(s)


def answer(s: State, choice: int) -> None:
    action = FIRST_ACTION[s.asked] + choice
    assert is_legal(s, action)
    apply(s, action)


def recruit(group: int, craft: int) -> int:
    return RECRUIT + N_CRAFTS * group + craft


def free_offers(s: State) -> set[int]:
    return {a for a in range(FREE_RECRUIT, GO) if has_bit(s.legal, a)}


def finish_round(s: State) -> None:
    """From the end of phase III to the next question."""
    close_question(s)
    round_end.end_round(s)
    while s.asked == NOTHING:
        perform(s, pop(s))


def deal(s: State, seed: int = 1) -> None:
    """Lay out Craft cards."""
    apply(s, FIRST_DEAL + chance.draw_deal(s, chance.shuffler(seed)))


def to_the_picks(s: State) -> None:
    """From the end of phase III to the Palace phase, if there is one: behind the deal."""
    finish_round(s)
    deal(s)


def pick_all(s: State) -> list[int]:
    """Answer every pick with the lowest bonus left; who was asked, in order."""
    asked = []
    while s.asked == BONUS:
        asked.append(s.seat)
        answer(s, nth_bit(s.legal, 0))
    return asked
