"""`amyitis bots`: who can be played against."""

import json

from ..options import JsonOption


def bots(as_json: JsonOption = False) -> None:
    """List all bots and levels, and what was measured of them in games of two."""
    from amyitis.bots.catalogue import catalogue

    found = catalogue()
    if as_json:
        print(json.dumps([one.as_dict() for one in found], ensure_ascii=False))
        return
    width = max(len(one.call) for one in found)
    for one in found:
        rating = "" if one.rating is None else f" (a level for people, rating {one.rating})"
        print(f"{one.call:{width}}  {one.about}{rating}")
        if one.measured:
            print(f"{'':{width}}  {one.measured}")
