"""`amyitis join`: a bot of this machine takes a seat on a server."""

import re
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from ..progress import show_compiling

PATH = re.compile(r"/(?:table/(?P<table>[^/]+)|join/(?P<game>[^/]+)/(?P<seat>[^/]+)/(?P<word>[^/]+))/?")


def join(
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of a table, or an invitation link.")],
    bot: Annotated[str, typer.Option("--bot", "-b", help="The bot: a name, FILE.py:CLASS or process:COMMAND.")],
    seat: Annotated[
        str | None, typer.Option("--seat", help="The letter of the seat; by default the first open one.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="The name at the table.")] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="The seed of the bot's random choices.")] = 0,
) -> None:
    """Let a bot take a seat on a server and play the game to its end."""
    import httpx

    from amyitis.bots import make_bot
    from amyitis.client import Client, play_as
    from amyitis.errors import AmyitisError
    from amyitis.service.accounts.names import NAME_LENGTH

    address, game_id, invited, word = table_of(url)
    show_compiling()
    player = make_bot(bot, seed)
    with Client(address) as me:
        try:
            wanted = invited or _open_seat(me.game(game_id), seat)
            me.join(game_id, wanted, word, name or f"{bot.rpartition('/')[2]} (program)"[:NAME_LENGTH])
            print(f"{bot} sits down as {wanted} at {address}/table/{game_id}")
            game = play_as(me, game_id, player)
        except (httpx.HTTPError, OSError) as problem:
            raise AmyitisError(f"the server at {address} cannot be reached: {problem}") from None
    scores = ", ".join(f"{view['seat']} {view['prestige']}" for view in game["view"]["seats"])
    print(f"the game is over: {scores}")


def table_of(url: str) -> tuple[str, str, str | None, str | None]:
    """Returns server, game, seat and invitation that an address names; raises Malformed."""
    from amyitis.errors import Malformed

    parts = urlsplit(url)
    matched = PATH.fullmatch(parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or matched is None:
        raise Malformed(f"{url!r:.200} is neither the address of a table (http://HOST/table/ID) nor an invitation")
    address = f"{parts.scheme}://{parts.netloc}"
    return address, matched["table"] or matched["game"], matched["seat"], matched["word"]


def _open_seat(game: dict[str, Any], wanted: str | None) -> str:
    """Returns a seat that anybody may take, the wanted one if there is one; raises Malformed."""
    from amyitis.errors import Malformed

    seats: list[str] = [seat["seat"] for seat in game["seats"] if seat["kind"] == "open"]
    if not seats:
        raise Malformed("no seat is open at this table")
    if wanted is not None and wanted not in seats:
        raise Malformed(f"the seat {wanted} is not open at this table")
    if not game["public"]:
        raise Malformed("this table is not public: give the invitation to a seat (http://HOST/join/ID/SEAT/INVITATION)")
    return wanted or seats[0]
