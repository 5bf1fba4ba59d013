"""How open the games of the levels are, as printed and with the open duel: by the network, and on their own scale.

    python -m benchmarks.weak_openness --games 400 --page
    python -m benchmarks.weak_openness --games 400 --level Scribe

Plays what `amyitis balance --players 2 --bot LEVEL` plays, with `--open-duel` and without; levels that think long play
fewer games than the others. Prints the tables of `docs/figures/open-duel.md`: the games, how open the small network
calls them, and how open they are on the level's own scale. `--page` writes them there.
"""

import argparse
from itertools import chain
from pathlib import Path

from amyitis.bots.levels import ALL_LEVELS
from amyitis.lab.balance.openness import BY_SCORE, Leads
from amyitis.lab.balance.table import Balance, measure
from amyitis.lab.intervals import Rate
from amyitis.lab.levels.share_fitting import games_of
from amyitis.lab.variants import Variant
from amyitis.lab.workers import OneProcess, Processes
from amyitis.rules.switches import Switches
from benchmarks.level_shares import write_between

PAGE = Path(__file__).parent.parent / "docs" / "figures" / "open-duel.md"
LAST = "never open after a third | leader after 50 % wins"
NAMES = {level.name: level for level in ALL_LEVELS}
LEVELS = ("Governor", "Scribe", "Water carrier")
RULES = {"printed": Switches(), "`open_duel`": Switches(open_duel=True)}


def percent(rate: Rate | None) -> str:
    """A rate with its interval of 95 %."""
    if rate is None:
        return "-"
    low, high = rate.interval
    return f"{100 * rate.rate:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def game_row(bot: str, rule: str, found: Balance) -> str:
    """The row of the games."""
    far = found.openness
    first = percent(found.seats[0].won)
    figures = (f"{found.games:,}", f"{100 * far.margin:.1f} %", percent(far.close), f"{found.rounds:.1f}", first)
    return f"| {' | '.join((bot, rule, *figures))} |"


def lead_row(bot: str, rule: str, leads: Leads) -> str:
    """The row of a judge: above the limit after each part, never open after a third, and how often the leader wins."""
    settled = (percent(lead.settled) for lead in leads.leads)
    judge = "small network" if leads.by != bot else f"{bot}'s own scale"
    figures = chain(settled, (f"{100 * leads.never_open:.1f} %", percent(leads.leads[1].wins)))
    return f"| {' | '.join((bot, rule, judge, *figures))} |"


def main() -> None:
    """Play the games and print the rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--page", action="store_true", help="write the tables into the page")
    parser.add_argument("--level", action="append", choices=NAMES, help=f"by default {', '.join(LEVELS)}")
    asked = parser.parse_args()
    workers = OneProcess() if asked.workers == 1 else Processes(asked.workers)
    games, leads = [], []
    for bot in asked.level or LEVELS:
        for rule, switches in RULES.items():
            found = measure(Variant(2, switches), games_of(NAMES[bot], asked.games), bot, workers, asked.seed)
            games.append(game_row(bot, rule, found))
            leads += [lead_row(bot, rule, by) for by in found.openness.leads if by.by != BY_SCORE]
    lines = [
        "| who plays | rule | games | margin | won by 5 or less | rounds | 1st wins |",
        "|---|---|---:|---:|---:|---:|---:|",
        *games,
        "",
        f"| who plays | rule | judged by | above 90 % after 25 % | after 50 % | after 75 % | {LAST} |",
        "|---|---|---|---:|---:|---:|---:|---:|",
        *leads,
    ]
    if asked.page:
        write_between(PAGE, "levels", lines)
    else:
        print(*lines, sep="\n")


if __name__ == "__main__":
    main()
