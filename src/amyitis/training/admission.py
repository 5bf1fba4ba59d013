"""The gate of a training run: the networks of now are written to FOLDER/new, those that came through to FOLDER/best.

A new network comes through only if it beats the one before, both with a tree on top, every deal from all seats.
"""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

from amyitis.lab.levels.meetings import Meeting, meet
from amyitis.lab.variants import Variant
from amyitis.lab.workers import Workers
from amyitis.rules.switches import Switches

from .run import SMALL, Run

NEW, BEST, GATE_LOG = "new", "best", "gate.jsonl"
SIMULATIONS = 64  # of the tree that both have on top
GATE_SEED = 1_000_000  # deals that no tournament of ours begins with


def offer(run: Run, games: int, workers: Workers) -> tuple[bool, list[Meeting]]:
    """Write the networks of a run, and let them take the place of the best ones if they beat them.

    They meet in every kind of game of the plan, in so many games each, both with the tree and the small network. The
    first ones are admitted without a game, and with 0 games the gate stands open.
    """
    fresh, best = write_networks(run), run.folder / BEST
    meetings: list[Meeting] = []
    if games and best.is_dir():
        new, old = (f"netsearch:N={SIMULATIONS},{folder / SMALL}.json" for folder in (fresh, best))
        for players in run.plan.players:
            for palace in run.plan.palace:
                meetings.append(meet(new, old, Variant(players, Switches(palace=palace)), games, GATE_SEED, workers))
        with (run.folder / GATE_LOG).open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(meeting.as_dict()) + "\n" for meeting in meetings)
        if not admitted(meetings):
            return False, meetings
    draft = run.folder / f"{BEST}.draft"
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(fresh, draft)
    shutil.rmtree(best, ignore_errors=True)
    draft.rename(best)
    return True, meetings


def write_networks(run: Run) -> Path:
    """Write the networks of a run as they are now; returns the folder."""
    for network in run.networks().values():
        network.save(run.folder / NEW)
    return run.folder / NEW


def admitted(meetings: Sequence[Meeting]) -> bool:
    """Whether a network may take the place of the one before: better in some kind of game, clearly worse in none."""
    return any(meeting.better for meeting in meetings) and all(
        meeting.interval.high >= 1 / meeting.players for meeting in meetings
    )
