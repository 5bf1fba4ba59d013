"""`Position`: what lies on the table, and what may be played there; `Game` adds the moves that led to it."""

from amyitis.box.tables import CRAFT_LETTERS
from amyitis.errors import Illegal
from amyitis.notation.positions import decider_letter, position_hash, position_text, seat_letters
from amyitis.notation.tokens import action_id, token
from amyitis.rules import questions
from amyitis.rules.apply import is_legal
from amyitis.rules.board.garden import tiles_left
from amyitis.rules.checks.invariants import FAULT_TEXTS, find_faults
from amyitis.rules.course.round_start import craft_cards
from amyitis.rules.questions import KIND_NAMES
from amyitis.rules.state import State
from amyitis.rules.switches import Switches

from .legal_moves import LegalMoves
from .prospects import Prospect, prospects
from .refusal import Refusal
from .view import Parts, View, view_of
from .why_not import refusals, why_not


class Position:
    """A position by its state, which is never changed once it is kept here."""

    _state: State

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
        """The position as bytes, a key for dictionaries: equal for equal positions and for no others.

        They are the bytes of the state, `batch.states[i].tobytes()` in a `Batch`. A game changes, so it cannot be a key
        itself.

        >>> game = Game.new(2, seed=7)
        >>> game.key == Batch.from_game(game, 1).states[0].tobytes()
        True
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
        """The seat that decides now; `$` while a deal is due, and after the end."""
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
        """The kind of the open question."""
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

    def view(self, parts: Parts | None = None) -> View:
        """Returns everything on the table as plain data, ready for JSON.

        `parts` are those of an earlier view; parts that have not changed are reused.

        >>> game = Game.new(2, seed=7)
        >>> game.view()["seats"][0]["talents"]
        4
        """
        return view_of(self._state, parts)

    def status(self) -> list[str]:
        """Returns a sentence for each fault of the position; none if it is valid.

        >>> game = Game.new(2, seed=7)
        >>> game.status()
        []
        """
        faults = find_faults(self._state)
        return [text for i, text in enumerate(FAULT_TEXTS) if faults >> i & 1]

    # What may be.

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none when chance must deal or the game is over.

        >>> game = Game.new(2, seed=7)
        >>> game.legal_moves[:3], "go:Uruk" in game.legal_moves
        (['pass', 'peasant/1', 'priest/1'], False)
        """
        return LegalMoves(self._state)

    def is_legal(self, move: str | int) -> bool:
        """Returns whether a move (a token or an action id) is legal now. Raises Malformed if it is no move.

        >>> game = Game.new(2, seed=7)
        >>> game.is_legal("pass"), game.is_legal("go:Uruk")
        (True, False)
        """
        return is_legal(self._state, action_id(move))

    def why_not(self, move: str | int) -> Refusal | None:
        """Returns why a move is not legal: the clause and what is missing; None if it is legal. Raises Malformed.

        >>> game = Game.new(2, seed=7)
        >>> print(game.why_not("go:Uruk"))
        rules 7.2: Uruk is 4 spaces away and costs 4 camels; Black has 1 camel
        """
        return why_not(self._state, action_id(move))

    def refusals(self) -> dict[str, Refusal]:
        """Returns, by token, why the other answers that are on the table are not legal.

        >>> game = Game.new(2, seed=7)
        >>> game.refusals()["go:Eshnunna"].key
        'cannot_pay'
        """
        return refusals(self._state)

    def prospects(self) -> list[Prospect]:
        """Returns where each legal move leads: its events, the questions that follow, and a journey's outcomes.

        >>> game = Game.new(2, seed=7)
        >>> [event.text for event in game.prospects()[1].events]
        ['Black recruits a peasant from group 1']
        """
        return prospects(self._state)

    @property
    def deck(self) -> dict[str, int]:
        """The Craft cards from which a deal is drawn (4.1), by letter."""
        return {letter: craft_cards(self._state, craft) for craft, letter in enumerate(CRAFT_LETTERS)}

    def check(self, move: str | int) -> int:
        """Returns the action id of a legal move. Raises Malformed if it is no move, Illegal if it is not legal now.

        >>> game = Game.new(2, seed=7)
        >>> game.check("priest/1")
        2
        """
        return self._checked(action_id(move))

    def _checked(self, action: int) -> int:
        if not is_legal(self._state, action) and (refusal := why_not(self._state, action)):
            raise Illegal(token(action), refusal.clause, refusal.missing, key=refusal.key, facts=refusal.facts)
        return action
