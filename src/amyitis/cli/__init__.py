"""The command line: `amyitis`.

Exit codes: 0 all is well; 1 something was found to be wrong (a violation, a failed check); 2 the command was called
wrongly; 3 malformed text; 4 an illegal move; 5 a record that drifts; 6 a box file that cannot be used; 7 a bot that
failed.
"""

import sys
from typing import Annotated

import typer

from amyitis import __version__
from amyitis.errors import AmyitisError
from amyitis.extras import missing

from .game import driving, openings, play, puzzles, review, showing
from .lab import balance, bench, dataset, exporting, random_games, stats, tournament, train
from .options import BoxOption
from .serving import admin, database, join, serve

app = typer.Typer(
    name="amyitis",
    invoke_without_command=True,
    rich_markup_mode=None,  # help in plain lines: with rich it would take twice as long
    pretty_exceptions_enable=False,
    help="The board game Amyitis (unofficial fan implementation). Without a command, it opens the game in the browser.",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"amyitis {__version__}")
        raise typer.Exit


@app.callback()
def common(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = (False),
    box: BoxOption = None,
) -> None:
    """Start the game if no command is named."""
    if context.invoked_subcommand is None and not context.resilient_parsing:
        serve.serve(port=serve.usual_or_free_port(), box=box)


for command in (
    play.play,
    serve.serve,
    join.join,
    database.backup,
    database.restore,
    database.check_database,
    random_games.simulate,
    bench.bench,
    dataset.dataset,
    random_games.perft,
    tournament.match,
    tournament.tournament,
    stats.stats,
    balance.balance,
    showing.bots,
    train.train,
    train.calibrate,
    exporting.export_onnx,
    review.review,
    review.analyse,
    showing.replay,
    showing.show,
    serve.verify,
    database.rotate_secret,
    driving.new,
    driving.legal,
    driving.apply,
    driving.pipe,
    showing.box,
    showing.rules,
):
    app.command()(command)
app.add_typer(puzzles.app, name="puzzles")
app.add_typer(openings.app, name="openings")
app.add_typer(admin.app, name="admin")


def main() -> None:
    """Run the command line; an error that we know is one sentence and its exit code, never a traceback."""
    try:
        app()
    except AmyitisError as problem:
        print(f"amyitis: {problem}", file=sys.stderr)
        sys.exit(problem.exit_code)
    except ModuleNotFoundError as problem:
        if problem.name is None or problem.name.startswith("amyitis"):
            raise
        print(f"amyitis: {missing(problem.name)}", file=sys.stderr)
        sys.exit(AmyitisError.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
