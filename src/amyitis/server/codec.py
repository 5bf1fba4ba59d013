"""JSON with orjson: parts that are the same for everyone are encoded once and embedded as they are."""

from typing import Any

import orjson


class OrjsonCodec:
    """Encodes plain data; see `amyitis.service.codec.Codec`."""

    def encode(self, value: Any) -> bytes:
        """Return plain data with embedded fragments as JSON."""
        return orjson.dumps(value)

    def decode(self, text: bytes | str) -> Any:
        """Return plain data from JSON of our own."""
        return orjson.loads(text)

    def fragment(self, part: Any) -> orjson.Fragment:
        """Encode a part now, for all messages in which it will be embedded."""
        return orjson.Fragment(orjson.dumps(part))

    def encoded(self, text: bytes) -> orjson.Fragment:
        """Return JSON as a fragment."""
        return orjson.Fragment(text)
