"""The levels: eight of them, each with mistakes that a person could make; graded without a network, too."""

import json
from dataclasses import replace
from pathlib import Path
from statistics import mean, pstdev

import pytest

from amyitis.bots import make_bot, play
from amyitis.bots.bot import EXPENSIVE, cost
from amyitis.bots.catalogue import ABOUT, catalogue, win_rate_text
from amyitis.bots.levels import ALL_LEVELS, FILE, LEVELS, MOST_MILLISECONDS, Setting, read_levels, simulations
from amyitis.bots.mistakes import NONSENSE, Mistakes, form_of_the_day, gain_at_once, mistaken
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.nets.network import packaged_network
from amyitis.search.evaluation import MoveEvaluation
from amyitis.search.net_searcher import NetSearcher
from amyitis.search.searcher import first_look
from building.levels.level_tuning import as_text

NAMES = [
    "Water carrier", "Apprentice", "Scribe", "Steward", "Astronomer", "Architect", "Governor", "Nebuchadnezzar",
]  # fmt: skip
STRENGTH = Path(__file__).parents[2] / "docs" / "figures" / "strength.md"
WEAK = Mistakes(overlooks=0.5, misjudges=1.0, near=0.3)


def some_games(count: int) -> list[Game]:
    """Moments of several games, with several legal moves each."""
    found = []
    for seed in range(count):
        game = Game.new(2 + seed % 3, seed)
        player = make_bot("random", seed)
        for _ in range(10 * seed):
            if not game.is_over:
                game.push_id(game.check(player.choose(game.snapshot())))
        if len(game.legal_moves) > 3:
            found.append(game)
    return found


def looks(game: Game) -> list[MoveEvaluation]:
    """What the network says of every move."""
    return NetSearcher(packaged_network("small")).search(game.state)


def level_table() -> list[str]:
    """The table of the levels, line by line, as it stands in `docs/figures/strength.md`."""
    names = ("level", "rating", "skill, from day to day", "against", "games of two", "ms a move, slowest")
    lines = [f"| {' | '.join(names)} |", "|---|---:|---|---|---|---|"]
    for level in ALL_LEVELS:
        setting, figures = level.setting, level.figures
        two = figures.get("two")
        cells = [
            level.name,
            str(figures.get("rating", "")),
            f"{setting.skill - setting.form:.2f} to {setting.best:.2f}" if setting.form else f"{setting.skill:.2f}",
            figures.get("against", ""),
            f"{win_rate_text(two)} of {two['games']}" if two else "",
            f"{two['ms_a_decision']:.1f}, {two['slowest_ms']:.0f}" if two else "",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def test_there_are_eight_and_the_catalogue_has_their_figures() -> None:
    assert list(LEVELS) == list(ABOUT) == NAMES
    listed = {one.name: one for one in catalogue() if one.level}
    assert list(listed) == NAMES
    ratings = [listed[name].rating for name in NAMES]
    assert None not in ratings
    assert ratings == sorted(ratings)  # type: ignore[type-var]
    for name, below in zip(NAMES[1:], NAMES, strict=False):
        assert f"games against {below}" in listed[name].measured


def test_the_levels_are_evenly_spaced_as_measured() -> None:
    for level in ALL_LEVELS[1:]:
        two = level.figures["two"]
        low, high = two["interval"]
        assert low < two["win_rate"] < high
        assert low > 0.5, "it is stronger, and not by chance"
        assert low < 0.75, level.name  # what is wanted, 65 to 75 %, may well be so
        assert high > 0.65, level.name
        assert two["games"] >= 160
        assert two["slowest_ms"] < 2000


def test_the_docs_show_the_same_figures() -> None:
    page = STRENGTH.read_text(encoding="utf-8")
    for line in level_table():
        assert line in page


def test_the_figures_are_those_of_the_networks_in_the_package() -> None:
    measured = json.loads(FILE.read_text(encoding="utf-8"))["networks"]
    for name, digest in measured.items():
        assert packaged_network(name).card["sha256"].startswith(digest), "measure again with building.levels --tune ..."


def test_mistakes_are_the_same_whenever_it_is_asked() -> None:
    for game in some_games(6):
        evaluations = looks(game)
        order = mistaken(game.state, evaluations, WEAK)
        assert order == mistaken(game.copy().state, evaluations, WEAK)
        assert sorted(one.action for one in order) == sorted(one.action for one in evaluations)
        first, again = make_bot("Water carrier", 1), make_bot("Water carrier", 99)
        assert first.choose(game.snapshot()) == again.choose(game.snapshot())


def test_mistakes_differ_from_game_to_game_and_from_round_to_round() -> None:
    game = Game.new(2, 1)
    evaluations = [MoveEvaluation(action, 0, action / 1000, (0.5, 0.5), (1.0, 1.0)) for action in range(40)]
    seen = []
    for tiles in (game.state.tile, Game.new(2, 2).state.tile):
        for number in range(3):
            s = game.state.copy()
            s.tile, s.round_no = tiles, number
            seen.append(tuple(one.action for one in mistaken(s, evaluations, WEAK)))
    assert len(set(seen)) == len(seen)


def test_no_move_is_nonsense() -> None:
    """However much is wrong with a level, it never plays a move that is far below the average of the moment."""
    worse = below = 0
    for game in some_games(24):
        evaluations = looks(game)
        worth = [one.guess for one in evaluations]
        chosen = mistaken(game.state, evaluations, Mistakes(overlooks=0.9, misjudges=50.0))[0]
        assert chosen.guess >= mean(worth) - NONSENSE * pstdev(worth)
        below += min(worth) < mean(worth) - NONSENSE * pstdev(worth)
        worse += chosen.guess < max(worth)
    assert worse > 5  # and yet it is wrong often
    assert below > 5  # where there was something worse to play


def test_an_overlooked_move_is_not_played_if_another_sensible_one_is_seen() -> None:
    evaluations = [MoveEvaluation(action, 0, 1.0 + (action == 7), (0.5, 0.5), (1.0, 1.0)) for action in range(8)]
    evaluations += [MoveEvaluation(action, 0, 0.0, (0.5, 0.5), (1.0, 1.0)) for action in range(8, 16)]
    missed = 0
    for seed in range(60):
        s = Game.new(2, seed).state
        missed += mistaken(s, evaluations, Mistakes(overlooks=0.5))[0].action != 7
    assert 15 < missed < 45  # half of them, but for chance


def test_nearness_prefers_prestige_at_once() -> None:
    nearer = 0
    for game in some_games(24):
        s, evaluations = game.state, looks(game)
        plain, near = (mistaken(s, evaluations, Mistakes(near=weight))[0] for weight in (0.0, 9.0))
        assert gain_at_once(s, near.action) >= gain_at_once(s, plain.action) or near.guess > plain.guess
        nearer += gain_at_once(s, near.action) > gain_at_once(s, plain.action)
    assert nearer


def test_one_who_plays_alone_counts_its_own_prestige() -> None:
    evaluations = [
        MoveEvaluation(1, 0, 0.9, (0.9, 0.1), (40.0, 20.0)),
        MoveEvaluation(2, 0, 0.8, (0.8, 0.2), (60.0, 55.0)),
        MoveEvaluation(3, 0, 0.1, (0.1, 0.9), (30.0, 55.0)),
    ]
    s = Game.new(2, 1).state
    s.seat = 0
    assert mistaken(s, evaluations, Mistakes(alone=1.0))[0].action == 2
    assert mistaken(s, evaluations, Mistakes(misjudges=1e-9))[0].action == 1


@pytest.mark.parametrize("name", NAMES)
def test_every_level_plays_where_no_network_can(name: str) -> None:
    game = Game.new(3, 4, limited_supply=True)
    move = make_bot(name, 1).choose(game.snapshot())
    assert game.is_legal(move)


def test_without_a_network_the_steward_takes_what_looks_best() -> None:
    game = Game.new(3, 4, limited_supply=True)
    assert make_bot("Steward", 1).choose(game.snapshot()) == first_look(game.state)[0].action


@pytest.mark.slow
def test_without_a_network_the_levels_are_graded() -> None:
    """With limited supply, where the hand-made evaluation plays: the upper ones beat those two steps below."""
    for above, below in (("Steward", "Water carrier"), ("Architect", "Steward")):
        wins = 0
        for seed in range(8):
            seats = [above, below] if seed % 2 else [below, above]
            game = play(seats, seed=200 + seed // 2, limited_supply=True)
            wins += game.winners == [game.seats[seats.index(above)]]
        assert wins >= 5, (above, below)


def test_a_day_is_good_or_bad_for_a_whole_game() -> None:
    days = []
    for seed in range(200):
        game = Game.new(2, seed)
        form = form_of_the_day(game.state)
        assert -1 <= form <= 1
        other = game.copy()
        seat = other.seat
        player = make_bot("random", seed)
        for _ in range(30 if seed < 5 else 0):
            other.push_id(other.check(player.choose(other.snapshot())))
            assert other.seat != seat or form_of_the_day(other.state) == form
        days.append(form)
    assert abs(mean(days)) < 0.15
    assert pstdev(days) == pytest.approx(3**-0.5, abs=0.08)  # all days are equally likely


def test_a_server_has_a_quota_for_the_strongest_alone() -> None:
    assert [name for name in NAMES if cost(make_bot(name)) >= EXPENSIVE] == ["Nebuchadnezzar"]


def test_skill_says_what_is_done() -> None:
    assert [simulations(skill) for skill in (-1.0, 0.0, 0.25, 0.5, 1.0)] == [0, 0, 4, 16, 256]
    assert Setting(0.5).mistakes(0.5).none
    weak, weaker = (Setting(skill).mistakes(skill) for skill in (-0.5, -1.5))
    assert 0 < weak.overlooks < weaker.overlooks
    assert 0 < weak.misjudges < weaker.misjudges


def test_a_level_does_not_think_longer_than_it_may() -> None:
    assert MOST_MILLISECONDS < 2000
    searcher = NetSearcher(packaged_network("small"), simulations=100_000, milliseconds=60)
    game = Game.new(4, 4, palace=True)
    found = searcher.search(game.state)
    assert 1 <= sum(one.visits for one in found) < 100_000


def test_settings_survive_the_way_through_text() -> None:
    for level in ALL_LEVELS:
        assert Setting(**level.setting.as_dict()) == level.setting
        bot = make_bot(level.setting.spec, 1)
        assert bot._level.setting == level.setting  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "spec", ["level:strength=3", "level:skill=x", "level:skill=2", "level:form=-1", "level:alone=yes", "level:skill"]
)
def test_a_level_of_ones_own_that_makes_no_sense_is_one_sentence(spec: str) -> None:
    with pytest.raises(Malformed, match=r"a level is made of|cannot be|skill lies between"):
        make_bot(spec)


def test_the_file_is_read_as_it_is_written() -> None:
    changed = [replace(ALL_LEVELS[0], setting=Setting(-3.5)), *ALL_LEVELS[1:]]
    assert read_levels(as_text(changed)) == changed
    assert as_text(ALL_LEVELS) == FILE.read_text(encoding="utf-8")
