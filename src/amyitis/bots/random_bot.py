"""The bot that plays any legal move."""

from amyitis.notation.positions import seat_letter
from amyitis.notation.tokens import token
from amyitis.rules.bits import count_bits, members, nth_bit
from amyitis.rules.chance import MOVES, draw_below, shuffler
from amyitis.rules.questions import FIRST_ACTION
from amyitis.rules.state import State

from .bot import Bot, MoveValue


class RandomBot(Bot):
    """Every legal move is as good as any other."""

    def __init__(self, seed: int) -> None:
        self._moves = shuffler(seed, MOVES)

    def choose(self, s: State) -> int:
        """The move to play."""
        return FIRST_ACTION[s.asked] + nth_bit(s.legal, draw_below(self._moves, count_bits(s.legal)))

    def explain(self, s: State) -> list[MoveValue]:
        """An opinion on every legal move."""
        letters = [seat_letter(s, p) for p in range(s.seats)]
        prestige = {letter: float(s.players[p].prestige) for p, letter in enumerate(letters)}
        chance = dict.fromkeys(letters, 1 / s.seats)
        return [MoveValue(token(FIRST_ACTION[s.asked] + i), 0, prestige, chance) for i in members(s.legal)]
