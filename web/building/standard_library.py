"""The standard library of the page's Python, without what no table in a browser can want: more than half of it.

`python -m web.building.standard_library PYODIDE BUILT` reads the archive in the folder of Pyodide and
writes a smaller one into another folder, with an index of packages that names none: nothing is ever installed in the
page.
"""

import json
import sys
import zipfile
from pathlib import Path

ARCHIVE = "python_stdlib.zip"
INDEX = "pyodide-lock.json"

# Tools of those who write programs; what speaks with other machines, other processes or a terminal; formats of files
# that we never read.
LEFT_OUT = tuple(Path(__file__).with_name("left_out.txt").read_text(encoding="utf-8").split())
ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "unicode_escape", "utf_8")


def is_kept(name: str) -> bool:
    """Whether a file of the archive is of any use in the page."""
    if name.startswith("encodings/"):
        return name.removeprefix("encodings/").removesuffix(".py") in ENCODINGS
    return not name.endswith("/") and not any(name == f"{one}.py" or name.startswith(f"{one}/") for one in LEFT_OUT)


def write_smaller(pyodide: Path, built: Path) -> tuple[int, int]:
    """Write the smaller library and the empty index; returns the sizes of the library before and after, in bytes."""
    built.mkdir(parents=True, exist_ok=True)
    before, after = pyodide / ARCHIVE, built / ARCHIVE
    with zipfile.ZipFile(before) as whole, zipfile.ZipFile(after, "w") as smaller:
        for entry in whole.infolist():
            if is_kept(entry.filename):
                smaller.writestr(entry, whole.read(entry), zipfile.ZIP_DEFLATED, 9)
    index = json.loads((pyodide / INDEX).read_text(encoding="utf-8"))
    (built / INDEX).write_text(json.dumps(index | {"packages": {}}), encoding="utf-8")
    return before.stat().st_size, after.stat().st_size


if __name__ == "__main__":
    print("{:,} bytes of the standard library, {:,} of them kept".format(*write_smaller(*map(Path, sys.argv[1:3]))))
