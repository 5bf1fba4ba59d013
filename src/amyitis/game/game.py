"""`Game`: a start and the moves since; what may be played, what each move did, and the way back."""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from amyitis.box.tables import CRAFT_LETTERS, MAX_SEATS, SEAT_LETTERS
from amyitis.errors import AmyitisError, Illegal, Malformed
from amyitis.notation.position_parser import parse_position
from amyitis.notation.positions import position_hash, position_text, seat_letter
from amyitis.notation.tokens import parse_token, token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import members
from amyitis.rules.chance import Shuffler, draw_deal, shuffler
from amyitis.rules.garden import tiles_left
from amyitis.rules.invariants import FAULT_TEXTS, find_faults
from amyitis.rules.questions import FIRST_ACTION, FIRST_DEAL, KIND_NAMES, N_ACTIONS
from amyitis.rules.round_start import ask_deal, craft_cards
from amyitis.rules.scoring import winners
from amyitis.rules.seeds import SEED_BITS
from amyitis.rules.setup import new_game, set_up
from amyitis.rules.state import State

from .events import Event, events_of
from .prospects import Prospect, prospects
from .refusal import Refusal
from .setup_facts import SetupFacts
from .view import Parts, View, view_of
from .why_not import refusals, why_not


class LegalMoves(Sequence[str]):
    """The legal moves of a moment, as tokens; made only as far as they are looked at."""

    def __init__(self, s: State) -> None:
        self._kind, self._legal = s.asked, s.legal

    @property
    def ids(self) -> list[int]:
        """The legal moves as action ids."""
        return [FIRST_ACTION[self._kind] + answer for answer in members(self._legal)]

    @property
    def mask(self) -> list[bool]:
        """The legal moves as a mask over the whole action table."""
        mask = [False] * N_ACTIONS
        for action in self.ids:
            mask[action] = True
        return mask

    def __len__(self) -> int:
        return self._legal.bit_count()

    def __iter__(self) -> Iterator[str]:
        return (token(action) for action in self.ids)

    def __getitem__(self, index: Any) -> Any:
        return list(self)[index]

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str) and move in list(self)

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(self)}>"


@dataclass
class Ply:
    """One move of a game: what was answered, by whom, what it did, and the table before."""

    action: int
    seat: str
    before: State
    deals_before: Shuffler | None
    events: list[Event] = field(repr=False)

    @property
    def token(self) -> str:
        """The move as written."""
        return token(self.action)

    @property
    def is_deal(self) -> bool:
        """Whether chance made this move."""
        return self.action >= FIRST_DEAL


class Game:
    """A game of Amyitis.

    A game with a seed deals by itself: after each move that ends a round the next Craft cards are laid out. A game
    without one (from a position or a record) waits for a `deal:` to be pushed.
    """

    def __init__(self, start: State, deals: Shuffler | None = None) -> None:
        self._state = start.copy()
        self._start = start.copy()
        self._deals = deals.copy() if deals is not None else None
        self._plies: list[Ply] = []
        self._deal_if_due()

    @classmethod
    def new(
        cls,
        players: int = 4,
        seed: int | None = None,
        *,
        limited_supply: bool = False,
        palace: bool = False,
        colours: str = SEAT_LETTERS,
        setup: SetupFacts | None = None,
        first: str | None = None,
    ) -> "Game":
        """A new game; equal seeds give equal games. With explicit set-up facts and no seed, deals must be pushed.

        `first` is the seat that begins if the table has chosen it (2.8); it changes nothing else of what is drawn.
        """
        if not 2 <= players <= MAX_SEATS:
            raise Malformed(f"Amyitis is for 2 to {MAX_SEATS} players, not for {players} (rule 1.1)")
        chosen = colours[:players]
        if len(set(chosen)) != players or set(chosen) - set(SEAT_LETTERS):
            raise Malformed(
                f"colours={colours!r}: {players} players need {players} different letters of {SEAT_LETTERS}"
            )
        letters = [SEAT_LETTERS.index(letter) for letter in chosen]
        s = State()
        if setup is None and seed is None:
            seed = secrets.randbits(SEED_BITS)
        deals = None if seed is None else shuffler(seed)
        if deals is not None and setup is None:
            new_game(s, players, limited_supply, palace, deals)
        elif setup is not None:
            set_up(s, players, limited_supply, palace)
            s.colours[:players] = letters
            setup.lay_out(s)
            ask_deal(s)
        s.colours[:players] = letters
        if first is not None:
            if len(first) != 1 or first not in chosen:
                raise Malformed(f"first={first!r}: one of {', '.join(chosen)} begins (rule 2.8)")
            s.first = s.turn = chosen.index(first)
        return cls(s, deals)

    @classmethod
    def from_position(cls, text: str, seed: int | None = None) -> "Game":
        """A game that goes on from a position; with a seed it deals by itself."""
        return cls(parse_position(text), None if seed is None else shuffler(seed))

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
    def state(self) -> State:
        """A copy of the state, for those who work with the rules directly."""
        return self._state.copy()

    @property
    def players(self) -> int:
        """The number of players."""
        return self._state.seats

    @property
    def seats(self) -> list[str]:
        """The letters of the players, clockwise."""
        return [seat_letter(self._state, p) for p in range(self._state.seats)]

    @property
    def seat(self) -> str:
        """Who must decide now: a seat's letter, or `$` for chance (and when the game is over)."""
        return seat_letter(self._state, self._state.seat)

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
        return {letter: self._state.players[p].prestige for p, letter in enumerate(self.seats)}

    @property
    def winners(self) -> list[str]:
        """Who has won, all of them if tied (11.4); empty while the game is running."""
        if not self.is_over:
            return []
        best = winners(self._state)
        return [letter for p, letter in enumerate(self.seats) if best >> p & 1]

    def view(self, parts: Parts | None = None) -> View:
        """Everything on the table, as plain data with named fields; `parts` of an earlier view make it quicker."""
        return view_of(self._state, parts)

    def status(self) -> list[str]:
        """Everything that is wrong with the position; empty for a sound one."""
        faults = find_faults(self._state)
        return [text for i, text in enumerate(FAULT_TEXTS) if faults >> i & 1]

    # What may be.

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none when chance must deal or the game is over."""
        return LegalMoves(self._state)

    def why_not(self, move: str) -> Refusal | None:
        """The clause that forbids a move and what is missing; None if the move is legal. Raises Malformed."""
        return why_not(self._state, parse_token(move))

    def refusals(self) -> dict[str, Refusal]:
        """Why the other answers to the open question that the table shows are not allowed, by token."""
        return refusals(self._state)

    def prospects(self) -> list[Prospect]:
        """Where each legal move leads: what it does, what is asked after it, what a journey may bring."""
        return prospects(self._state)

    @property
    def deck(self) -> dict[str, int]:
        """The Craft cards from which a deal is drawn (4.1), by letter."""
        return {letter: craft_cards(self._state, craft) for craft, letter in enumerate(CRAFT_LETTERS)}

    # What happens.

    def push(self, move: str) -> list[Event]:
        """Play a move; answers with what it did. Raises Malformed or Illegal, and then nothing has changed."""
        return self.push_id(parse_token(move))

    def push_id(self, action: int) -> list[Event]:
        """Play a move given as an action id."""
        refusal = why_not(self._state, action)
        if refusal:
            raise Illegal(token(action), refusal.clause, refusal.missing, key=refusal.key, facts=refusal.facts)
        events = self._apply(action)
        return events + self._deal_if_due()

    def undo(self) -> str:
        """Take back the last decision, and a deal that followed by itself; answers with its token."""
        undone: list[Ply] = []
        while self._plies:
            undone.append(self._plies.pop())
            if not (self._deals and undone[-1].is_deal):
                # A copy of the game may share this ply: what it remembers must not be played on.
                last = undone[-1]
                self._state, self._deals = last.before.copy(), last.deals_before and last.deals_before.copy()
                return last.token
        self._plies = undone[::-1]
        raise AmyitisError("there is no move to take back")

    def deal_from(self, seed: int) -> list[Event]:
        """From here on the game deals by itself, from this seed; answers with what a deal that was due did."""
        self._deals = shuffler(seed)
        return self._deal_if_due()

    def forget(self) -> None:
        """Let go of the moves so far, to spare memory: they can no longer be taken back, and the start is here."""
        self._start = self._state.copy()
        self._plies = []

    def copy(self) -> "Game":
        """Another game at the same point, with the same history, independent of this one."""
        twin = Game.__new__(Game)
        twin._state, twin._start = self._state.copy(), self._start.copy()
        twin._deals = self._deals.copy() if self._deals else None
        twin._plies = list(self._plies)
        return twin

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

    def _apply(self, action: int) -> list[Event]:
        before, seat = self._state.copy(), self.seat
        self._state.journal = []
        apply(self._state, action)
        events = events_of(self._state, self._state.journal)
        self._state.journal = None
        self._plies.append(Ply(action, seat, before, self._deals.copy() if self._deals else None, events))
        return events

    def _deal_if_due(self) -> list[Event]:
        if self._deals is None or self._state.asked != questions.DEAL:
            return []
        before = self._deals.copy()
        deal = draw_deal(self._state, self._deals)
        events = self._apply(FIRST_DEAL + deal)
        self._plies[-1].deals_before = before
        return events

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._state == other._state

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Game.from_position({self.position!r})"
