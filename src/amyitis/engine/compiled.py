"""The compiled engine: machine code of the rule functions, for the types that they name.

`engine(f)` is a copy of `f` that works on NumPy records instead of plain states. What Python calls of the package comes
compiled with it (`prebuilt/`) for some processors, for the packaged box. Anything else is compiled by numba, if that is
installed: in a copy, each table of numbers (a tuple) becomes an array and each rule function its compiled copy
(`compiler/copying.py`), so the rules are written once. With AMYITIS_COMPILE=1 numba compiles everything. With
AMYITIS_PLAIN=1, or numba's own NUMBA_DISABLE_JIT=1, or where there is neither fitting code nor numba, nothing is
compiled, and `engine(f)` is `f` itself.

There are two ways to compile: the quick way (`native/`), whose machine code holds all that the function calls, is kept
in a folder of its own (`compiler/cache.py`) and is loaded from there without numba; and the public way
(`compiler/public.py`) where the quick one cannot be trusted with the numba that is installed.
"""

import logging
import os
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib.metadata import version
from importlib.util import find_spec
from threading import RLock
from typing import Any, TypeVar

from amyitis.errors import AmyitisError
from amyitis.extras import missing as missing_package

from .arguments import type_names
from .compiler.cache import cache_folder, cache_root, compiling_alone, prune
from .native.machine_code import Code, MachineCode
from .native.trust import PUBLIC_SWITCH, public_wanted, verdict
from .prebuilt.loading import prebuilt
from .record import type_text

PLAIN_SWITCH = "AMYITIS_PLAIN"
COMPILE_SWITCH = "AMYITIS_COMPILE"
NUMBA_OFF = "NUMBA_DISABLE_JIT"  # numba's switch: with it, numba returns plain functions where it should compile

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)
Progress = Callable[[int, int, str], None]

logger = logging.getLogger(__name__)


def compiling_allowed() -> bool:
    """Whether rule functions run as machine code: the switches allow it, and there is fitting code or a compiler."""
    return can_compile() or (not _switched_off() and comes_compiled())


def can_compile() -> bool:
    """Whether there is a compiler, and no switch forbids it."""
    return not _switched_off() and has_compiler()


def _switched_off() -> bool:
    return _is_set(PLAIN_SWITCH) or _is_on(os.environ.get(NUMBA_OFF, "0"))


def _is_set(switch: str) -> bool:
    return os.environ.get(switch, "") not in ("", "0")


@cache
def has_compiler() -> bool:
    """Whether numba is installed."""
    return find_spec("numba") is not None


@cache
def comes_compiled() -> bool:
    """Whether machine code came with the package that fits here; if not, and there is no compiler, that is logged."""
    if _is_set(COMPILE_SWITCH) or public_wanted():
        why = f"{COMPILE_SWITCH} or {PUBLIC_SWITCH} passes over the code that comes with the package"
    else:
        packaged, why = prebuilt()
        if packaged is not None:
            return True
    if not has_compiler():
        logger.warning(
            "%s, and %s: the rules run as plain Python, a hundred times slower", missing_package("numba"), why
        )
    return False


def _is_on(text: str) -> bool:
    """Whether a switch of numba is on, read as numba reads it: a number other than 0."""
    try:
        return int(text) != 0
    except ValueError:
        return False


def need_machine_code(what: str) -> None:
    """Raises AmyitisError, saying why there is none, where rule functions run as plain Python."""
    if not compiling_allowed():
        why = f"{PLAIN_SWITCH} or {NUMBA_OFF} is set" if _switched_off() else missing_package("numba")
        raise AmyitisError(f"{what} needs machine code, and there is none: {why}")


def engine(function: F) -> F:
    """The compiled copy of a rule function, or the function itself where nothing may be compiled."""
    return compiler().compile(function) if compiling_allowed() else function


def prepare(*functions: Function) -> None:
    """Compile or load functions that will be needed, where compiling is allowed: all at once, before threads do."""
    if compiling_allowed():
        compiler().prepare(*functions)


class Compiler:
    """Compiled functions, loaded or made when they are asked for.

    `progress`, if set, gets how many functions are compiled, of how many, and which.
    """

    def __init__(self) -> None:
        self._entries: dict[Function, Function] = {}
        self._lock = RLock()
        self._quick = True
        self.progress: Progress | None = None

    def compile(self, function: F) -> F:
        """A compiled copy, to be called from Python, of a function that names its types and calls only rules."""
        self.prepare(function)
        return self._entries[function]  # type: ignore[return-value]

    def prepare(self, *functions: Function) -> None:
        """Load functions from the cache, and compile those that are not there, telling how it goes on."""
        if any(function not in self._entries for function in functions):
            with self._lock:
                wanted = [function for function in functions if function not in self._entries]
                missing = [function for function in wanted if not self._load(function)]
                if missing:
                    self._make(missing)

    def _load(self, function: Function) -> bool:
        """Load a function from the package or from its folder; returns whether it was there, whole."""
        packaged = prebuilt()[0] if comes_compiled() else None
        ready = None if packaged is None else packaged.function(function)
        if ready is not None:
            self._entries[function] = ready
            return True
        if not has_compiler():
            return False
        folder = None if public_wanted() else cache_folder(function, type_text)
        code = None if folder is None else Code.load(folder, *type_names(function))
        if code is None:
            return False
        try:
            self._entries[function] = MachineCode(code)
        except Exception as problem:  # whatever a loader may say of code that is not what it seems
            logger.warning("compiled code in %s cannot be loaded: %s", folder, problem)
            return False
        return True

    def _make(self, missing: Sequence[Function]) -> None:
        """Compile functions, the quick way if it works; raises AmyitisError where there is no compiler."""
        if not has_compiler():
            names = ", ".join(f"{function.__module__}.{function.__name__}" for function in missing)
            raise AmyitisError(f"{missing_package('numba')}: it has to compile {names}; {PLAIN_SWITCH}=1 does without")
        if self._quick and verdict().works:
            try:
                self._entries.update(self._quickly(missing))
                return
            except Exception as problem:  # whatever may happen inside a numba that is not as it was
                logger.warning("compiling the slower way: %s", problem)
                self._quick = False
        try:
            made = public_compiler().compile(missing, self.progress)
        except Exception as problem:
            hint = f"{PLAIN_SWITCH}=1 does without"
            raise AmyitisError(f"numba {version('numba')} cannot compile the rules ({problem}); {hint}") from problem
        self._entries.update(zip(missing, made, strict=True))

    def _quickly(self, missing: Sequence[Function]) -> dict[Function, Function]:
        """Compile functions the quick way, and keep their machine code; what another process has made is loaded."""
        root = cache_root()
        if root is not None:
            prune(root)
        folders = (cache_folder(function, type_text) for function in missing)
        made: dict[Function, Function] = {}
        with compiling_alone(folder for folder in folders if folder is not None):
            still_missing = [function for function in missing if not self._load(function)]
            codes: list[Code] = native_compiler().compile(still_missing, self.progress) if still_missing else []
            for function, code in zip(still_missing, codes, strict=True):
                made[function] = MachineCode(code)
                keep(function, code)
        return made


def keep(function: Function, code: Code) -> None:
    """Keep the machine code of a function, if there is a place for it."""
    folder = cache_folder(function, type_text)
    if folder is not None:
        try:
            code.save(folder)
        except OSError as problem:
            logger.info("compiled code cannot be kept in %s: %s", folder, problem)


@cache
def compiler() -> Compiler:
    """The compiled functions of this process."""
    return Compiler()


@cache
def native_compiler() -> Any:
    """What makes them the quick way; importing it takes a good part of a second."""
    from .native.compiling import NativeCompiler

    return NativeCompiler()


@cache
def public_compiler() -> Any:
    """What makes them the slower way."""
    from .compiler.public import PublicCompiler

    return PublicCompiler()


def bound(function: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    """The compiled copy of a rule function with these arguments for ever.

    Arrays must not be moved or resized: they are read and written where they lie now.
    """
    compiled: Any = engine(function)
    bind = getattr(compiled, "bind", None)
    return partial(compiled, *arguments) if bind is None else bind(*arguments)
