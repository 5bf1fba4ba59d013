"""Why something cannot be done at a table. All of these travel between processes as they are."""

from amyitis.errors import AmyitisError


class DealBetween(AmyitisError):
    """A line of moves that goes on after a deal, which nobody can know beforehand."""

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


class Misplaced(AmyitisError):
    """The move at a place of a line is malformed or illegal; `problem` says why."""

    def __init__(self, place: int, problem: AmyitisError) -> None:
        self.place, self.problem = place, problem
        super().__init__(place, problem)

    def __str__(self) -> str:
        return str(self.problem)


class NothingToTakeBack(AmyitisError):
    """The last decision may not be taken back by the one who asks; the message says why."""
