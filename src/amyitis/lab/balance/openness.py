"""How long games stay open: who leads after each round, by score and by a network, and when that is settled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np

from amyitis.analysis.level_shares import LevelScale, at_level, to_go
from amyitis.bots.levels import LEVELS
from amyitis.box.tables import MAX_SEATS
from amyitis.lab.batches import Array
from amyitis.lab.intervals import WHOLE, Rate
from amyitis.lab.plots import COLOUR, LINE, Picture
from amyitis.nets.encoding import encode_position
from amyitis.nets.layout import WIDTH
from amyitis.nets.network import Network
from amyitis.rules.state import State

PARTS = (0.25, 0.5, 0.75)  # of the rounds, after which the leader is looked at
CURVE = tuple(tenth / 10 for tenth in range(1, 11))
EARLY = 1 / 3  # of the rounds
CLOSE = 5  # prestige
SETTLED = {2: 0.90, 3: 0.85, 4: 0.80}  # a chance to win above which a game is not open, by players
BY_SCORE = "score"


@dataclass
class Course:
    """A game round by round: the prestige of every seat after each, and the positions as a network sees them.

    `to_go`: the part of the tiles that are left until the last round begins.
    """

    scores: list[list[int]] = field(default_factory=list)
    to_go: list[float] = field(default_factory=list)
    viewers: list[int] = field(default_factory=list)
    rows: list[Any] = field(default_factory=list)

    def note(self, s: State, viewer: int, encode: bool) -> None:
        """Keep how a game stands after a round, which ended with a move of the viewer."""
        self.scores.append([s.seats[p].prestige for p in range(s.players)])
        self.to_go.append(to_go(s))
        if encode:
            row = np.zeros(WIDTH, np.uint8)
            encode_position(s, viewer, row)
            self.viewers.append(viewer)
            self.rows.append(row)

    def chances(self, judge: Network) -> Array:
        """What the network says of every seat after each round: its share of the win."""
        answers = judge.answers(np.array(self.rows))[:, :MAX_SEATS]
        seats = len(self.scores[0])
        return np.array([np.roll(said[:seats], viewer) for said, viewer in zip(answers, self.viewers, strict=True)])

    def at_level(self, chances: Array, scale: LevelScale) -> Array:
        """The same on the scale of a level."""
        return np.array([at_level(said, scale.power(left)) for said, left in zip(chances, self.to_go, strict=True)])


@dataclass(frozen=True)
class Lead:
    """Who leads after a part of the rounds."""

    part: float
    wins: Rate  # of those who are alone in front
    settled: Rate | None  # games in which a judge gives one of them more than the limit


@dataclass(frozen=True)
class Leads:
    """How the lead goes through the games, by score or by a judge."""

    by: str
    leads: tuple[Lead, ...]
    changes: float  # of the leader in a game
    last_open: float  # part of the rounds after which a game was open for the last time
    never_open: float  # share of games that were not open again after a third of the rounds
    curve: tuple[float, ...]  # after each tenth of the rounds: the leader's chance; by score, how often the leader wins


@dataclass(frozen=True)
class Openness:
    """How open the games of a kind are."""

    margin: float  # of the winner over the second, as a part of the mean score
    close: Rate  # games won by no more than `within`
    within: int
    limit: float  # above this chance a judge calls a game settled
    leads: tuple[Leads, ...]  # by score, by a network where there is one, and on the scale of a level that plays


def openness(scores: Sequence[Array], judged: Mapping[str, Sequence[Array]]) -> Openness:
    """How open games are, by the scores of the seats after each of their rounds, and by the chances that judges give.

    Judges have names: that of a network, or of the level whose scale it is. Each has chances for every game.
    """
    players = scores[0].shape[1]
    ends = np.sort([rounds[-1] for rounds in scores], 1)
    margins = ends[:, -1] - ends[:, -2]
    shares = [_shares(rounds[-1]) for rounds in scores]
    limit = SETTLED[players]
    # By score a game is open until the winner stays alone in front; by a judge, while nobody is above the limit.
    ahead = [_leaders(rounds) for rounds in scores]
    open_by_score = [[who < 0 or share[who] < WHOLE for who in game] for game, share in zip(ahead, shares, strict=True)]
    leads = [_leads(BY_SCORE, ahead, shares, open_by_score, None)]
    for judge, chances in judged.items():
        tops = [chance.max(1) for chance in chances]
        is_open = [list(top <= limit) for top in tops]
        leads.append(_leads(judge, [_leaders(chance) for chance in chances], shares, is_open, tops))
    return Openness(
        margin=float(margins.mean() / max(1.0, ends.mean())),
        close=Rate.of(np.where(margins <= CLOSE, WHOLE, 0)),
        within=CLOSE,
        limit=limit,
        leads=tuple(leads),
    )


def _leaders(standing: Array) -> list[int]:
    """Who is alone in front after each round; -1 for nobody."""
    best = standing == standing.max(1, keepdims=True)
    return [int(row.argmax()) if row.sum() == 1 else -1 for row in best]


def _shares(scores: Array) -> Array:
    """The share of the win of each seat."""
    best = scores == scores.max()
    return np.where(best, WHOLE // int(best.sum()), 0)


def _leads(
    by: str, ahead: list[list[int]], shares: list[Array], is_open: list[list[bool]], tops: list[Array] | None
) -> Leads:
    """How the lead goes, by who is ahead after each round, what they win, when a game is open, and their chances."""
    last = np.array([max((i + 1 for i, open_round in enumerate(game) if open_round), default=0) for game in is_open])
    rounds = np.array([len(game) for game in ahead])
    leads = []
    for part in PARTS:
        settled = None if tops is None else Rate.of(np.array([0 if _at(game, part) else WHOLE for game in is_open]))
        leads.append(Lead(part, _leader_wins(ahead, shares, part), settled))
    return Leads(
        by=by,
        leads=tuple(leads),
        changes=float(np.mean([_changes(game) for game in ahead])),
        last_open=float((last / rounds).mean()),
        never_open=float((last < np.ceil(EARLY * rounds)).mean()),
        curve=tuple(
            _leader_wins(ahead, shares, part).rate if tops is None else float(np.mean([_at(top, part) for top in tops]))
            for part in CURVE
        ),
    )


def _at(game: Any, part: float) -> Any:
    """What a list with an entry for each round has after this part of them."""
    return game[ceil(part * len(game) - 1e-9) - 1]


def _leader_wins(ahead: list[list[int]], shares: list[Array], part: float) -> Rate:
    """How often those win who are alone in front after a part of the rounds."""
    leaders = [(_at(game, part), share) for game, share in zip(ahead, shares, strict=True)]
    return Rate.of(np.array([share[who] for who, share in leaders if who >= 0], np.int64))


def _changes(game: list[int]) -> int:
    """How often another takes the lead."""
    alone = [who for who in game if who >= 0]
    return sum(before != after for before, after in pairwise(alone))


def plot_openness(by_kind: dict[str, Openness], path: Path) -> list[Path]:
    """Draw how sure the leader is through the game, a panel for each kind of game."""
    picture = Picture(path, height=3.8, columns=len(by_kind), sharey=True)
    for axes, (kind, measured) in zip(picture.axes, by_kind.items(), strict=True):
        for leads in measured.leads:
            label, look = _drawn(leads.by)
            axes.plot(CURVE, leads.curve, look, color=LINE if leads.by == BY_SCORE else COLOUR, label=label)
        axes.axhline(measured.limit, color=LINE, linestyle=":", linewidth=0.8)
        axes.set_title(kind, fontsize="small")
        axes.set_xlabel("part of the rounds played", fontsize="small")
        axes.set_ylim(0, 1.02)
    return picture.save("How sure the leader is of the win")


def _drawn(by: str) -> tuple[str, str]:
    """What a line is called, and how it looks."""
    if by == BY_SCORE:
        return "wins of the leader by score", "o-"
    if by in LEVELS:
        return f"the leader's chance among players like {by}", "o:"
    return "the leader's chance by the network", "o-"
