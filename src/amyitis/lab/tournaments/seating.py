"""Who sits where: the line-ups of a tournament, and every way of seating one.

All bots of a line-up play the same deals from all seats, so that neither a lucky deal nor a good seat helps anybody.
Two seats held by bots of one name are alike: "one against three" has four seatings, not twenty-four.
"""

from collections.abc import Sequence
from itertools import combinations, permutations

from amyitis.errors import Malformed

FEWEST, MOST = 2, 4  # players (1.1)

LineUp = tuple[str, ...]


def line_ups(bots: Sequence[str], players: int) -> list[LineUp]:
    """Returns all different line-ups of that many bots of the list, in its order: everybody against everybody.

    A line-up of a single name says nothing about strength and is left out, unless there is no other.
    """
    if not FEWEST <= players <= MOST:
        raise Malformed(f"Amyitis is for {FEWEST} to {MOST} players, not for {players} (rule 1.1)")
    if len(bots) < players:
        raise Malformed(f"{players} players need as many bots, not {len(bots)}: name one twice to let it play itself")
    first = {bot: place for place, bot in reversed(list(enumerate(bots)))}
    found = dict.fromkeys(tuple(sorted(chosen, key=first.__getitem__)) for chosen in combinations(bots, players))
    mixed = [line_up for line_up in found if len(set(line_up)) > 1]
    return mixed or list(found)


def seatings(line_up: LineUp) -> list[LineUp]:
    """Returns every different way of seating a line-up, by seat; the one given comes first."""
    return list(dict.fromkeys(permutations(line_up)))
