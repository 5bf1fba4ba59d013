"""What does not come with `pip install amyitis`: which extra brings which package."""

from importlib.util import find_spec

from amyitis.errors import AmyitisError

EXTRAS = {
    "asyncpg": "server",
    "gymnasium": "gymnasium",
    "matplotlib": "lab",
    "onnx": "onnx",
    "pettingzoo": "pettingzoo",
    "pyarrow": "data",
    "pyspiel": "openspiel",
    "ray": "ray",
    "torch": "train",
}


def need(*packages: str) -> None:
    """Raise AmyitisError for a package that is not installed, with the command that installs it."""
    for package in packages:
        if find_spec(package) is None:
            raise AmyitisError(missing(package))


def missing(package: str) -> str:
    """Returns the sentence for a package that is not installed: an extra brings it, or `pip install amyitis`."""
    extra = EXTRAS.get(package.partition(".")[0])
    name = f"'amyitis[{extra}]'" if extra else "amyitis"
    return f"{package} is not installed: pip install {name}"
