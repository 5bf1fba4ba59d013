"""What records tell, against a short game worked out by hand and against the golden games."""

from collections import Counter
from pathlib import Path

import pytest

from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.lab.intervals import wilson
from amyitis.lab.record_summary import AT_START, BrokenRecord, RecordSummary, summary_of, summary_of_file
from amyitis.lab.statistics import record_files, statistics, study
from amyitis.lab.variants import Variant
from amyitis.lab.workers import OneProcess, Processes
from tests.golden_games import GOLDEN
from tests.layout import TILES, play, table

TWO = Variant(2)


@pytest.fixture
def last_round() -> Game:
    """The last round of a game of two: white plants, black digs, all pass, and black leads the procession."""
    game = table(
        2,
        caravan="Mari",
        W="10 c3 bd",
        K="20 t2 s",
        marduk="K",
        planted="a1:W b1:W a2:W a3:W b2:K c2:K a4:K b4:K c3:K",
        canals="a2-a3:K b2-b3:W a1-b1:N a1-a2:N a2-b2:N b1-b2:N b2-c2:N a3-a4:N a4-b4:N c2-c3:NN",
        crafts="FTE,FTM",
    )
    play(game, "go:Khorsabad take:w engineer/1 dig:b1-c1 pass pass marduk")
    return game


def test_the_facts_of_a_short_game(last_round: Game) -> None:
    facts = summary_of(Game.from_record(last_round.record()))
    assert facts.finished
    assert (facts.kind, facts.rounds, facts.decisions) == (TWO, 1, 7)
    assert facts.scores == [23, 30]
    assert facts.shares == [0.0, 1.0]
    assert facts.order == [0, 1]
    assert facts.sources == [
        {AT_START: 10, "garden tiles": 5, "irrigation bonus": 2, "Amyitis' favour": 5, "goods left": 1},
        {AT_START: 20, "engineers": 2, "temple of Marduk": 2, "Amyitis' favour": 5, "goods left": 1},
    ]
    assert facts.tiles == {"2:5+good": 1}
    assert facts.cities == {"Khorsabad": 1}
    assert facts.crafts == {"engineer": 1}
    assert facts.cards == {}
    assert facts.tiles_laid == Counter(tile for square, tile in TILES.items() if square not in ("c1", "d1", "d2"))


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.amy")), ids=lambda path: path.stem)
def test_the_facts_of_a_golden_game_add_up(path: Path) -> None:
    game = Game.from_record(path.read_text(encoding="utf-8"))
    facts = summary_of(game)
    view = game.view()
    assert facts.scores == list(game.scores.values())
    assert [counter.total() for counter in facts.sources] == facts.scores
    assert sum(facts.shares) == pytest.approx(1)
    assert facts.tiles.total() == sum(len(seat["tiles"]) for seat in view["seats"])
    tokens = Counter(token.split("/")[0].removeprefix("free:").partition(":")[0] for token in game.moves)
    assert facts.cities.total() == tokens["go"]
    for craft in ("peasant", "priest", "engineer", "merchant", "courtier", "noble"):
        assert facts.crafts[craft] == tokens[craft]
    began = Game.from_record(path.read_text(encoding="utf-8"), to=0).view()
    for name in ("banker", "palace"):
        taken = sum(after[name] - before[name] for before, after in zip(began["seats"], view["seats"], strict=True))
        assert sum(facts.cards[f"{name} {level}"] for level in range(1, 7)) == taken
    assert facts.bonuses.total() >= tokens["bonus"]  # a pick that leaves no choice is not written
    assert sorted(facts.order) == list(range(game.players))


def made(scores: list[int], rounds: int = 10, order: list[int] | None = None, **uses: Counter[str]) -> RecordSummary:
    """The facts of a game of two, made by hand."""
    best = max(scores)
    shares = [(score == best) / scores.count(best) for score in scores]
    sources = [Counter({"garden tiles": score}) for score in scores]
    return RecordSummary(TWO, True, rounds, 100, scores, shares, order or [0, 1], sources, **uses)


def test_games_counted_together() -> None:
    found = statistics(
        TWO,
        [
            made([30, 40], rounds=8, cities=Counter(Ur=2), tiles=Counter({"1:4": 1}), tiles_laid=Counter({"1:4": 1})),
            made([50, 20], rounds=12, order=[1, 0], cities=Counter(Ur=1, Mari=1), tiles_laid=Counter({"1:4": 1})),
            made([35, 35], rounds=10, order=[1, 0]),
        ],
    )
    assert (found.games, found.shared_wins) == (3, 1)
    assert (found.rounds.mean, found.rounds.lowest, found.rounds.highest) == (10, 8, 12)
    assert found.rounds.deviation == pytest.approx((8 / 3) ** 0.5)
    assert (found.scores.mean, found.scores.lowest, found.scores.highest) == (35, 20, 50)
    assert found.winning_scores.mean == pytest.approx(125 / 3)
    assert [(seat.name, seat.wins, seat.games) for seat in found.seats] == [("1", 1.5, 3), ("2", 1.5, 3)]
    assert [seat.wins for seat in found.turn_order] == [0.5, 2.5]
    assert found.turn_order[0].interval == wilson(0.5, 3)
    assert [seat.mean_score for seat in found.turn_order] == pytest.approx([(30 + 20 + 35) / 3, (40 + 50 + 35) / 3])
    tiles = found.prestige[0]
    assert (tiles.name, tiles.clause, tiles.mean, tiles.share) == ("garden tiles", "8.6", 35, 1)
    assert tiles.winners_mean == pytest.approx((40 + 50 + 35 + 35) / 4)
    ur = next(use for use in found.cities if use.name == "Ur")
    assert (ur.count, ur.per_game, ur.when_offered) == (3, 1, None)
    (tile,) = found.tiles
    assert (tile.name, tile.count, tile.offered, tile.when_offered) == ("1:4", 1, 2, 0.5)
    assert found.round_counts == {8: 1, 10: 1, 12: 1}
    assert found.score_counts == {20: 1, 30: 1, 35: 2, 40: 1, 50: 1}


def test_a_seat_that_always_wins_is_not_equal() -> None:
    found = statistics(TWO, [made([40, 30])] * 40)
    assert [seat.equal for seat in found.seats] == [False, False]
    assert statistics(TWO, [made([40, 30]), made([30, 40])]).seats[0].equal


def test_folders_are_searched_and_files_taken_once(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    for name in ("a.amy", "deep/b.amy", "deep/er/c.amy", "deep/notes.txt"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    found = record_files([tmp_path / "deep", tmp_path])
    assert sorted(path.name for path in found) == ["a.amy", "b.amy", "c.amy"]
    with pytest.raises(Malformed, match="no such file or folder"):
        record_files([tmp_path / "nowhere"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(Malformed, match=r"no \.amy record is in there"):
        record_files([tmp_path / "empty"])


def test_kinds_are_counted_apart_and_unfinished_games_not_at_all(tmp_path: Path, last_round: Game) -> None:
    (tmp_path / "ended.amy").write_text(last_round.record(), encoding="utf-8")
    last_round.undo()
    (tmp_path / "running.amy").write_text(last_round.record(), encoding="utf-8")
    found = study([*record_files([tmp_path]), GOLDEN / "palace-two.amy", GOLDEN / "three-limited.amy"], Processes(2))
    assert (found.records, found.unfinished, found.broken, found.exit_code) == (4, 1, [], 0)
    assert [(one.kind.name, one.kind.slug, one.games) for one in found.statistics] == [
        ("2 players", "2p", 1),
        ("2 players, Palace", "2p-palace", 1),
        ("3 players, limited supply", "3p-limited", 1),
    ]
    palace = found.statistics[1]
    assert [use.name for use in palace.crafts][-2:] == ["courtier", "noble"]
    assert palace.bonuses


@pytest.mark.parametrize(
    ("old", "new", "kind", "code", "words"),
    [
        ("K engineer/1 dig:b1-c1", "K sleep", "malformed", 3, r"line \d+: "),
        ("K engineer/1 dig:b1-c1", "K engineer/1 dig:a1-b1", "illegal", 4, r"line \d+: dig:a1-b1 is not allowed here"),
        ("W 23", "W 24", "drift", 5, r"line 6: the record expects"),
        ("[Rules", "[Rulez", "malformed", 3, "the record has no header"),
    ],
)
def test_a_broken_record_is_one_sentence(
    last_round: Game, old: str, new: str, kind: str, code: int, words: str
) -> None:
    text = last_round.record()
    assert old in text
    found = summary_of_file(("some.amy", text.replace(old, new)))
    assert isinstance(found, BrokenRecord)
    assert (found.file, found.kind, found.exit_code) == ("some.amy", kind, code)
    with pytest.raises(Malformed, match=f"^some.amy: .*{words}"):
        raise Malformed(found.message)
    assert "\n" not in found.message


def test_what_is_no_text_is_broken_and_the_rest_is_counted(tmp_path: Path, last_round: Game) -> None:
    (tmp_path / "good.amy").write_text(last_round.record(), encoding="utf-8")
    (tmp_path / "picture.amy").write_bytes(b"\x89PNG\xff\xfe")
    found = study(record_files([tmp_path]), OneProcess())
    assert [one.games for one in found.statistics] == [1]
    assert [one.message for one in found.broken] == [f"{tmp_path / 'picture.amy'}: not a text file"]
    assert found.exit_code == 3
