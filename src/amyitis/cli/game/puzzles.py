"""`puzzles`: make them from engine games, and look at one."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from ..options import BoxOption, JsonOption
from .review import LangOption, check_language

app = typer.Typer(no_args_is_help=True, help="Positions with one clear best move.")


@app.command()
def make(
    count: Annotated[int, typer.Option(min=1, max=100_000, help="How many puzzles the file shall have.")] = 500,
    seed: Annotated[int, typer.Option(min=0, max=2**63, help="Of the first game; the others follow.")] = 1,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="The file; by default that of the package.")] = None,
    players: Annotated[int | None, typer.Option(min=2, max=4, help="Only games of so many players.")] = None,
    box: BoxOption = None,
) -> None:
    """Add puzzles to a file until it has so many; each is kept as soon as it is found, and none comes twice."""
    from amyitis.analysis.native_analyzer import NativeAnalyzer
    from amyitis.analysis.puzzle_making import puzzle_games, puzzles_of
    from amyitis.analysis.puzzles import FILE, read_puzzles, write_puzzles

    file = out or FILE
    puzzles = read_puzzles(file)
    known = {one.id for one in puzzles}
    analyzer = NativeAnalyzer(seed)
    for game_seed, game in puzzle_games(seed, players):
        if len(puzzles) >= count:
            break
        for found in puzzles_of(game, analyzer, known):
            puzzles.append(found)
            write_puzzles(puzzles, file)
            if len(puzzles) >= count:
                break
        print(f"seed {game_seed}: {len(puzzles)} puzzles", flush=True)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Puzzles, also of another box.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to write those that hold.")],
    players: Annotated[int | None, typer.Option(min=2, max=4, help="Only those of so many players.")] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**63, help="Of the thought.")] = 1,
    box: BoxOption = None,
) -> None:
    """Look at puzzles again, with the box and the network in use: those that hold are written, with what was found."""
    from amyitis.analysis.native_analyzer import NativeAnalyzer
    from amyitis.analysis.puzzle_making import puzzle_again
    from amyitis.analysis.puzzles import read_puzzles, write_puzzles

    wanted = [one for one in read_puzzles(file) if players in (None, one.players)]
    analyzer, kept = NativeAnalyzer(seed), []
    for number, one in enumerate(wanted, 1):
        again = puzzle_again(one, analyzer)
        if again is not None:
            kept.append(again)
            write_puzzles(kept, out)
        print(f"{number} of {len(wanted)}: {len(kept)} hold", flush=True)


@app.command()
def show(
    puzzle_id: Annotated[str | None, typer.Argument(metavar="ID", help="A puzzle; the one of today if none.")] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Show the solution, too, with reasons.")] = False,
    lang: LangOption = "en",
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Show the position of a puzzle and its moves."""
    import datetime

    from rich.console import Console

    from amyitis.analysis.puzzles import daily_puzzle, puzzle
    from amyitis.drawing.table import render_table
    from amyitis.game import Game

    check_language(lang)
    today = datetime.datetime.now(datetime.UTC).date()
    found = daily_puzzle(today) if puzzle_id is None else puzzle(puzzle_id)
    game = Game.from_position(found.position)
    reasons = [one.text(lang) for one in found.reasons()] if solution else []
    if as_json:
        hidden = () if solution else ("best", "second", "best_line", "second_line", "points", "low", "high")
        plain = {name: value for name, value in asdict(found).items() if name not in hidden}
        print(json.dumps({**plain, "moves": list(game.legal_moves), "reasons": reasons}, ensure_ascii=False))
        return
    Console().print(render_table(game.view()))
    print(f"Puzzle {found.id}, difficulty {found.difficulty}: {', '.join(found.themes)}")
    print(f"{found.seat} to move: {' '.join(game.legal_moves)}")
    if solution:
        print(f"Best: {found.best}, ahead of {found.second} by {found.points:.0f} points of win share")
        print(f"The engine's line: {' '.join(found.best_line)}")
        for text in reasons:
            print(f"  {text}")
