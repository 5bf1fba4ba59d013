"""`Game`: new ones, moves, taking back, copies, and what may be asked of it."""

from typing import Any

import pytest

from amyitis.engine.record import STATE_DTYPE, to_records
from amyitis.errors import AmyitisError, Illegal, Malformed
from amyitis.game import Game, LegalMoves, SetupFacts
from amyitis.notation.tokens import parse_token, token
from amyitis.rules.questions import FIRST_DEAL, N_ACTIONS
from tests.layout import DEALS, ROUND_END, play, random_moves, seat, table, wander


def some_game(players: int = 3, seed: int = 9, moves: int = 40) -> Game:
    game = Game.new(players=players, seed=seed)
    wander(game, seed=seed, limit=moves)
    return game


def test_equal_seeds_give_equal_games_and_others_others() -> None:
    assert some_game(seed=9) == some_game(seed=9)
    assert some_game(seed=9).moves == some_game(seed=9).moves
    assert len({Game.new(players=4, seed=seed).position for seed in range(50)}) == 50


def test_a_game_without_a_seed_draws_one() -> None:
    assert Game.new(players=4).position != Game.new(players=4).position


@pytest.mark.parametrize("seed", [0, 2**32, 2**64 - 1])
def test_every_64_bit_number_is_a_seed(seed: int) -> None:
    assert Game.new(players=2, seed=seed).status() == []


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_no_other_number_is_a_seed(seed: int) -> None:
    with pytest.raises(ValueError, match=r"a seed is a number from 0 to 2\*\*64 - 1"):
        Game.new(players=2, seed=seed)


def test_what_a_new_game_says_of_itself() -> None:
    game = Game.new(players=3, seed=7)
    assert (game.players, game.seats, game.round) == (3, ["W", "K", "B"], 1)
    assert (game.question, game.is_over, game.winners) == ("action", False, [])
    assert game.seat == game.view()["first_player"]
    assert game.scores == {"W": 0, "K": 0, "B": 0}
    assert len(game.plies) == len(game.moves) == 1
    assert game.plies[0].is_deal
    assert game.plies[0].seat == "$"
    assert Game.from_position(game.start).question == "deal"


def test_with_set_up_facts_and_no_seed_the_deals_are_pushed() -> None:
    facts = SetupFacts.of(Game.new(players=2, seed=3).state)
    game = Game.new(players=2, setup=facts)
    assert (game.seat, game.question, game.round, list(game.legal_moves)) == ("$", "deal", 0, [])
    play(game, DEALS[2])
    assert (game.round, game.question) == (1, "action")
    dealt = Game.new(players=2, setup=facts, seed=3)
    assert (dealt.round, dealt.question) == (1, "action")


def test_a_game_from_a_position_deals_if_it_has_a_seed() -> None:
    text = table(2, todo="deal").position
    assert Game.from_position(text).question == "deal"
    assert Game.from_position(text, seed=1).question == "action"
    assert Game.from_position(text, seed=1) == Game.from_position(text, seed=1)


def test_push_answers_with_what_happened_the_deal_of_the_next_round_included() -> None:
    game = Game.new(players=2, seed=5)
    game.push("pass")
    game.push("pass")
    happened = game.push("ishtar")
    while game.round == 1:
        happened = game.push(game.legal_moves[0])
    assert happened[-1].what == "deal"
    assert list(game.plies[-1].events) == happened[-len(game.plies[-1].events) :]
    assert game.events == [event for ply in game.plies for event in ply.events]


def test_the_table_before_every_move_is_found_again_where_it_is_not_kept() -> None:
    game = some_game(moves=150)
    tables, twin = [game.state], game.copy()
    while len(game.plies) > 1:
        game.undo()
        tables.append(game.state)
    befores = [ply.before for ply in twin.plies]
    assert all(table in befores for table in tables[1:])
    assert [ply.events for ply in twin.plies] == [ply.events for ply in some_game(moves=150).plies]
    again = Game(befores[0])
    for ply, before in zip(twin.plies, befores, strict=True):
        assert again.state == before
        again.push_id(ply.action)
    assert again == twin


def test_a_position_has_a_key_that_ways_to_it_do_not_change() -> None:
    game = some_game()
    assert (game.key, len(game.key)) == (to_records([game.state])[0].tobytes(), STATE_DTYPE.itemsize)
    other = Game.from_position(game.position)
    assert {game.key: "here"}[other.key] == "here"
    other.push(other.legal_moves[0])
    assert other.key != game.key


def test_what_has_happened_cannot_be_changed() -> None:
    game = Game.new(players=2, seed=5)
    before = game.events
    game.events.clear()
    assert not hasattr(game.push("pass"), "clear")
    assert isinstance(game.plies[0].events, tuple)
    assert game.events[: len(before)] == before
    assert len(game.events) > len(before)


def test_a_refused_move_changes_nothing() -> None:
    game = some_game()
    before, moves = game.position, game.moves
    for move, error in (("fly", Malformed), ("go:uruk", Malformed), ("bonus:first", Illegal), (DEALS[3], Illegal)):
        with pytest.raises(error):
            game.push(move)
        assert (game.position, game.moves) == (before, moves)


def test_an_illegal_move_says_why() -> None:
    game = table(3, caravan="Ur", W="s")
    with pytest.raises(Illegal) as refused:
        game.push("go:Uruk")
    assert (refused.value.token, refused.value.clause) == ("go:Uruk", "7.3")
    assert str(refused.value) == (
        "go:Uruk is not allowed here: Uruk asks for dates or wine; White holds salt (rule 7.3)"
    )


def test_undo_takes_back_the_last_decision_and_the_deal_that_followed_by_itself() -> None:
    game = Game.new(players=2, seed=5)
    positions = []
    for _ in random_moves(game, seed=5):
        positions.append((game.position, game.moves))
    while positions:
        last = [ply.token for ply in game.plies if not ply.is_deal][-1]
        assert game.undo() == last
        assert (game.position, game.moves) == positions.pop()
    with pytest.raises(AmyitisError, match="there is no move to take back"):
        game.undo()
    assert game == Game.new(players=2, seed=5)
    assert len(game.moves) == 1, "the first deal is not taken back"


def test_undo_puts_the_deck_back_too() -> None:
    """The next deals do not depend on what was tried and taken back."""

    def finish(game: Game, choice: int) -> None:
        number = game.round
        while game.round == number:
            game.push("pass" if "pass" in game.legal_moves else game.legal_moves[choice])

    game, other = Game.new(players=2, seed=5), Game.new(players=2, seed=5)
    for _ in range(3):
        moves = len(game.moves)
        finish(game, -1)
        finish(game, -1)
        while len(game.moves) > moves:
            game.undo()
        finish(game, 0)
        finish(other, 0)
        assert game.position == other.position


def test_undo_without_a_seed_takes_back_a_deal_as_any_move() -> None:
    game = table(2, todo="deal")
    play(game, DEALS[2])
    assert game.undo() == DEALS[2]
    assert game.question == "deal"


@pytest.mark.parametrize("before", [0, 3])
def test_a_game_deals_again_after_moves_before_its_seed_are_taken_back(before: int) -> None:
    """The seed comes when the deal is due, or some moves earlier; the deal pushed before is one of its own."""
    seeded = Game.new(players=2, seed=5)
    game = Game.from_position(seeded.start)
    while seeded.round < 2:
        seeded.push(seeded.legal_moves[0])
    (due,) = [place for place, ply in enumerate(seeded.plies) if ply.is_deal and place]
    for ply in seeded.plies[: due - before]:
        game.push(ply.token)
    game.deal_from(9)
    for ply in seeded.plies[due - before : due]:
        game.push(ply.token)
    dealt, moves = game.position, game.moves
    assert game.plies[-1].is_deal
    for count in (1, 2, due - 1):
        for _ in range(count):
            game.undo()
        for move in moves[due - count : due]:
            game.push(move)
        assert (game.position, game.moves) == (dealt, moves)
    for _ in range(due - 1):
        game.undo()
    assert game.undo() == seeded.plies[0].token, "it was pushed, and is taken back alone"
    assert (game.question, game.plies) == ("deal", [])
    game.push(moves[0])
    assert game.moves == moves[:1]


def test_a_copy_goes_its_own_way() -> None:
    game = some_game()
    twin = game.copy()
    assert twin == game
    assert twin.moves == game.moves
    before = game.position
    twin.push(twin.legal_moves[0])
    assert (game.position, len(twin.moves) > len(game.moves)) == (before, True)
    for one in (game, twin):
        while one.question != "action":
            one.push(one.legal_moves[0])


def test_a_copy_remembers_its_own_past() -> None:
    """Take a move back here and play on: what the copy takes back is what it always was."""
    for moves in range(1, 60, 7):
        game = some_game(players=2, seed=3, moves=moves)
        twin = game.copy()
        history = [ply.before.copy() for ply in game.plies]
        game.undo()
        wander(game, seed=99, limit=30)
        assert [ply.before for ply in twin.plies] == history
        untouched = some_game(players=2, seed=3, moves=moves)
        for _ in range(moves):
            assert (twin.undo(), twin.position) == (untouched.undo(), untouched.position)


def test_the_state_that_is_handed_out_is_a_copy() -> None:
    game = some_game()
    before = game.position
    game.state.seats[0].talents = 99
    assert game.position == before


def test_a_repr_reads_back() -> None:
    game = some_game()
    again = eval(repr(game), {"Game": Game})
    assert again == game
    assert repr(again) == repr(game)


def test_games_are_equal_where_their_tables_are() -> None:
    game = some_game()
    assert Game.from_position(game.position) == game
    assert game != some_game(moves=41)
    assert game != game.position
    with pytest.raises(TypeError):
        hash(game)


def test_legal_moves_are_a_sequence_of_tokens() -> None:
    game = table(2, W="t0", crafts="FTE,FT")
    moves = game.legal_moves
    assert list(moves) == ["pass", "peasant/1", "priest/1", "engineer/1"]
    assert (len(moves), moves[0], moves[-1], moves[1:3]) == (4, "pass", "engineer/1", ["peasant/1", "priest/1"])
    assert "priest/1" in moves
    assert "priest/2" not in moves
    assert not moves.__contains__(3)
    assert bool(moves)
    assert repr(moves) == "<LegalMoves: pass, peasant/1, priest/1, engineer/1>"
    assert moves.ids == [parse_token(move) for move in moves]
    with pytest.raises(IndexError):
        moves[4]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ids_mask_and_tokens_say_the_same(players: int) -> None:
    game = Game.new(players=players, seed=14, palace=True)
    for _ in random_moves(game, seed=14):
        moves = game.legal_moves
        assert [token(action) for action in moves.ids] == list(moves)
        assert len(moves.mask) == N_ACTIONS
        assert [action for action, legal in enumerate(moves.mask) if legal] == moves.ids
        assert len(moves) == len(moves.ids) > 0
    assert (len(game.legal_moves), game.legal_moves.ids, any(game.legal_moves.mask)) == (0, [], False)


def test_chance_and_the_end_offer_no_moves() -> None:
    for game in (table(2, todo="deal"), table(2, todo="over")):
        assert list(game.legal_moves) == []
        assert not game.legal_moves
        assert game.seat == "$"


def test_push_by_id_is_the_same() -> None:
    game, other = some_game(), some_game()
    for _ in range(5):
        action = game.legal_moves.ids[0]
        assert game.push_id(action) == other.push(token(action))
    assert game == other


def test_forced_answers_are_given_by_themselves_but_never_an_action() -> None:
    """In random games every question but the action has at least two answers."""
    for players in (2, 3, 4):
        game = Game.new(players=players, seed=17)
        for _ in random_moves(game, seed=17):
            assert game.question == "action" or len(game.legal_moves) > 1


def test_winners_and_scores_at_the_end() -> None:
    game = table(3, todo=ROUND_END, round_no=30, W="10 bd", K="12", B="3")
    assert game.winners == []
    play(game, "ishtar camel")
    assert game.is_over
    assert game.scores == {"W": 12, "K": 12, "B": 3}
    assert game.winners == ["W", "K"]
    assert (game.seat, game.question) == ("$", "over")
    assert seat(game, "W").goods == "bd"


def test_a_ply_tells_who_played_what() -> None:
    game = table(2)
    play(game, "peasant/1 top")
    first, second = game.plies
    assert (first.token, first.seat, second.token, second.seat) == ("peasant/1", "W", "top", "W")
    assert not first.is_deal
    assert second.before.rows[0][0] == -1
    assert [event.what for event in second.events] == ["cube in row", "good"]


def test_colours_do_not_change_play() -> None:
    """The same seed and the same choices with other colours lead to the same table in other colours."""
    game = Game.new(players=3, seed=23)
    other = Game.new(players=3, seed=23, colours="RBW")
    names = str.maketrans("WKB", "RBW")
    for move in random_moves(game, seed=23):
        assert other.seat == game.seat.translate(names)
        assert list(other.legal_moves) == list(game.legal_moves)
        other.push(move)
    assert other.scores == {letter.translate(names): score for letter, score in game.scores.items()}
    assert other.winners == [letter.translate(names) for letter in game.winners]
    s, t = game.state, other.state
    s.colours = t.colours
    assert s == t


def test_whether_a_move_is_legal() -> None:
    game = table(2, W="t0", crafts="FTE,FT")
    for move in (*game.legal_moves, *game.legal_moves.ids):
        assert game.is_legal(move)
        assert game.why_not(move) is None
        assert token(game.check(move)) in game.legal_moves
    for move in ("priest/2", parse_token("priest/2"), "deal:FTE/FTE"):
        assert not game.is_legal(move)
        assert game.why_not(move) is not None
        with pytest.raises(Illegal):
            game.check(move)
    due = table(2, todo="deal")
    assert due.is_legal(DEALS[2])
    assert not due.is_legal(DEALS[3])
    assert not table(2, todo="over").is_legal("pass")


NO_ACTIONS = [-1, N_ACTIONS, 10**9, 2**70, FIRST_DEAL + (1 << 40), -(2**40), 1.0, None, "pass", True, False]


@pytest.mark.parametrize("action", NO_ACTIONS)
def test_what_is_no_action_id_is_refused_in_words(action: Any) -> None:
    for game in (table(2), table(2, todo="deal"), table(2, todo="over")):
        before = game.position
        with pytest.raises(Malformed, match=r"is not an action id: they go|an action id is a whole number"):
            game.push_id(action)
        if not isinstance(action, str):
            for ask in (game.is_legal, game.why_not, game.check):
                with pytest.raises(Malformed):
                    ask(action)
        assert game.position == before


@pytest.mark.parametrize("move", [3, None, 1.5, ["pass"], b"pass"])
def test_what_is_no_token_is_refused_in_words(move: Any) -> None:
    with pytest.raises(Malformed, match="a move is written as a token such as 'pass', not"):
        table(2).push(move)


def test_every_action_id_is_known() -> None:
    game = table(2)
    assert sum(game.is_legal(action) for action in range(N_ACTIONS)) == len(game.legal_moves)
    deal = parse_token(DEALS[2])
    assert not game.is_legal(deal)
    assert table(2, todo="deal").is_legal(deal)


@pytest.mark.parametrize("seed", ["7", 1.0, -1, 2**64, [1], True, False])
def test_what_is_no_seed_is_refused_in_words(seed: Any) -> None:
    for make in (
        lambda: Game.new(2, seed),
        lambda: Game.from_position(table(2).position, seed),
        lambda: table(2).deal_from(seed),
    ):
        with pytest.raises(Malformed, match="a seed is a"):
            make()


@pytest.mark.parametrize("players", [1, 5, 0, "3", 2.0, None])
def test_a_number_of_players_that_cannot_be_is_refused(players: Any) -> None:
    with pytest.raises(Malformed, match="2 to 4 players"):
        Game.new(players, 1)


def test_looking_for_a_move_makes_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = Game.new(4, 1).legal_moves
    last = moves[-1]
    monkeypatch.setattr(LegalMoves, "ids", property(lambda self: pytest.fail("the list was made")))
    assert last in moves
    assert "keep" not in moves
    assert "fly" not in moves
    assert moves
    assert len(moves) > 3


def test_players_is_a_number_and_seats_are_letters() -> None:
    game = Game.new(3, 1, colours="RKB")
    assert (game.players, game.seats) == (3, ["R", "K", "B"])
    view = game.view()
    assert view["players"] == game.players
    assert [seat["seat"] for seat in view["seats"]] == game.seats
