"""`amyitis play`: a game in the terminal."""

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from amyitis.errors import Malformed
from amyitis.rules import SEED_LIMIT
from amyitis.rules.switches import NO_SWITCHES, Switches

from ..options import BoxOption, with_switches
from ..records import read_record

if TYPE_CHECKING:
    from amyitis.bots import Bot
    from amyitis.game import Game

    from ..terminal.saving import Saved

DEFAULT_PLAYERS = 3
DEFAULT_BOTS = "Steward"
DRAWN_SEEDS = 1 << 32  # a seed that is drawn should be short enough to type


class SteadyRandomBot:
    """Plays any legal move; which one follows from the seed and the position alone.

    So a game that was taken back or resumed goes on as it would have.
    """

    name = "random"

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, game: "Game") -> str:
        """Returns the move to play."""
        return Random(f"{self._seed} {game.hash}").choice(game.legal_moves)


@with_switches
def play(
    players: Annotated[
        int | None, typer.Option("--players", "-p", min=2, max=4, show_default="3", help="Number of players.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0, max=SEED_LIMIT - 1, metavar="N", help="The seed: equal seeds give equal games. Random by default."
        ),
    ] = None,
    human: Annotated[
        str | None,
        typer.Option(metavar="SEATS", help="Your seats, such as WK; `none` to watch. By default the first seat."),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            "--bot",
            metavar="NAME",
            show_default=DEFAULT_BOTS,
            help='The other players: a level, from "Water carrier" to Nebuchadnezzar, or FILE.py:CLASS ...',
        ),
    ] = None,
    switches: Switches = NO_SWITCHES,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.amy", help="Save the game to this new file after every move.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE.amy", help="Continue a saved game, and save to the same file.")
    ] = None,
    box: BoxOption = None,
) -> None:
    """Play in the terminal, against bots or with others at one screen."""
    text = None if resume is None else read_record(resume, box)

    from ..progress import show_compiling
    from ..terminal import saving
    from ..terminal.terminal_game import TerminalGame

    meant = _new_game(players, seed, switches) if text is None else _saved_game(text, players, seed, switches)
    game = meant.game
    humans = _human_seats(game, human if text is None else human or meant.human)
    bots = bots or meant.headers.get(saving.BOTS, DEFAULT_BOTS)
    headers = {**meant.headers, saving.HUMAN: humans or saving.NOBODY, saving.BOTS: bots}
    if save is not None:
        if save.exists():
            raise Malformed(f"{save} exists already: go on with it by --resume {save}, or choose another name")
        saving.begin_file(save, game.record(headers))
    show_compiling()
    TerminalGame(game, humans, _opponents(game, humans, bots, meant.seed or 0), headers, save or resume).run()


def _new_game(players: int | None, seed: int | None, switches: Switches) -> "Saved":
    """Returns a new game, its seed among the headers."""
    import secrets

    from amyitis.game import Game

    from ..terminal import saving

    seed = secrets.randbelow(DRAWN_SEEDS) if seed is None else seed
    game = Game.new(players or DEFAULT_PLAYERS, seed, **switches.as_dict())
    return saving.Saved(game, seed, None, {saving.SEED: str(seed)})


def _saved_game(text: str, players: int | None, seed: int | None, switches: Switches) -> "Saved":
    """Returns the game of a record; raises Malformed where options say how another one would be."""
    from ..terminal import saving

    if players is not None or seed is not None or switches != NO_SWITCHES:
        raise Malformed("--resume: players, seed and rules are those of the saved game; leave these options out")
    return saving.resume(text)


def _opponents(game: "Game", humans: str, bots: str, seed: int) -> "dict[str, Bot]":
    """Returns the bots of the seats that nobody plays; raises Malformed if there is none of that name."""
    from amyitis.bots import make_bot

    places = {seat: place for place, seat in enumerate(game.seats) if seat not in humans}
    if bots == "random":
        return {seat: SteadyRandomBot(seed) for seat in places}
    return {seat: make_bot(bots, (seed + place) % SEED_LIMIT) for seat, place in places.items()}


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
