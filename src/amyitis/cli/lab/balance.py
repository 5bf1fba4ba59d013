"""`amyitis balance`: is a box fair, and are its games open? What strong play says of seats, leads, cards and cities."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from amyitis.rules.switches import NO_SWITCHES, Switches

from ..options import (
    BoxOption,
    GamesOption,
    JsonOption,
    RayAddressOption,
    RayOption,
    SeedOption,
    WorkersOption,
    chosen_workers,
    with_switches,
)
from ..progress import GamesBar, show_compiling
from .figures import figures_table, percent, rate_and_interval

if TYPE_CHECKING:
    from rich.table import Table

    from amyitis.lab.balance.openness import Openness
    from amyitis.lab.balance.table import Balance
    from amyitis.lab.intervals import Rate

GROUPS = {"card": "Court cards", "city": "Cities", "temple": "Temples", "craft": "Crafts"}
FEW = 30  # seats: a rate of fewer says nothing


@with_switches
def balance(
    players: Annotated[
        int | None, typer.Option("--players", "-p", min=2, max=4, help="Number of players; by default 2, 3 and 4.")
    ] = None,
    games: GamesOption = 2000,
    bot: Annotated[
        str,
        typer.Option(
            "--bot", metavar="NAME", help="The bot at all seats: net, net:small, netsearch:N=16, search:N=40 ..."
        ),
    ] = "net",
    switches: Switches = NO_SWITCHES,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    ray: RayOption = False,
    ray_address: RayAddressOption = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw the leader's win share over time (.svg or .png)."),
    ] = None,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Measure how fair a box is, how long games stay open, and what each card, city, temple and craft is worth.

    One bot plays all seats. By default that is the network without a search, thousands of games in minutes; for a box
    that it was not trained for this is an approximation, and the table says so.
    """
    from amyitis.lab.balance.openness import plot_openness
    from amyitis.lab.balance.table import measure
    from amyitis.lab.plots import check_picture
    from amyitis.lab.variants import Variant

    if plot is not None:
        check_picture(plot)
    show_compiling()
    crew = chosen_workers(workers, ray, ray_address)
    balances = []
    for count in (players,) if players else (2, 3, 4):
        with GamesBar(f"{count} players", games) as bar:
            balances.append(measure(Variant(count, switches), games, bot, crew, seed, bar.show))
        if not as_json:
            _print(balances[-1])
    if plot is not None:
        plot_openness({measured.kind: measured.openness for measured in balances}, plot)
    if as_json:
        print(json.dumps([measured.as_json() for measured in balances], ensure_ascii=False))


def _print(measured: "Balance") -> None:
    """The table for people."""
    from rich.console import Console

    from amyitis.bots.levels import LEVELS

    console = Console()
    console.rule(f"{measured.box}: {measured.kind}")
    print(f"{measured.games:,} games, all seats played by {measured.player.about}")
    far = measured.openness
    won_by = f"{measured.margin:.1f} ({percent(far.margin)} of the mean score)"
    print(f"  {measured.rounds:.1f} rounds, {measured.score:.1f} prestige a seat, won by {won_by}")
    print(f"  by at most {far.within}: {_rate(far.close)}; shared wins {percent(measured.shared_wins)}")
    console.print(_seats(measured))
    console.print(_openness(far))
    if measured.player.bot in LEVELS and all(leads.by != measured.player.bot for leads in far.leads):
        print(f"  Too little is known of win shares at the level {measured.player.bot} in such games.")
    console.print(_sources(measured))
    for group, title in GROUPS.items():
        console.print(_used(measured, group, title))


def _rate(rate: "Rate | None") -> str:
    return rate_and_interval(rate.rate, rate.interval) if rate is not None and rate.seats_held >= FEW else "-"


def _seats(measured: "Balance") -> "Table":
    rows = [
        (str(seat.place), _rate(seat.won), f"{100 * (seat.won.rate - measured.even):+.1f}", f"{seat.score:.1f}")
        for seat in measured.seats
    ]
    return figures_table("By the order of seats in the first round", ("place", "win rate", "off even", "score"), rows)


def _openness(measured: "Openness") -> "Table":
    score = measured.leads[0]
    rows = [
        *((f"leader after {lead.part:.0%} wins", *(_rate(by.leads[i].wins) for by in measured.leads))
          for i, lead in enumerate(score.leads)),
        *((f"above {measured.limit:.0%} after {lead.part:.0%}", *(_rate(by.leads[i].settled) for by in measured.leads))
          for i, lead in enumerate(score.leads)),
        ("changes of the leader", *(f"{by.changes:.1f}" for by in measured.leads)),
        ("last open after, of the rounds", *(percent(by.last_open) for by in measured.leads)),
        ("never open after a third", *(percent(by.never_open) for by in measured.leads)),
    ]  # fmt: skip
    return figures_table("How open the games are", ("", *(f"by {leads.by}" for leads in measured.leads)), rows)


def _sources(measured: "Balance") -> "Table":
    rows = [
        (source.name, f"{source.mean:.1f}", percent(source.share), f"{source.winners_mean:.1f}")
        for source in measured.sources
    ]
    return figures_table("Prestige of a seat, by source", ("source", "all", "share", "winners"), rows)


def _used(measured: "Balance", group: str, title: str) -> "Table":
    rows = [
        (used.name, percent(used.share), f"{used.mean:.2f}", _rate(used.users), _rate(used.most))
        for used in measured.used
        if used.group == group
    ]
    return figures_table(title, ("", "seats", "a seat", "win rate of these", "of who used it most"), rows)
