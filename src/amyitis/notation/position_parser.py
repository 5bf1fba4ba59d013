"""The way back from a position's text to the state, and all the reasons for which a text is none."""

import re
from collections.abc import Callable
from typing import TypeVar

from amyitis.box.tables import (
    BANKER,
    CARAVANEER,
    CITY_KIND,
    CITY_NAMES,
    COURT_CITY,
    CUBES,
    GARDENER,
    GOOD_LETTERS,
    GREY,
    MARKET,
    MAX_SEATS,
    PALACE,
    PLANT_CARDS,
    PLANT_CITY,
    PLANT_FACES,
    ROW_NAMES,
    SEAT_LETTERS,
    SQUARE_NAMES,
    TEMPLE_SPACES,
    TEMPLES,
    TILE_NAMES,
    TOP_LEVEL,
)
from amyitis.errors import Fault, Malformed
from amyitis.rules import RULES_VERSIONS
from amyitis.rules.board.court import begins_with
from amyitis.rules.board.fields import cubes_in_row
from amyitis.rules.board.garden import fill_area
from amyitis.rules.board.garden_map import N_SQUARES, SIDE_AREAS, SIDE_NAMES
from amyitis.rules.board.temples import devotion
from amyitis.rules.course.setup import set_up
from amyitis.rules.questions import NOTHING, OVER
from amyitis.rules.state import BONUSES, CHANCE, EMPTY, PLANT_SLOTS, State
from amyitis.rules.switches import SWITCH_WORDS, Switches
from amyitis.rules.tasks import QUESTIONS, TASK_NAMES, TaskName, perform

from .impossible import refuse_impossible
from .positions import BETWEEN, GREY_LETTER, HEAD, NONE, OVER_WORD, position_text, seat_letter
from .tokens import parse_group

T = TypeVar("T")

_PLAYER = re.compile(
    r"(?P<prestige>\d{1,4}),t(?P<talents>\d{1,4}),c(?P<camels>\d{1,4}),(?P<goods>-|[a-z]{1,60})"
    r",B(?P<banker>\d),C(?P<caravaneer>\d),P(?P<palace>\d),G(?P<gardeners>\d)(,T(?P<track>\d{1,4})\.(?P<arrival>\d))?"
)
_COURSE: list[TaskName] = ["end", "limit", "tammouz2", "tammouz1", "marduk", "ishtar", "procession"]
_TODO = re.compile(
    r"deal|turn(,pick)?|"
    + "|".join(",".join(_COURSE[: length + 1]) for length in range(len(_COURSE)))
    + r"|next,(field|temple|engineer|(market-dig,)?sale|market-dig|court,court-pay|court|caravaneer-good"
    r"|square,plant-pay|square|flip,grey,irrigation(,tile-court|,tile-palace|,tile-good)*(,caravaneer-good)?)"
)
_UNWRITTEN = [name for name in QUESTIONS if name not in re.findall(r"[a-z0-9-]+", _TODO.pattern)]
if _UNWRITTEN:
    raise ValueError(f"positions: no place among the tasks that can wait for {', '.join(_UNWRITTEN)}")
_CITY_OF_TASK: dict[TaskName, int] = {
    "sale": MARKET, "market-dig": MARKET, "court-pay": COURT_CITY, "court": COURT_CITY,
    "plant-pay": PLANT_CITY, "square": PLANT_CITY, "flip": PLANT_CITY,
}  # fmt: skip


def parse_position(text: str) -> State:
    """Returns the state of a position's text; raises Malformed, naming the section and what is wrong with it."""
    text = text.strip()
    version, sections = _sections(text)
    s = State()
    s.rules_version = version
    letters = _read(sections, "players", _players)
    switches = _read(sections, "rules", lambda value: _switches(value, len(letters)))
    switches.mark(s)
    set_up(s, len(letters))
    s.colours[: s.players] = [SEAT_LETTERS.index(letter) for letter in letters]
    reader = _Reader(s, letters, sections)
    reader.read_round()
    reader.read_board()
    reader.read_garden()
    for letter in letters:
        reader.read_player(letter)
    if s.palace:
        reader.read_palace()
    if "planting" in sections:
        s.planting = _read(sections, "planting", lambda value: _one_of(value, SQUARE_NAMES, "square"))
    _count_what_is_left(s)
    _ask_again(s, sections.pop("todo", ""))
    if sections:
        unknown = next(iter(sections))
        raise _wrong(
            f"position: there is no section {unknown[:40]!r} here", {"key": "unknown", "section": unknown[:20]}
        )
    refuse_impossible(s)
    if position_text(s) != text:
        order = "position: the sections or the letters in them are not in the order of the notation"
        raise _wrong(order, {"key": "order"})
    return s


def _wrong(message: str, fault: Fault) -> Malformed:
    """What is wrong with a text, in a sentence and for programs."""
    return Malformed(message, faults=[fault])


def _sections(text: str) -> tuple[int, dict[str, str]]:
    """The version of the rules, and the sections by their keys."""
    head, *parts = text.split(BETWEEN)
    versions = {f"{HEAD}{version}": version for version in RULES_VERSIONS}
    if head not in versions:
        must = f"position: it must begin with {' or '.join(map(repr, versions))}, not with {head[:20]!r}"
        raise _wrong(must, {"key": "head", "text": head[:20]})
    sections: dict[str, str] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals or key in sections:
            what = "there twice" if equals else "not a section key=value"
            raise _wrong(
                f"position: {part[:40]!r} is {what}", {"key": "twice" if equals else "section", "text": part[:40]}
            )
        sections[key] = value
    return versions[head], sections


def _read(sections: dict[str, str], key: str, reader: Callable[[str], T]) -> T:
    """Take a section out and read it; returns what it says. Raises Malformed, naming the section."""
    if key not in sections:
        raise _wrong(f"position: the section {key!r} is missing", {"key": "missing", "section": key})
    value = sections.pop(key)
    try:
        return reader(value)
    except Malformed as problem:
        faults: list[Fault] = [{**fault, "section": key} for fault in problem.faults]
        unread: Fault = {"key": "value", "section": key, "text": value[:80]}
        raise Malformed(f"position: {key}={value[:80]}: {problem}", faults=faults or [unread]) from None


def _one_of(word: str, words: tuple[str, ...], what: str) -> int:
    if word not in words:
        raise _wrong(f"{word[:80]!r} is not a {what}", {"key": "value", "text": word[:80]})
    return words.index(word)


def _listed(value: str, count: int) -> list[str]:
    parts = value.split(",")
    if len(parts) != count:
        many = f"it has {len(parts)} entries, not {count}"
        raise _wrong(many, {"key": "entries", "found": len(parts), "expected": count})
    return parts


def _players(value: str) -> str:
    if not 2 <= len(value) <= MAX_SEATS or len(set(value)) != len(value) or set(value) - set(SEAT_LETTERS):
        raise Malformed(f"it must be two to four different letters of {SEAT_LETTERS}")
    return value


def _switches(value: str, players: int) -> Switches:
    """The switches that are on, in a game of so many players."""
    names = {words.position: name for name, words in SWITCH_WORDS.items()}
    on = [] if value == NONE else value.split(",")
    if on != [word for word in names if word in on] or not value:
        raise Malformed(f"it must be {NONE}, or some of {', '.join(names)} in this order")
    switches = Switches.from_dict({names[word]: True for word in on})
    switches.check(players)
    return switches


def _number(value: str) -> int:
    if not re.fullmatch(r"\d{1,3}", value):
        raise Malformed("it must be a number of at most three digits")
    return int(value)


def _goods(value: str) -> list[int]:
    letters = "" if value == NONE else value
    for letter in letters:
        _one_of(letter, tuple(GOOD_LETTERS), "good")
    return [letters.count(letter) for letter in GOOD_LETTERS]


class _Reader:
    """Reads the sections of a text into a state whose players are known."""

    def __init__(self, s: State, letters: str, sections: dict[str, str]) -> None:
        self.s, self.letters, self.sections = s, letters, sections

    def take(self, key: str, reader: Callable[[str], T]) -> T:
        return _read(self.sections, key, reader)

    def seat(self, letter: str) -> int:
        return _one_of(letter, tuple(self.letters), "player here")

    def cube(self, letter: str) -> int:
        return GREY if letter == GREY_LETTER else self.seat(letter)

    def read_round(self) -> None:
        s = self.s
        s.round_no = self.take("round", _number)
        s.first = self.take("first", self.seat)
        s.turn = self.take("turn", self.seat)
        s.passed = self.take("passed", lambda value: sum({1 << self.seat(c) for c in value} if value != NONE else ()))

    def read_board(self) -> None:
        s = self.s
        s.caravan = self.take("caravan", lambda value: _one_of(value, CITY_NAMES, "city"))
        for slot, (card, face) in enumerate(self.take("plants", self._plants)):
            s.plant_card[slot], s.plant_face[slot] = card, face
        s.caravaneer_goods = self.take("lying", _goods)
        groups = self.take(
            "crafts", lambda value: [parse_group(part.strip(NONE)) for part in _listed(value, s.players)]
        )
        s.groups[: s.players] = groups
        for name, row in zip(ROW_NAMES, s.rows, strict=True):
            self._fill(row, name)
        for temple, spaces in zip(TEMPLES, s.temples, strict=True):
            self._fill(spaces, temple)

    def _plants(self, value: str) -> list[tuple[int, int]]:
        plants = []
        for part in _listed(value, PLANT_SLOTS):
            name, _, face = part.partition(":")
            card = _one_of(name, PLANT_CARDS, "plant card")
            plants.append((card, _one_of(face, PLANT_FACES[card], f"side of plant card {name}")))
        return plants

    def _fill(self, row: list[int], key: str) -> None:
        cubes = self.take(key, lambda value: [] if value == NONE else [self.cube(letter) for letter in value])
        if len(cubes) > len(row):
            raise _wrong(
                f"position: {key} has {len(cubes)} cubes on {len(row)} spaces",
                {"key": "entries", "section": key, "found": len(cubes), "expected": len(row)},
            )
        row[: len(cubes)] = cubes

    def read_garden(self) -> None:
        s = self.s
        for square, (owner, kind) in enumerate(self.take("tiles", self._tiles)):
            s.tile[square] = kind
            if owner is not None:
                s.seats[owner].gardens |= 1 << square
        for side, colours in self.take("canals", self._canals):
            for colour in colours:
                fill_area(s, side, colour, 0)

    def _tiles(self, value: str) -> list[tuple[int | None, int]]:
        tiles = []
        for part in _listed(value, N_SQUARES):
            before, at, name = part.rpartition("@")
            kind = EMPTY if part == NONE else _one_of(name, TILE_NAMES, "tile")
            tiles.append((self.seat(before) if at else None, kind))
        return tiles

    def _canals(self, value: str) -> list[tuple[int, list[int]]]:
        canals = []
        for part in [] if value == NONE else value.split(","):
            name, _, cubes = part.partition(":")
            side = _one_of(name, SIDE_NAMES, "side")
            if not 1 <= len(cubes) <= SIDE_AREAS[side]:
                raise _wrong(
                    f"{name} has room for {SIDE_AREAS[side]}, not for {len(cubes)} cubes",
                    {"key": "overfilled", "places": [name], "found": len(cubes), "expected": SIDE_AREAS[side]},
                )
            canals.append((side, [self.cube(letter) for letter in cubes]))
        return canals

    def read_player(self, letter: str) -> None:
        s, me = self.s, self.s.seats[self.seat(letter)]
        parts = self.take(letter, self._player)
        me.prestige, me.talents, me.camels = (int(parts[key]) for key in ("prestige", "talents", "camels"))
        me.goods = _goods(parts["goods"])
        levels = {BANKER: "banker", CARAVANEER: "caravaneer", PALACE: "palace", GARDENER: "gardeners"}
        for kind, name in levels.items():
            me.court[kind] = int(parts[name])
        if s.palace:
            me.track, me.arrival = int(parts["track"]), int(parts["arrival"])

    def _player(self, value: str) -> "re.Match[str]":
        parts = _PLAYER.fullmatch(value)
        if not parts or bool(parts["track"]) != bool(self.s.palace):
            track = ",T0.0" if self.s.palace else ""
            raise Malformed(f"it must look like 12,t4,c1,bdw,B0,C1,P0,G2{track}")
        for kind, name in ((BANKER, "banker"), (CARAVANEER, "caravaneer"), (PALACE, "palace")):
            if int(parts[name]) > TOP_LEVEL[kind]:
                raise _wrong(
                    f"there is no {name.capitalize()} of level {parts[name]}",
                    {"key": "level", "card": name, "level": int(parts[name])},
                )
        _goods(parts["goods"])
        return parts

    def read_palace(self) -> None:
        s = self.s
        s.noble_used = self.take("noble", lambda value: _one_of(value, ("free", "used"), "state of the Noble"))
        holders = self.take("bonus", lambda value: [EMPTY if c == NONE else self.seat(c) for c in value])
        if len(holders) != BONUSES:
            raise _wrong(
                f"position: bonus names {len(holders)} holders, not {BONUSES}",
                {"key": "entries", "section": "bonus", "found": len(holders), "expected": BONUSES},
            )
        s.bonus = holders
        picks = self.take("picks", lambda value: [] if value == NONE else [self.seat(c) + 1 for c in value[:4]])
        s.bonus_picks = sum(seat << 4 * place for place, seat in enumerate(picks))


def _count_what_is_left(s: State) -> None:
    """Cubes at home and Court cards in the supply are what is not elsewhere."""
    for p in range(s.players):
        me = s.seats[p]
        placed = s.canals[p].bit_count() + s.doubles[p].bit_count()
        placed += sum(cubes_in_row(s, row, p) for row in range(len(ROW_NAMES)))
        placed += sum(devotion(s, temple, p) // TEMPLE_SPACES for temple in range(len(TEMPLES)))
        me.cubes = CUBES - placed
        for kind in (BANKER, CARAVANEER, PALACE):
            for level in range(1, me.court[kind] + 1):
                if not begins_with(s, kind, level):
                    s.court_left[kind][min(level, len(s.court_left[kind]) - 1)] -= 1
        s.court_left[GARDENER][1] -= me.court[GARDENER]


def _ask_again(s: State, todo: str) -> None:
    """Put the agenda back and let its last task ask its question, which also tells who answers and how."""
    if todo == OVER_WORD:
        s.asked, s.seat = OVER, CHANCE
        return
    names = todo.split(",")
    _refuse_agenda(s, todo, names)
    tasks = [TASK_NAMES.index(name) for name in names]
    s.agenda[: len(tasks) - 1] = tasks[:-1]
    s.agenda_length = len(tasks) - 1
    s.seat = s.turn
    perform(s, tasks[-1])
    if s.asked == NOTHING:
        nothing = f"position: todo={todo[:80]}: {names[-1]} has nothing to ask here"
        raise _wrong(nothing, {"key": "nothing", "text": names[-1]})


def _refuse_agenda(s: State, todo: str, names: list[str]) -> None:
    """Raise Malformed for tasks that cannot wait together, or not at this moment."""
    if not _TODO.fullmatch(todo) or len(names) > len(s.agenda):
        together = f"position: todo={todo[:80]} is not a list of tasks that can wait together"
        raise _wrong(together, {"key": "value", "section": "todo", "text": todo[:80]})
    kind = next((_CITY_OF_TASK[name] for name in names if name in _CITY_OF_TASK), CITY_KIND[s.caravan])
    if kind != CITY_KIND[s.caravan]:
        city = CITY_NAMES[s.caravan]
        elsewhere = f"position: todo={todo[:80]}: that is not done in {city}, where the caravan stands"
        raise _wrong(elsewhere, {"key": "city", "text": names[-1], "city": city})
    if (s.planting != EMPTY) != ("flip" in names):
        raise _wrong("position: planting names a square if and only if todo has flip", {"key": "planting"})
    if s.planting != EMPTY and not s.seats[s.turn].gardens >> s.planting & 1:
        raise _wrong(
            "position: planting names a square that the player whose turn it is has not planted",
            {"key": "planted", "seat": seat_letter(s, s.turn), "places": [SQUARE_NAMES[s.planting]]},
        )
    if names[0] in ("turn", "next") and s.passed >> s.turn & 1:
        passed = "position: it is the turn of a player who has passed"
        raise _wrong(passed, {"key": "passed", "seat": seat_letter(s, s.turn)})
