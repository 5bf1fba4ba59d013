"""Optional packages, and the extra of `pip install amyitis` that brings each."""

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from amyitis.errors import AmyitisError

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from typing import TypedDict
else:  # what makes the API's models of these types wants the newer TypedDict; without it the older one will do
    try:
        from typing_extensions import TypedDict
    except ImportError:
        from typing import TypedDict

__all__ = ["EXTRAS", "TypedDict", "missing", "need"]

EXTRAS = {
    "PIL": "gymnasium",
    "aiosqlite": "server",
    "alembic": "server",
    "argon2": "server",
    "asyncpg": "postgresql",
    "fastapi": "server",
    "gymnasium": "gymnasium",
    "httptools": "server",
    "itsdangerous": "server",
    "llvmlite": "compile",
    "matplotlib": "lab",
    "numba": "compile",
    "onnx": "onnx",
    "orjson": "server",
    "pettingzoo": "pettingzoo",
    "prometheus_client": "server",
    "pyarrow": "data",
    "pyspiel": "openspiel",
    "ray": "ray",
    "sqlalchemy": "server",
    "torch": "train",
    "uvicorn": "server",
    "webauthn": "server",
}


def need(*packages: str) -> None:
    """Raise AmyitisError for a package that is not installed, with the command that installs it."""
    for package in packages:
        if find_spec(package) is None:
            raise AmyitisError(missing(package))


def missing(package: str) -> str:
    """Returns a sentence with the command that installs a missing package."""
    extra = EXTRAS.get(package.partition(".")[0])
    name = f"'amyitis[{extra}]'" if extra else "amyitis"
    return f"{package} is not installed: pip install {name}"
