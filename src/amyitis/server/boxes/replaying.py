"""Games played over in whichever process has their box, this one or another.

Another process imports what it is to call: nothing here needs a database or a framework, which it would load for
nothing each time that it starts.
"""

import zlib

from amyitis.api.records import played_back
from amyitis.server.encoding import encode, ready
from amyitis.table import GameFacts, LogEntry
from amyitis.table.replaying import film_of_log


def packed_film(facts: GameFacts, log: list[LogEntry]) -> bytes:
    """The film of a game, as it is kept."""
    return zlib.compress(encode(film_of_log(facts, log, ready)))


def encoded_replay(record: str, ply: int | None, film: bool) -> bytes:
    """A record played back as far as a ply, as JSON; raises Malformed, Illegal or Drift."""
    return encode(played_back(record, ply, film))
