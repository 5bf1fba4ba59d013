"""What the record of a game says of who played."""

from dataclasses import replace

from amyitis.notation.records import parse_record
from amyitis.service.games.records import record_headers
from tests.table.sitting import kept, table_of


def test_a_name_does_not_pass_for_another_seat() -> None:
    table = table_of(kept())
    ann, ben = table.seats
    headers = record_headers(table.metadata, [replace(ann, name="X; K Y"), replace(ben, name='B"] [Id "z')])
    assert headers["Names"].count(";") == 1
    assert [part.strip()[0] for part in headers["Names"].split(";")] == [ann.seat, ben.seat]
    read = parse_record(table.game.record(headers)).headers
    assert read["Names"] == headers["Names"]
    assert read["Id"] == table.metadata.id
