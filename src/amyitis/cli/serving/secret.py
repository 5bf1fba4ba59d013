"""`amyitis rotate-secret`: a new secret for cookies and invitations, without sending anybody away."""

from typing import Annotated

import typer

from ..options import DatabaseOption


def rotate_secret(
    database: DatabaseOption = None,
    forget_older: Annotated[
        bool,
        typer.Option("--forget-older", help="End every cookie and invitation that older secrets signed, at once."),
    ] = False,
) -> None:
    """Draw a new secret that signs cookies and invitations, from the next start of the server on."""
    import asyncio

    from amyitis.server.settings import default_database
    from amyitis.store import GameStore

    async def rotate() -> int:
        store = await GameStore.open(database or default_database())
        try:
            return await store.rotate_secret(keep_older=not forget_older)
        finally:
            await store.close()

    accepted = asyncio.run(rotate())
    older = "none that was drawn before" if accepted == 1 else f"{accepted - 1} drawn before"
    print(f"A new secret signs from the next start of the server on; of the older ones it accepts {older}.")
