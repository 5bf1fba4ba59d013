"""`amyitis serve` and `amyitis verify`: games over the network, and whether their deals were fair."""

import os
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..options import BoxOption, DatabaseOption, JsonOption
from ..records import GameOption, read_record

HOST, PORT = "127.0.0.1", 8737


class Registration(StrEnum):
    """Who may make an account."""

    open = "open"
    invitation = "invitation"
    closed = "closed"


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
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")] = PORT,
    database: DatabaseOption = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="HOST", help="A host name of this server; requests for other names are refused."
        ),
    ] = None,
    https: Annotated[
        bool, typer.Option("--https", help="The server is behind an HTTPS proxy: make cookies secure.")
    ] = False,
    trusted_proxies: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy",
            metavar="ADDRESS",
            help="A proxy whose X-Forwarded-* headers are trusted: an address, a network, or loopback.",
        ),
    ] = None,
    limits: Annotated[
        list[str] | None,
        typer.Option(
            "--limit",
            metavar="NAME=NUMBER",
            help="Change a limit on clients, also with AMYITIS_LIMIT_NAME (list: docs/reference/server.md).",
        ),
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="A local port for Prometheus metrics (docs/reference/server.md)."),
    ] = None,
    webhooks: Annotated[
        bool,
        typer.Option("--webhooks/--no-webhooks", help="Let people name an address to be notified at."),
    ] = False,
    talk: Annotated[bool, typer.Option("--talk/--no-talk", help="Chat at the tables.")] = True,
    lobby_talk: Annotated[
        bool, typer.Option("--lobby-talk/--no-lobby-talk", help="Chat for the whole server.")
    ] = False,
    push: Annotated[
        bool | None,
        typer.Option(
            "--push/--no-push",
            show_default="with --https",
            help="Let people get push messages in their browsers.",
        ),
    ] = None,
    mail: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            show_default="AMYITIS_MAIL",
            help="A mail server for daily digests: smtp://USER:PASSWORD@HOST:587?from=ADDRESS, or smtps://.",
        ),
    ] = None,
    alerts_anywhere: Annotated[
        bool, typer.Option("--alerts-anywhere", help="Allow webhooks and push services in private networks.")
    ] = False,
    registration: Annotated[
        Registration | None,
        typer.Option(
            show_default="invitation with --name, else open",
            help="Who may open an account: everybody, people with an invitation, or nobody.",
        ),
    ] = None,
    bot_workers: Annotated[int, typer.Option(min=1, max=64, help="Number of bot processes.")] = 1,
    review_workers: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=64,
            show_default="1, or AMYITIS_REVIEW_WORKERS",
            help="Number of review processes; 0 for no reviews.",
        ),
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", show_default="build/web, or as installed", help="The folder of the built page."),
    ] = None,
    log: Annotated[str, typer.Option(help="The log level: debug, info, warning or error.")] = "warning",
    unlimited: Annotated[
        bool, typer.Option("--unlimited", help="No limits except those given with --limit, for load tests.")
    ] = False,
    box: BoxOption = None,
) -> None:
    """Start a server for people and programs."""
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
        registration=None if registration is None else registration.value,
        talk=talk,
        lobby_talk=lobby_talk,
        push=push,
        mail=mail or os.environ.get("AMYITIS_MAIL") or None,
        alerts_anywhere=alerts_anywhere,
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
        str | None, typer.Option(metavar="HEX", help="The seal (commitment) you saw when the game began.")
    ] = None,
    number: GameOption = None,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Check that nobody chose the deals of a record: its commitment, seed, set-up and every deal."""
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
