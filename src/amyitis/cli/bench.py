"""`amyitis bench`: how fast the engine is, here and now, beside its peers."""

from .options import BoxOption, JsonOption


def bench(as_json: JsonOption = False, box: BoxOption = None) -> None:
    """Measure the speed of the engine."""
