"""What was measured, as tables."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console

from amyitis.cli.lab.figures import figures_table
from amyitis.rules.switches import Switches

WIDTH = 110

Report = dict[str, Any]


def print_report(report: Report) -> None:
    """All tables of a run."""
    where = report["machine"]
    console = _console()
    console.print(
        f"{where['processor']}, {where['cores']} cores, {where['system']}; Python {where['python']}, "
        f"numba {where['numba']}, numpy {where['numpy']}, amyitis {where['amyitis']}; {report['date']}"
    )
    rows = (
        (one["players"], one["threads"], millions(one["decisions_per_second"]), whole(one["games_per_second"]))
        for one in report["random_games"]
    )
    console.print(figures_table("Random games", ("players", "threads", "million decisions/s", "games/s"), rows))
    console.print(figures_table("The engine", ("what", "figure"), _engine(report)))
    rows = (
        (
            whole(one["games"]),
            f"{one['microseconds_per_game']:.1f}",
            millions(one["decisions_per_second"]),
            f"{one['peak_mebibytes']:.0f}",
        )
        for one in report["growth"]
    )
    growth = ("games", "microseconds a game", "million decisions/s", "peak memory, MiB")
    console.print(figures_table("Growth: 2 players, one core", growth, rows))
    if "peers" in report:
        peers = ("peer", "version", "what", "steps/s", "games/s", "ours is faster by")
        console.print(figures_table("Peers, one core", peers, (_peer(one) for one in report["peers"]), words=3))


def print_gpu(report: Report) -> None:
    """What was found about the GPU."""
    console = _console()
    console.print(f"{report['machine']['gpu']}, numba {report['machine']['numba']}")
    rows: Iterable[tuple[object, ...]] = (
        (
            one["players"],
            Switches(**one["switches"]).words(),
            whole(one["games"]),
            one["differing"],
        )
        for one in report["agreement"]
    )
    console.print(figures_table("The same games as on the CPU", ("players", "switches", "games", "differing"), rows))
    rows = ((one["players"], whole(one["games"]), millions(one["decisions_per_second"])) for one in report["batches"])
    console.print(figures_table(f"Random games, {report['best']}", ("players", "games", "million decisions/s"), rows))
    rows = (
        (
            one["place"],
            one.get("limit") or "any",
            one["threads"],
            one["blocks_each"],
            millions(one["decisions_per_second"]),
        )
        for one in report["sweep"]
    )
    headings = ("memory", "registers", "threads a block", "blocks each", "million decisions/s")
    console.print(figures_table("Launches", headings, rows))
    rows = (
        (whole(one["games"]), f"{one.get('gigabytes', 0):.1f}", millions(one.get("decisions_per_second", 0)))
        for one in report["side_by_side"]
    )
    console.print(
        figures_table("Side by side in device memory", ("games", "gigabytes", "million decisions/s"), rows, words=0)
    )


def print_envs(report: Report) -> None:
    """What was found about the environments."""
    console = _console()
    where = report["machine"]
    console.print(f"{where['processor']}, {where['cores']} cores; Python {where['python']}, numba {where['numba']}")
    rows: Iterable[tuple[object, ...]] = (
        (one["players"], one["threads"], millions(one["per_busy_core"]), millions(one["by_the_clock"]))
        for one in report["vector"]
    )
    headings = ("players", "threads", "million steps/s of a busy core", "by the clock")
    console.print(figures_table("Vector environment, observations and masks included", headings, rows))
    parts = ("step", "rules", "observation", "mask", "copy")
    rows = ((one["players"], *(f"{one['nanoseconds'][part]:.0f}" for part in parts)) for one in report["split"])
    console.print(figures_table("What a step costs, nanoseconds", ("players", *parts), rows))
    rows = ((one["name"], whole(one["steps_per_second"])) for one in report["together"])
    console.print(figures_table("Against bots and playouts, one core", ("what", "decisions/s"), rows))
    quickest = {one["name"]: one["steps_per_second"] for one in report["single"] if "failed" not in one}
    ours = quickest.get("PettingZoo amyitis_v1")
    rows = (
        (one["name"], one.get("version", ""), *_speed(one, ours))
        for one in [*report["single"], *report.get("peers", [])]
    )
    console.print(
        figures_table(
            "One core, driven from Python", ("what", "version", "steps/s", "amyitis_v1 is faster by"), rows, words=2
        )
    )
    if "gpu" in report:
        print_gpu_games(report["gpu"], console)


def print_gpu_games(found: Report, console: Console) -> None:
    """What was found about the games on a GPU."""
    if "failed" in found:
        console.print(f"On the GPU: {found['failed']}")
        return
    parts = ("rules", "observation", "mask", "rest")
    rows = (
        (
            one["players"],
            whole(one["games"]),
            millions(one["steps_per_second"]),
            f"{one['times_the_cpu']:.1f} times",
            *(f"{one['nanoseconds'][part]:.1f}" for part in parts),
        )
        for one in found["speeds"]
    )
    headings = ("players", "games", "million steps/s", f"{found['cores']} cores", *(f"{part}, ns" for part in parts))
    console.print(figures_table(f"On the {found['gpu']}, observations and masks included", headings, rows))


def _console() -> Console:
    console = Console()
    console.width = min(console.width, WIDTH)
    return console


def _speed(one: Report, ours: float | None) -> tuple[str, str]:
    if "failed" in one:
        return "could not be measured", str(one["failed"])[:40]
    speed = one["steps_per_second"]
    return whole(speed), f"{ours / speed:.2g} times" if ours else ""


def _engine(report: Report) -> Iterable[tuple[str, str]]:
    state, plain = report["state"], report["plain"]
    yield "size of a state", f"{state['bytes']} bytes"
    yield "copy of a state, compiled", f"{state['copy_nanoseconds']:.1f} ns"
    yield "copy of a state, plain", f"{state['plain_copy_microseconds']:.1f} microseconds"
    yield "uncompiled engine, 2 players", f"{plain['microseconds_per_decision']:.2f} microseconds a decision"
    for name, kinds in report.get("first_game", {}).items():
        for kind, (clock, processor) in kinds.items():
            check = " with --check" if name == "checked" else ""
            yield f"first game{check}, {kind}", f"{clock:.2f} s ({processor:.2f} s of processor time)"
    for players, ratio in report["ratios_to_fixed_loop"].items():
        yield f"decisions to 1000 rounds of the fixed loop, {players} players", f"{ratio}"


def _peer(one: Report) -> tuple[str, ...]:
    if "failed" in one:
        return one["name"], "", f"could not be measured: {one['failed']}", "", "", ""
    ratio = f"{one['times_faster']:,.0f} times"
    return (
        one["name"],
        one["version"],
        one["what"],
        whole(one["steps_per_second"]),
        whole(one["games_per_second"]),
        ratio,
    )


def millions(number: float) -> str:
    """Returns a large number in millions."""
    return f"{number / 1e6:.2f}"


def whole(number: float) -> str:
    """Returns a number with its thousands marked."""
    return f"{number:,.0f}"
