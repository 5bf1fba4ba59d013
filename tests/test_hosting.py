"""What docs/howto/hosting.md gives to whoever runs a server: read, checked and run without a container engine."""

import asyncio
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml  # type: ignore[import-untyped]
from typer.testing import CliRunner

from amyitis import cli
from tests.docs.blocks import blocks
from tests.store.storing import filled

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVERS = ("server-1", "server-2")
PORT = "8737"


def words(instruction: str) -> list[str]:
    """The words of the last instruction of this name, written as a list."""
    return list(json.loads(re.findall(rf"^\s*{instruction}\s+(\[.*\])$", DOCKERFILE, re.MULTILINE)[-1]))


def parsed(given: list[str]) -> dict[str, Any]:
    """The options of `amyitis serve`, read as the command line reads them; nothing is started."""
    assert given[0] == "serve"
    command = typer.main.get_command(cli.app)
    serve = command.get_command(None, "serve")  # type: ignore[attr-defined]
    return dict(serve.make_context("serve", given[1:]).params)


def test_the_image_is_linted() -> None:
    linter = shutil.which("hadolint", path=str(Path(sys.executable).parent)) or shutil.which("hadolint")
    if linter is None:
        pytest.skip("there is no hadolint for this machine")
    found = subprocess.run([linter, ROOT / "Dockerfile"], capture_output=True, text=True, timeout=60, check=False)
    assert (found.returncode, found.stdout) == (0, "")


def test_the_image_serves_as_nobody_in_particular_and_keeps_games_in_its_volume() -> None:
    assert words("ENTRYPOINT") == ["amyitis"]
    options = parsed(words("CMD"))
    assert (options["host"], str(options["port"]), options["no_browser"]) == ("0.0.0.0", PORT, True)
    assert re.findall(r"^USER (.*)$", DOCKERFILE, re.MULTILINE)[-1] not in ("root", "0")
    assert "VOLUME /data" in DOCKERFILE
    assert "DATABASE_URL=sqlite:////data/games.sqlite" in DOCKERFILE
    assert f"EXPOSE {PORT}" in DOCKERFILE


def test_the_image_takes_what_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"RUN make ([a-z-]+)", DOCKERFILE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
    for file in re.findall(r"requirements/\w+\.txt", DOCKERFILE):
        assert (ROOT / file).is_file()
    assert "GROUP ?=" in makefile
    assert "[postgresql]" in DOCKERFILE, "the image is for PostgreSQL, too"


def test_a_club_has_a_database_two_servers_and_a_proxy() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"database", *SERVERS, "proxy"}
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    for name, one in services.items():
        assert one["image"] == "amyitis" or re.search(r":\d", one["image"]), f"{name} names no version"
        assert one["networks"] == ["inside"]
        for volume in one.get("volumes", []):
            source = volume.partition(":")[0]
            assert source in COMPOSE["volumes"] or (DEPLOY / source).is_file()
        for other in one.get("depends_on", {}):
            assert other == "database" or other in SERVERS
    for name in SERVERS:
        one = services[name]
        options = parsed(one["command"])
        assert options["https"]
        assert options["trusted_proxies"] == [COMPOSE["networks"]["inside"]["ipam"]["config"][0]["subnet"]]
        assert one["environment"]["DATABASE_URL"].startswith("postgresql://amyitis:")
        assert (ROOT / "deploy" / one["build"] / "Dockerfile").is_file()
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    given = set(re.findall(r"^(\w+)=", (DEPLOY / "club.env.example").read_text(encoding="utf-8"), re.MULTILINE))
    assert asked == given


def test_the_proxy_of_a_club_reads_its_settings(tmp_path: Path) -> None:
    unpacked = ROOT / "build" / "proxies" / "usr" / "bin" / "caddy"
    caddy = shutil.which("caddy") or (str(unpacked) if unpacked.is_file() else None)
    settings = DEPLOY / "Caddyfile.club"
    assert re.findall(r"(server-\d):(\d+)", settings.read_text(encoding="utf-8")) == [(one, PORT) for one in SERVERS]
    if caddy is None:
        pytest.skip("there is no caddy here")
    command = [caddy, "adapt", "--validate", "--adapter", "caddyfile", "--config", str(settings)]
    variables = {"AMYITIS_NAME": "play.example.org", "HOME": str(tmp_path)}
    found = subprocess.run(command, capture_output=True, text=True, env=variables, timeout=60, check=False)
    assert found.returncode == 0, found.stderr
    assert "play.example.org" in found.stdout


def test_the_commands_for_backups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = f"sqlite:///{tmp_path / 'old.sqlite'}"

    async def fill() -> None:
        store = await filled(database)
        await store.close()

    asyncio.run(fill())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", database)
    (shown,) = [block for block in blocks(ROOT / "docs" / "howto" / "hosting.md") if block.run_by]
    assert len(shown.commands) == 3
    for line in shown.commands:
        told = CliRunner().invoke(cli.app, line.split()[1:])
        assert told.exit_code == 0, told.output
    assert "1 games with" in told.output
    assert ", 0 things wrong" in told.output
