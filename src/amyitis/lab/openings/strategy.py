"""The sentences of the strategy page: only what the intervals of the counts and of the balance figures allow."""

from collections.abc import Iterator, Sequence

from amyitis.analysis.openings import OpeningPlace, OpeningSetup, StrategySentence
from amyitis.lab.balance.seat_rows import CARD, CRAFT, SOURCE, Thing
from amyitis.lab.balance.table import Balance

from .counting import HALF


def strategy(setup: OpeningSetup, balance: Balance, shown: dict[Thing, str]) -> Iterator[StrategySentence]:
    """Yields what the counts of all set-ups and the balance figures say."""
    places = setup["places"]
    order = sorted(range(len(places)), key=lambda place: places[place]["won"]["rate"])
    worst, best = order[0], order[-1]
    if places[best]["won"]["low"] > places[worst]["won"]["high"]:
        figures = {"best": best + 1, "worst": worst + 1,
                   "rate": places[best]["won"]["rate"], "second": places[worst]["won"]["rate"]}  # fmt: skip
        turns = places[best]["turns"]
        yield _sentence("seats", {}, figures, turns[0]["position"] if turns else None)
    yield from _of_turns(places)
    yield from _of_things(setup)
    yield from _of_balance(balance, shown)


def _sentence(key: str, words: dict[str, str], figures: dict[str, float], position: str | None) -> StrategySentence:
    return {"key": key, "words": words, "figures": figures, "position": position}  # type: ignore[typeddict-item]


def _of_turns(places: Sequence[OpeningPlace]) -> Iterator[StrategySentence]:
    """Yields the usual first turn of each place, and the best and worst of those that were tried."""
    for place, place_turns in enumerate(places, 1):
        for usual in place_turns["turns"][:1]:
            figures = {"place": place, "share": usual["share"]}
            yield _sentence("usual", {"turn": usual["turn"]}, figures, usual["position"])
        tried = [(turn["tried"], turn) for turn in place_turns["turns"] if turn["tried"]]
        tried.sort(key=lambda pair: pair[0]["rate"])
        if len(tried) > 1 and tried[-1][0]["low"] > tried[0][0]["high"]:
            (least, bad), (most, good) = tried[0], tried[-1]
            figures = {"place": place, "rate": most["rate"], "second": least["rate"]}
            yield _sentence("try", {"turn": good["turn"], "other": bad["turn"]}, figures, good["position"])


def _of_things(setup: OpeningSetup) -> Iterator[StrategySentence]:
    """Yields where caravans go first, which Court card is taken first, and whose owners win more than others."""
    for key, things in (("city", setup["cities"]), ("card", setup["cards"])):
        if things:
            usual = things[0]
            figures = {"share": usual["share"], "round": usual["round"]}
            yield _sentence(key, {"name": usual["name"]}, figures, usual["position"])
    by_rate = sorted(setup["cities"], key=lambda city: city["won"]["rate"])
    if by_rate and by_rate[-1]["won"]["low"] > by_rate[0]["won"]["high"]:
        figures = {"rate": by_rate[-1]["won"]["rate"], "second": by_rate[0]["won"]["rate"]}
        words = {"name": by_rate[-1]["name"], "other": by_rate[0]["name"]}
        yield _sentence("city_wins", words, figures, by_rate[-1]["position"])


def _of_balance(balance: Balance, shown: dict[Thing, str]) -> Iterator[StrategySentence]:
    """Yields where prestige comes from, which craft and which card go with winning, and how long games are open."""
    first, second, *_ = balance.sources
    yield _sentence(
        "sources",
        {"name": first.name, "other": second.name},
        {"mean": round(first.mean, 1), "second": round(second.mean, 1), "score": round(balance.score, 1)},
        shown.get(Thing(SOURCE, first.name)),
    )
    crafts = sorted((used for used in balance.used if used.group == CRAFT), key=lambda used: used.most.rate)
    worst, best = crafts[0], crafts[-1]
    if best.most.interval.low > worst.most.interval.high:
        figures = {"rate": percent(best.most.rate), "second": percent(worst.most.rate)}
        words = {"name": best.name, "other": worst.name}
        yield _sentence("craft", words, figures, shown.get(Thing(CRAFT, best.name)))
    cards = [used for used in balance.used if used.group == CARD and used.users.interval.low > balance.even]
    if cards:
        best = max(cards, key=lambda used: used.users.interval.low)
        figures = {"rate": percent(best.users.rate), "share": percent(best.share)}
        yield _sentence("owner", {"name": best.name}, figures, shown.get(Thing(CARD, best.name)))
    far = balance.openness
    figures = {"margin": round(balance.margin, 1), "share": percent(far.close.rate), "within": far.within}
    yield _sentence("close", {}, figures, shown.get(HALF))
    half = far.leads[0].leads[1]
    yield _sentence("lead", {}, {"rate": percent(half.wins.rate)}, shown.get(HALF))


def percent(rate: float) -> float:
    """Returns a rate in percent, to one decimal."""
    return round(100 * rate, 1)
