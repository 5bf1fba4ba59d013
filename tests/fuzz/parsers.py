"""A coverage-guided fuzzer over what strangers send (records, positions, requests, passkeys, names) and over damaged
backups.

    python -m tests.fuzz.parsers [--minutes 10] [TARGET ...]     # make fuzz-parsers MINUTES=10

Each target has a process of its own with the lowest priority. An input is a finding if a reader raises anything but an
AmyitisError with one sentence, or takes more than 100 ms of processor for each 10 kB. Findings stay in `build/fuzz`:
the next run tries them first.
"""

import argparse
import asyncio
import base64
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from amyitis.errors import AmyitisError
from tests.service.accounts.passkey import SoftPasskey

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "fuzz"
SECONDS_PER_LETTER = 0.1 / 10_000
SLOWED = 4  # the instruments slow a program down by so much
SHORTEST = 10_000  # letters: what is shorter has as much time
BACKUP_SECONDS = 2.0  # to open a database again and again takes time of its own, whatever is in it
LONGEST_SENTENCE = 600
ATTEMPTS = 3

Reader = Callable[[bytes], None]


class Finding(Exception):
    """An input that a reader does not deal with as it should."""


def read_record(data: bytes) -> None:
    """A text as `POST /records`, `/replays` and `amyitis verify` read it."""
    from amyitis.game.deals.verifying import verify_deals
    from amyitis.service.games.records import play_back, split_text

    text = data.decode("utf-8", "replace")
    for read in (split_text, verify_deals, lambda one: play_back(one, None, True)):
        with suppress_sentences():
            read(text)


def read_position(data: bytes) -> None:
    """A position, and what may be done there."""
    from amyitis.game import Game
    from amyitis.notation.tokens import parse_token

    text = data.decode("utf-8", "replace")
    with suppress_sentences():
        parse_token(text)
    with suppress_sentences():
        game = Game.from_position(text)
        game.view()
        list(game.legal_moves)


def read_request(data: bytes) -> None:
    """A body, a query and an address, for every route of the table."""
    from urllib.parse import parse_qs

    import orjson

    from amyitis.service.routes import ROUTES

    query, _, body = data.partition(b"\n")
    with suppress(ValueError):
        given = parse_qs(query.decode("latin-1"), keep_blank_values=True, max_num_fields=100)
        path = given.get("path", [""])[0]
        decoded: object = None
        with suppress(orjson.JSONDecodeError):
            decoded = orjson.loads(body)
        for route in ROUTES:
            with suppress_sentences():
                route.bind(dict.fromkeys(route.path_parameters, path), given, decoded)


def read_head(data: bytes) -> None:
    """The headers that say who asks: cookie, key, host, origin, addresses of proxies."""
    from starlette.requests import cookie_parser

    from amyitis.server.connections.addresses import TrustedProxies, counted_as
    from amyitis.server.http.guard import host_name, origin_name, same_origin
    from amyitis.server.identity import Cookies

    text = data.decode("latin-1")
    cookies = Cookies(["a secret of sixteen letters"])
    for value in (*cookie_parser(text).values(), text):
        cookies.identify(value, text)
    host_name(text)
    origin_name(text)
    same_origin(text, text)
    counted_as(TrustedProxies(("loopback",)).client("127.0.0.1", text.split("\n")))


def read_account(data: bytes) -> None:
    """A passkey, a name, something that is said, an address that is to be called, and keys of a push subscription."""
    from amyitis.server.alerts.outside import check_url, is_outside
    from amyitis.server.alerts.push import check_keys
    from amyitis.server.limits.bounded_threads import BoundedThreads
    from amyitis.server.passkeys import WebAuthnPasskeys
    from amyitis.service.accounts.devices import device_name
    from amyitis.service.accounts.names import looks, person_name
    from amyitis.service.alerts.alerts import quiet_hours
    from amyitis.table.people.talk import clean_text

    passkeys, text = WebAuthnPasskeys(["localhost"], BoundedThreads()), data.decode("utf-8", "replace")
    response = {"clientDataJSON": _CLIENT, "attestationObject": base64.urlsafe_b64encode(data).rstrip(b"=").decode()}
    made = json.dumps({"id": "a", "rawId": "a", "type": "public-key", "response": response})
    for sent in (text, made):
        with suppress_sentences():
            passkeys._public_key(passkeys.read(sent), "http://localhost")
    for read in (
        lambda: looks(person_name(text)), lambda: check_url(text, "webhook"), lambda: check_keys(text, text),
        lambda: quiet_hours("22:00-07:00", text),
    ):  # fmt: skip
        with suppress_sentences():
            read()
    clean_text(text)
    device_name(text)
    with suppress(ValueError):
        is_outside(text)


def read_backup(data: bytes) -> None:
    """A backup of which some bytes, or some values, are others; put back, and looked through."""
    from amyitis.store.backup import restore
    from amyitis.store.checking import check_database

    with tempfile.TemporaryDirectory() as folder:
        file, target = Path(folder) / "backup.sqlite", Path(folder) / "games.sqlite"
        file.write_bytes(_damaged(data))
        with suppress_sentences():
            asyncio.run(restore(file, f"sqlite:///{target}"))
            for sentence in asyncio.run(check_database(f"sqlite:///{target}")).wrong:
                _check_sentence(sentence)


def _damaged(data: bytes) -> bytes:
    """The sound backup with changes: the first byte says whether of bytes or of values, the others which."""
    kind, *rest = data or b"\0"
    if kind % 2 == 0:
        content = bytearray(_sound())
        for place in range(0, len(rest) - 3, 4):
            content[int.from_bytes(rest[place : place + 3]) % len(content)] = rest[place + 3]
        return bytes(content)
    with tempfile.NamedTemporaryFile(suffix=".sqlite") as file:
        Path(file.name).write_bytes(_sound())
        with closing(sqlite3.connect(file.name)) as changed, changed:
            tables = [row[0] for row in changed.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for place in range(0, len(rest) - 3, 4):
                table = tables[rest[place] % len(tables)]
                columns = [row[1] for row in changed.execute(f"PRAGMA table_info({table})")]
                column, value = columns[rest[place + 1] % len(columns)], rest[place + 2]
                values = (None, "", "x" * value, value, -value, 1 << 62, 0.5, bytes([value]), "\ud7ff\0", "[]", "{}")
                with suppress(sqlite3.Error):
                    changed.execute(f"UPDATE {table} SET {column} = ?", (values[rest[place + 3] % len(values)],))
        return Path(file.name).read_bytes()


@cache
def _sound() -> bytes:
    """A backup with a game."""
    from amyitis.store.backup import back_up
    from tests.store.storing import filled

    async def made(folder: Path) -> bytes:
        url = f"sqlite:///{folder / 'games.sqlite'}"
        await (await filled(url)).close()
        await back_up(url, folder / "saved.sqlite")
        return (folder / "saved.sqlite").read_bytes()

    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(made(Path(folder)))


_OPTIONS = {"user": {"id": "YW5u"}, "rp": {"id": "localhost"}, "challenge": "Y2hhbGxlbmdl"}
_CLIENT = base64.urlsafe_b64encode(
    json.dumps({"type": "webauthn.create", "challenge": "Y2hhbGxlbmdl", "origin": "http://localhost"}).encode()
).decode()

READERS: dict[str, Reader] = {
    "record": read_record,
    "position": read_position,
    "request": read_request,
    "head": read_head,
    "account": read_account,
    "backup": read_backup,
}


class suppress_sentences:  # noqa: N801 - it stands where `suppress` would
    """Let an AmyitisError pass that says in one sentence what is wrong."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> bool:
        if isinstance(problem, AmyitisError):
            _check_sentence(str(problem))
            return True
        return False


def _check_sentence(sentence: str) -> None:
    if not sentence or len(sentence) > LONGEST_SENTENCE or "Traceback" in sentence:
        raise Finding(f"no sentence: {sentence[: 2 * LONGEST_SENTENCE]!r}")


def check(target: str, data: bytes) -> None:
    """Raise Finding, or what a reader should not raise."""
    read = READERS[target]
    allowed = max(len(data), SHORTEST) * SECONDS_PER_LETTER * SLOWED + (BACKUP_SECONDS if target == "backup" else 0)
    times = list[float]()
    while not times or (min(times) > allowed and len(times) < ATTEMPTS):
        began = time.process_time()
        read(data)
        times.append(time.process_time() - began)
    if min(times) > allowed:
        raise Finding(f"{min(times):.2f} s of processor for {len(data)} bytes")


def examples(target: str) -> list[bytes]:
    """What the fuzzer begins with."""
    from amyitis.game import Game
    from tests.golden_games import GOLDEN

    records = [file.read_bytes() for file in sorted(GOLDEN.glob("*.amy"))]
    if target == "record":
        return records[:4] + [b"\n".join(one.splitlines()[:12]) for one in records] + [b"\n".join(records[:2])]
    if target == "position":
        games = [Game.from_record(record.decode()) for record in records]
        plies = [game.plies[place] for game in games for place in (0, len(game.plies) // 2, -1)]
        return [Game(ply.before).position.encode() for ply in plies] + [b"go:Ur", b"deal:FTM/FTE"]
    if target == "request":
        bodies: list[object] = [
            {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "Steward"}], "switches": {"palace": True}, "keys": True},
            {"ply": 3, "tokens": ["pass"], "outlook": True, "watcher": "a"}, {"record": "x", "replay": True},
            {"position": "x", "visits": 8}, {"position": "x", "move": "pass", "times": 2},
            {"name": "A"},
        ]  # fmt: skip
        return [b"since=1&outlook=true&path=abc\n" + json.dumps(body).encode() for body in bodies]
    if target == "head":
        return [b"amyitis_person=WyJhIiwiYiJd.ab.cd; a=b", b"Bearer abc", b"http://a:8737", b"10.0.0.1, ::1, fe80::%a"]
    if target == "account":
        passkey = json.loads(SoftPasskey("http://localhost").make(_OPTIONS))["response"]["attestationObject"]
        statement = base64.urlsafe_b64decode(passkey + "==")
        return [statement, b"Anna", b"https://example.org/a?b", b"2001:db8::1", b"Europe/Prague", b"Mozilla/5.0 (X11)"]
    return [b"\0abcd" * 3, *(b"\1" + bytes(range(place, place + 12)) for place in range(0, 120, 12))]


def fuzz(target: str, seconds: int) -> None:
    """Fuzz one target in this process, for so many seconds or until something is found."""
    import atheris

    os.environ["AMYITIS_PLAIN"] = "1"
    with atheris.instrument_imports(include=["amyitis"]), suppress(AmyitisError):
        READERS[target](b"")
    corpus, found = FOLDER / target / "corpus", FOLDER / target / "found"
    for folder in (corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    for number, example in enumerate(examples(target)):
        (corpus / f"example-{number}").write_bytes(example)
    for old in sorted(found.iterdir()):
        check(target, old.read_bytes())
    words = FOLDER / "words"
    words.write_text("".join(f'"{word}"\n' for word in _words()), encoding="ascii")
    options = [f"-max_total_time={seconds}", "-timeout=60", "-rss_limit_mb=4096", "-max_len=20000"]
    atheris.Setup([sys.argv[0], *options, f"-dict={words}", f"-artifact_prefix={found}/", str(corpus)],
                  lambda data: check(target, data))  # fmt: skip
    atheris.Fuzz()


def _words() -> list[str]:
    """Words of the notation."""
    from amyitis.notation.tokens import TOKENS

    headers = [f"[{key} \\x22" for key in ("Start", "Game", "Rules", "Box", "Shares", "Secret", "Deals", "Id", "Seed")]
    return [*TOKENS, *headers, "deal:", "_todo=", "_canals=", "; round 1 ", "\\x22]\\x0a", "next,flip,grey,irrigation"]


def main() -> int:
    """Fuzz all targets, one after the other; 1 if anything was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("targets", nargs="*", default=list(READERS), metavar="TARGET", help=", ".join(READERS))
    parser.add_argument("--minutes", type=float, default=10.0, help="in all")
    parser.add_argument("--here", type=int, metavar="SECONDS", help="fuzz the one target in this process")
    given = parser.parse_args()
    if given.here is not None:
        os.nice(19)
        fuzz(given.targets[0], given.here)
        return 0
    seconds = max(1, round(given.minutes * 60 / len(given.targets)))
    failed = []
    for target in given.targets:
        print(f"{target}: {seconds} s", flush=True)
        command = [sys.executable, "-m", "tests.fuzz.parsers", target, "--here", str(seconds)]
        if subprocess.run(command, cwd=ROOT, check=False, timeout=seconds + 300).returncode:
            failed.append(target)
    if failed:
        print(f"found something in {', '.join(failed)}: see {FOLDER}", file=sys.stderr)
    else:
        shutil.rmtree(FOLDER / "draft", ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
