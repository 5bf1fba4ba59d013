"""`amyitis train` and `calibrate`: networks that learn, and how right they are."""

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer

from amyitis.rules.switches import Switches

from ..options import (
    BoxOption,
    JsonOption,
    PalaceOption,
    PlayersOption,
    RayAddressOption,
    RayOption,
    WorkersOption,
    chosen_workers,
)
from ..progress import show_compiling

INTERRUPTED = 130
KINDS = {"off": (False,), "on": (True,), "mixed": (False, True)}


def train(
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FOLDER", help="The folder of the run; an existing run continues.")
    ],
    players: Annotated[str, typer.Option("--players", "-p", help="2, 3, 4, or `mixed` for all of them.")] = "2",
    palace: Annotated[str, typer.Option("--palace", help="The Palace expansion: off, on, or mixed.")] = "off",
    minutes: Annotated[float, typer.Option("--minutes", min=0.01, help="Length of this piece in minutes.")] = 8.0,
    plan_minutes: Annotated[
        float | None,
        typer.Option("--plan", min=0.01, help="Length of all pieces together; by default of this one."),
    ] = None,
    slots: Annotated[
        int | None, typer.Option("--slots", min=64, help="Games in parallel; by default by the plan.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=2**20 - 1, help="Seed of weights and games.")] = 1,
    start: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="FOLDER", help="Start from the networks in this folder, also those of another box."
        ),
    ] = None,
    device: Annotated[
        str | None, typer.Option("--device", help="cuda or cpu; by default a GPU if there is one.")
    ] = None,
    expand: Annotated[str, typer.Option("--games-on", help="Where games are played: cores, gpu, or auto.")] = "auto",
    gate_games: Annotated[
        int, typer.Option("--gate", min=0, help="Games of each kind at the gate; 0 for no gate.")
    ] = 60,
    workers: WorkersOption = None,
    ray: RayOption = False,
    ray_address: RayAddressOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")] = False,
    box: BoxOption = None,
) -> None:
    """Train networks by self-play. After Ctrl-C, the same command continues."""
    from amyitis.extras import need

    need("torch")
    import torch

    from amyitis.nets.network import load_network
    from amyitis.training.admission import offer, write_networks
    from amyitis.training.plan import Plan, cpu_plan
    from amyitis.training.plots import plot_log
    from amyitis.training.run import LARGE, SMALL, Run

    show_compiling()
    kinds, counts = _kinds(players, palace)
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    make: Any = Plan if device == "cuda" else cpu_plan
    more = {} if slots is None else {"slots": slots}
    plan = make(players=counts, palace=kinds, minutes=plan_minutes or minutes, seed=seed, **more)
    begin = None
    if start is not None:
        begin = {name: load_network(start / f"{name}.json", any_box=True) for name in (LARGE, SMALL)}
    run = Run(out, plan, device=device, expand=expand, threads=workers, start=begin)
    report = _Report(as_json, 60 * plan.minutes)
    if run.seconds >= 60 * plan.minutes:
        hint = f"`--plan {2 * plan.minutes:g}` goes on, and another --out begins anew"
        report.say("finished", f"{out} is finished: {run.seconds / 60:.1f} minutes are trained; {hint}")
        return
    report.say("begun", f"{plan.slots} games side by side on {run.fleets[0].device}, learning on {device}; log: {out}")
    with _interrupts() as interrupted:
        run.train(min(minutes, plan.minutes - run.seconds / 60), report.progress, lambda: bool(interrupted))
    stopped = f"stopped at {run.seconds / 60:.1f} of {plan.minutes:g} minutes; the same command goes on from {out}"
    try:
        if interrupted:
            raise KeyboardInterrupt
        report.say("pictures", f"pictures: {', '.join(map(str, plot_log(out)))}")
        taken, meetings = offer(run, gate_games, chosen_workers(workers, ray, ray_address))
    except KeyboardInterrupt:
        write_networks(run)
        report.say("stopped", stopped)
        raise typer.Exit(INTERRUPTED) from None
    for meeting in meetings:
        low, high = meeting.interval
        kind = f"{meeting.players} players{' with the Palace' if meeting.palace else ''}"
        words = f"{kind}: {meeting.rate:.1%} ({low:.1%} to {high:.1%}) of {meeting.games} games against the one before"
        report.say("meeting", words, **meeting.as_dict())
    words = f"the network {'is admitted' if taken else 'is not admitted: it does not beat the meeting before'}"
    report.say("admitted" if taken else "refused", words)


class _Report:
    """What a run says: a line for people that shows how it goes, or one JSON object a line."""

    def __init__(self, as_json: bool, seconds: float) -> None:
        self._as_json, self._seconds, self._live = as_json, seconds, sys.stdout.isatty() and not as_json
        self._open, self._meeting = False, ""

    def say(self, event: str, words: str, **facts: Any) -> None:
        """Print one thing that happened."""
        end = "\n" if self._open else ""
        self._open = False
        print(json.dumps({"event": event, "message": words, **facts}) if self._as_json else f"{end}{words}", flush=True)

    def progress(self, line: dict[str, Any]) -> None:
        """Print a line of the log; on a terminal over the one before."""
        if self._as_json:
            print(json.dumps({"event": "progress", **line}), flush=True)
            return
        done = min(1.0, line["seconds"] / self._seconds)  # the last step may end late
        left = max(0.0, self._seconds - line["seconds"])
        if "win_rate" in line:
            ago = line["seconds"] - line["win_rate_against"]
            self._meeting = (
                f", won {line['win_rate']:.0%} of {line['win_rate_games']} games against itself {ago:.0f} s before"
            )
        loss = ", ".join(f"{line[f'large_{part}_loss']:.3f} {part}" for part in ("win", "prestige"))
        words = (
            f"{done:4.0%} of the plan, {left / 60:.1f} min left: {line['decisions']:,} decisions "
            f"({line['decisions_per_second']:,}/s), {line['games']:,} games, loss {loss}{self._meeting}"
        )
        print(f"\r{words}\x1b[K" if self._live else words, end="" if self._live else "\n", flush=True)
        self._open = self._live


@contextmanager
def _interrupts() -> Iterator[list[int]]:
    """A list that the first Ctrl-C gets into; the second one interrupts as ever."""
    interrupts: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if interrupts:
            raise KeyboardInterrupt
        interrupts.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)


def calibrate(
    network: Annotated[str, typer.Argument(help="The network: small, large, or the file of a card.")],
    players: PlayersOption = 2,
    palace: PalaceOption = False,
    positions: Annotated[int, typer.Option("--positions", "-n", min=100, help="Number of positions.")] = 20_000,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw the result (.svg or .png).")] = None,
    fit: Annotated[
        bool,
        typer.Option("--fit", help="First correct its win shares with other games, and write that to its card."),
    ] = False,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Compare a network's win shares with the results of its games. Needs torch."""
    from amyitis.extras import need

    need("torch")
    from amyitis.errors import Malformed
    from amyitis.lab.plots import check_picture
    from amyitis.lab.variants import Variant
    from amyitis.nets.network import find_network
    from amyitis.training.calibration import bins, collect, fitted, near, plot_calibration

    if plot is not None:
        check_picture(plot)
    show_compiling()
    net, variant = find_network(network), Variant(players, Switches(palace=palace))
    if fit:
        if not network.endswith(".json"):
            raise Malformed("--fit writes to the card of a network: name its file")
        net = fitted(net, variant, positions)
        net.save(Path(network).parent)
    pairs = collect(net, variant, positions)
    parts = bins(pairs)
    if plot is not None:
        plot_calibration({f"{players} players{', with the Palace' if palace else ''}": parts}, plot)
    if as_json:
        print(json.dumps([part.as_dict() for part in parts]))
        return
    for part in parts:
        print(f"said {part.said:6.1%}, won {part.won:6.1%} ({part.count} seats of positions)")
    if (around := near(pairs, 0.7)) is not None:
        print(f"where it says 65 to 75 %: said {around.said:.1%}, won {around.won:.1%} ({around.count} seats)")
    print(f"sharpness of its win shares: {', '.join(f'{factor:.3f}' for factor in net.sharpness)}")


def _kinds(players: str, palace: str) -> tuple[tuple[bool, ...], tuple[int, ...]]:
    """The switches and the numbers of players that are trained; raises Malformed."""
    from amyitis.errors import Malformed

    if palace not in KINDS:
        raise Malformed(f"--palace is off, on or mixed, not {palace!r}")
    if players not in ("2", "3", "4", "mixed"):
        raise Malformed(f"--players is 2, 3, 4 or mixed, not {players!r}")
    return KINDS[palace], (2, 3, 4) if players == "mixed" else (int(players),)
