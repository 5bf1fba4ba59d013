"""`replay`, `show`, `box`, `rules` and `bots`: things to look at."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from ..options import BoxOption, JsonOption
from ..records import GameOption, read_games, read_record


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE.amy", help="A game record.")],
    to: Annotated[int | None, typer.Option(metavar="PLY", help="Stop after this many moves, including deals.")] = None,
    log: Annotated[bool, typer.Option("--log", help="Print the effects of each move.")] = False,
    number: GameOption = None,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Verify a record and print the table at its end or at a ply; with several games, verify them all."""
    if number is None and to is None and not log and len(read_games(file)) > 1:
        _replay_all(file, as_json, box)
        return
    text = read_record(file, box, number)

    from rich.console import Console

    from amyitis.drawing.table import render_table
    from amyitis.game import Game

    game = Game.from_record(text, to)
    if as_json:
        answer = {
            "file": file.name,
            "verified": True,
            "plies": len(game.plies),
            "position": game.position,
            "hash": game.hash,
            "over": game.is_over,
            "scores": game.scores,
            "winners": game.winners,
            "view": game.view(),
        }
        if log:
            answer["events"] = [event.as_dict() for event in game.events]
        print(json.dumps(answer, ensure_ascii=False))
        return
    console = Console()
    if log:
        for ply in game.plies:
            console.print(f"[bold]{ply.seat} {ply.token}[/bold]")
            for event in ply.events:
                console.print(f"    {event.text} [dim]({event.clause})[/dim]")
    console.print(render_table(game.view()))
    console.print(f"{file.name}: verified, {len(game.plies)} plies, position {game.hash}")


def _replay_all(file: Path, as_json: bool, box: Path | None) -> None:
    """Verify every game of a file, and tell how each ended; all are of the box of the first."""
    texts = read_games(file)
    read_record(file, box, 1)

    from amyitis.errors import AmyitisError
    from amyitis.game import Game

    wrong: AmyitisError | None = None
    for number, text in enumerate(texts, 1):
        try:
            game = Game.from_record(text)
        except AmyitisError as problem:
            wrong = wrong or problem
            outcome = {"game": number, "verified": False, "error": str(problem)}
            line = f"game {number}: {problem}"
        else:
            outcome = {"game": number, "verified": True, "plies": len(game.plies), "hash": game.hash}
            outcome |= {"over": game.is_over, "result": game.result}
            line = f"game {number}: verified, {len(game.plies)} plies, {game.result}"
        print(json.dumps(outcome, ensure_ascii=False) if as_json else line)
    if wrong is not None:
        raise typer.Exit(wrong.exit_code)


def show(
    position: Annotated[str, typer.Argument(help="A position in one line.")],
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Print the table of a position."""
    from rich.console import Console

    from amyitis.drawing.table import render_table
    from amyitis.game import Game

    view = Game.from_position(position).view()
    if as_json:
        print(json.dumps(view, ensure_ascii=False))
    else:
        Console().print(render_table(view))


def box(as_json: JsonOption = False, box: BoxOption = None) -> None:
    """Print what is in the box, and how certain each fact is."""
    from amyitis.box import active_box

    from .box import show_box

    show_box(active_box(), as_json)


def rules(
    words: Annotated[
        list[str] | None, typer.Argument(help="A clause (6.3), a section (6), or words to search for.")
    ] = None,
    lang: Annotated[str, typer.Option(metavar="LANG", help="The language: en, de, cs or fr.")] = "en",
    rulings: Annotated[
        bool, typer.Option("--rulings", help="Print all rulings (our own decisions), with reasons.")
    ] = False,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Print a clause or a section of the rules, or search them."""
    from .rulebook import show_rules

    show_rules(" ".join(words) if words else None, as_json, lang, rulings=rulings)


def bots(as_json: JsonOption = False) -> None:
    """List all bots and levels, with their measured strength in games of two."""
    from amyitis.bots.catalogue import catalogue

    listed = catalogue()
    if as_json:
        print(json.dumps([asdict(bot) for bot in listed], ensure_ascii=False))
        return
    width = max(len(bot.call) for bot in listed)
    for bot in listed:
        rating = "" if bot.rating is None else f" (a level for people, rating {bot.rating})"
        print(f"{bot.call:{width}}  {bot.about}{rating}")
        if bot.measured:
            print(f"{'':{width}}  {bot.measured}")
