"""`Game`: a start and the moves since; what may be played, what each move did, and the way back."""

import secrets
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Self

from amyitis.box.tables import SEAT_LETTERS
from amyitis.errors import AmyitisError, Malformed
from amyitis.notation.endings import ENDING, Ending
from amyitis.notation.position_parser import parse_position
from amyitis.notation.positions import position_text, seat_letters
from amyitis.notation.records import Record, parse_record
from amyitis.notation.tokens import checked_id, parse_token
from amyitis.rules import RULES_VERSION, SEED_BITS, questions
from amyitis.rules.apply import apply
from amyitis.rules.course.round_start import ask_deal
from amyitis.rules.questions import FIRST_DEAL
from amyitis.rules.state import State
from amyitis.rules.switches import Switches

from .arguments import bare_state, chosen_first, chosen_setup
from .deals.dealing import Dealer, dealer, draw_deal, draw_setup
from .events import Event, Events, Ply
from .pickles import from_pickle, set_all, slots_of, to_pickle
from .position import Position
from .replay import replay, result_text, winners_of, write_game
from .setup_facts import SetupFacts

if TYPE_CHECKING:
    from amyitis.lab.batches import Results
    from amyitis.nets.network import Network

# Of how many last moves the table before is kept, and of every how many of the others: the rest is played again.
TABLES_KEPT, TABLES_APART = 16, 32


class Game(Position):
    """A game: a start and the moves since.

    A game with a seed deals by itself: when a round ends, the next Craft cards are laid out. A game without a seed
    (from a position or a record) waits until a `deal:` is pushed. `players` is the number of players, `seats` are the
    letters of their colours, clockwise, and `seat` is the one to decide.

    >>> game = Game.new(players=2, seed=7)
    >>> game.seat, game.question, game.round, game.scores
    ('K', 'action', 1, {'W': 0, 'K': 0})
    >>> events = game.push("priest/1")
    >>> game.moves, game.seat, game.question, game.is_over, game.result
    (['deal:FTM/TTE', 'priest/1'], 'K', 'temple', False, '*')
    """

    # A state or a generator is never changed once it is kept here: copies of a game and its plies share them.
    _state: State
    _start: State
    _deals: Dealer | None
    _plies: list[Ply]
    _headers: dict[str, str]

    def __init__(self, start: State, deals: Dealer | None = None) -> None:
        self._state = self._start = start.copy()
        self._deals = deals.copy() if deals is not None else None
        self._plies, self._headers = [], {}
        self._deal_if_due()

    @classmethod
    def new(
        cls,
        players: int = 4,
        seed: int | bytes | None = None,
        *,
        rules_version: int = RULES_VERSION,
        colours: str = SEAT_LETTERS,
        setup: SetupFacts | None = None,
        first: str | None = None,
        **switches: bool,
    ) -> Self:
        """Returns a new game; equal seeds give equal games.

        `seed` is a number, or 32 bytes whose deals do not give away later ones (`deals/dealing.py`); without a seed one
        is drawn. `colours` are the letters of the seats, clockwise. `setup` replaces the random set-up; without a seed
        its deals must be pushed. `first` is the seat that begins (2.8); nothing else of the set-up changes. `switches`
        are those of `Switches`, such as `palace=True`. An earlier `rules_version` replays old games.

        Raises Malformed for an argument that is out of range or contradicts another.

        >>> Game.new(3, seed=7, colours="RKB", first="B", palace=True).seat
        'B'
        """
        s = bare_state(players, colours, rules_version, Switches.from_dict(switches))
        if setup is None and seed is None:
            seed = secrets.randbits(SEED_BITS)
        deals = None if seed is None else dealer(seed)
        if setup is not None:
            chosen_setup(setup).lay_out(s)
        elif deals is not None:
            draw_setup(s, deals)
        ask_deal(s)
        if first is not None:
            s.first = s.turn = chosen_first(first, seat_letters(s))
        return cls(s, deals)

    @classmethod
    def from_position(cls, text: str, seed: int | bytes | None = None) -> Self:
        """Returns a game that starts from a position; with a seed it deals by itself. Raises Malformed.

        >>> game = Game.new(2, seed=7)
        >>> Game.from_position(game.position) == game
        True
        """
        if not isinstance(text, str):
            raise Malformed(f"a position is a text, not {text!r:.60}")
        return cls(parse_position(text), None if seed is None else dealer(seed))

    @classmethod
    def from_record(cls, record: str | Record, to: int | None = None) -> Self:
        """Returns the game of a record, given as text or as read, played back up to ply `to` if given.

        Every hash in the record is compared. Headers that the game does not write itself (names, date, event) are kept
        for `record`. Raises Malformed, Illegal or Drift, naming the line.

        >>> game = Game.new(2, seed=7)
        >>> Game.from_record(game.record(), to=1).moves
        ['deal:FTM/TTE']
        """
        read = record if isinstance(record, Record) else parse_record(record)
        game = replay(cls, read, to)
        game._headers = read.further_headers
        if to is not None:
            game._headers.pop(ENDING, None)  # it says how the whole game ended
        return game

    @property
    def winners(self) -> list[str]:
        """The winners, all of them if tied (11.4); empty while the game is running. Players who resigned cannot win."""
        if not (self.is_over or self.ending.ended):
            return []
        return winners_of(self, self.ending)

    @property
    def ending(self) -> Ending:
        """Resignations, losses on time and an early end, as the record has them."""
        return Ending.parse(self._headers.get(ENDING, ""))

    @property
    def result(self) -> str:
        """Scores and winners as in a record, `W 41, K 38: W`; `*` while the game is running."""
        return result_text(self, self.ending)

    # What happens.

    def push(self, move: str) -> Events:
        """Play a move; returns its events, which are made when they are read.

        Raises Malformed or Illegal; the game has not changed then.

        >>> game = Game.new(2, seed=7)
        >>> [event.text for event in game.push("priest/1")]
        ['Black recruits a priest from group 1']
        """
        return self._play(self._checked(parse_token(move)))

    def push_id(self, action: int) -> Events:
        """Play a move given as an action id; returns and raises what `push` does.

        >>> game = Game.new(2, seed=7)
        >>> len(game.push_id(2))
        1
        """
        return self._play(self._checked(checked_id(action)))

    def playouts(
        self, count: int, bot: "str | Network" = "random", seed: int = 0, threads: int | None = None
    ) -> "Results":
        """Play on to the end `count` times in compiled code, on all cores; returns how the games ended.

        This game does not change. `bot` plays all seats: `random`, `greedy`, `net:NETWORK` or a `Network`. Deals and
        random moves of playout `i` come from the seed `seed + i`. Raises Malformed for other bots and for a wrong
        number, NetworkRefused for a network that cannot play such games.

        >>> results = Game.new(2, seed=7).playouts(100, seed=1)
        >>> bool((results.rounds > 10).all())
        True
        """
        # The one way up from here: games themselves need neither NumPy nor the lab.
        results: Results = import_module("amyitis.lab.policies").playouts(self, count, bot, seed, threads)
        return results

    def undo(self) -> str:
        """Take back the last decision, and a deal that followed by itself; returns the token of the decision.

        Raises AmyitisError if there is none.

        >>> game = Game.new(2, seed=7)
        >>> events = game.push("priest/1")
        >>> game.undo()
        'priest/1'
        """
        undone: list[Ply] = []
        while self._plies:
            last = self._plies.pop()
            undone.append(last)
            if not (last.deals_before and last.is_deal):
                self._state, self._deals = last.before, last.deals_before
                return last.token
        self._plies = undone[::-1]
        raise AmyitisError("there is no move to take back")

    def deal_from(self, seed: int | bytes) -> Events:
        """Deal automatically from now on, from this seed; returns the events of a deal that was due.

        Deals still come from this seed after moves since the last deal are taken back. Raises Malformed for an unusable
        seed.

        >>> game = Game.new(2, seed=7)
        >>> twin = game.snapshot()
        >>> len(twin.deal_from(3))  # no deal was due
        0
        """
        self._deals = dealer(seed)
        since = len(self._plies)
        while since and not self._plies[since - 1].is_deal:
            since -= 1
        self._plies[since:] = [replace(ply, deals_before=self._deals) for ply in self._plies[since:]]
        return Events(self._plies[-1:] if self._deal_if_due() else [])

    def forget(self) -> None:
        """Drop the moves so far to save memory: the game now starts here, and they cannot be taken back.

        >>> game = Game.new(2, seed=7)
        >>> game.forget()
        >>> game.moves
        []
        """
        self._start = self._state
        self._plies = []

    # What was.

    @property
    def plies(self) -> list[Ply]:
        """Every move since the start, deals included."""
        return list(self._plies)

    @property
    def moves(self) -> list[str]:
        """Every move since the start as tokens, deals included."""
        return [ply.token for ply in self._plies]

    @property
    def events(self) -> list[Event]:
        """All events since the start."""
        return [event for ply in self._plies for event in ply.events]

    @property
    def start(self) -> str:
        """The position at the start."""
        return position_text(self._start)

    def record(self, headers: Mapping[str, str] | None = None) -> str:
        """Returns the game as the text of a record.

        `headers` adds names, date, event and the like. Without it the headers of the record that the game was read from
        are written; `{**game.headers, "Event": "the final"}` adds to these, and `{}` writes none. Raises Malformed for
        a header that cannot be written, or that contradicts the game.

        >>> game = Game.new(2, seed=7)
        >>> '[White "Ada"]' in game.record({"White": "Ada"})
        True
        """
        return write_game(self, self._headers if headers is None else headers)

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the record that the game was read from, without those that every record has; else none."""
        return dict(self._headers)

    # Copies.

    def copy(self) -> Self:
        """Returns an independent copy, with the same history and the same deals to come.

        >>> game = Game.new(2, seed=7)
        >>> twin = game.copy()
        >>> twin == game, twin.moves == game.moves
        (True, True)
        """
        twin = self._twin()
        twin._plies = self._plies[:]
        return twin

    def snapshot(self) -> Self:
        """Returns a copy that starts here: it has no history, and deals must be pushed. It costs next to nothing.

        Bots get one: they may try moves on it and cannot see the deals to come.

        >>> game = Game.new(2, seed=7)
        >>> game.snapshot().moves
        []
        """
        twin = self._twin()
        twin._start, twin._deals, twin._plies, twin._headers = self._state, None, [], {}  # (a header may name the seed)
        return twin

    def _twin(self) -> Self:
        """Returns another game that holds the same things, in the dictionary and in a subclass's slots."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        set_all(twin, slots_of(self))
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = memo[id(self)] = self.copy()
        set_all(twin, {name: deepcopy(value, memo) for name, value in self._further().items()})
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Returns what is pickled: the start, the moves and the generator, not the hundreds of states between."""
        return to_pickle(self._start, self._plies, self._deals, {"_headers": self._headers} | self._further())

    def __setstate__(self, pickled: dict[str, Any]) -> None:
        """Play the moves again. Raises Malformed for a game of another box or other rules."""
        self._start, moves, deals, further = from_pickle(pickled)
        set_all(self, further)
        self._state, self._plies = self._start, []
        for action, self._deals in moves:
            self._apply(action)
        self._deals = deals

    def _further(self) -> dict[str, Any]:
        """Returns what a subclass has added."""
        added = {name: value for name, value in self.__dict__.items() if name not in Game.__annotations__}
        return added | slots_of(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._state == other._state

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_position({self.position!r})"

    # The one door.

    def _play(self, action: int) -> Events:
        """Play a legal move, and deal if that is due; returns what happened."""
        self._apply(action)
        return Events(self._plies[-1 - self._deal_if_due() :])

    def _apply(self, action: int) -> None:
        """Play a legal move."""
        before, plies = self._state, self._plies
        after = before.copy()
        apply(after, action)
        plies.append(Ply(action, self._deals, plies[-1] if plies else None, before))
        self._state = after
        old = len(plies) - TABLES_KEPT
        if old > 0 and old % TABLES_APART:
            plies[old].forget_before()

    def _deal_if_due(self) -> bool:
        """Deal if the game deals by itself and waits for it; returns whether it did."""
        if self._state.asked != questions.DEAL or self._deals is None:
            return False
        deals = self._deals.copy()
        self._apply(FIRST_DEAL + draw_deal(self._state, deals))
        self._deals = deals
        return True
