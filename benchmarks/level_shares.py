"""What a position is worth at each level of the bots: win shares fitted to their games, and checked on other games.

    python benchmarks/level_shares.py --players 2 --games 800 --write
    python benchmarks/level_shares.py --network --players 2 --games 1200 --write
    python benchmarks/level_shares.py --network --players 2 --open-duel --games 1200 --level Scribe --write
    python benchmarks/level_shares.py --fresh --players 2 --games 300 --level Scribe
    python benchmarks/level_shares.py --page

Each level plays so many games against itself, those that think long fewer. The shares are those of a review's search,
or with `--network` those of the network alone, as balance tables have them. `--write` keeps the scales in the package
(`analysis/level_shares.json`), `--fresh` checks them by new games, and `--page` writes what is kept into
`docs/figures/level-shares.md`. A bot of another name (`--level level:skill=-0.36,alone=0.4`) is fitted and printed, and
never kept. The figures depend on the seed and the number of games, not on how many `--workers` play them.
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from amyitis.analysis.level_shares import FILE, NETWORK, SEARCH, WIDEST, LevelScale, Source, kind, level_scales
from amyitis.bots.levels import ALL_LEVELS
from amyitis.lab.levels.share_fitting import CheckedBin, FittedScale, Positions, as_text, check, collect, fit, games_of
from amyitis.lab.variants import Variant
from amyitis.lab.workers import OneProcess, Processes
from amyitis.rules.switches import SWITCH_WORDS, Switches

SEED = 70_000_001  # far from those of balance tables and tournaments
FRESH_SEED = 93_000_001
PAGE = Path(__file__).parent.parent / "docs" / "figures" / "level-shares.md"
TITLES: dict[Source, str] = {SEARCH: "In reviews", NETWORK: "By the network alone"}
CHECKED = (0.1, 0.3, 0.5, 0.7, 0.9)  # of the bins, those that the table shows: where they begin


def kinds_in_words(source: Source) -> dict[str, str]:
    """The kinds of games that were fitted, as `level_shares.json` names them, and in words."""
    words = {}
    for name in json.loads(FILE.read_text(encoding="utf-8"))[source]:
        players, _, switches = name.partition(" ")
        words[name] = Variant(int(players), Switches.parse(switches)).name
    return words


def scale_table(source: Source, name: str) -> list[str]:
    """The scales of a kind of game as a table: the powers, what 90 % are, and how often those won in other games."""
    header = " | ".join(f"said {100 * low:.0f}-{100 * low + 10:.0f} %" for low in CHECKED)
    lines = [
        f"| level | games | power, first tiles | last tiles | 90 % are | {header} |",
        "|---|---:|---:|---:|---:|" + "---:|" * len(CHECKED),
    ]
    for row in json.loads(FILE.read_text(encoding="utf-8"))[source][name]:
        low, high = row["ninety"]
        ninety = f"{100 * row['share']:.1f} % ({100 * low:.1f}-{100 * high:.1f})"
        if high - low > WIDEST:
            ninety = "too little known"
        cells = " | ".join(_won(row, begin) for begin in CHECKED)
        lines.append(
            f"| {row['level']} | {row['games']:,} | {row['early']:.2f} | {row['late']:.2f} | {ninety} | {cells} |"
        )
    return lines


def tables() -> list[str]:
    """All scales that are kept, as the page shows them."""
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    bins = [part for source in TITLES for rows in kept[source].values() for row in rows for part in row["check"]]
    outside = sum(not part["low"] <= part["said"] <= part["high"] for part in bins)
    lines = [f"In all tables, {outside} of {len(bins)} bins lie outside of their interval of 95 %.", ""]
    for source, title in TITLES.items():
        for name, words in kinds_in_words(source).items():
            lines += [f"### {title}: {words}", "", *scale_table(source, name), ""]
    return lines[:-1]


def write_between(page: Path, name: str, lines: Sequence[str]) -> None:
    """Replace what a page has between `<!-- NAME -->` and `<!-- end of NAME -->`."""
    before, mark, rest = page.read_text(encoding="utf-8").partition(f"<!-- {name} -->\n")
    _, end, after = rest.partition(f"<!-- end of {name} -->")
    if not end:
        raise SystemExit(f"{page.name} has no place for the {name}")
    page.write_text("\n".join([before + mark, *lines, "", end]) + after, encoding="utf-8")


def _won(row: dict[str, Any], begin: float) -> str:
    """What was said in a bin and how many won, with the interval."""
    for part in row["check"]:
        if begin <= part["said"] < begin + 0.1:
            said, won, low, high = (100 * part[name] for name in ("said", "won", "low", "high"))
            return f"{said:.0f}: {won:.0f} ({low:.0f}-{high:.0f})"
    return "-"


def _show(scale: FittedScale, seconds: float) -> None:
    """Print a scale and its check."""
    low, high = scale.ninety
    verdict = "" if high - low <= WIDEST else ": too little to tell"
    print(
        f"{scale.level}: {scale.games} games in {seconds:.0f} s, powers {scale.early:.3f} to {scale.late:.3f};", end=" "
    )
    print(f"90 % of strong play are {scale.share:.1%} ({low:.1%} to {high:.1%}){verdict}")
    _show_bins(scale.check)


def _show_bins(bins: Sequence[CheckedBin]) -> None:
    """Print what was said and how many won; a star where what was said lies outside."""
    for part in bins:
        inside = part.low <= part.said <= part.high
        print(f"  said {part.said:6.1%}, won {part.won:6.1%} ({part.low:.1%} to {part.high:.1%})", end="")
        print(f" {'' if inside else '*'} of {part.positions} in {part.games} games", flush=True)


def _show_fresh(bot: str, positions: Positions, scale: LevelScale) -> None:
    """Print what strong play and a level's kept scale say in games that it was not fitted to, and how many won."""
    for name, said in (
        ("strong play", positions.said),
        (f"its scale ({scale.early} to {scale.late})", positions.at(scale)),
    ):
        print(f"{bot}, {name}:")
        _show_bins(check(positions, said))


def main() -> None:
    """Fit the scales, print them, and keep them if that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--games", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--level", help="only this level, or a bot of any name")
    parser.add_argument("--network", action="store_true", help="shares of the network alone, not of a review's search")
    parser.add_argument("--write", action="store_true", help="keep the scales in the package")
    parser.add_argument("--fresh", action="store_true", help="judge new games by the scales that are kept")
    parser.add_argument("--page", action="store_true", help="write the tables of what is kept, and play nothing")
    for name, words in SWITCH_WORDS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", dest=name, action="store_true", help=words.about)
    asked = parser.parse_args()
    if asked.page:
        write_between(PAGE, "tables", tables())
        return
    if asked.games < 8 or asked.workers < 1:
        parser.error("eight games and one worker are the least")
    variant = Variant(asked.players, Switches(**{name: getattr(asked, name) for name in SWITCH_WORDS}))
    source = NETWORK if asked.network else SEARCH
    workers = OneProcess() if asked.workers == 1 else Processes(asked.workers)
    names = {level.name: games_of(level, asked.games) for level in ALL_LEVELS}
    if asked.write and asked.level not in (None, *names):
        parser.error("only the scales of levels are kept")
    if asked.fresh:
        for bot, games in names.items():
            scale = level_scales(variant.example(), source)[bot]
            if scale is not None and asked.level in (None, bot):
                _show_fresh(bot, collect(bot, variant, games, FRESH_SEED, workers, source), scale)
        return
    fitted = []
    for bot, games in names.items() if asked.level is None else [(asked.level, names.get(asked.level, asked.games))]:
        started = time.monotonic()
        fitted.append(fit(bot, collect(bot, variant, games, asked.seed, workers, source)))
        _show(fitted[-1], time.monotonic() - started)
    if asked.write:
        known = json.loads(FILE.read_text(encoding="utf-8"))
        FILE.write_text(as_text(known, source, variant, fitted), encoding="utf-8")
        print(f"{FILE.name} has them for {kind(variant.example())!r} by the {source} now")


if __name__ == "__main__":
    main()
