"""How long a bot with a search thinks, as its name tells it: `200` milliseconds a move, or `N=400` simulations."""

import re
from typing import NamedTuple

from amyitis.errors import Malformed

MOST_SIMULATIONS = 1_000_000
MOST_MILLISECONDS = 60_000
EXAMPLES = {"search": 400, "netsearch": 64}


class SearchAmount(NamedTuple):
    """Simulations or milliseconds: one of them is told."""

    simulations: int | None
    milliseconds: int | None


def search_amount(text: str, name: str) -> SearchAmount:
    """How long the bot `name` shall think; raises Malformed."""
    found = re.fullmatch(r"(N=)?(\d{1,9})", text)
    if not found:
        raise Malformed(f"a search wants milliseconds ({name}:200) or simulations ({name}:N={EXAMPLES[name]})")
    amount, limit = int(found[2]), MOST_SIMULATIONS if found[1] else MOST_MILLISECONDS
    if not 1 <= amount <= limit:
        raise Malformed(f"a search takes 1 to {limit} {'simulations' if found[1] else 'milliseconds'}, not {amount}")
    return SearchAmount(amount, None) if found[1] else SearchAmount(None, amount)
