"""The processors for which machine code comes with the package, and which of them this machine is.

All run Linux, whose way to call functions and to load libraries the code follows.
"""

import platform
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PROCESSOR = Path("/proc/cpuinfo")
# What levels of x86-64 have, as Linux names it (psABI; `abm` is lzcnt, `pni` is SSE3).
V2 = frozenset(["cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"])
V3 = V2 | frozenset(["abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "xsave"])
V4 = V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512_vnni"}  # and dot products
QUICK = frozenset({"quick_pdep"})  # ours: the instruction that puts bits where a set has members is one step
SLOW_FAMILIES = ("23", "24")  # of AMD and Hygon: they take it apart into hundreds (`primitives.SLOW_PDEP`)


@dataclass(frozen=True)
class Target:
    """A kind of processor, as the package, LLVM and the system name it, and what it must be able to do."""

    name: str
    triple: str
    cpu: str
    machine: str
    flags: frozenset[str] = frozenset()
    features: str = ""  # what LLVM may use beside what the kind of processor has

    @property
    def deposits(self) -> bool:
        """Whether it has the instruction that puts bits where a set has members, and is quick with it."""
        return self.flags >= QUICK


LINUX_X86, LINUX_ARM = "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"
# The best first.
TARGETS = (
    Target("x86-64-v4-vnni", LINUX_X86, "x86-64-v4", "x86_64", V4 | QUICK, "+avx512vnni"),
    Target("x86-64-v3", LINUX_X86, "x86-64-v3", "x86_64", V3 | QUICK),
    Target("x86-64-v3-zen2", LINUX_X86, "x86-64-v3", "x86_64", V3),
    Target("x86-64-v2", LINUX_X86, "x86-64-v2", "x86_64", V2),
    Target("arm64", LINUX_ARM, "generic", "aarch64"),
)


@cache
def targets_here() -> tuple[Target, ...]:
    """The targets whose code this machine can run, the best first."""
    if sys.platform != "linux":
        return ()
    return fitting(platform.machine(), processor_flags(PROCESSOR))


def fitting(machine: str, flags: frozenset[str]) -> tuple[Target, ...]:
    """The targets for a machine whose processor has some flags, the best first."""
    return tuple(target for target in TARGETS if target.machine == machine and target.flags <= flags)


def processor_flags(path: Path) -> frozenset[str]:
    """What the system says that its processors can do, all of them; nothing where it does not say."""
    try:
        lines = [line.partition(":") for line in path.read_text(encoding="utf-8", errors="replace").splitlines()]
    except OSError:
        return frozenset()
    said = [(name.strip(), value.split()) for name, _, value in lines]
    flag_sets = [frozenset(words) for name, words in said if name == "flags"]
    flags = frozenset.intersection(*flag_sets) if flag_sets else frozenset()
    slow = any(name == "cpu family" and words[0] in SLOW_FAMILIES for name, words in said if words)
    return flags if slow or "bmi2" not in flags else flags | QUICK
