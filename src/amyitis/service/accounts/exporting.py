"""Everything that is kept about a person, as one JSON file, with the records of their games."""

from typing import TYPE_CHECKING, Any

from amyitis.errors import AmyitisError
from amyitis.service.games.records import record_headers
from amyitis.service.games.tables import Tables
from amyitis.service.ports import Ports
from amyitis.service.routing import Call
from amyitis.table.replaying import record_of_log

if TYPE_CHECKING:
    from amyitis.store.parts.moving import MovingStore


class Exporter:
    """Writes down what is kept about people."""

    def __init__(self, ports: Ports, store: "MovingStore", tables: Tables) -> None:
        self._ports, self._store, self._tables = ports, store, tables

    async def export(self, call: Call) -> bytes:
        """Return the file; raises TooMuch."""
        person = call.identity.person or ""
        self._ports.quotas.charge("exports", person)
        kept = await self._store.kept_about(person)
        ids = sorted({row["game_id"] for row in kept["seats"]} | {row["id"] for row in kept["games"]})
        records = {game_id: await self._record(game_id, call.owner) for game_id in ids}
        about = {"person": person, "at": self._ports.clock.now(), "kept": kept, "records": records}
        return self._ports.codec.encode(about)

    async def _record(self, game_id: str, owner: str) -> dict[str, Any]:
        """The record of a game; or why there is none: it has not begun, or its box is not here."""
        try:
            metadata, seats = await self._tables.metadata(game_id)
            headers = record_headers(metadata, seats)
            _metadata, text = await self._tables.replayed(
                game_id, record_of_log, headers, upto=metadata.ply, owner=owner
            )
        except AmyitisError as problem:
            return {"record": None, "why": str(problem)}
        return {"record": text}
