"""Win shares at the level of the players: what a position is worth where a level of the bots holds all seats.

The win shares of a review are those of strong play. Weaker players err from there, so a lead is worth less among them.
For each level the shares are raised to a power and made to add up to 1 again. The power depends on the level, the kind
of game, the tiles to go until the last round, and on who says the shares: the search, as in a review, or the network
alone, as in a balance table. `level_shares.json` holds what was fitted to games of each level against itself
(`benchmarks/level_shares.py`). A level has good and bad days, so one seat may be the better one: that is part of its
scale. Shares of 0 and 1 stay what they are, even where only best play wins for sure.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from amyitis.bots.levels import ALL_LEVELS
from amyitis.box.tables import END_TILES
from amyitis.errors import Malformed
from amyitis.nets.cards import SMALL, NetworkRefused, find_card
from amyitis.rules.bits import count_bits
from amyitis.rules.board.garden import tiles_left
from amyitis.rules.board.garden_map import TILED_SQUARES
from amyitis.rules.state import State
from amyitis.rules.switches import Switches

Source = Literal["search", "network"]  # whose shares they are
SEARCH: Source = "search"
NETWORK: Source = "network"

FILE = Path(__file__).parent / "level_shares.json"
SAID = 0.9  # the share of strong play by which it is judged how well a scale is known
WIDEST = 0.1  # the interval of 95 % of what that is worth at the level; where it is wider, too little is known


@dataclass(frozen=True)
class LevelScale:
    """The win shares of a level: the power of strong play's shares with all tiles to go, and with none."""

    early: float
    late: float

    def power(self, to_go: float) -> float:
        """The power with so many of the tiles to go."""
        return self.late + (self.early - self.late) * to_go


def kind(s: State) -> str:
    """The kind of a game, as `level_shares.json` names it: `2`, `2 open_duel`."""
    return f"{s.players} {Switches.of(s)}".strip()


def to_go(s: State) -> float:
    """The part of the tiles that are left until the last round begins: 1 at first, 0 then."""
    end = END_TILES[s.players]
    return max(0, tiles_left(s) - end) / max(1, count_bits(TILED_SQUARES[s.players]) - end)


def level_scales(s: State, source: Source = SEARCH) -> dict[str, LevelScale | None]:
    """The scale of every level in games like that of a state; None where too little is known."""
    fitted = _fitted()
    try:
        known = str(find_card(SMALL)["sha256"]).startswith(fitted["digest"])
    except NetworkRefused:
        known = False
    rows = fitted[source].get(kind(s), []) if known else []
    scales: dict[str, LevelScale | None] = {level.name: None for level in ALL_LEVELS}
    for row in rows:
        low, high = row["ninety"]
        if high - low <= WIDEST:
            scales[row["level"]] = LevelScale(row["early"], row["late"])
    return scales


def level_powers(s: State) -> dict[str, float | None]:
    """By level, the power that turns strong play's shares into its own; None where too little is known."""
    left = to_go(s)
    return {level: None if scale is None else scale.power(left) for level, scale in level_scales(s).items()}


def powers_of_game(states: Sequence[State]) -> dict[str, list[float] | None]:
    """The same for all positions of a game."""
    left = [to_go(s) for s in states]
    scales = level_scales(states[0])
    return {level: None if scale is None else [scale.power(part) for part in left] for level, scale in scales.items()}


def check_level(level: str, s: State) -> None:
    """Raise Malformed unless it is the name of a level, and its win shares in games like that of a state are known."""
    scales = level_scales(s)
    if level not in scales:
        raise Malformed(f"there is no level {level!r:.60}; the levels are {', '.join(scales)}")
    if scales[level] is None:
        games = ", ".join(filter(None, (f"{s.players} players", Switches.of(s).words())))
        raise Malformed(f"too little is known of win shares at the level {level} in such games ({games})")


def at_level(shares: Sequence[float], power: float) -> list[float]:
    """Shares raised to a power, and made to add up to 1 again.

    >>> [round(share, 2) for share in at_level([0.9, 0.1], 0.6)]
    [0.79, 0.21]
    """
    raised = [max(0.0, share) ** power for share in shares]
    return [share / sum(raised) for share in raised]


@cache
def _fitted() -> dict[str, Any]:
    fitted: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return fitted
