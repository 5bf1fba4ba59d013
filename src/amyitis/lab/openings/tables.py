"""The table of openings as it is written: what was counted, in percent with intervals, and the sentences on it."""

from collections.abc import Sequence

from amyitis.analysis.openings import OpeningPlace, Openings, OpeningSetup, OpeningThing, OpeningTurn, WinRate
from amyitis.lab.balance.seat_rows import CARD, CITY, Thing
from amyitis.lab.balance.table import Balance
from amyitis.lab.intervals import WHOLE, wilson
from amyitis.lab.variants import Variant

from .counting import ALL, TRIED, TURN, Counts
from .strategy import percent, strategy

FEWEST = 30  # seats: fewer say nothing
FEWEST_PART = 1 / 200  # of the seats before: lines that are played less often are not kept


def openings_of(variant: Variant, counts: Counts, balance: Balance, shown: dict[Thing, str], network: str) -> Openings:
    """Returns what some games open with, as it is written."""
    keys = sorted({setup for _, setup, _ in counts.sums} - {ALL})
    setups = [_setup(variant, counts, setup) for setup in (ALL, *keys)]
    return {
        "players": variant.players,
        "games": counts.games,
        "tried": counts.tried,
        "network": network,
        "setups": setups,
        "strategy": list(strategy(setups[0], balance, shown)),
    }


def _setup(variant: Variant, counts: Counts, setup: str) -> OpeningSetup:
    seats = [counts.sums[TURN, setup, (str(place),)] for place in range(variant.players)]
    return {
        "key": setup,
        "games": seats[0][0],
        "places": [_place(counts, setup, str(place)) for place in range(variant.players)],
        "cities": _things(counts, setup, CITY, sum(n for n, _, _ in seats)),
        "cards": _things(counts, setup, CARD, sum(n for n, _, _ in seats)),
    }


def _place(counts: Counts, setup: str, place: str) -> OpeningPlace:
    return {"won": _won(counts.sums[TURN, setup, (place,)]), "turns": _turns(counts, setup, (place,))}


def _turns(counts: Counts, setup: str, before: tuple[str, ...]) -> list[OpeningTurn]:
    """Returns the turns after others, the most frequent first."""
    whole = counts.sums[TURN, setup, before][0]
    turns: list[OpeningTurn] = []
    for kind, where, done in list(counts.sums):
        sums = counts.sums[kind, where, done]
        if (kind, where, done[:-1]) != (TURN, setup, before) or sums[0] < max(FEWEST, FEWEST_PART * whole):
            continue
        first = setup == ALL and len(before) == 1
        tried = counts.sums.get((TRIED, setup, done)) if first else None
        position = counts.positions.get((TURN, *done)) if first else None
        turns.append(
            {
                "turn": done[-1],
                "share": percent(sums[0] / whole),
                "won": _won(sums),
                "tried": _won(tried) if tried and tried[0] >= FEWEST else None,
                "position": position[1] if position else None,
                "next": _turns(counts, setup, done),
            }
        )
    return sorted(turns, key=lambda turn: (-turn["share"], turn["turn"]))


def _things(counts: Counts, setup: str, group: str, seats: int) -> list[OpeningThing]:
    """Returns the first cities or Court cards, the most frequent first."""
    rows: list[OpeningThing] = []
    for (kind, where, done), sums in counts.sums.items():
        if (kind, where) == (group, setup) and sums[0] >= FEWEST:
            position = counts.positions.get((group, *done)) if setup == ALL else None
            rows.append(
                {
                    "name": done[0],
                    "share": percent(sums[0] / seats),
                    "round": round(sums[2] / sums[0], 1),
                    "won": _won(sums),
                    "position": position[1] if position else None,
                }
            )
    return sorted(rows, key=lambda row: (-row["share"], row["name"]))


def _won(sums: Sequence[int]) -> WinRate:
    wins, seats = sums[1] / WHOLE, sums[0]
    low, high = wilson(wins, seats)
    return {"seats": seats, "rate": percent(wins / max(1, seats)), "low": percent(low), "high": percent(high)}
