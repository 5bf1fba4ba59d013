"""Games of any bots as Parquet files, for programs that learn from data: positions, moves, visits, outcomes.

A dataset is a folder: `games/players=N/part-00000.parquet` and so on, each with the decisions of some games,
`dataset.json` and a data card, `README.md`. A part is written whole or not at all, and what is there is not played
again; so a run that was ended goes on where it was.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from amyitis import __version__
from amyitis.bots.playing import ask, ask_values, seated
from amyitis.bots.registry import check_bot
from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import AmyitisError, Malformed
from amyitis.files import draft_of, write_atomically
from amyitis.game import Game
from amyitis.nets.encoding import encode_position
from amyitis.nets.layout import ENCODING_VERSION, WIDTH
from amyitis.notation.tokens import action_id
from amyitis.records import positions_of
from amyitis.rules.questions import KIND_NAMES
from amyitis.rules.switches import NO_SWITCHES, Switches

from ..variants import Variant

COLUMNS = {
    "seed": "of the game: `Game.new(players, seed)` with these moves is the same game; null for a game of a record",
    "source": "the file of the record, and which game of it; empty for a game that was played for this dataset",
    "ply": "how many moves were made before, deals included",
    "seat": "who decides: W, K, B or R",
    "bot": "the bot that decides; in a game of a record the player's name, empty if it names none",
    "kind": "the kind of question",
    "position": "the position as text (docs/reference/notation.md); empty without --text",
    "features": "the position as the one who decides sees it (docs/reference/encoding.md); null without --features",
    "legal": "the legal actions, as numbers of the action table",
    "action": "the action that was played",
    "move": "the same as a token",
    "visits": "how often the bot's search looked at each legal action, in their order; null where it does not tell",
    "share": "what the game brought the one who decides: 1 for a win, 1/k for one that k share, 0",
    "margin": "prestige at the end, less the best of the others'",
    "scores": "prestige at the end, by seat",
    "rounds": "of the whole game",
}


@dataclass(frozen=True)
class Plan:
    """A dataset to write: the bots (they rotate seats), the games, and the columns.

    >>> from amyitis.lab.datasets.dataset import Plan
    >>> Plan(("greedy", "random"), games=4, seed=1).variant.name
    '2 players'
    """

    bots: tuple[str, ...]
    games: int
    seed: int = 0
    part: int = 100  # games in a file
    text: bool = True
    features: bool = False
    visits: bool = False
    switches: Switches = NO_SWITCHES

    @property
    def variant(self) -> Variant:
        """The kind of game; raises Malformed."""
        return Variant(len(self.bots), self.switches)


def write_dataset(folder: Path, plan: Plan, progress: Callable[[int], None] = lambda games: None) -> int:
    """Write what is still missing of a dataset; returns how many parts that were.

    `progress` is called with the number of games done.
    A dataset may grow: a last part that holds fewer games than it should now is written anew. Raises Malformed where
    the folder holds another dataset or more games, or a bot is unknown, NetworkRefused for a network that cannot play
    such games, AmyitisError without pyarrow, OSError.

    >>> import pathlib, tempfile
    >>> from amyitis.lab.datasets.dataset import Plan, write_dataset
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_dataset(pathlib.Path(folder), Plan(("random", "random"), games=2))
    1
    """
    parquet = parquet_writer()
    about = {**asdict(plan), "bots": list(plan.bots), "box": BOX_DIGEST, "encoding": ENCODING_VERSION}
    about |= {"rules_version": plan.variant.rules_version, "amyitis": __version__}
    for bot in plan.bots:
        check_bot(bot, plan.variant.example())
    inner = folder / "games" / f"players={len(plan.bots)}"
    check_same(folder / "dataset.json", about)
    there = games_there(parquet, inner, plan)
    if any(first + games > plan.games for first, games in there.items()):
        raise Malformed(f"{folder} holds more than {plan.games} games already; take another folder")
    claim(folder / "dataset.json", about)
    inner.mkdir(parents=True, exist_ok=True)
    written = 0
    for number, first in enumerate(range(0, plan.games, plan.part)):
        path, games = inner / part_name(number), min(plan.part, plan.games - first)
        if there.get(first) != games:
            rows: list[dict[str, Any]] = []
            for game in range(games):
                rows += game_rows(plan, plan.seed + first + game)
                progress(first + game + 1)
            write_part(parquet, path, rows, plan.features)
            written += 1
        progress(first + games)
    write_atomically(folder / "README.md", card(plan, about))
    return written


def games_there(parquet: Any, inner: Path, plan: Plan) -> dict[int, int]:
    """Returns how many games each part holds that is there, by the place of its first; raises Malformed."""
    counts = {}
    for path in sorted(inner.glob("part-*.parquet")):
        first = int(path.stem.removeprefix("part-")) * plan.part
        try:
            seeds = parquet.read_table(path, columns=["seed"], partitioning=None)["seed"]
            counts[first] = seeds[-1].as_py() - (plan.seed + first) + 1
        except (ValueError, IndexError, KeyError, TypeError):  # (pyarrow's own are ValueErrors)
            raise Malformed(f"{path} cannot be read; without it, its games are played again") from None
    return counts


def part_name(number: int) -> str:
    """Returns the name of a part."""
    return f"part-{number:05}.parquet"


def write_part(parquet: Any, path: Path, rows: list[dict[str, Any]], features: bool) -> None:
    """Write a part, whole or not at all."""
    with draft_of(path) as draft:
        parquet.write_table(_table(rows, features), draft, compression="zstd")


def parquet_writer() -> Any:
    """Returns pyarrow's module for Parquet; raises AmyitisError without it."""
    try:
        from pyarrow import parquet
    except ImportError:
        raise AmyitisError("pyarrow is not installed: pip install 'amyitis[data]'") from None
    return parquet


def check_same(path: Path, about: dict[str, Any]) -> None:
    """Raise Malformed if the folder holds another dataset already."""
    if path.exists():
        there = json.loads(path.read_text(encoding="utf-8"))
        differing = [name for name in about if name != "games" and there.get(name) != about[name]]
        if differing:
            raise Malformed(f"{path.parent} holds another dataset: {', '.join(differing)} differ; take another folder")


def claim(path: Path, about: dict[str, Any]) -> None:
    """Say what the folder holds; it must not hold anything else already."""
    check_same(path, about)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(about, indent=1) + "\n")


def game_rows(plan: Plan, seed: int) -> Iterator[dict[str, Any]]:
    """Play the game of a seed; returns a row for each decision. The bots sit one seat further in each game."""
    turn = seed % len(plan.bots)
    names = plan.bots[turn:] + plan.bots[:turn]
    variant = plan.variant
    game = Game.new(variant.players, seed, **variant.switches.as_dict())
    bots: Sequence[Any] = [seated(name, seed, place) for place, name in enumerate(names)]
    seats, visits = game.seats, dict[int, list[int] | None]()
    while not game.is_over:
        bot, ply, legal = bots[seats.index(game.seat)], len(game.plies), game.legal_moves.ids
        if plan.visits and hasattr(bot, "explain"):
            values = ask_values(bot, game, seed)
            counted = {action_id(value.token): value.visits for value in values}
            visits[ply] = [counted.get(action, 0) for action in legal] if any(counted.values()) else None
            game.push(values[0].token)
        else:
            game.push_id(ask(bot, game, seed))
    yield from decision_rows(game, names, plan.text, plan.features, seed=seed, visits=visits)


def decision_rows(
    game: Game,
    names: Sequence[str],
    text: bool,
    features: bool,
    *,
    seed: int | None = None,
    source: str = "",
    visits: Mapping[int, list[int] | None] | None = None,
) -> Iterator[dict[str, Any]]:
    """Returns a row for each decision of a finished game, with the name of who sits at each seat."""
    scores, seats = list(game.scores.values()), game.seats
    for at in positions_of(game):
        place = seats.index(at.seat)
        others = max(score for other, score in enumerate(scores) if other != place)
        yield {
            "seed": seed,
            "source": source,
            "ply": at.ply,
            "seat": at.seat,
            "bot": names[place],
            "kind": KIND_NAMES[at.state.asked],
            "position": at.text if text else "",
            "features": _features(at.state, place) if features else None,
            "legal": [action_id(move) for move in at.legal],
            "action": at.action,
            "move": at.move,
            "visits": (visits or {}).get(at.ply),
            "share": (at.seat in game.winners) / len(game.winners),
            "margin": scores[place] - others,
            "scores": scores,
            "rounds": game.round,
        }


def _features(state: Any, viewer: int) -> bytes:
    row = [0] * WIDTH
    encode_position(state, viewer, row)
    return bytes(row)


def _table(rows: list[dict[str, Any]], features: bool) -> Any:
    """The rows as a table of Arrow; features are lists of a fixed length, which NumPy reads without a copy."""
    import pyarrow as pa

    types = {
        "seed": pa.int64(), "source": pa.string(), "ply": pa.int32(), "seat": pa.string(), "bot": pa.string(),
        "kind": pa.string(), "position": pa.string(), "legal": pa.list_(pa.int16()), "action": pa.int16(),
        "move": pa.string(), "visits": pa.list_(pa.int32()), "share": pa.float32(), "margin": pa.int16(),
        "scores": pa.list_(pa.int16()), "rounds": pa.int16(),
    }  # fmt: skip
    columns = {name: pa.array([row[name] for row in rows], kind) for name, kind in types.items()}
    if features:
        flat = np.frombuffer(b"".join(row["features"] for row in rows), np.uint8)
        columns["features"] = pa.FixedSizeListArray.from_arrays(pa.array(flat), WIDTH)
    else:
        columns["features"] = pa.nulls(len(rows), pa.list_(pa.uint8(), WIDTH))
    return pa.table({name: columns[name] for name in COLUMNS})


def card(plan: Plan, about: dict[str, Any]) -> str:
    """Returns the data card: what is in the dataset, how it was made, and what it is not."""
    return f"""# Games of Amyitis: {", ".join(plan.bots)}

{plan.games} games of {plan.variant.name}, seeds {plan.seed} to {plan.seed + plan.games - 1}, one row for each decision.
The bots sit one seat further in each game. Made by `amyitis dataset` {about["amyitis"]}: rules version
{about["rules_version"]}, box {about["box"]}, encoding {about["encoding"]}. The same command makes the same games, as
far as the bots play alike: those that think for a time do not.

{column_table()}

Outcomes are those of these bots against each other, no judgement of the position. Published under the MIT licence, as
the program that made it; an unofficial fan implementation.
"""


def column_table() -> str:
    """Returns the columns and what they say, for a data card."""
    return "\n".join(["| column | |", "|---|---|", *(f"| `{name}` | {words} |" for name, words in COLUMNS.items())])
