"""`amyitis play`: a game in the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from amyitis.errors import Malformed
from amyitis.rules.seeds import SEED_LIMIT

from ..options import BoxOption, FullLapOption, LimitedOption, NobleOption, PalaceOption
from ..records import read_record

if TYPE_CHECKING:
    from amyitis.game import Game

DEFAULT_PLAYERS = 3
DEFAULT_BOTS = "Steward"
DRAWN_SEEDS = 1 << 32  # a seed that is drawn should be short enough to type


def play(
    players: Annotated[
        int | None, typer.Option("--players", "-p", min=2, max=4, show_default="3", help="Number of players.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=SEED_LIMIT - 1, metavar="N", help="Equal seeds give equal games; else drawn."),
    ] = None,
    human: Annotated[
        str | None, typer.Option(metavar="SEATS", help="The seats you play, as WK; none to watch. Else the first one.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            "--bot",
            metavar="NAME",
            show_default=DEFAULT_BOTS,
            help='Who plays the other seats: a level, from "Water carrier" to Nebuchadnezzar, FILE.py:CLASS ...',
        ),
    ] = None,
    limited_supply: LimitedOption = False,
    palace: PalaceOption = False,
    full_lap: FullLapOption = False,
    unlimited_noble: NobleOption = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.amy", help="Keep the game in this new file, after every move.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE.amy", help="Go on with a saved game, and keep it there.")
    ] = None,
    box: BoxOption = None,
) -> None:
    """Play a game in the terminal, alone against bots or with others at one screen."""
    text = None if resume is None else read_record(resume, box)

    from amyitis.game import Game

    from ..progress import show_compiling
    from ..terminal import saving
    from ..terminal.opponents import opponent
    from ..terminal.terminal_game import TerminalGame

    headers: dict[str, str] = {}
    if text is not None:
        if players is not None or seed is not None or limited_supply or palace or full_lap or unlimited_noble:
            raise Malformed("--resume: players, seed and rules are those of the saved game; leave these options out")
        saved = saving.resume(text)
        game, seed, human, headers = saved.game, saved.seed, human or saved.human, saved.headers
    else:
        import secrets

        seed = secrets.randbelow(DRAWN_SEEDS) if seed is None else seed
        game = Game.new(
            players or DEFAULT_PLAYERS,
            seed,
            limited_supply=limited_supply,
            palace=palace,
            full_lap=full_lap,
            unlimited_noble=unlimited_noble,
        )
        headers[saving.SEED] = str(seed)
    humans = _human_seats(game, human)
    headers[saving.HUMAN] = humans or saving.NOBODY
    headers[saving.BOTS] = bots or headers.get(saving.BOTS, DEFAULT_BOTS)
    if save is not None:
        if save.exists():
            raise Malformed(f"{save} exists already: go on with it by --resume {save}, or choose another name")
        saving.begin_file(save, game.record(headers))
    show_compiling()
    opponents = {
        seat: opponent(headers[saving.BOTS], seed or 0, place)
        for place, seat in enumerate(game.seats)
        if seat not in humans
    }
    TerminalGame(game, humans, opponents, headers, save or resume).run()


def _human_seats(game: "Game", human: str | None) -> str:
    """Returns the seats that people play, in the order of the table; raises Malformed."""
    if human is None:
        return game.seats[0]
    if human.lower() == "none":
        return ""
    wanted = human.upper()
    if not wanted or set(wanted) - set(game.seats):
        raise Malformed(f"--human {human}: the seats of this game are {' '.join(game.seats)}; or none to watch")
    return "".join(seat for seat in game.seats if seat in wanted)
