"""What can go wrong at a table. All of these errors can be pickled: they travel between processes."""

from amyitis.errors import AmyitisError


class DealBetween(AmyitisError):
    """A line of moves goes on after a deal, which nobody can know beforehand."""

    def __init__(self, message: str, place: int) -> None:
        self.message, self.place = message, place
        super().__init__(message, place)

    def __str__(self) -> str:
        return self.message


class NotYours(AmyitisError):
    """The decision is another seat's."""

    def __init__(self, seat: str, place: int) -> None:
        self.seat, self.place = seat, place
        super().__init__(seat, place)

    def __str__(self) -> str:
        return f"the decision is {self.seat}'s"


class BadMove(AmyitisError):
    """The move at a place of a line is malformed or illegal; `problem` says why."""

    def __init__(self, place: int, problem: AmyitisError) -> None:
        self.place, self.problem = place, problem
        super().__init__(place, problem)

    def __str__(self) -> str:
        return str(self.problem)


class NoTurnAhead(AmyitisError):
    """A seat has no turn to plan: the message says why."""


class NothingToTakeBack(AmyitisError):
    """The last decision cannot be taken back by this player; the message says why."""


class Taken(AmyitisError):
    """The ply was taken before, by another server or by an earlier request. Nothing was written."""


class AlreadyPlayed(AmyitisError):
    """A person plays a challenge once, and has a game of it already: `game_id`. Nothing was written."""

    def __init__(self, game_id: str) -> None:
        super().__init__("everybody plays a challenge once, and you have a game of it already")
        self.game_id = game_id


class TryKept(AmyitisError):
    """A game of a challenge cannot be thrown away: otherwise a player could try the same deal again."""
