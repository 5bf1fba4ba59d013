"""`amyitis serve` and `amyitis verify`: games over the network, and whether their deals were fair."""

import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from ..options import BoxOption, DatabaseOption, JsonOption
from ..records import GameOption, read_record

HOST, PORT = "127.0.0.1", 8737


def usual_or_free_port() -> int:
    """Returns the usual port, or 0, for any that is free, if another program listens there."""
    import socket

    try:
        socket.create_server((HOST, PORT)).close()
    except OSError:
        return 0
    return PORT


def serve(
    host: Annotated[str, typer.Option(help="The network address to listen on.")] = HOST,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")] = PORT,
    database: DatabaseOption = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    names: Annotated[
        list[str] | None, typer.Option("--name", metavar="HOST", help="A host name people call this server by.")
    ] = None,
    https: Annotated[bool, typer.Option("--https", help="Behind a proxy that speaks HTTPS: cookies say so.")] = False,
    trusted_proxies: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy",
            metavar="ADDRESS",
            help="A proxy whose X-Forwarded-For is believed: an address, a network, or loopback.",
        ),
    ] = None,
    limits: Annotated[
        list[str] | None,
        typer.Option(
            "--limit",
            metavar="NAME=NUMBER",
            help="A limit on clients; AMYITIS_LIMIT_NAME sets it, too (docs/reference/server.md lists them).",
        ),
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="A port of this machine for figures (docs/reference/server.md)."),
    ] = None,
    webhooks: Annotated[
        bool,
        typer.Option("--webhooks/--no-webhooks", help="Tell people who are away of their turn, if they wish."),
    ] = False,
    webhooks_anywhere: Annotated[
        bool, typer.Option("--webhooks-anywhere", help="Webhooks may lead into the own network, too.")
    ] = False,
    bot_workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that think for bots.")] = 1,
    review_workers: Annotated[
        int | None,
        typer.Option(
            min=0, max=64, show_default="1, or AMYITIS_REVIEW_WORKERS", help="Processes that review games; 0 for none."
        ),
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", show_default="build/web, or as installed", help="Where the page to play on was built."
        ),
    ] = None,
    log: Annotated[str, typer.Option(help="How much is logged: debug, info, warning or error.")] = "warning",
    unlimited: Annotated[
        bool, typer.Option("--unlimited", help="No limits on clients but those that are given, for load tests.")
    ] = False,
    box: BoxOption = None,
) -> None:
    """Start a server for people, bots and programs."""
    from amyitis.server.logs import start_logs
    from amyitis.server.running import open_browser
    from amyitis.server.running import serve as run
    from amyitis.server.settings import Limits, Settings, default_database, default_page, default_review_workers

    settings = Settings(
        database=database or default_database(),
        host=host,
        port=port,
        names=tuple(names or ()),
        secure=https,
        trusted_proxies=tuple(trusted_proxies or ()),
        metrics_port=metrics_port,
        bot_workers=bot_workers,
        review_workers=default_review_workers() if review_workers is None else review_workers,
        webhooks=webhooks,
        webhooks_anywhere=webhooks_anywhere,
        page=page or default_page(),
        limits=Limits.chosen(limits or (), Limits.none() if unlimited else None),
    )
    start_logs(log)

    def on_start(address: str) -> None:
        print(f"Amyitis is served at {address} (stop with Ctrl-C)", flush=True)
        if not no_browser and not os.environ.get("CI"):
            open_browser(address)

    run(settings, on_start)


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE.amy", help="A game record.")],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment that you saw when the game began.")
    ] = None,
    number: GameOption = None,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Check that nobody has chosen the deals of a record: what was promised at the start, and all that follows."""
    import json

    text = read_record(file, box, number)

    from amyitis.game.deals.verifying import verify_deals

    verdict = verify_deals(text, commitment)
    if as_json:
        print(json.dumps({"file": file.name, "fair": verdict.fair, **asdict(verdict)}))
    else:
        word = "fair" if verdict.fair else "NOT FAIR"
        print(f"{file.name}: {word}; {verdict.deals} of {verdict.all_deals} deals follow from the seed")
        for finding in verdict.faults:
            print(f"  wrong: {finding.sentence}")
        for finding in verdict.notes:
            print(f"  note: {finding.sentence}")
    if not verdict.fair:
        raise typer.Exit(1)
