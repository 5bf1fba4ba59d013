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
    if not (ROOT / "build" / "web" / "index.html").is_file():
        pytest.skip("the page is not built")
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
        found = re.search(r"http://[\d.]+:\d+/", said)
        assert found, said
        yield found[0]
    finally:
        process.terminate()
        process.communicate(timeout=SECONDS)


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
