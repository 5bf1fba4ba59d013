"""Compiles what the tests run compiled, before they begin: `python -m tests.compile_first`.

Most of the time goes into translating the rules, and one process translates each of them once, whatever it compiles.
Tests, their servers and the servers' workers then load what they need. What is missing here is compiled all the same,
only later and by itself.
"""

import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from amyitis.analysis.analyzers.rollouts import roll_out, visits_ahead, walk_down
from amyitis.box.active import VARIABLE
from amyitis.engine.compiled import COMPILE_SWITCH, Function, native_compiler, prepare
from amyitis.engine.exchange import exchanged
from amyitis.engine.native.trust import verdict
from amyitis.engine.prebuilt.targets import Target, targets_here
from amyitis.envs import stepping
from amyitis.errors import AmyitisError
from amyitis.lab import perft, playing
from amyitis.lab.balance.bare import play_bare
from amyitis.nets.forward import evaluate
from amyitis.rules.course.chance import start_shuffler
from amyitis.search.exact import solve_pair, solve_table
from amyitis.search.net_tree import enter_child, forget_visits, look_at_moves, reset_net_node, run_net_search
from amyitis.search.tree import look_at, reset_node, run_search
from amyitis.training.slots import work_on_slots
from benchmarks.speed.engine import copy_often
from benchmarks.speed.envs import show_masks
from benchmarks.speed.fixed_loop import fixed_loop
from benchmarks.speed.networks import evaluate_moments
from building.web_assembly.contents import web_assembly
from tests.owners import owners_text
from tests.search.other_valuation import PARTS

BOTS: tuple[Function, ...] = (
    look_at,
    run_search,
    reset_node,
    start_shuffler,
    run_net_search,
    reset_net_node,
    forget_visits,
    enter_child,
    evaluate,
    walk_down,
    visits_ahead,
    roll_out,
    solve_pair,
    solve_table,
)
# What is run with the box of an owner: servers with its bots, and many games.
OWNERS: tuple[Function, ...] = (
    look_at,
    run_search,
    reset_node,
    start_shuffler,
    playing.begin_games,
    playing.play_games,
)
LAB: tuple[Function, ...] = (
    playing.begin_games,
    playing.check_games,
    playing.choose_actions,
    playing.deal_crafts,
    playing.play_games,
    playing.take_actions,
    perft.count_sequences,
    play_bare,
    copy_often,
    fixed_loop,
    evaluate_moments,
    look_at_moves,
    stepping.look,
    stepping.play_games,
    show_masks,
    work_on_slots,
    exchanged(run_search, PARTS),
)


FOLDER = Path(__file__).parents[1] / "build" / "prebuilt"


def bring_prebuilt(targets: tuple[Target, ...]) -> None:
    """Build the machine code of the package for this machine, if it is not there."""
    from building.machine_code import building  # numba, which takes a good part of a second to import

    if not building.is_built(FOLDER, targets) and verdict().works:
        building.build(FOLDER, building.entries(), targets, native_compiler())


def main() -> None:
    """Compile everything for the packaged box, and beside it what is needed for the box of an owner."""
    os.environ[COMPILE_SWITCH] = "1"
    if VARIABLE in os.environ:
        prepare(*OWNERS)
        return
    with tempfile.TemporaryDirectory() as folder:
        box = Path(folder) / "owners.toml"
        box.write_text(owners_text(), encoding="utf-8")
        command = [sys.executable, "-m", "tests.compile_first"]
        with subprocess.Popen(command, env={**os.environ, VARIABLE: str(box)}) as other:
            prepare(*BOTS, *LAB)
            with suppress(AmyitisError):  # said by the tests that need it
                web_assembly()  # of what is translated already
                if targets := targets_here()[:1]:
                    bring_prebuilt(targets)  # too, for the wheel that the tests build
        if other.returncode:
            sys.exit(other.returncode)


if __name__ == "__main__":
    main()
