"""Tables on which a move is refused, each with the moves before it, the move, and the clause and what is missing."""

from amyitis.game import Game
from tests.layout import DEALS, NO_CUBE_AT_HOME, ROUND_END, all_planted, full_garden, play, table


def palace_game(moves: str) -> Game:
    """A game of two with the Palace expansion, after some moves."""
    game = Game.new(players=2, seed=8, palace=True)
    play(game, moves)
    return game


def with_bonus(taken: str) -> Game:
    """Both of two players are on the track, black ahead, and pick bonuses."""
    game = palace_game("noble")
    while game.question != "bonus":
        game.push("pass" if "pass" in game.legal_moves else game.legal_moves[0])
    both = game.position.replace(",T0.0", ",T1.0").replace("picks=K_", "picks=KWKW_")
    game = Game.from_position(both)
    play(game, taken)
    return game


REFUSALS: list[tuple[Game, str, str, str]] = [
    # the wrong kind of answer, for every kind of question
    (table(todo="deal"), "", "pass", "4.1: the Craft cards must be dealt first"),
    (table(), "", "top", "5.2: White must choose an action now: pass, recruit or move the caravan"),
    (table(), "", DEALS[4], "5.2: White must choose an action now: pass, recruit or move the caravan"),
    (table(todo=ROUND_END), "", "pass", "10.1: Red must choose a temple for the procession now"),
    (table(todo=ROUND_END), "ishtar", "pass", "10.3: Red must choose between a camel and a talent now"),
    (table(todo=ROUND_END), "tammouz", "pass", "10.5: Red must choose a field row now"),
    (
        table(todo=ROUND_END, tammouz="B", R="b"),
        "tammouz bottom",
        "pass",
        "10.5: Red must exchange a good or keep all now",
    ),
    (table(todo=ROUND_END, W="bds"), "marduk", "pass", "10.6: White must discard a good now"),
    (table(), "peasant/1", "pass", "6.2: White must choose a field row now"),
    (table(), "priest/1", "pass", "6.4: White must choose a temple now"),
    (table(), "engineer/1", "pass", "6.5: White must choose a side to irrigate now"),
    (table(caravan="Ninoua", W="bd"), "go:Babylon", "pass", "7.4: White must choose what to sell now"),
    (table(caravan="Ninoua", W="b"), "go:Babylon", "pass", "7.4: White must choose a side to irrigate now"),
    (table(caravan="Ur", W="dw"), "go:Uruk", "pass", "7.8: White must choose how to pay now"),
    (table(canals="a1-b1:K", W="sw"), "go:Eshnunna", "pass", "7.8: White must choose how to pay now"),
    (table(caravan="Ur", W="d"), "go:Uruk", "pass", "7.5: White must choose a Court card now"),
    (table(canals="a1-b1:K", W="s"), "go:Eshnunna", "pass", "8.5: White must choose a square to plant now"),
    (
        table(canals="a3-a4:K", W="s"),
        "go:Eshnunna plant:a4",
        "pass",
        "8.6: White must choose the tile's Court card now",
    ),
    (table(canals="c1-d1:K", W="s"), "go:Eshnunna plant:d1", "pass", "8.6: White must choose the tile's good now"),
    (
        table(caravan="Ur", W="d C1"),
        "go:Uruk caravaneer",
        "pass",
        "9.3: White must choose the good of a level-2 Caravaneer now",
    ),
    (with_bonus(""), "", "pass", "13.4: Black must choose a bonus of the Palace now"),
    (table(todo="over"), "", "pass", "11.1: the game is over"),
    # the deal
    (
        table(todo="deal"),
        "",
        DEALS[3],
        "4.1: a deal has 4 groups of three cards, as many of each craft as the deck has",
    ),
    # recruiting
    (table(2), "", "priest/3", "4.1: there are only 2 groups of Craft cards"),
    (table(), "", "merchant/1", "6.1: no merchant lies face up in group 1"),
    (
        table(crafts="FTE,M,FEM,TEM", W="t1"),
        "",
        "merchant/2",
        "6.1: a card of group 2 costs 2 talents; White has 1 talent",
    ),
    (
        table(crafts="FTE,TM,FEM,TEM", W="t0"),
        "",
        "merchant/2",
        "6.1: a card of group 2 costs 1 talent; White has no talents",
    ),
    (table(**NO_CUBE_AT_HOME), "", "peasant/1", "6.7: White has no cube at home for a peasant"),
    (table(**NO_CUBE_AT_HOME), "", "priest/1", "6.7: White has no cube at home for a priest"),
    (
        table(**NO_CUBE_AT_HOME),
        "",
        "engineer/1",
        "6.7: White has no cube at home for an engineer who must place a cube",
    ),
    # the Palace expansion
    (table(), "", "noble", "13.3: the Noble belongs to the Palace expansion, which is not in play"),
    (table(), "", "courtier/1", "13.2: the Courtier belongs to the Palace expansion, which is not in play"),
    (table(), "", "free:priest/1", "13.5: a free recruit belongs to the Palace expansion, which is not in play"),
    (palace_game("noble"), "", "noble", "13.3: the Noble has been recruited this round"),
    (palace_game(""), "", "free:priest/1", "13.5: Black does not have the Craft bonus"),
    (with_bonus("bonus:first"), "", "bonus:first", "13.4: the bonus first has been taken by Black"),
    # the caravan
    (table(W="c9 bdspw"), "", "go:Babylon", "7.1: the caravan stands on Babylon and may not end where it stood"),
    (table(W="c3 d"), "", "go:Uruk", "7.2: Uruk is 4 spaces away and costs 4 camels; White has 3 camels"),
    (table(W="c0 s"), "", "go:Eshnunna", "7.2: Eshnunna is 1 space away and costs 1 camel; White has no camels"),
    (table(W="c1 d C1"), "", "go:Uruk", "7.2: Uruk is 4 spaces away and costs 2 camels; White has 1 camel"),
    (table(caravan="Ninoua"), "", "go:Babylon", "7.3: Babylon buys goods; White holds no goods"),
    (table(caravan="Ur", W="bbs"), "", "go:Uruk", "7.3: Uruk asks for dates or wine; White holds 2 barley and salt"),
    (
        table(caravan="Palmyra", canals="a1-b1:K", W="dsp"),
        "",
        "go:Khorsabad",
        "7.3: Khorsabad asks for dates and barley, or wine for either; White holds dates, salt and palm",
    ),
    (
        table(caravan="Ur", W="d", K="B1 C1", B="B1 C1", R="B1 C1"),
        "",
        "go:Uruk",
        "7.3: Uruk offers Banker 1 or Caravaneer 1, and none of them is left for White (9.2)",
    ),
    (
        table(W="s G1"),
        "",
        "go:Eshnunna",
        (
            "7.3: no irrigated square with a tile can take the plant of Eshnunna: "
            "its quality is 1 and White has 1 Gardener (8.5)"
        ),
    ),
    # parts of an action
    (table(canals="a1-b1:K"), "engineer/1", "dig:a1-b1", "8.2: every area of a1-b1 is filled"),
    (table(), "engineer/1", "dig:c4-d4", "8.3: no water reaches c4-d4"),
    (
        table(caravan="Ninoua", W="bd"),
        "go:Babylon",
        "sell:bb",
        "7.4: White cannot sell barley and barley: White holds barley and dates",
    ),
    (
        table(caravan="Ninoua", W="bd"),
        "go:Babylon",
        "sell:w",
        "7.4: White cannot sell wine: White holds barley and dates",
    ),
    (
        table(caravan="Ur", W="bdw"),
        "go:Uruk",
        "pay:b",
        "7.7: Uruk asks for dates or wine, so barley cannot pay here: White holds barley, dates and wine",
    ),
    (table(caravan="Ur", W="d"), "go:Uruk", "palace", "7.5: Uruk does not offer a Palace"),
    (table(canals="a3-a4:K", W="s B3"), "go:Eshnunna plant:a4", "banker", "9.1: White has the highest Banker already"),
    (
        table(canals="a3-a4:K", W="s", K="B1", B="B1", R="B1"),
        "go:Eshnunna plant:a4",
        "banker",
        "9.2: Banker 1 is not left in the supply",
    ),
    (
        table(canals="a3-a4:K", W="s", K="G4"),
        "go:Eshnunna plant:a4",
        "gardener",
        "9.2: a Gardener is not left in the supply",
    ),
    (table(2, canals=full_garden(), W="s"), "go:Eshnunna", "plant:d2", "8.10: d2 is not used with two players"),
    (table(canals=full_garden(), W="s", planted="a1:K"), "go:Eshnunna", "plant:a1", "8.5: a1 is planted already"),
    (table(canals="a1-b1:K", W="s"), "go:Eshnunna", "plant:c1", "8.5: no side of c1 is fully irrigated"),
    (
        table(canals=full_garden(), W="s G1"),
        "go:Eshnunna",
        "plant:d4",
        "8.5: d4 needs quality 3; the plant has 1 and White 1 Gardener",
    ),
    (
        table(rules="limited", canals="c1-d1:K", W="s", K="bbbbbbb", lying="dp"),
        "go:Eshnunna plant:d1",
        "take:b",
        "12.1: no barley is left in the supply",
    ),
    (table(caravan="Ur", W="d C1"), "go:Uruk caravaneer", "take:w", "9.3: no wine lies on a level-2 Caravaneer"),
    (
        table(todo=ROUND_END, tammouz="B", R="b"),
        "tammouz bottom",
        "swap:pd",
        "10.5: Red has no palm to give: Red holds barley",
    ),
    (
        table(rules="limited", todo=ROUND_END, tammouz="B", R="b", W="C2 dddddd", lying="d"),
        "tammouz bottom",
        "swap:bd",
        "12.1: no dates is left in the supply",
    ),
    (
        table(todo=ROUND_END, W="bds"),
        "marduk",
        "drop:w",
        "10.6: White has no wine to discard: White holds barley, dates and salt",
    ),
    (
        table(canals=full_garden(), planted=all_planted("K"), W="s G2"),
        "",
        "go:Eshnunna",
        (
            "7.3: no irrigated square with a tile can take the plant of Eshnunna: "
            "its quality is 1 and White has 2 Gardeners (8.5)"
        ),
    ),
]
