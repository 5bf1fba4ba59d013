"""What lies beside a bot's file, imported for the bots of that folder alone.

Two bots may each have a module `openings` beside them. So the files of a folder are modules of a package with a name of
its own, which nobody else uses, and an import statement in one of them looks among them first. Nothing is added to
`sys.path`, and what libraries import stays as it is: a module `packaging` beside a bot is for that bot alone.
"""

import builtins
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

PREFIX = "amyitis_bots_"
OURS = "amyitis"  # a bot often lies beside a clone of this project


def lies_beside(folder: Path, name: str) -> bool:
    """Returns whether a bot in a folder gets a module or package of this name from there, as `import name` asks for it.

    It does not if the standard library or this program has the name. A folder without `__init__.py` counts only if
    nothing that is installed has it, as everywhere in Python.
    """
    if name == OURS or name in sys.stdlib_module_names:
        return False
    spec = FileFinder(str(folder), *_loaders(SourceFileLoader)).find_spec(name)
    if spec is None:
        return False
    return spec.loader is not None or not _installed(name)


class Neighbours:
    """The files of one folder, each loaded once, on demand.

    A file that is edited later stays as it was loaded: other `Neighbours` of the same folder load it anew.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = f"{PREFIX}{sha256(str(folder).encode()).hexdigest()[:12]}_{next(_numbers)}"
        self.builtins = {**vars(builtins), "__import__": self._import}
        self._beside: dict[str, bool] = {}
        package = sys.modules[self.package] = ModuleType(self.package, "The files of a folder with bots.")
        package.__path__ = [str(folder)]
        _folders[self.package] = self
        if _finder not in sys.meta_path:
            sys.meta_path.insert(0, _finder)  # before the one that would find the same files for everybody

    def load(self, path: Path) -> ModuleType:
        """Returns the module of a file of this folder; raises whatever the file raises."""
        name = f"{self.package}.{path.stem}"
        known = sys.modules.get(name)
        if known is not None and known.__file__ == str(path):
            return known
        if known is not None or not path.stem.isidentifier():
            name = f"{self.package}.file_{path.name.encode().hex()}"
            if name in sys.modules:
                return sys.modules[name]
        spec = spec_from_file_location(name, path, loader=_Loader(name, str(path)))
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[name] = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module

    def _import(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002 - so they are called there
        locals: Mapping[str, object] | None = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """What an import statement in one of the files calls, in place of `builtins.__import__`."""
        top = name.partition(".")[0]
        if level or not self._has(top):
            return builtins.__import__(name, globals, locals, fromlist, level)
        if fromlist:
            return builtins.__import__(f"{self.package}.{name}", globals, locals, fromlist, 0)
        import_module(f"{self.package}.{name}")
        return sys.modules[f"{self.package}.{top}"]

    def _has(self, name: str) -> bool:
        if name not in self._beside:
            self._beside[name] = f"{self.package}.{name}" in sys.modules or lies_beside(self.folder, name)
        return self._beside[name]


class _Loader(SourceFileLoader):
    """Runs a file of such a folder, with import statements that look there first.

    It keeps no byte code: only the second and the size tell it from stale one.
    """

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__builtins__"] = _folders[module.__name__.partition(".")[0]].builtins
        super().exec_module(module)


class _Finder(MetaPathFinder):
    """Finds the modules of such folders by their full names."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in _folders:
            for folder in path or ():
                spec = FileFinder(folder, *_loaders(_Loader)).find_spec(fullname)
                if spec is not None:
                    return spec
        return None


_finder = _Finder()
_folders: dict[str, Neighbours] = {}  # by the names of their packages
_numbers = count()


def _loaders(source: type[SourceFileLoader]) -> tuple[tuple[Any, list[str]], ...]:
    """How files are loaded, by the ends of their names."""
    return (ExtensionFileLoader, EXTENSION_SUFFIXES), (source, SOURCE_SUFFIXES)


def _installed(name: str) -> bool:
    """Returns whether there is such a module for everybody, and not only a folder."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return name in sys.modules
    return spec is not None and spec.origin is not None
