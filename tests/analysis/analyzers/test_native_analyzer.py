"""Readers share one tree, and find what each would find in a tree of its own; deals of a deck balance each other."""

from collections import Counter

import pytest

from amyitis.analysis.analyzers.decks import DECK, deck_size, shuffle_deck, turned_deal
from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.analyzers.position_analyzer import READER_PARAMETERS, READERS
from amyitis.box.tables import CRAFT_COUNT, N_CRAFTS
from amyitis.game import Game
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits
from amyitis.rules.course.chance import shuffler
from amyitis.rules.course.round_start import deal_is_legal
from amyitis.rules.questions import CRAFT_BITS, CRAFT_MASK, GROUP_BITS, GROUP_SIZE
from amyitis.search.net_searcher import NetTree


def test_readers_of_one_tree_find_what_they_would_find_alone(analyzer: NativeAnalyzer, game: Game) -> None:
    plies = [ply for ply in game.plies if not ply.is_deal and count_bits(ply.before.legal) > 1][20:24]
    analyzer.reset(1)
    for ply in plies:
        for reader in range(READERS):
            alone = NetTree(analyzer.network, 4000, READER_PARAMETERS[reader])
            alone.plant(ply.before, fresh=True)
            found = analyzer.read(ply.before, 12, reader)
            alone.grow(sum(move.visits for move in found.evaluations))
            assert found.evaluations == alone.evaluations(game.players)
            assert found.line == alone.best_line()


def test_a_search_ends_when_the_best_move_is_sure(analyzer: NativeAnalyzer, game: Game) -> None:
    saved = 0
    for ply in [ply for ply in game.plies if not ply.is_deal][:60:3]:
        found = analyzer.read(ply.before, 40).evaluations
        ahead = found[0].visits - (found[1].visits if len(found) > 1 else 0)
        left = 40 - sum(move.visits for move in found)
        saved += left
        assert left == 0 or ahead > left
        alone = NetTree(analyzer.network, 4000)
        alone.plant(ply.before, fresh=True)
        alone.grow(40)
        assert alone.evaluations(game.players)[0].action == found[0].action
    assert saved > 100


def test_a_line_that_is_rolled_out_again_is_not_read_again(
    analyzer: NativeAnalyzer, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = [ply for ply in game.plies if not ply.is_deal and count_bits(ply.before.legal) > 2][15].before
    move, *_ = (one.action for one in analyzer.read(s, 8).evaluations)
    first = [analyzer.roll_out(s, reader, 6, 4, move) for reader in range(READERS)]
    analyzer.read(s, 30)
    monkeypatch.setattr(NetTree, "grow", lambda *_: pytest.fail("a line was read again"))
    for reader in range(READERS):
        assert (analyzer.roll_out(s, reader, 6, 4, move) == first[reader]).all()


def test_what_follows_a_move_is_read_as_if_it_stood_alone(analyzer: NativeAnalyzer, game: Game) -> None:
    ply = [ply for ply in game.plies if not ply.is_deal and count_bits(ply.before.legal) > 2][12]
    for move in [one.action for one in analyzer.read(ply.before, 8).evaluations]:
        after = ply.before.copy()
        apply(after, move)
        rolled = analyzer.roll_out(ply.before, 2, 6, 4, move)
        other = NativeAnalyzer(analyzer.seed)
        assert (rolled == other.roll_out(after, 2, 6, 4)).all()
        assert analyzer.read(ply.before, 6, 2, move) == other.read(after, 6, 2)
        alone = NetTree(analyzer.network, 4000)
        alone.plant(after, fresh=True)
        alone.grow(6)
        assert analyzer.line(ply.before, move, 6)[1:] == alone.best_line()


@pytest.mark.parametrize(("players", "palace"), [(2, False), (3, False), (4, True)])
def test_the_deals_of_a_deck_balance_each_other(players: int, palace: bool) -> None:
    s = Game.new(players, 1, palace=palace).state
    deck = [0] * DECK
    cards = shuffle_deck(s, shuffler(5), deck)
    crafts = CRAFT_COUNT[players][: N_CRAFTS - (not palace)]
    assert cards == deck_size(s) == sum(crafts)
    assert sorted(Counter(deck[:cards]).items()) == list(enumerate(crafts))
    deals = [turned_deal(players, deck, cards, turn) for turn in range(cards)]
    for group in range(players):
        for craft, count in enumerate(crafts):
            shown = sum((deal >> (GROUP_BITS * group + CRAFT_BITS * craft)) & CRAFT_MASK for deal in deals)
            assert shown == GROUP_SIZE * count
    assert all(deal_is_legal(s, deal) for deal in deals)


def test_a_shuffled_deck_puts_every_craft_everywhere_as_often_as_it_is_there() -> None:
    s = Game.new(2, 1).state
    deck = [0] * DECK
    first = Counter(deck[0] for number in range(600) if shuffle_deck(s, shuffler(number), deck))
    crafts = CRAFT_COUNT[2]
    for craft, seen in first.items():
        share = crafts[craft] / deck_size(s)
        assert abs(seen - 600 * share) < 4 * (600 * share * (1 - share)) ** 0.5
    assert len(first) == N_CRAFTS - 1
