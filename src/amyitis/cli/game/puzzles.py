"""`puzzles`: make them from engine games, and look at one."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..options import BoxOption, JsonOption
from .review import LangOption, check_language

if TYPE_CHECKING:
    from amyitis.game import Game

MOST_STATES = 200_000  # of a tree, however long it grows

app = typer.Typer(no_args_is_help=True, help="Puzzles: positions with one clear best move.")


@app.command()
def make(
    count: Annotated[int, typer.Option(min=1, max=100_000, help="Stop when the file has this many puzzles.")] = 500,
    seed: Annotated[
        int, typer.Option(min=0, max=2**63, help="Seed of the first game; later games count up from it.")
    ] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write; by default the package's own.")
    ] = None,
    players: Annotated[int | None, typer.Option(min=2, max=4, help="Only games with this many players.")] = None,
    proven: Annotated[bool, typer.Option(help="Take only last rounds, with a proof.")] = False,
    box: BoxOption = None,
) -> None:
    """Find puzzles in engine games and add them to a file, one by one and without repeats."""
    from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
    from amyitis.analysis.puzzles.making import puzzle_games, puzzles_of
    from amyitis.analysis.puzzles.proven import proven_puzzles_of
    from amyitis.analysis.puzzles.puzzles import FILE, read_puzzles, write_puzzles

    file = out or FILE
    puzzles = read_puzzles(file)
    known = {puzzle.id for puzzle in puzzles}
    analyzer = NativeAnalyzer(seed)
    made_of = proven_puzzles_of if proven else puzzles_of
    for game_seed, game in puzzle_games(seed, players):
        if len(puzzles) >= count:
            break
        for new_puzzle in made_of(game, analyzer, known):
            puzzles.append(new_puzzle)
            write_puzzles(puzzles, file)
            if len(puzzles) >= count:
                break
        print(f"seed {game_seed}: {len(puzzles)} puzzles", flush=True)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of puzzles, for any box.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file for the puzzles that still hold.")],
    players: Annotated[int | None, typer.Option(min=2, max=4, help="Only puzzles with this many players.")] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**63, help="Seed of the search.")] = 1,
    visits: Annotated[
        int,
        typer.Option(
            min=1, max=10**8, help="Visits of the analysis board, which must agree with each puzzle that is not proven."
        ),
    ] = 4096,
    box: BoxOption = None,
) -> None:
    """Check puzzles again with the current box and network, and write those that still hold."""
    from amyitis.analysis.analyzers.native_analyzer import TREE_STATES, NativeAnalyzer
    from amyitis.analysis.puzzles.proven import checked_again
    from amyitis.analysis.puzzles.puzzles import read_puzzles, write_puzzles

    wanted = [puzzle for puzzle in read_puzzles(file) if players in (None, puzzle.players)]
    analyzer, kept = NativeAnalyzer(seed, min(max(TREE_STATES, 3 * visits), MOST_STATES)), []
    for number, puzzle in enumerate(wanted, 1):
        again = checked_again(puzzle, analyzer, visits)
        if again is not None:
            kept.append(again)
            write_puzzles(kept, out)
        print(f"{number} of {len(wanted)}: {len(kept)} hold", flush=True)


@app.command()
def show(
    puzzle_id: Annotated[
        str | None, typer.Argument(metavar="ID", help="The puzzle; by default the puzzle of the day.")
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Also print the solution with reasons.")] = False,
    lang: LangOption = "en",
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Print a puzzle: its position and its moves."""
    import datetime

    from rich.console import Console

    from amyitis.analysis.puzzles.puzzles import daily_puzzle, puzzle
    from amyitis.drawing.table import render_table
    from amyitis.game import Game

    check_language(lang)
    today = datetime.datetime.now(datetime.UTC).date()
    shown = daily_puzzle(today) if puzzle_id is None else puzzle(puzzle_id)
    game = Game.from_position(shown.position)
    reasons = [reason.text(lang) for reason in shown.reasons()] if solution else []
    if as_json:
        hidden = (
            () if solution else ("best", "second", "best_line", "second_line", "points", "low", "high", "follow_ups")
        )
        plain = {name: value for name, value in asdict(shown).items() if name not in hidden}
        more = {"turns": shown.turns, "moves": list(game.legal_moves), "reasons": reasons}
        print(json.dumps(plain | more, ensure_ascii=False))
        return
    Console().print(render_table(game.view()))
    print(f"Puzzle {shown.id}, difficulty {shown.difficulty}: {', '.join(shown.themes)}")
    turns = "one turn" if shown.turns == 1 else f"{shown.turns} turns"
    print(f"{shown.seat} to move, {turns} to find: {' '.join(game.legal_moves)}")
    if solution:
        sureness = ", which is proven" if shown.proven else ""
        print(f"Best: {shown.best}, ahead of {shown.second} by {shown.points:.0f} points of win share{sureness}")
        print(f"The engine's line: {' '.join(shown.best_line)}")
        for line in shown.lines():
            print(f"A right line: {_with_replies(game, line)}")
        for text in reasons:
            print(f"  {text}")


def _with_replies(start: "Game", line: list[str]) -> str:
    """A line in which the moves of the others have brackets."""
    game, moves = start.copy(), []
    for move in line:
        moves.append(move if game.seat == start.seat else f"({game.seat} {move})")
        game.push(move)
    return " ".join(moves)
