"""The wheel is the product: what is built here is installed in an environment of its own, and played from there."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

import amyitis
from amyitis.engine.prebuilt.targets import targets_here
from tests.once import made_once

ROOT = Path(__file__).parents[1]
SECONDS = 120
USUAL = "http://127.0.0.1:8737/"
VERSIONS = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))

# Plain Python with nothing but the wheel: no other package can be imported.
ALONE = """
import sys
sys.path.insert(0, sys.argv[1])
from amyitis import Game, play
game = play(["random", "random", "random"], seed=7)
again = Game.from_record(game.record())
assert again.position == game.position and again.is_over
again.undo()
assert again.view()["seats"] and list(again.legal_moves)
ours = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
print(sorted(ours - {"__main__"}))
"""


# Where numba and llvmlite cannot be found, whatever is installed.
NO_COMPILER = """
from importlib.machinery import PathFinder
find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *more: None if name.split(".")[0] in ("numba", "llvmlite") else find(name, *more)
"""
# Plays against a bot with a network, reviews the game, steps environments, and answers as a server's bot worker does.
COMPUTED = """
import json, subprocess, sys
from amyitis import Game
from amyitis.analysis.review.move_costs import Effort
from amyitis.analysis.review.review import Reviewer
from amyitis.bots import make_bot
from amyitis.envs.vector import VectorGames
from amyitis.lab.simulate import simulate
from amyitis.lab.variants import Variant

game, bot = Game.new(2, seed=3), make_bot("netsearch:N=16", 0)
for _ in range(8):
    game.push_id(bot.choose(game))
print(game.moves)
print(Reviewer(game, 5, Effort(visits=6, reading=4, luck_visits=2, luck_deals=2, games=6)).run().as_dict())
games = VectorGames(Variant(3), 32)
seen = games.reset(1)
for _ in range(60):
    seen = games.step(seen.masks.argmax(axis=1))
print(seen.observations.sum(), simulate(3, 64, check=True).scores)
request = {"bot": "Steward", "seed": 1, "position": str(game.position), "ply": 3}
command = [sys.executable, "-m", "amyitis.server.workers.bot_worker", "0"]
worker = subprocess.run(command, input=json.dumps(request), text=True, capture_output=True)
print(worker.stdout.splitlines()[-1], worker.stderr)
print(sorted({"numba", "llvmlite"} & set(sys.modules)))
"""


def built(source: Path, target: Path, *kinds: str) -> list[Path]:
    """Wheel or sdist of a folder of sources."""
    chosen = [word for kind in kinds for word in ("-t", kind)]
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(target), *chosen]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=SECONDS)
    return sorted(target.iterdir())


def build_both(target: Path) -> None:
    """Wheel and sdist of what is here."""
    built(ROOT, target, "wheel", "sdist")


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    for made, what in (("web/index.html", "the page is"), ("prebuilt/manifest.json", "the machine code is")):
        if not (ROOT / "build" / made).is_file():
            pytest.skip(f"{what} not built")
    wheel, sdist = sorted(made_once(tmp_path_factory, "dist", build_both).iterdir())
    return wheel, sdist


@pytest.fixture(scope="module")
def environment(dist: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it; what it depends on is that of this one, and the checkout is not."""

    def install(folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=SECONDS)
        python = folder / "bin" / "python"
        pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", "--quiet"]
        subprocess.run([*pip, "--no-compile", str(dist[0])], check=True, timeout=SECONDS)
        (site,) = folder.glob("lib/python*/site-packages")
        (site / "others.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")

    return made_once(tmp_path_factory, "environment", install)


@pytest.fixture
def outside(tmp_path: Path) -> dict[str, str]:
    """The variables of a newcomer: nothing of the checkout, and a home of their own."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "AMYITIS", "DATABASE"))}
    return ours | {"XDG_DATA_HOME": str(tmp_path), "CI": "1", "AMYITIS_REVIEW_WORKERS": "0"}


@pytest.mark.slow
def test_the_sdist_builds_the_same_wheel(dist: tuple[Path, Path], tmp_path: Path) -> None:
    wheel, sdist = dist
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    for needed in ("web/src/main.ts", "web/package-lock.json", "benchmarks/peers.py", "Makefile", "tests/conftest.py"):
        assert (source / needed).is_file(), needed
    assert not (source / "web" / "node_modules").exists()
    (again,) = built(source, tmp_path / "dist", "wheel")
    assert again.read_bytes() == wheel.read_bytes()


def test_without_the_page_there_is_no_wheel(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src"):
        (tmp_path / name).symlink_to(ROOT / name)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert found.returncode
    assert "amyitis: the page is not built: run `make page` first" in found.stderr


def interpreter(version: str) -> str:
    """A Python of a version, on the path or where pyenv keeps them; skips the test where there is none."""
    named = shutil.which(f"python{version}")
    kept = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python3"))
    for found in (*map(str, kept), *([named] if named else [])):
        if subprocess.run([found, "-V"], capture_output=True, timeout=SECONDS, check=False).returncode == 0:
            return found
    pytest.skip(f"there is no Python {version} here")


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_the_core_needs_nothing_but_the_standard_library(environment: Path, version: str) -> None:
    (site,) = environment.glob("lib/python*/site-packages")
    command = [interpreter(version), "-I", "-S", "-c", ALONE, str(site)]
    found = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert (found.stdout.strip(), found.stderr) == ("['amyitis']", "")


@pytest.fixture
def started(environment: Path, outside: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """`amyitis` and nothing else: the address at which the game is."""
    process = subprocess.Popen([environment / "bin" / "amyitis"], env=outside, cwd=tmp_path, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        said = process.stdout.readline().decode()
        found = re.search(r"http://[\w.]+:\d+/", said)
        assert found, said
        yield found[0]
    finally:
        process.terminate()
        process.communicate(timeout=SECONDS)


@pytest.fixture
def without_compiler(outside: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """A newcomer's variables where numba cannot be found, and whose caches are empty."""
    folder = tmp_path / "without"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(NO_COMPILER, encoding="utf-8")
    return outside | {"PYTHONPATH": str(folder), "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}


@pytest.mark.slow
@pytest.mark.skipif(not targets_here(), reason="no machine code comes for this machine")
def test_machine_code_comes_with_it_and_does_what_numba_makes(
    environment: Path, without_compiler: dict[str, str], tmp_path: Path
) -> None:
    command = [str(environment / "bin" / "python"), "-c", COMPUTED]
    came = subprocess.run(
        command, env=without_compiler, cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert came.stderr == ""
    *results, modules = came.stdout.splitlines()
    assert modules == "[]"
    compiled = subprocess.run([sys.executable, "-c", COMPUTED], capture_output=True, text=True, check=True)
    assert compiled.stdout.splitlines()[:-1] == results
    assert '"token"' in results[-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("switches", "program", "said"),
    [
        ({"AMYITIS_COMPILE": "1"}, "engine(look_at)", r"numba is not installed.*the rules run as plain Python"),
        ({}, "engine(best_child)", r"numba is not installed: pip install 'amyitis\[compile\]': it has to compile"),
    ],
)
def test_what_needs_a_compiler_says_so(
    switches: dict[str, str], program: str, said: str, environment: Path, without_compiler: dict[str, str]
) -> None:
    setting = "from amyitis.search.tree import look_at, best_child; from amyitis.engine.compiled import engine; "
    command = [str(environment / "bin" / "python"), "-c", setting + program]
    ended = subprocess.run(
        command, env=without_compiler | switches, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert re.search(said, ended.stderr, re.DOTALL), ended.stderr


@pytest.mark.server
def test_one_word_starts_the_game_with_its_page(started: str, environment: Path, outside: dict[str, str]) -> None:
    command = [str(environment / "bin" / "amyitis"), "--version"]
    told = subprocess.run(command, env=outside, capture_output=True, text=True, timeout=SECONDS, check=True)
    assert told.stdout == f"amyitis {amyitis.__version__}\n"
    with urlopen(started, timeout=SECONDS) as answer:
        page = answer.read().decode()
    (script,) = re.findall(r'<script type="module"[^>]* src="([^"]+)"', page)
    with urlopen(started + script.lstrip("/"), timeout=SECONDS) as answer:
        assert answer.headers["Content-Type"].startswith("text/javascript")
    with urlopen(started + "api/v1/bots", timeout=SECONDS) as answer:
        assert b"Nebuchadnezzar" in answer.read()
    is_well(started, environment)


def is_well(address: str, environment: Path) -> None:
    """What the container and the proxy of a club ask for to know whether a server is well is what it answers."""
    (uri,) = re.findall(r"health_uri /(\S+)", (ROOT / "deploy" / "Caddyfile.club").read_text(encoding="utf-8"))
    with urlopen(address + uri, timeout=SECONDS) as answer:
        assert answer.status == 200
    (check,) = re.findall(r"^    CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    _, *words = json.loads(check)
    python = str(environment / "bin" / "python")
    assert (words[0], USUAL in words[1]) == ("-c", True)
    for place, well in ((address, True), (address + "nowhere/", False)):
        asked = [python, "-c", words[1].replace(USUAL, place)]
        found = subprocess.run(asked, capture_output=True, timeout=SECONDS, check=False)
        assert (found.returncode == 0) == well
