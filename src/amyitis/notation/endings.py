"""How a table ended apart from the rules: who has left the game for good, and whether it was ended early.

A record has it in its header `Ending`: `K resigned, R time, ended`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Self, get_args

from amyitis.box.tables import SEAT_LETTERS
from amyitis.errors import Malformed

ENDING = "Ending"
Reason = Literal["resigned", "time"]
ENDED = "ended"

_OUT = re.compile(rf"(?P<seat>[{SEAT_LETTERS}]) (?P<reason>{'|'.join(get_args(Reason))})")


@dataclass(frozen=True)
class Ending:
    """Who is `out` and why, and whether the game `ended` before its end by the rules.

    A player who is out has lost. In a game that ended early all others share the win.
    """

    out: Mapping[str, Reason] = field(default_factory=dict)
    ended: bool = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """Returns what the header says, the empty text for nothing; raises Malformed."""
        words, out = [word for word in text.split(", ") if word], dict[str, Reason]()
        ended = words[-1:] == [ENDED]
        for word in words[:-1] if ended else words:
            matched = _OUT.fullmatch(word)
            if matched is None or matched["seat"] in out:
                raise Malformed(f"the header {ENDING} is like 'K resigned, R time, ended', not {text!r:.60}")
            out[matched["seat"]] = "resigned" if matched["reason"] == "resigned" else "time"
        return cls(out, ended)

    def __str__(self) -> str:
        return ", ".join([*(f"{seat} {reason}" for seat, reason in self.out.items()), *([ENDED] * self.ended)])

    def winners(self, best: Iterable[str], scores: Mapping[str, int]) -> list[str]:
        """Returns the winners of a game whose winners are `best` by the rules alone."""
        staying = {seat: score for seat, score in scores.items() if seat not in self.out}
        if self.ended:
            return [*staying]
        if not self.out:
            return [*best]
        return [seat for seat, score in staying.items() if score == max(staying.values())]
