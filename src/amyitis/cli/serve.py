"""`amyitis serve` and `amyitis verify`: games over the network, and whether their deals were fair."""

import os
from pathlib import Path
from typing import Annotated

import typer

from .options import BoxOption, JsonOption
from .records import read_record


def serve(
    host: Annotated[str, typer.Option(help="The network address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")] = 8737,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            show_default="$DATABASE_URL, else a file of this user",
            help="Where games are kept: sqlite:///FILE or postgresql://...",
        ),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    names: Annotated[
        list[str] | None, typer.Option("--name", metavar="HOST", help="A host name people call this server by.")
    ] = None,
    https: Annotated[bool, typer.Option("--https", help="Behind a proxy that speaks HTTPS: cookies say so.")] = False,
    webhooks: Annotated[
        bool,
        typer.Option("--webhooks/--no-webhooks", help="Tell people who are away of their turn, if they wish."),
    ] = False,
    webhooks_anywhere: Annotated[
        bool, typer.Option("--webhooks-anywhere", help="Webhooks may lead into the own network, too.")
    ] = False,
    bot_workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that think for bots.")] = 1,
    page: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", show_default="build/web, or as installed", help="Where the page to play on was built."
        ),
    ] = None,
    log: Annotated[str, typer.Option(help="How much is logged: debug, info, warning or error.")] = "warning",
    unlimited: Annotated[bool, typer.Option("--unlimited", help="No limits on clients, for load tests.")] = False,
    box: BoxOption = None,
) -> None:
    """Start a server for people, bots and programs."""
    from amyitis.server.logs import start_logs
    from amyitis.server.running import open_browser
    from amyitis.server.running import serve as run
    from amyitis.server.settings import Limits, Settings, default_database, default_page

    settings = Settings(
        database=database or default_database(),
        host=host,
        port=port,
        names=tuple(names or ()),
        secure=https,
        bot_workers=bot_workers,
        webhooks=webhooks,
        webhooks_anywhere=webhooks_anywhere,
        page=page or default_page(),
        limits=Limits.none() if unlimited else Limits(),
    )
    start_logs(log)

    def on_start(address: str) -> None:
        print(f"Amyitis is served at {address} (stop with Ctrl-C)", flush=True)
        if not no_browser and not os.environ.get("CI"):
            open_browser(address)

    run(settings, on_start)


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE.amy", help="A game record.")],
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Check that the deals of a record follow from its seed, and the seed from the commitment made at the start."""
    import json

    text = read_record(file, box)

    from amyitis.game.fair_deals import verify_deals

    verdict = verify_deals(text)
    if as_json:
        print(json.dumps({"file": file.name, "verified": True, **verdict._asdict()}))
        return
    seal = "the commitment was kept" if verdict.committed else "there is no commitment"
    print(f"{file.name}: {verdict.deals} deals follow from the seed, {verdict.plies} plies; {seal}")
