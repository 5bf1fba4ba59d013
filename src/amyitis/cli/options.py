"""Options that many commands share."""

from pathlib import Path
from typing import Annotated

import typer


def _use_box(path: Path | None) -> Path | None:
    """Play with this box: must happen before the rules are imported, so commands import them in their bodies."""
    if path is not None:
        from amyitis.box import use_box
        from amyitis.box.known import named_box

        found = None if path.exists() else named_box(str(path))
        use_box(found or path)
    return path


BoxOption = Annotated[
    Path | None,
    typer.Option(
        "--box",
        metavar="FILE",
        callback=_use_box,
        is_eager=True,
        help="A box file of your own (TOML), or a name: `fair` (the standard box), `two-caravaneers` (the one before).",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object for machines.")]
PlayersOption = Annotated[int, typer.Option("--players", "-p", min=2, max=4, help="Number of players.")]
LimitedOption = Annotated[bool, typer.Option("--limited-supply", help="Play with the box's own counts (rule 12.1).")]
PalaceOption = Annotated[bool, typer.Option("--palace", help="Play with the Palace expansion (rules, section 13).")]
FullLapOption = Annotated[
    bool, typer.Option("--full-lap", help="House rule: the caravan may go all the way round (rule 7.1).")
]
NobleOption = Annotated[
    bool, typer.Option("--unlimited-noble", help="House rule: the Noble as often as you can pay him (rule 13.3).")
]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        show_default="$DATABASE_URL, else a file of this user",
        help="Where games are kept: sqlite:///FILE or postgresql://...",
    ),
]
