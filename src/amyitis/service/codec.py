"""JSON: how plain data is encoded, and how parts that were encoded before are embedded as they are."""

import json
from typing import Any, Protocol


class Codec(Protocol):
    """Encodes plain data. It must be picklable: replays are encoded where the rules of their box run."""

    def encode(self, value: Any) -> bytes:
        """Return plain data with embedded fragments as JSON."""

    def decode(self, text: bytes | str) -> Any:
        """Return plain data from JSON."""

    def fragment(self, part: Any) -> Any:
        """Encode a part now, for all messages in which it will be embedded."""

    def encoded(self, text: bytes) -> Any:
        """Return JSON as a fragment."""


class PlainCodec:
    """The standard library's JSON; fragments stay plain data."""

    def encode(self, value: Any) -> bytes:
        """Return plain data as JSON."""
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

    def decode(self, text: bytes | str) -> Any:
        """Return plain data from JSON."""
        return json.loads(text)

    def fragment(self, part: Any) -> Any:
        """Return the part as it is."""
        return part

    def encoded(self, text: bytes) -> Any:
        """Return JSON as plain data."""
        return json.loads(text)
