"""Whether the facts of a box fit together and fit the rules.

An owner's box may differ from ours in any number, as long as the totals still add up and the rules can still be played.
Each check raises `BoxError` with the name of the entry at fault; a message that cites a clause refuses a thing that the
rules themselves fix.
"""

from collections.abc import Iterable

from amyitis.box import words
from amyitis.box.garden_checks import check_garden
from amyitis.box.model import Box, CourtCard, Triple
from amyitis.box.reading import require, require_each
from amyitis.errors import BoxError

GROUP = 3  # cards in a group of the Craft deal (4.1)
CITIES = 9  # spaces of the ring (7.1)
TEMPLE_SPACES = 4  # a cube leaves from the fourth (6.4)
LEVELS = {"banker": (1, 2, 3), "caravaneer": (0, 1, 2), "palace": (1, 2, 3, 4, 5, 6), "gardener": (1,)}  # 9.1


def check_box(box: Box) -> None:
    """Raise `BoxError` for the first thing that does not fit."""
    _check_piles(box)
    _check_boards(box)
    _check_ring(box)
    _check_plants(box)
    _check_crafts(box)
    _check_court(box)
    check_garden(box)
    _check_end(box)
    _check_palace(box)


def _check_piles(box: Box) -> None:
    """Goods, cubes, camels and talents: totals, and enough for a start (2.4, 2.7)."""
    goods, cubes, start = box.goods, box.cubes, box.start
    require_each("goods.names", goods.names, words.GOODS)
    kinds = len(words.GOODS)
    require(
        goods.total == goods.each * kinds,
        "goods.total",
        f"must be {kinds} times goods.each, {goods.each * kinds}, but is {goods.total}",
    )
    require(goods.each >= 1, "goods.each", "must be at least 1, the set-up takes one of each (rule 2.4)")
    require_each("cubes.colours", cubes.colours, words.COLOURS)
    coloured = cubes.each * len(words.COLOURS)
    require(
        cubes.total > coloured,
        "cubes.total",
        f"must be more than the {coloured} cubes of the players, the rest is grey, but is {cubes.total}",
    )
    require(box.camels.caravans == 1, "camels.caravans", f"must be 1 (rule 2.2), but is {box.camels.caravans}")
    require(start.caravaneer == 0, "start.caravaneer", f"must be level 0 (rule 2.7), but is {start.caravaneer}")
    seats = len(words.COLOURS)
    for pile, count, needed in (
        ("camels.count", box.camels.count, seats * start.camels),
        ("talents.count", box.talents.count, seats * start.talents),
    ):
        require(count >= needed, pile, f"must be at least {needed}, what four players start with, but is {count}")


def _check_boards(box: Box) -> None:
    """Fields and temples."""
    require_each("fields", [row.row for row in box.fields], words.ROW_NAMES)
    lengths = [len(row.goods) for row in box.fields]
    require(min(lengths) > 0, "fields", "a row must have at least one space")
    require(
        len(set(lengths)) == 1, "fields", f"both rows must be of one length, but have {lengths[0]} and {lengths[1]}"
    )
    require_each("temples.names", box.temples.names, words.TEMPLES)
    require(
        box.temples.spaces == TEMPLE_SPACES,
        "temples.spaces",
        f"must be {TEMPLE_SPACES} (rule 6.4), but is {box.temples.spaces}",
    )


def _check_ring(box: Box) -> None:
    """The cities: nine, all different, the market first, two types in each court city (7.1, 7.5)."""
    spaces = box.mesopotamia.spaces
    require(spaces == CITIES, "mesopotamia.spaces", f"must be {CITIES} (rule 7.1), but is {spaces}")
    require(
        len(box.cities) == spaces, "cities", f"must be {spaces} as mesopotamia.spaces says, but are {len(box.cities)}"
    )
    seen: set[str] = set()
    for city in box.cities:
        require(city.name.isalpha(), f"cities.{city.name}", "the name must be one word of letters")
        require(city.name.lower() not in seen, f"cities.{city.name}", "is there twice")
        seen.add(city.name.lower())
        if city.kind == "court":
            two = len(city.offers) == 2 and len(set(city.offers)) == 2
            require(two, f"cities.{city.name}.offers", "must be two different Court types (rule 7.5)")
    markets = [city.name for city in box.cities if city.kind == "market"]
    require(len(markets) == 1, "cities", f"one must be a market, but {len(markets)} are")
    require(
        box.cities[0].kind == "market", f"cities.{markets[0]}", "the market must come first, the caravan starts there"
    )
    plants = sum(city.kind == "plant" for city in box.cities)
    require(
        plants == box.cards.plant,
        "cities",
        f"{box.cards.plant} must be plant cities, one for each card, but {plants} are",
    )


def _check_plants(box: Box) -> None:
    """The plant cards: one with quality 2 on both sides and a city of its own, the others quality 1 up (2.3)."""
    require_each("plants", [card.card for card in box.plants], words.PLANT_CARDS)
    count = len(box.plants)
    require(
        box.cards.plant == count, "cards.plant", f"must be {count}, the plant cards listed, but is {box.cards.plant}"
    )
    fixed = [card.card for card in box.plants if all(face.quality == 2 for face in card.faces)]
    require(len(fixed) == 1, "plants", f"one card must have quality 2 on both sides (rule 2.3), but {len(fixed)} have")
    homes = [city.name for city in box.cities if city.kind == "plant"]
    for card in box.plants:
        entry = f"plants.{card.card}"
        if card.card in fixed:
            require(
                card.city is not None,
                f"{entry}.city",
                "is missing: the card of quality 2 has a city of its own (rule 2.3)",
            )
            require(card.city in homes, f"{entry}.city", f"must be a plant city, one of {', '.join(homes)}")
            continue
        require(card.city is None, f"{entry}.city", "only the card with quality 2 on both sides has one (rule 2.3)")
        up, down = card.faces
        require(
            up.quality == 1, f"{entry}.faces", f"the first side must be of quality 1 (rule 2.3), but is of {up.quality}"
        )
        require(1 <= down.quality <= 3, f"{entry}.faces", f"a quality must be 1, 2 or 3, but is {down.quality}")


def _check_crafts(box: Box) -> None:
    """The Craft cards: every craft, the total, and enough for the deal (4.1)."""
    require_each("crafts", [card.craft for card in box.crafts], words.CRAFTS)
    for card in box.crafts:
        _check_growing(f"crafts.{card.craft}.cards", card.cards)
    base = [card.cards for card in box.crafts if card.craft != words.EXPANSION_CRAFT]
    _check_total("cards.craft", box.cards.craft, base, "Craft")
    for i, players in enumerate(words.PLAYERS):
        deck = sum(cards[i] for cards in base)
        need = GROUP * players
        require(deck >= need, "crafts", f"{players} players need {need} cards (rule 4.1), but there are {deck}")


def _check_court(box: Box) -> None:
    """The Court cards: every level of every type once, the total, and what single clauses ask of a card."""
    for kind, levels in LEVELS.items():
        _check_levels(kind, [card.level for card in box.court if card.type == kind], levels)
    for card in box.court:
        _check_court_card(card)
    _check_total("cards.court", box.cards.court, [card.cards for card in box.court], "Court")


def _check_levels(kind: str, levels: list[int], expected: tuple[int, ...]) -> None:
    for level in expected:
        require(level in levels, f"court.{kind}[{level}]", "is missing")
    for level in levels:
        require(
            level in expected,
            f"court.{kind}[{level}]",
            f"there is no such level (rule 9.1), the last is {expected[-1]}",
        )
        require(levels.count(level) == 1, f"court.{kind}[{level}]", "is there twice")


def _check_court_card(card: CourtCard) -> None:
    """Level-0 Caravaneers for all (2.7), goods on those of level 2 (2.4, 9.3), Gardeners worth 1 (8.5)."""
    entry = f"court.{card.type}[{card.level}]"
    _check_growing(f"{entry}.cards", card.cards)
    if card.type == "gardener":
        require(card.quality == 1, f"{entry}.quality", f"must be 1 (rule 8.5), but is {card.quality}")
    if card.type != "caravaneer":
        return
    if card.level == 0:
        for players, count in zip(words.PLAYERS, card.cards, strict=True):
            require(
                count >= players, f"{entry}.cards", f"{players} players need one each (rule 2.7), but there are {count}"
            )
    carried = 1 if card.level == 2 else 0
    require(card.goods == carried, f"{entry}.goods", f"must be {carried} (rule 9.3), but is {card.goods}")
    goods = len(words.GOODS) - 1
    if carried:
        require(
            card.cards[-1] <= goods, f"{entry}.cards", f"at most {goods} cards, there is one good for each (rule 2.4)"
        )


def _check_end(box: Box) -> None:
    """The favour grows with the tiles (11.2), and a game does not end before it starts (11.1)."""
    for i, players in enumerate(words.PLAYERS):
        low, high = box.favour.low[i], box.favour.high[i]
        require(
            1 <= low < high,
            "favour.high",
            f"must be above favour.low with {players} players, but is {high} after {low}",
        )
        tiles = sum(box.garden.floors.squares) - (len(box.garden.starred.squares) if players == 2 else 0)
        left = box.end.tiles[i]
        require(
            left < tiles, "end.tiles", f"must be below the {tiles} tiles {players} players start with, but is {left}"
        )


def _check_palace(box: Box) -> None:
    """The track is counted from 0 and has no end (13.1)."""
    track = box.palace.track
    require(track.start == 0, "palace.track.start", f"must be 0 (rule 13.1), but is {track.start}")
    require(track.endless, "palace.track.endless", "must be true (rule 13.1)")


def _check_growing(entry: str, cards: Triple) -> None:
    """More players never play with fewer cards (2.1)."""
    two, three, four = cards
    if not two <= three <= four:
        raise BoxError(entry, f"must not fall with more players (rule 2.1), but is {two}, {three}, {four}")


def _check_total(entry: str, total: int, cards: Iterable[Triple], deck: str) -> None:
    """The total of a deck is what four players use."""
    count = sum(four for _, _, four in cards)
    require(count == total, entry, f"is {total}, but the {deck} cards listed for 4 players are {count}")
