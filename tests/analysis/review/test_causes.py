"""Causes: the later turn of the better line that is lost, with the rule, the missing good and who took it."""

from collections import Counter

import pytest

from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.review.causes import cause_between
from amyitis.analysis.review.move_costs import line_after
from amyitis.analysis.review.reasons import reasons_between
from amyitis.bots import play
from amyitis.game import Game
from amyitis.rules.bits import count_bits
from amyitis.rules.state import State

SALE = Game.from_position(
    "amy1_players=WKB_rules=-_round=8_first=B_turn=W_passed=KB_caravan=Babylon_plants=2:2s,1:2p,3:2d,K:2b_lying=-"
    "_crafts=M,-,-_top=W_bottom=WKB_ishtar=WNNN_marduk=WWNK_tammouz=NWBW_tiles=1:1+court,B@1:2+palace,W@1:3+camel,"
    "B@1:2+2camels,1:3+2talents,2:4+2talents,K@2:5+good,B@2:4+court,W@1:4,2:6,3:6+2camels,3:5+gardener+2talents,"
    "B@1:3+good,K@2:5+camel,3:6+court,3:10_canals=a1-b1:K,b1-c1:N,b1-b2:B,c1-d1:B,c1-c2:K,d1-d2:N,a2-b2:W,b2-c2:W,"
    "b2-b3:B,c2-d2:W,d2-d3:K,a3-b3:B,a3-a4:K,b3-c3:W,b3-b4:B,a4-b4:W,b4-c4:WB_W=32,t1,c1,bsw,B1,C0,P0,G0"
    "_K=31,t2,c1,s,B0,C2,P1,G0_B=44,t6,c2,w,B3,C0,P1,G1_todo=next,market-dig,sale"
)


def test_the_salt_that_was_sold_costs_the_tile() -> None:
    kept = ["sell:b", "dig:c3-c4", "go:Eshnunna", "plant:a2", "pass", "marduk", "camel", "top"]
    sold = ["sell:bs", "dig:c3-c4", "pass", "ishtar", "camel", "top", "keep"]
    cause = cause_between(SALE.state, kept, sold)
    assert cause is not None
    assert (cause.move, cause.brings, cause.gave) == ("go:Eshnunna", ["plant:a2"], "sell:bs")
    assert (cause.by, cause.by_seat) == ("sell:bs", "W")
    assert (cause.clause, cause.key, cause.facts["asks"]) == ("7.3", "cannot_pay", ["salt", "salt"])
    first = reasons_between(SALE.state, kept, sold)[0]
    assert first.to_you["en"] == (
        "After the other move you can no longer play go:Eshnunna: Eshnunna asks for salt and salt, or wine for either; "
        "White holds wine (7.3)."
    )
    assert cause_between(SALE.state, kept, kept) is None
    assert cause_between(SALE.state, sold, kept) is None


@pytest.fixture(scope="module")
def decisions(analyzer: NativeAnalyzer) -> list[tuple[State, list[str], list[str]]]:
    """Decisions of games between Apprentices, each with the engine's line after its best move and the played one."""
    found = []
    for players, seed in ((2, 100), (3, 101)):
        for ply in play(["Apprentice"] * players, seed).plies:
            if not ply.is_deal and count_bits(ply.before.legal) > 1:
                best = analyzer.read(ply.before, 24).best.action
                lines = [line_after(analyzer, ply.before, move, 24) for move in (best, ply.action)]
                found.append((ply.before, lines[0], lines[1]))
    return found


def test_what_is_said_to_be_lost_is_refused_whenever_it_could_be_played(
    decisions: list[tuple[State, list[str], list[str]]],
) -> None:
    kinds: Counter[str] = Counter()
    for s, best, played in decisions:
        cause = cause_between(s, best, played)
        if cause is None:
            continue
        kinds["enabled" if cause.by is None else "lost" if cause.by_seat == cause.seat else "taken"] += 1
        assert cause.move in best[1:]
        assert cause.by is None or cause.by in played
        game = Game(s)
        for place, token in enumerate(played):
            if place and game.seat == cause.seat and game.question == "action":
                assert game.why_not(cause.move) is not None
            game.push(token)
    assert min(kinds[kind] for kind in ("enabled", "lost", "taken")) > 0


def test_at_the_end_of_the_game_only_who_wins_and_prestige_count(
    decisions: list[tuple[State, list[str], list[str]]],
) -> None:
    ends = 0
    for s, best, played in decisions:
        games = [Game(s), Game(s)]
        for game, line in zip(games, (best, played), strict=True):
            for token in line:
                game.push(token)
        if not all(game.is_over for game in games):
            continue
        ends += 1
        reasons = reasons_between(s, best, played)
        keys = [reason.key for reason in reasons]
        assert set(keys) <= {"wins", "shares_win", "enabled", "lost", "taken", "prestige", "none_at_end"}
        mover = str(Game(s).seat)
        wins = [mover in game.winners for game in games]
        assert (keys[0] == "wins") == (wins == [True, False] and len(games[0].winners) == 1)
    assert ends > 20
