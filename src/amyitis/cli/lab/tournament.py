"""`amyitis tournament` and `amyitis match`: bots against each other, and how sure the outcome is."""

import json
import sys
from dataclasses import asdict
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from amyitis.rules.switches import NO_SWITCHES, Switches

from ..options import BoxOption, JsonOption, RayAddressOption, RayOption, WorkersOption, chosen_workers, with_switches
from ..progress import GamesBar, show_compiling
from ..records import use_box_of_tournament
from .figures import difference, duration, figures_table, percent, rate_and_interval, wide_console

if TYPE_CHECKING:
    from rich.table import Table

    from amyitis.lab.tournaments.match import MatchResult
    from amyitis.lab.tournaments.sprt import Sprt
    from amyitis.lab.tournaments.standings import Pair, Standing, Standings
    from amyitis.lab.tournaments.tournament import Tournament

INTERRUPTED = 130
MOST_GAMES = 10_000  # of a match that ends when the answer is clear

BotsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="BOT BOT...", help="`greedy`, `search:N=400`, FILE.py:CLASS or process:COMMAND; repeats are allowed."
    ),
]
SeedOption = Annotated[
    int, typer.Option("--seed", "-s", min=0, help="Seed of the first deal; later deals count up from it.")
]
PlayersOption = Annotated[
    int | None,
    typer.Option("--players", "-p", min=2, max=4, help="Players per game, if fewer than bots: all line-ups meet."),
]
MoveSecondsOption = Annotated[
    float | None,
    typer.Option("--move-seconds", metavar="S", help="Time limit for a move in seconds; a slower bot fails."),
]
PlotOption = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw the ratings (.svg or .png).")]


class OldGamesChoice(Enum):
    """What is done with games that another version of the program or of a bot has played, or whose record is gone."""

    REFUSE = "refuse"
    AGAIN = "again"
    KEEP = "keep"


OldGamesOption = Annotated[
    OldGamesChoice,
    typer.Option(help="What to do with games of another version of the program or of a bot."),
]


@with_switches
def tournament(
    bots: BotsArgument,
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FOLDER", help="The folder for results and records; an existing run continues."
        ),
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Minimum number of games; rotations of seats are completed.")
    ] = 200,
    seed: SeedOption = 0,
    players: PlayersOption = None,
    switches: Switches = NO_SWITCHES,
    workers: WorkersOption = None,
    ray: RayOption = False,
    ray_address: RayAddressOption = None,
    move_seconds: MoveSecondsOption = None,
    plot: PlotOption = None,
    old_games: OldGamesOption = OldGamesChoice.REFUSE,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Play a tournament: every deal from every seating. After Ctrl-C, the same command continues."""
    if box is None:
        use_box_of_tournament(out)

    from amyitis.lab.tournaments.folder import TournamentFolder
    from amyitis.lab.tournaments.tournament import games_to_play, run

    _check_plot(plot)
    plan = _tournament(bots, seed, players, switches, move_seconds)
    plan = plan.as_begun_in(out)
    chosen = chosen_workers(workers, ray, ray_address)
    folder = TournamentFolder(out, plan.plan())
    wanted = len(plan.fixtures(games))
    done = wanted - len(games_to_play(plan, games, folder, old_games.value))
    with GamesBar("Playing", wanted, done) as bar:
        try:
            results = run(plan, games, chosen, folder, bar.step, old_games.value)
        except KeyboardInterrupt:
            print(
                f"amyitis: stopped after {bar.done} of {wanted} games; the same command goes on from there",
                file=sys.stderr,
            )
            raise typer.Exit(INTERRUPTED) from None
    _report(plan, results, as_json, plot, out)


@with_switches
def match(
    bots: BotsArgument,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", "-n", min=1, show_default="1", help="Minimum number of games; with --sprt, the maximum (10000)."
        ),
    ] = None,
    seed: SeedOption = 0,
    switches: Switches = NO_SWITCHES,
    workers: WorkersOption = None,
    ray: RayOption = False,
    ray_address: RayAddressOption = None,
    move_seconds: MoveSecondsOption = None,
    sprt: Annotated[
        float | None,
        typer.Option(
            metavar="POINTS",
            help="Sequential test: does the first bot win so many more games of 100 than the second?",
        ),
    ] = None,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Play a short match of 2 to 4 bots from every seating. With --sprt, play until the answer is clear."""
    from amyitis.lab.tournaments.sprt import Sprt, play_until_clear
    from amyitis.lab.tournaments.tournament import run

    test = None if sprt is None else Sprt(sprt / 100)
    plan = _tournament(bots, seed, None, switches, move_seconds)
    games = games or (1 if test is None else MOST_GAMES)
    chosen = chosen_workers(workers, ray, ray_address)
    with GamesBar("Playing", len(plan.fixtures(games))) as bar:
        if test is None:
            results = run(plan, games, chosen, progress=bar.step)
        else:
            results = play_until_clear(plan, games, chosen, test, bar.step)
    if not as_json and test is None:
        for result in results:
            scores = ", ".join(f"{bot} {score}" for bot, score in zip(result.bots, result.scores, strict=True))
            print(f"seed {result.seed}: {scores} ({result.rounds} rounds)")
    _report(plan, results, as_json, None, None, test)


def _tournament(
    bots: list[str],
    seed: int,
    players: int | None,
    switches: Switches,
    move_seconds: float | None = None,
) -> "Tournament":
    """The tournament that the options describe; all bots exist."""
    from amyitis.errors import Malformed
    from amyitis.extras import need
    from amyitis.lab.tournaments.tournament import Tournament
    from amyitis.lab.variants import Variant

    need("openskill")
    show_compiling()
    if players is None and len(bots) > 4:
        raise Malformed(f"{len(bots)} bots do not fit one table: say with --players how many play a game")
    return Tournament(tuple(bots), Variant(players or len(bots), switches), seed, move_seconds)


def _check_plot(plot: Path | None) -> None:
    """Refuse a picture that could not be written before hours are spent on it."""
    if plot is not None:
        from amyitis.lab.plots import check_picture

        check_picture(plot)


def _report(
    plan: "Tournament",
    results: "list[MatchResult]",
    as_json: bool,
    plot: Path | None,
    folder: Path | None,
    test: "Sprt | None" = None,
) -> None:
    """Say what the games tell, and draw it."""
    from amyitis.lab.tournaments.standings import standings

    ranking = standings(results)
    if plot is not None:
        from amyitis.lab.plots import plot_ratings

        plot_ratings(ranking, plot)
    if as_json:
        answer = {"plan": plan.plan(), "rotation": len(plan.rotation), **asdict(ranking)}
        answer |= {} if test is None else {"sprt": test.as_json()}
        print(json.dumps(answer if folder is None else answer | {"folder": str(folder)}, ensure_ascii=False))
        return
    _print(plan, ranking, folder)
    if test is not None:
        print(_sprt_words(plan.bots[0], test))
    if len(ranking.programs) > 1:
        print(f"amyitis: these games were played by {len(ranking.programs)} versions of the program", file=sys.stderr)


def _sprt_words(bot: str, test: "Sprt") -> str:
    """What a match that ends when the answer is clear has found."""
    points = f"by {100 * test.ahead:g} points"
    words = {
        "ahead": f"{bot} is ahead: {points} is likelier than not at all",
        "not ahead": f"{bot} is not ahead {points}: not at all is likelier",
        "unclear": f"whether {bot} is ahead {points} is not clear yet",
    }
    return (
        f"{words[test.answer]} (SPRT, 5 % errors, log ratio {test.ratio:+.2f} after {len(test.deals)} deals). "
        "A match that stops when it is clear shows the difference larger than it is."
    )


def _print(plan: "Tournament", ranking: "Standings", folder: Path | None) -> None:
    """The standings as tables."""
    console = wide_console()
    console.print(_strength(ranking.bots))
    if ranking.pairs:
        console.print(_pairs(ranking.pairs))
    console.print(_thinking(ranking.bots))
    each = f"{len(plan.rotation)} seating{'s' * (len(plan.rotation) != 1)}"
    deals = f"{ranking.deals} deal{'s' * (ranking.deals != 1)}"
    games = f"{ranking.games} game{'s' * (ranking.games != 1)}"
    print(f"{games}: {deals} from seed {plan.seed} on, {each} each; {ranking.mean_rounds:.1f} rounds a game.")
    print("In brackets: intervals of 95 %. Chance is the win rate if all were equally strong.")
    if folder is not None:
        print(f"The records are in {folder / 'games'}.")


def _strength(bots: "list[Standing]") -> "Table":
    several = any(bot.seats_held > bot.games for bot in bots)
    headings = ("bot", "games", *(["seats"] if several else []), "win rate", "chance", "place", "margin", "rating")
    rows = [
        (
            bot.bot,
            str(bot.games),
            *([str(bot.seats_held)] if several else []),
            rate_and_interval(bot.win_rate, bot.win_rate_interval),
            percent(bot.chance),
            f"{bot.mean_place:.2f}",
            f"{bot.mean_margin:+.1f}",
            f"{bot.rating.mu:.1f} ± {bot.rating.sigma:.1f}",
        )
        for bot in bots
    ]
    return figures_table("Standings", headings, rows)


def _pairs(pairs: "list[Pair]") -> "Table":
    headings = ("bot", "against", "deals", "win rate ahead by", "score ahead by")
    rows = [
        (
            pair.first,
            pair.second,
            str(pair.deals),
            difference(pair.win_rate_difference, pair.win_rate_difference_interval, 100),
            difference(pair.score_difference, pair.score_difference_interval),
        )
        for pair in pairs
    ]
    return figures_table("Two by two, over the same deals", headings, rows, words=2)


def _thinking(bots: "list[Standing]") -> "Table":
    headings = ("bot", "score", "decisions", "time for one", "slowest", "in all")
    rows = [
        (
            bot.bot,
            f"{bot.mean_score:.1f}",
            str(bot.decisions),
            duration(bot.seconds_per_decision),
            duration(bot.slowest_decision),
            duration(bot.seconds),
        )
        for bot in bots
    ]
    return figures_table("Scores and thinking", headings, rows)
