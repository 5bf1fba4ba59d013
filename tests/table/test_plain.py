"""A table runs without any package of others, as it will in a static page."""

import subprocess
import sys

FORBIDDEN = ("numpy", "numba", "pydantic", "typing_extensions", "orjson", "sqlalchemy", "fastapi")
PROGRAM = f"""
import sys
for name in {FORBIDDEN!r}:
    sys.modules[name] = None
from tests.table.sitting import ANN, kept, play_on, table_of
from amyitis.table.messages.serializing import Serializer
table = table_of(kept())
play_on(table, 30)
print(len(Serializer().game(table, ANN, outlook=True)["view"]["seats"]))
"""


def test_a_table_is_played_with_the_standard_library_alone() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == "2\n"
