"""Which bots may take a seat."""

from amyitis.bots import bot_names, make_bot
from amyitis.errors import Malformed
from amyitis.server.http.refusals import BadRequest

# They think as long as they are told to, and the last two read whatever file they are told to: the levels do with less.
NOT_FOR_GUESTS = ("search", "net", "netsearch")


def bots_for_guests() -> list[str]:
    """The names of the bots that may take a seat."""
    return [name for name in bot_names() if name not in NOT_FOR_GUESTS]


def check_bot(name: str, field: str = "bot") -> str:
    """The name of a bot that may take a seat; raises BadRequest."""
    if name.partition(":")[0] in NOT_FOR_GUESTS:
        raise BadRequest(f"{name} may not take a seat here; choose a level", field=field)
    try:
        make_bot(name, 0)
    except Malformed as problem:
        raise BadRequest(str(problem), field=field) from None
    return name
