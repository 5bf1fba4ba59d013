"""A cache with room for so many entries."""

from amyitis.service.bounded_cache import BoundedCache


def test_what_was_set_longest_ago_makes_room() -> None:
    cache: BoundedCache[str, int] = BoundedCache(2)
    for number, name in enumerate("abc"):
        cache[name] = number
    assert dict(cache) == {"b": 1, "c": 2}
    cache["b"] = 7
    cache["d"] = 3
    assert dict(cache) == {"b": 7, "d": 3}, "what is set again is new again"


def test_what_is_used_may_stay() -> None:
    cache: BoundedCache[str, int] = BoundedCache(2)
    cache["a"], cache["b"] = 1, 2
    cache.move_to_end("a")
    assert cache.get("b") == 2, "to look at it is not to use it"
    cache["c"] = 3
    assert list(cache) == ["a", "c"]
