"""`Game`: a start and the moves since; what may be played, what each move did, and the way back."""

import secrets
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any, Self

from amyitis.box.tables import CRAFT_LETTERS, SEAT_LETTERS
from amyitis.errors import AmyitisError, Illegal, Malformed
from amyitis.notation.position_parser import parse_position
from amyitis.notation.positions import decider_letter, position_hash, position_text, seat_letters
from amyitis.notation.records import Record, parse_record
from amyitis.notation.tokens import action_id, checked_id, parse_token, token
from amyitis.rules import RULES_VERSION, SEED_BITS, questions
from amyitis.rules.apply import apply, is_legal
from amyitis.rules.board.garden import tiles_left
from amyitis.rules.checks.invariants import FAULT_TEXTS, find_faults
from amyitis.rules.course.round_start import ask_deal, craft_cards
from amyitis.rules.course.scoring import winners
from amyitis.rules.questions import FIRST_DEAL, KIND_NAMES
from amyitis.rules.state import State
from amyitis.rules.switches import Switches

from .arguments import bare_state, chosen_first, chosen_setup
from .deals.dealing import Dealer, dealer, draw_deal, draw_setup
from .events import Event, Events, Ply
from .legal_moves import LegalMoves
from .pickles import from_pickle, set_all, slots_of, to_pickle
from .prospects import Prospect, prospects
from .refusal import Refusal
from .replay import replay, result_text, write_game
from .setup_facts import SetupFacts
from .view import Parts, View, view_of
from .why_not import refusals, why_not

# Of how many last moves the table before is kept, and of every how many of the others: the rest is played again.
TABLES_KEPT, TABLES_APART = 16, 32


class Game:
    """A game of Amyitis.

    A game with a seed deals by itself: after each move that ends a round the next Craft cards are laid out. A game
    without one (from a position or a record) waits for a `deal:` to be pushed.

    `players` is always how many play, `seats` who they are: here the letters of their colours, clockwise.
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
        """Returns a new game; equal seeds give equal games. With explicit set-up facts and no seed, deals are pushed.

        A seed is a number, or 32 bytes for deals that show nothing of those to come (`deals/dealing.py`).
        The switches are those of `Switches`, as in `palace=True`; an earlier `rules_version` is for games as they were
        played before.
        `first` is the seat that begins if the table has chosen it (2.8); it changes nothing else of what is drawn.
        Raises Malformed for a number of players, a seed, colours, facts, a first seat or rules that cannot be.
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
        """Returns a game that goes on from a position; with a seed it deals by itself. Raises Malformed."""
        if not isinstance(text, str):
            raise Malformed(f"a position is a text, not {text!r:.60}")
        return cls(parse_position(text), None if seed is None else dealer(seed))

    @classmethod
    def from_record(cls, record: str | Record, to: int | None = None) -> Self:
        """Returns the game of a record, as its text or as read, played back as far as ply `to` if given.

        Every hash on the way is compared. The headers that the game does not write itself (names, date, event) are kept
        for `record`. Raises Malformed, Illegal or Drift, naming the line.
        """
        read = record if isinstance(record, Record) else parse_record(record)
        game = replay(cls, read, to)
        game._headers = read.further_headers
        return game

    # What is.

    @property
    def position(self) -> str:
        """The position as one line of text."""
        return position_text(self._state)

    @property
    def hash(self) -> str:
        """A short hash of the position."""
        return position_hash(self.position)

    @property
    def key(self) -> bytes:
        """The position as a key of a dictionary: equal for equal positions, whatever led there, and for no others.

        They are the bytes of the state, `batch.states[i].tobytes()` in a `Batch`. A game itself changes, and is no key.
        """
        return self._state.packed()

    @property
    def state(self) -> State:
        """A copy of the state, for those who work with the rules directly: its fields are those of `rules/state.py`."""
        return self._state.copy()

    @property
    def players(self) -> int:
        """The number of players."""
        return self._state.players

    @property
    def seats(self) -> list[str]:
        """The letters of the players, clockwise."""
        return [*seat_letters(self._state)]

    @property
    def seat(self) -> str:
        """Who must decide now: a seat's letter, or `$` for chance (and when the game is over)."""
        return decider_letter(self._state)

    @property
    def switches(self) -> Switches:
        """The switches of the rules that this game is played with."""
        return Switches.of(self._state)

    @property
    def rules_version(self) -> int:
        """The version of the rules that this game is played by."""
        return self._state.rules_version

    @property
    def question(self) -> str:
        """What is asked now: the kind of decision."""
        return KIND_NAMES[self._state.asked]

    @property
    def round(self) -> int:
        """The number of the round."""
        return self._state.round_no

    @property
    def tiles_left(self) -> int:
        """How many tiles are left in the garden."""
        return tiles_left(self._state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.asked == questions.OVER

    @property
    def scores(self) -> dict[str, int]:
        """The prestige of each player."""
        return {letter: self._state.seats[p].prestige for p, letter in enumerate(self.seats)}

    @property
    def winners(self) -> list[str]:
        """Who has won, all of them if tied (11.4); empty while the game is running."""
        if not self.is_over:
            return []
        best = winners(self._state)
        return [letter for p, letter in enumerate(self.seats) if best >> p & 1]

    @property
    def result(self) -> str:
        """Scores and winners as in a record, `W 41, K 38: W`; `*` while the game is running."""
        return result_text(self)

    def view(self, parts: Parts | None = None) -> View:
        """Returns everything on the table as plain data; `parts` of an earlier view make it quicker."""
        return view_of(self._state, parts)

    def status(self) -> list[str]:
        """Returns everything that is wrong with the position; nothing for a sound one."""
        faults = find_faults(self._state)
        return [text for i, text in enumerate(FAULT_TEXTS) if faults >> i & 1]

    # What may be.

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none when chance must deal or the game is over."""
        return LegalMoves(self._state)

    def is_legal(self, move: str | int) -> bool:
        """Returns whether a move, as a token or an action id, may be played now. Raises Malformed if it is no move."""
        return is_legal(self._state, action_id(move))

    def why_not(self, move: str | int) -> Refusal | None:
        """Returns the clause that forbids a move and what is missing; None if it is legal. Raises Malformed."""
        return why_not(self._state, action_id(move))

    def refusals(self) -> dict[str, Refusal]:
        """Returns why the other answers to the open question that the table shows are not allowed, by token."""
        return refusals(self._state)

    def prospects(self) -> list[Prospect]:
        """Returns where each legal move leads: what it does, what is asked after it, what a journey may bring."""
        return prospects(self._state)

    @property
    def deck(self) -> dict[str, int]:
        """The Craft cards from which a deal is drawn (4.1), by letter."""
        return {letter: craft_cards(self._state, craft) for craft, letter in enumerate(CRAFT_LETTERS)}

    def check(self, move: str | int) -> int:
        """Returns the action id of a move that may be played now; raises Malformed or Illegal, saying why, if not."""
        return self._checked(action_id(move))

    def _checked(self, action: int) -> int:
        if not is_legal(self._state, action) and (refusal := why_not(self._state, action)):
            raise Illegal(token(action), refusal.clause, refusal.missing, key=refusal.key, facts=refusal.facts)
        return action

    # What happens.

    def push(self, move: str) -> Events:
        """Play a move; returns what it did, made when it is looked at.

        Raises Malformed or Illegal, and then nothing has changed.
        """
        return self._play(self._checked(parse_token(move)))

    def push_id(self, action: int) -> Events:
        """Play a move given as an action id; returns and raises what `push` does."""
        return self._play(self._checked(checked_id(action)))

    def undo(self) -> str:
        """Take back the last decision, and a deal that followed by itself; returns its token.

        Raises AmyitisError if there is none.
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
        """From here on the game deals by itself, from this seed; returns what a deal that was due did.

        It does so, too, after moves since the last deal are taken back. Raises Malformed for what is no seed.
        """
        self._deals = dealer(seed)
        since = len(self._plies)
        while since and not self._plies[since - 1].is_deal:
            since -= 1
        self._plies[since:] = [replace(ply, deals_before=self._deals) for ply in self._plies[since:]]
        return Events(self._plies[-1:] if self._deal_if_due() else [])

    def forget(self) -> None:
        """Let go of the moves so far, to spare memory: they can no longer be taken back, and the start is here."""
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
        """Everything that has happened since the start."""
        return [event for ply in self._plies for event in ply.events]

    @property
    def start(self) -> str:
        """The position at the start."""
        return position_text(self._start)

    def record(self, headers: Mapping[str, str] | None = None) -> str:
        """Returns the game as the text of a record; `headers` adds to the standard ones (names, date, event).

        Without it they are those of the record that the game was read from, whether or not it has gone another way
        since; to add to them, give `{**game.headers, "Event": "the final"}`, and `{}` for none. Raises Malformed for a
        header that cannot be written, or says otherwise than the game what the game itself says.
        """
        return write_game(self, self._headers if headers is None else headers)

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the record that the game was read from, without those that every record has; else none."""
        return dict(self._headers)

    # Copies.

    def copy(self) -> Self:
        """Returns another game at the same point, with the same history and deals, independent of this one."""
        twin = self._twin()
        twin._plies = self._plies[:]
        return twin

    def snapshot(self) -> Self:
        """Returns another game that begins here: no history, and deals must be pushed. It costs next to nothing.

        This is what a bot is given: it may try moves on it, and cannot see the deals to come.
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
        self._headers = {}  # of a game that was pickled before there were any
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
