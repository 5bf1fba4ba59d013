"""The diagram of docs/architecture.md as a drawing: boxes in layers, an arrow to everything that is imported.

GitHub draws the block of Mermaid by itself. The site has it drawn here, from the same words, without a script from
elsewhere and without another program: layers by the longest way down, an order with few crossings, then places.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import fmean

Arrow = tuple[str, str]

GAP, LAYER, HEIGHT, LETTER, PADDING, MARGIN = 26, 74, 30, 8.2, 22, 8
SWEEPS = 24
STRAIGHT = 3  # how much more than between boxes a link counts for each end that only passes


def arrows_of(mermaid: str) -> set[Arrow]:
    """Returns the arrows of a flowchart, each from the one that imports to what it imports."""
    found = set()
    for line in mermaid.strip().splitlines()[1:]:
        places = [re.split(r"\s*&\s*", group.strip()) for group in line.split("-->")]
        for tails, heads in pairwise(places):
            found |= {(tail, head) for tail in tails for head in heads}
    return found


def draw(arrows: set[Arrow]) -> str:
    """Returns the drawing as SVG, in the colours of the page that it stands in."""
    drawing = _Drawing(arrows)
    width, height = drawing.size
    lines = [
        (
            f'<svg class="diagram" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'style="max-width: {width:.0f}px; width: 100%" role="img" aria-label="Who imports whom">'
        ),
        (
            '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
            'orient="auto"><path d="M0 0 8 4 0 8z" fill="var(--color-foreground-muted)"/></marker></defs>'
        ),
        '<g fill="none" stroke="var(--color-foreground-muted)" stroke-width="1.2">',
        *(f'<path d="{way}" marker-end="url(#head)"/>' for way in drawing.ways()),
        "</g>",
        '<g font-family="var(--font-stack--monospace)" font-size="13" text-anchor="middle">',
    ]
    for name, (x, y) in drawing.boxes():
        wide = _width(name)
        lines.append(
            f'<rect x="{x - wide / 2:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{HEIGHT}" rx="5" '
            'fill="var(--color-background-secondary)" stroke="var(--color-background-border)"/>'
            f'<text x="{x:.1f}" y="{y + 20:.1f}" fill="var(--color-foreground-primary)">{name}</text>'
        )
    return "\n".join([*lines, "</g>", "</svg>"])


def _width(name: str) -> float:
    """How wide a box is; an arrow that passes a layer takes no more than a line."""
    return 0.0 if ">" in name else len(name) * LETTER + PADDING


class _Drawing:
    """Names in layers with their places. An arrow over several layers has a name in each: `tail>head:1`."""

    def __init__(self, arrows: set[Arrow]) -> None:
        depth = _depths(arrows)
        self._ways = {(tail, head): _passed(tail, head, depth) for tail, head in sorted(arrows)}
        names = dict(depth)
        for way in self._ways.values():
            names |= {name: depth[way[0]] - step for step, name in enumerate(way)}
        links = [pair for way in self._ways.values() for pair in pairwise(way)]
        self._below: dict[str, list[str]] = {name: [b for a, b in links if a == name] for name in names}
        self._above: dict[str, list[str]] = {name: [a for a, b in links if b == name] for name in names}
        ranks = sorted(set(names.values()), reverse=True)
        self._layers = [sorted(name for name, rank in names.items() if rank == wanted) for wanted in ranks]
        self._order()
        self._x = self._places()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        right = max(x + _width(name) / 2 for name, x in self._x.items())
        return right + MARGIN, self._y(len(self._layers) - 1) + HEIGHT + MARGIN

    def boxes(self) -> list[tuple[str, tuple[float, float]]]:
        """The packages, each with the middle of its upper edge."""
        return [
            (name, (self._x[name], self._y(level)))
            for level, layer in enumerate(self._layers)
            for name in layer
            if ">" not in name
        ]

    def ways(self) -> list[str]:
        """The arrows as paths: down from box to box, straight past the layers between."""
        level = {name: number for number, layer in enumerate(self._layers) for name in layer}
        found = []
        for way in self._ways.values():
            points = [(self._x[name], self._y(level[name])) for name in way]
            x, y = points[0][0], points[0][1] + HEIGHT
            path = f"M{x:.1f} {y:.1f}"
            for number, (to_x, top) in enumerate(points[1:], 1):
                middle = (y + top) / 2
                path += f"C{x:.1f} {middle:.1f} {to_x:.1f} {middle:.1f} {to_x:.1f} {top:.1f}"
                x, y = to_x, top
                if number < len(points) - 1:
                    y = top + HEIGHT
                    path += f"V{y:.1f}"
            found.append(path)
        return found

    def _y(self, level: int) -> float:
        return MARGIN + level * LAYER

    def _order(self) -> None:
        """Bring each name near to those that it is linked with, down and up in turn; keep what crosses least."""
        best, fewest = [list(layer) for layer in self._layers], self._crossings()
        for sweep in range(SWEEPS):
            down = sweep % 2 == 0
            levels = range(1, len(self._layers)) if down else range(len(self._layers) - 2, -1, -1)
            for level in levels:
                other = self._layers[level - 1 if down else level + 1]
                place = {name: number for number, name in enumerate(other)}
                linked = self._above if down else self._below
                self._sort(level, place, linked)
            if (crossings := self._crossings()) < fewest:
                best, fewest = [list(layer) for layer in self._layers], crossings
        self._layers = best

    def _sort(self, level: int, place: Mapping[str, int], linked: Mapping[str, Sequence[str]]) -> None:
        layer = self._layers[level]
        now = {name: number for number, name in enumerate(layer)}
        layer.sort(key=lambda name: fmean([place[one] for one in linked[name]]) if linked[name] else now[name])

    def _crossings(self) -> int:
        found = 0
        for layer, below in pairwise(self._layers):
            place = {name: number for number, name in enumerate(below)}
            heads = [place[head] for name in layer for head in sorted(self._below[name], key=place.__getitem__)]
            found += sum(one > other for number, one in enumerate(heads) for other in heads[number + 1 :])
        return found

    def _places(self) -> dict[str, float]:
        """Where each name stands across: as near to what it is linked with as those beside it allow."""
        x: dict[str, float] = {}
        for layer in self._layers:
            _spread(layer, dict.fromkeys(layer, 0.0), x)
        for sweep in range(2 * SWEEPS):
            layers = self._layers if sweep % 2 == 0 else self._layers[::-1]
            for layer in layers:
                _spread(layer, {name: self._middle(name, x) for name in layer}, x)
        left = min(place - _width(name) / 2 for name, place in x.items())
        return {name: place - left + MARGIN for name, place in x.items()}

    def _middle(self, name: str, x: Mapping[str, float]) -> float:
        """The middle of all that a name is linked with; an arrow that passes layers wants to be straight."""
        linked = (*self._above[name], *self._below[name])
        return fmean([x[one] for one in linked], [STRAIGHT ** ((">" in name) + (">" in one)) for one in linked])


def _spread(layer: Sequence[str], wanted: Mapping[str, float], x: dict[str, float]) -> None:
    """Place the names of a layer in their order, each as near as may be to where it wants to be.

    Those that would overlap are pushed from the left and from the right, and stand in the middle of the two.
    """
    goal = [wanted[name] for name in layer]
    apart = [(_width(one) + _width(other)) / 2 + GAP for one, other in pairwise(layer)]
    rightwards, leftwards = list(goal), list(goal)
    for i, space in enumerate(apart):
        rightwards[i + 1] = max(goal[i + 1], rightwards[i] + space)
    for i in range(len(apart) - 1, -1, -1):
        leftwards[i] = min(goal[i], leftwards[i + 1] - apart[i])
    for name, right, left in zip(layer, rightwards, leftwards, strict=True):
        x[name] = (right + left) / 2


def _depths(arrows: set[Arrow]) -> dict[str, int]:
    """How many steps the longest way down from each name has."""
    heads: dict[str, list[str]] = {name: [] for arrow in arrows for name in arrow}
    for tail, head in arrows:
        heads[tail].append(head)
    found: dict[str, int] = {}

    def depth(name: str) -> int:
        if name not in found:
            found[name] = 1 + max((depth(head) for head in heads[name]), default=-1)
        return found[name]

    for name in sorted(heads):
        depth(name)
    return found


def _passed(tail: str, head: str, depth: Mapping[str, int]) -> list[str]:
    """The names on the way of an arrow, one in each layer."""
    between = depth[tail] - depth[head] - 1
    return [tail, *(f"{tail}>{head}:{step}" for step in range(between)), head]
