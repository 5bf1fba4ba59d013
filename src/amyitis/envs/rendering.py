"""What an environment shows to people: the table as text, as a picture, or printed."""

from io import StringIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from amyitis.extras import need
from amyitis.game.view.shape import View

MODES = ["human", "ansi", "rgb_array"]
COLUMNS = 120


def render(view: View, mode: str) -> str | NDArray[np.uint8] | None:
    """Returns the table as text (`ansi`) or as a picture (`rgb_array`); prints it for `human`."""
    if mode == "rgb_array":
        need("PIL")
        from amyitis.drawing.picture import draw_picture

        picture: Any = draw_picture(view)
        return np.array(picture)
    from rich.console import Console

    from amyitis.drawing.table import render_table

    if mode == "human":
        Console().print(render_table(view))
        return None
    console = Console(width=COLUMNS, file=StringIO(), color_system=None)
    console.print(render_table(view))
    return str(console.file.getvalue())  # type: ignore[attr-defined]
