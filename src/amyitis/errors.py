"""The errors of the package, each with its own exit status.

The messages are written for the person who made the mistake: they name the thing at fault and what was wrong with it.
This module imports nothing of ours, so that every package may raise these.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self, TypedDict


class AmyitisError(Exception):
    """Base of all errors that this package raises on purpose; `exit_code` is the command line's exit status.

    >>> AmyitisError.exit_code, Illegal.exit_code
    (1, 4)
    """

    exit_code: ClassVar[int] = 1


class Fault(TypedDict, total=False):
    """One thing that is wrong with a position: its name, and what it is about, as far as that is known."""

    key: str
    seat: str
    """Whose pieces they are."""
    card: str
    """The Court card, and its level."""
    level: int
    places: list[str]
    """Squares or sides of the garden."""
    tile: str
    city: str
    section: str
    """The section of a text, and what is written there."""
    text: str
    found: int
    """How many there are, and how many there can be."""
    expected: int


class Malformed(AmyitisError, ValueError):
    """Input that cannot be read: an unknown token, an impossible position, a broken record, a wrong number.

    `faults` lists what is wrong with a position, part by part.

    >>> Game.new(7)
    Traceback (most recent call last):
    ...
    amyitis.errors.Malformed: ...
    """

    exit_code: ClassVar[int] = 3

    def __init__(self, *message: str, faults: Sequence[Fault] = ()) -> None:
        self.faults = list(faults)
        super().__init__(*message)


class Illegal(AmyitisError, ValueError):
    """A well-formed move that the rules do not allow here.

    `token` is the move, `clause` the rule that forbids it ("7.3"), `missing` what it would need ("1 barley or wine", or
    nothing), `where` the line of a record. `key` and `facts` say the same as `missing` for programs.

    >>> try:
    ...     Game.new(2, seed=7).push("go:Uruk")
    ... except Illegal as problem:
    ...     print(problem.clause, problem.key)
    7.2 too_far
    """

    exit_code: ClassVar[int] = 4

    def __init__(
        self,
        token: str,
        clause: str,
        missing: str = "",
        where: str = "",
        key: str = "",
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        self.token = token
        self.clause = clause
        self.missing = missing
        self.where = where
        self.key = key
        self.facts = dict(facts or {})
        super().__init__(token, clause, missing, where, key, self.facts)

    def at(self, where: str) -> Self:
        """Returns the same refusal, met at a place of a record."""
        return type(self)(self.token, self.clause, self.missing, where, self.key, self.facts)

    def __str__(self) -> str:
        reason = f": {self.missing}" if self.missing else ""
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.token:.60} is not allowed here{reason} (rule {self.clause})"


class Drift(AmyitisError):
    """A record that replays to another position than the one it was written from, or to another result.

    `line` is the line of the record that noticed, `expected` the hash written there, `found` the hash of the replay;
    where `what` is the result, both are results.
    """

    exit_code: ClassVar[int] = 5

    def __init__(self, line: int, expected: str, found: str, what: str = "position") -> None:
        self.line = line
        self.expected = expected
        self.found = found
        self.what = what
        super().__init__(line, expected, found, what)

    def __str__(self) -> str:
        wanted, reached = f"{self.what} {self.expected:.60}", self.found
        if self.what == "result":
            wanted = f"the result {self.expected!r:.60}"
            reached = "no end of the game" if self.found == "*" else repr(self.found)
        return (
            f"line {self.line}: the record expects {wanted}, the replay reached {reached}; "
            "the rules or the box have changed since, or the record was edited"
        )


class BotError(AmyitisError):
    """A bot that failed or broke the rules.

    `bot` is its name, `seed` that of its game, `ply` how many moves had been made, where these are known; of a game
    that does not know its plies `round_no` is said instead. `problem` is what the bot did.
    """

    exit_code: ClassVar[int] = 7

    def __init__(self, bot: str, seed: int | None, ply: int | None, problem: str, round_no: int | None = None) -> None:
        self.bot = bot
        self.seed = seed
        self.ply = ply
        self.problem = problem
        self.round_no = round_no
        super().__init__(bot, seed, ply, problem, round_no)

    def __str__(self) -> str:
        known = (("seed", self.seed), ("ply", self.ply), ("round", self.round_no))
        where = "".join(f", {name} {number}" for name, number in known if number is not None)
        return f"bot {self.bot}{where}: {self.problem}"


class BoxError(Malformed):
    """A box file that cannot be used; `entry` names the entry at fault ("goods.each", "cities[3].kind")."""

    exit_code: ClassVar[int] = 6

    def __init__(self, entry: str, problem: str) -> None:
        self.entry = entry
        self.problem = problem
        super().__init__(entry, problem)

    def __str__(self) -> str:
        return f"{self.entry}: {self.problem}" if self.entry else self.problem
