"""The table in the terminal shows everything that lies on it, at every width, with and without colour."""

import io
import json
import re
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest
from rich.console import Console

from amyitis.drawing.table import render_table
from amyitis.game import Game
from tests.layout import full_garden, table

WIDTHS = (80, 100, 120)
DIAMOND = ["d4", "c4 d3", "b4 c3 d2", "a4 b3 c2 d1", "a3 b2 c1", "a2 b1", "a1"]


def shown(view: Mapping[str, Any], width: int = 120) -> str:
    """A view as it is drawn; each is drawn once, however many tests look at it."""
    return drawn(json.dumps(view), width)


@cache
def drawn(view: str, width: int) -> str:
    console = Console(width=width, file=io.StringIO(), color_system=None)
    console.print(render_table(json.loads(view)))
    return str(console.file.getvalue())  # type: ignore[attr-defined]


def played(players: int, moves: int | None, palace: bool = False, limited_supply: bool = False) -> Game:
    """A game after some random moves; None plays it to the end."""
    game = Game.new(players, seed=players, palace=palace, limited_supply=limited_supply)
    choice = Random(players)
    while not game.is_over and (moves is None or len(game.plies) < moves):
        game.push(choice.choice(list(game.legal_moves)))
    return game


MOMENTS = {
    f"{players} players, {name}": played(players, moves, **switches)
    for players in (2, 3, 4)
    for name, moves, switches in (
        ("start", 0, {}),
        ("some way in", 60, {}),
        ("late", 200, {"limited_supply": True}),
        ("over", None, {}),
        ("palace", 90, {"palace": True}),
        ("palace, over", None, {"palace": True, "limited_supply": True}),
    )
}


@pytest.fixture(params=MOMENTS)
def view(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What lies on the table at some moment, as it would come out of JSON."""
    found: dict[str, Any] = json.loads(json.dumps(MOMENTS[request.param].view()))
    return found


@pytest.mark.parametrize("width", WIDTHS)
def test_every_part_is_there_and_no_line_too_long(view: dict[str, Any], width: int) -> None:
    text = shown(view, width)
    assert max(map(len, text.splitlines())) <= width
    words = ["Fields", "Temples", "Crafts", "Court", "Caravan", f"Round {view['round']}", *view["garden"]["squares"]]
    words += [city["city"] for city in view["cities"]] + [name.capitalize() for name in view["temples"]]
    words += [f"{view['garden']['tiles_left']} tiles left"]
    words += ["Palace\nTrack:", "The Noble is"] if "palace" in view else []
    words += [f"{view['supply']['talents']} talents, {view['supply']['camels']} camels"] if "supply" in view else []
    for word in words:
        assert word in re.sub(" +\n", "\n", text), word


@pytest.mark.parametrize("width", WIDTHS)
def test_every_player_has_a_panel(view: dict[str, Any], width: int) -> None:
    text = shown(view, width)
    text = text[text.index("─ [") :]
    for seat in view["seats"]:
        assert f"[{seat['seat']}] {seat['colour'].capitalize()}  {seat['prestige']} ★" in text
        assert f"Talents {seat['talents']}  Camels {seat['camels']}" in text
        assert f"Goods {seat['goods_held']}/{seat['goods_limit']}" in text
        assert f"Tiles {len(seat['tiles'])}" in text
    for fact in ("talents", "gardeners", "cubes", "banker", "caravaneer", "palace"):
        told = sorted(map(int, re.findall(rf"{fact.capitalize()} (\d+)", text)))
        assert told == sorted(seat[fact] for seat in view["seats"])
    assert text.count("passed") == sum(seat["passed"] for seat in view["seats"])
    assert text.count("first player") == 1


@pytest.mark.parametrize("width", WIDTHS)
def test_crafts_and_court_are_what_is_left(view: dict[str, Any], width: int) -> None:
    text = shown(view, width)
    for group in view["crafts"]:
        cards = f"{group['group']}   {group['price']} {' '.join(group['face_up'])}"
        assert (cards if group["face_up"] else f"{group['group']}   - none") in text
    for name in ("banker", "caravaneer", "palace"):
        left = "  ".join(f"{level}:{count}" for level, count in view["court"][name].items())
        assert re.search(rf"{name.capitalize()} +{left}", text)
    assert re.search(rf"Gardener +{view['court']['gardener']}\b", text)


def test_the_garden_is_a_diamond_with_all_its_cubes(view: dict[str, Any]) -> None:
    text = shown(view, 80)
    garden = text[text.index("╯\n") : text.index("Caravan")]
    rows = [" ".join(re.findall(r"\b([a-d][1-4]) floor", line)) for line in garden.splitlines()]
    assert [row for row in rows if row] == DIAMOND
    sides, squares = view["garden"]["sides"].values(), view["garden"]["squares"].values()
    for letter in ("W", "K", "B", "R", "N"):
        cubes = sum(side["cubes"].count(letter) for side in sides)
        planted = sum(square["planted_by"] == letter for square in squares)
        in_legend = letter in (view["seats"][0]["seat"], "N")
        assert garden.count(f"[{letter}]") == cubes + planted + in_legend
    open_areas = sum(side["areas"] - len(side["cubes"]) for side in sides if side["open"])
    assert garden.count("( )") == open_areas + 1
    watered = sum(square["irrigated"] and not square["planted_by"] and bool(square["tile"]) for square in squares)
    assert len(re.findall(r"floor \d ≈≈", garden)) == watered
    assert garden.count("unused") == sum(square["tile"] is None for square in squares)


def test_canals_stand_between_their_squares() -> None:
    game = table(canals="a1-b1:W b1-b2:K b2-c2:W b3-c3:RB c3-c4:K", planted="b1:K")
    lines = shown(game.view(), 120).splitlines()
    row = {name: next(i for i, text in enumerate(lines) if f" {name} floor" in text) for name in ("a1", "b3", "c3")}
    assert "≈──( )──╩══[W]══≈" in lines[row["a1"] - 1]
    assert "[K] Black 3★" in lines[row["a1"] - 2]
    assert "──( )──╩[B]═[R]╦" in lines[row["b3"] - 1]
    assert "╦[K]─( )┴ · ─ · ┴" in lines[row["c3"] - 1].replace("┬", "┴")
    assert lines[row["c3"]].index("c3") == lines[row["c3"] - 1].index("[K]") + 1


def test_tiles_are_told_in_words() -> None:
    text = shown(table().view())
    for words in ("10★", "5★ Gard.+2 tal", "6★ 2 camels", "1★ Court card", "2★ Gardener", "3★ good", "1★ Palace"):
        assert words in text


def test_fields_temples_and_the_ring() -> None:
    game = table(top="WK", bottom="R", ishtar="NWB", caravan="Uruk", plants="1:2p,2:1,3:1,K:2s", W="C1 c2")
    for width in WIDTHS:
        text = shown(game.view(), width)
        for words in ("[W] salt", "[K] palm", "( ) barley", "[R] barley", "( ) dates"):
            assert words in text
        assert re.search(r"Ishtar +\[N\]\[W\]\[B\] · ", text)
        ring = [line.strip() for line in re.findall(r"(?:▶|[1-8]) [A-Z][a-z]+ .*?(?:here|-|\d)(?= |$)", text, re.M)]
        cities = [line.split()[1] for line in ring]
        assert cities == ["Uruk", "Mari", "Palmyra", "Khorsabad", "Ninoua", "Babylon", "Eshnunna", "Susa", "Ur"]
        assert re.search(r"▶ Uruk +dates +Banker, Caravaneer +here", text)
        assert re.search(r"4 Ninoua +palm +Caravaneer, Palace +2", text)
        assert re.search(r"3 Khorsabad dates\+salt +plant 2 / 2\+barley +1", text)
        assert re.search(r"6 Eshnunna +salt\+palm +plant 2 / 1 +-", text)


def test_the_header_says_whose_decision_it_is() -> None:
    assert "[K] Black chooses an action" in shown(table(turn="K").view())
    assert "[W] White chooses a canal to dig" in shown(table(todo="next,engineer").view(), 80)
    assert "waiting for the deal" in shown(Game.from_position(Game.new(3, seed=1).start).view(), 80)
    over = MOMENTS["3 players, over"]
    names = {"W": "White", "K": "Black", "B": "Blue"}
    assert f"{names[over.winners[0]]} wins" in shown(over.view())
    assert "LAST ROUND" in shown(over.view())


def test_favour_says_how_many_tiles_are_missing() -> None:
    text = shown(table(planted="a1:W a2:W a3:K b1:B b2:B b3:B c1:B c2:B", canals=full_garden()).view())
    for words in ("Tiles 2, 1 to favour", "Tiles 1, 2 to favour", "Tiles 5: favour 10★", "Tiles 0, 3 to favour"):
        assert words in text
    assert "Tiles 3: 5★, 2 to more" in shown(table(planted="a1:W a2:W a3:W", canals=full_garden()).view())


def test_other_colours_at_the_table() -> None:
    text = shown(table(2, colours="RB").view())
    assert "Red's canal" in text
    assert "White" not in text


def test_without_colour_the_letters_remain(view: dict[str, Any]) -> None:
    console = Console(width=100, file=io.StringIO(), force_terminal=True, no_color=True)
    console.print(render_table(view))
    text = str(console.file.getvalue())  # type: ignore[attr-defined]
    assert not re.search(r"\x1b\[[\d;]*[34]8;", text)
    assert re.sub(r"\x1b\[[\d;]*m", "", text) == shown(view, 100)


def test_an_ascii_terminal_gets_ascii(view: dict[str, Any]) -> None:
    for width in WIDTHS:
        file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
        console = Console(width=width, file=file, color_system=None)
        console.print(render_table(view))
        file.flush()
        text = file.buffer.getvalue().decode("ascii")
        assert "?" not in text
        assert max(map(len, text.splitlines())) <= width


def test_temples_name_a_second_prize_where_second_places_count() -> None:
    printed, duel = Game.new(2, seed=1), Game.new(2, seed=1, open_duel=True)
    assert "field, swap" in shown(duel.view())
    assert "field, swap" in shown(Game.new(3, seed=1).view())
    assert "swap" not in shown(printed.view())
