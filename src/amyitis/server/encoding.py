"""The one way in which games become JSON: plain data, in which parts that were encoded before stand as they are.

What is alike for everyone who asks (the view, the legal moves, an entry) is encoded once for each ply.
"""

from typing import Any

import orjson

from amyitis.table.telling import Teller


def encode(value: Any) -> bytes:
    """Plain data, with parts that are ready, as JSON."""
    return orjson.dumps(value)


def decode(text: bytes) -> Any:
    """Plain data from JSON of our own."""
    return orjson.loads(text)


def ready(part: Any) -> orjson.Fragment:
    """A part that is encoded now, for all answers in which it will stand."""
    return orjson.Fragment(orjson.dumps(part))


def encoded(text: bytes) -> orjson.Fragment:
    """JSON from elsewhere, to stand in an answer as it is."""
    return orjson.Fragment(text)


TELLER = Teller(ready)
