"""Games of records as Parquet files, with the columns of `dataset.py`: what was played anywhere, as data.

Every record is played back before anything is written, so that one that cannot be read leaves no half of a dataset.
Games that are not over have no outcome and are left out.
"""

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from amyitis import __version__
from amyitis.box.tables import BOX_DIGEST, COLOURS, SEAT_LETTERS
from amyitis.errors import Malformed
from amyitis.files import write_atomically
from amyitis.nets.layout import ENCODING_VERSION
from amyitis.records import GameRecord, read_records

from .dataset import claim, column_table, decision_rows, parquet_writer, part_name, write_part


@dataclass(frozen=True)
class RecordPlan:
    """What a dataset of records holds: files or folders of `.amy` files, and what each decision's row holds."""

    records: tuple[str, ...]
    part: int = 100  # games in a file
    text: bool = True
    features: bool = False


@dataclass(frozen=True)
class Written:
    """What came of it: games by the number of players, those that were not over, and the parts that were missing."""

    games: dict[int, int]
    unfinished: int
    parts: int


def write_record_dataset(
    folder: Path, plan: RecordPlan, progress: Callable[[int, int], None] = lambda games, total: None
) -> Written:
    """Write what is still missing of a dataset of records. `progress` is called with the number of games done,
    and that of all.

    Raises Malformed, Illegal or Drift for a record that cannot be played back, naming its file, Malformed where there
    is no finished game or the folder holds another dataset, AmyitisError without pyarrow, OSError.
    """
    parquet = parquet_writer()
    digest, games, unfinished = hashlib.sha256(), Counter[int](), 0
    for record in read_records(plan.records):
        digest.update(record.game.record().encode())
        if record.game.is_over:
            games[record.game.players] += 1
        else:
            unfinished += 1
    if not games:
        raise Malformed(f"there is no finished game in {', '.join(plan.records)}")
    about = {**asdict(plan), "records": digest.hexdigest(), "games": sum(games.values()), "box": BOX_DIGEST}
    claim(folder / "dataset.json", about | {"encoding": ENCODING_VERSION, "amyitis": __version__})
    parts = _write_parts(parquet, folder, plan, games, progress)
    write_atomically(folder / "README.md", card(plan, games, unfinished))
    return Written(dict(games), unfinished, parts)


def _write_parts(
    parquet: Any, folder: Path, plan: RecordPlan, games: Counter[int], progress: Callable[[int, int], None]
) -> int:
    """Write the parts that are missing; returns how many they were."""
    done, written, rows = Counter[int](), 0, {players: list[dict[str, Any]]() for players in games}
    for record in read_records(plan.records):
        players = record.game.players
        if not record.game.is_over:
            continue
        path = folder / "games" / f"players={players}" / part_name(done[players] // plan.part)
        done[players] += 1
        if not path.exists():
            rows[players] += decision_rows(
                record.game, names_of(record), plan.text, plan.features, source=source_of(record)
            )
            if done[players] % plan.part == 0 or done[players] == games[players]:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_part(parquet, path, rows[players], plan.features)
                rows[players] = []
                written += 1
        progress(done.total(), games.total())
    return written


def names_of(record: GameRecord) -> list[str]:
    """Returns the name of the player at each seat, empty where the record names none.

    Servers write all in one header, `[Names "W Ann; K Steward"]`, others one for each colour, `[White "Ann"]`.
    """
    together = dict(part.strip().partition(" ")[::2] for part in record.headers.get("Names", "").split(";"))
    if together.get(record.game.seats[0]):
        return [together.get(seat, "") for seat in record.game.seats]
    return [record.headers.get(COLOURS[SEAT_LETTERS.index(seat)].capitalize(), "") for seat in record.game.seats]


def source_of(record: GameRecord) -> str:
    """Returns the file of a record, and which game of it this is."""
    return f"{record.path.name}#{record.number}"


def card(plan: RecordPlan, games: Counter[int], unfinished: int) -> str:
    """Returns the data card: what is in the dataset, and how it was made."""
    kinds = ", ".join(f"{count} of {players} players" for players, count in sorted(games.items()))
    left_out = f" {unfinished} more were not over, and are left out." if unfinished else ""
    return f"""# Games of Amyitis, from records

{games.total()} finished games ({kinds}), one row for each decision.{left_out} Made by `amyitis dataset`
{__version__} from {", ".join(f"`{Path(record).name}`" for record in plan.records)}: box {BOX_DIGEST},
encoding {ENCODING_VERSION}.

{column_table()}

Outcomes are those of the people and bots who played, no judgement of the position. Whose games these are, and whether
you may pass them on, you know better than this program.
"""
