"""Checked random games of all numbers of players and all switches, as many as wanted, with a report to go on from.

    python -m tests.fuzz.games [--games 1000000] [--seed 1] [--report FILE] [--threads N]     # make fuzz GAMES=1000000

After Ctrl-C the same command goes on. Its exit code is 1 if a violation was found.
The report has a line of JSON for each block of games: what was played, by which rules, and every violation. Lines of
other rules, of another box or of another first seed do not count.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from amyitis.box.tables import BOX_DIGEST
from amyitis.cli.progress import GamesBar
from amyitis.errors import Malformed
from amyitis.lab.batches import check_seeds, cores, play_many
from amyitis.lab.variants import HOUSE_RULES, VARIANTS
from amyitis.sources import package_digest

KINDS = {variant.name: variant for variant in (*VARIANTS, *HOUSE_RULES)}
BLOCK = 2048  # games of one kind before the next takes its turn


@dataclass(frozen=True)
class Block:
    """Some games of one kind, of consecutive seeds from `first` on and what follows it."""

    rules: str
    first: int
    kind: str
    games: int
    decisions: int
    violations: list[str]


def rules_digest() -> str:
    """Returns a hash of the rules' sources and of the box."""
    return package_digest("rules", also=BOX_DIGEST)


def read_report(path: Path, seed: int) -> list[Block]:
    """Returns the blocks of a report that count; none if there is no file. Raises Malformed for another file."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        blocks = [Block(**json.loads(line)) for line in lines]
    except (OSError, ValueError, TypeError) as problem:
        raise Malformed(f"{path} is not a report of these games ({problem}); name another file") from problem
    return [block for block in blocks if (block.rules, block.first) == (rules_digest(), seed)]


def fuzz(
    games: int, path: Path, *, seed: int = 1, threads: int = 1, progress: Callable[[int], None] | None = None
) -> list[Block]:
    """Play checked games until the report at `path` has so many; returns its blocks. A block is written when it ends.

    `progress` is called with the number of games so far. Raises Malformed for a number out of range.
    """
    if games < 1:
        raise Malformed(f"fuzz needs at least 1 game, not {games}")
    check_seeds(seed, games)
    blocks, rules, played = read_report(path, seed), rules_digest(), Counter(dict.fromkeys(KINDS, 0))
    for block in blocks:
        played[block.kind] += block.games
    share = min(BLOCK, max(1, games // len(KINDS)))
    path.parent.mkdir(parents=True, exist_ok=True)
    while played.total() < games:
        kind, count = min(KINDS, key=lambda name: played[name]), min(share, games - played.total())
        results = list(play_many(KINDS[kind], count, seed + played[kind], check=True, threads=threads))
        decisions = sum(int(part.decisions.sum()) for part in results)
        violations = [str(violation) for part in results for violation in part.violations]
        blocks.append(Block(rules, seed, kind, count, decisions, violations))
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(blocks[-1])) + "\n")
        played[kind] += count
        if progress is not None:
            progress(played.total())
    return blocks


def main(words: Sequence[str] | None = None) -> int:
    """Play as the command line says and print what was found; returns the exit code."""
    parser = argparse.ArgumentParser(description="Check random games with all numbers of players and all switches.")
    parser.add_argument("--games", "-n", type=int, default=1_000_000)
    parser.add_argument("--seed", "-s", type=int, default=1)
    parser.add_argument("--report", type=Path, default=Path("reports/fuzz.jsonl"))
    parser.add_argument("--threads", "-t", type=int, default=cores())
    given = parser.parse_args(words)
    with GamesBar("Checking", given.games, sum(block.games for block in read_report(given.report, given.seed))) as bar:
        blocks = fuzz(given.games, given.report, seed=given.seed, threads=given.threads, progress=bar.show)
    wrong = [f"{block.kind}, {violation}" for block in blocks for violation in block.violations]
    played, decisions = (sum(getattr(block, name) for block in blocks) for name in ("games", "decisions"))
    print(f"{played:,} games, {decisions:,} decisions, {len(wrong) or 'no'} violations ({given.report})")
    for line in wrong:
        print(f"  {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
