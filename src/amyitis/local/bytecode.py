"""Archives of modules, compiled: whoever opens the page again need not wait until Python has compiled everything anew.

Only modules that are in use are compiled, one after the other with a pause after each: nobody who clicks meanwhile
waits for more than one of them.
"""

import asyncio
import io
import marshal
import sys
import zipfile
from importlib.util import MAGIC_NUMBER, source_hash
from typing import Any

UNCHECKED = (1).to_bytes(4, "little")  # named by the hash of the source, which need not be there (PEP 552)
PAUSE = 0.02  # seconds


async def compiled(archive: bytes, pause: float = PAUSE) -> bytes:
    """The same archive with its modules in use compiled, in the place of their sources; nothing in it is packed."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as sources, zipfile.ZipFile(written, "w") as made:
        for name in sources.namelist():
            content = sources.read(name)
            if name.endswith(".py") and module_of(name) in sys.modules:
                made.writestr(f"{name}c", bytecode(content, name))
                await asyncio.sleep(pause)
            else:
                made.writestr(name, content)
    return written.getvalue()


async def compiled_here(archive: Any) -> bytes:
    """The same for an archive in the memory of a browser."""
    return await compiled(archive.to_bytes())


def module_of(name: str) -> str:
    """The module that a file of an archive holds."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def bytecode(source: bytes, name: str) -> bytes:
    """A module as Python keeps it when it is compiled."""
    code = compile(source, name, "exec", dont_inherit=True)
    return MAGIC_NUMBER + UNCHECKED + source_hash(source) + marshal.dumps(code)
