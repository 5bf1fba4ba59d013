"""Invitations: words that let their bearer take an open seat, made from the server's secret."""

import base64
import hmac
from collections.abc import Sequence

from amyitis.table import SeatFacts

INVITATION_LENGTH = 24


class Invitations:
    """Makes and checks the invitations to seats; of several secrets the first makes them, and all count."""

    def __init__(self, secrets: Sequence[str]) -> None:
        self._secrets = [secret.encode() for secret in secrets]

    def of(self, game_id: str, seats: list[SeatFacts]) -> dict[str, str]:
        """The invitations to the open seats, by seat."""
        return {seat.seat: self.word(game_id, seat) for seat in seats if seat.is_open}

    def word(self, game_id: str, seat: SeatFacts) -> str:
        """The secret word that lets its bearer take an open seat."""
        return self._words(game_id, seat)[0]

    def _words(self, game_id: str, seat: SeatFacts) -> list[str]:
        text = f"invitation:{game_id}:{seat.seat}:{seat.invitation}".encode()
        signed = [hmac.digest(secret, text, "sha256") for secret in self._secrets]
        return [base64.urlsafe_b64encode(one).decode()[:INVITATION_LENGTH] for one in signed]

    def is_word(self, game_id: str, seat: SeatFacts, word: str) -> bool:
        """Whether a word is the invitation to a seat."""
        return any(hmac.compare_digest(one.encode(), word.encode()) for one in self._words(game_id, seat))
