"""A picture of a run's log: losses, speed, and how long the games are."""

import json
from pathlib import Path

from amyitis.errors import Malformed
from amyitis.lab.plots import COLOUR, LINE, Picture

from .run import LARGE, LOG, SMALL


def plot_log(folder: Path) -> list[Path]:
    """Draw the log of a run as FOLDER/log.svg and log.png; raises Malformed if there is none."""
    try:
        text = (folder / LOG).read_text(encoding="utf-8")
    except OSError as problem:
        raise Malformed(f"{folder} holds no log of a run: {problem.strerror}") from None
    lines = [json.loads(line) for line in text.splitlines()]
    minutes = [line["seconds"] / 60 for line in lines]
    picture = Picture(folder / "log", columns=3, endings=(".svg", ".png"))
    losses, rounds, speed = picture.axes
    for name, colour in ((LARGE, COLOUR), (SMALL, LINE)):
        losses.plot(minutes, [line[f"{name}_win_loss"] for line in lines], color=colour, label=name)
    losses.set_title("Loss of the win share", fontsize="small")
    losses.legend(fontsize="small")
    rounds.plot(minutes, [line["rounds"] for line in lines], color=COLOUR)
    rounds.set_title("Rounds of a game, since the piece began", fontsize="small")
    speed.plot(minutes, [line["decisions_per_second"] for line in lines], color=COLOUR)
    speed.set_title("Decisions a second", fontsize="small")
    for panel in (losses, rounds, speed):
        panel.set_xlabel("minutes", fontsize="small")
    return picture.save("How the training went")
