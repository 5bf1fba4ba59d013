"""Invitations: words that let their bearer take an open seat, made from the server's secret."""

import base64
import hmac

from amyitis.table import SeatFacts

INVITATION_LENGTH = 24


class Invitations:
    """Makes and checks the invitations to seats."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def of(self, game_id: str, seats: list[SeatFacts]) -> dict[str, str]:
        """The invitations to the open seats, by seat."""
        return {seat.seat: self.word(game_id, seat) for seat in seats if seat.is_open}

    def word(self, game_id: str, seat: SeatFacts) -> str:
        """The secret word that lets its bearer take an open seat."""
        text = f"invitation:{game_id}:{seat.seat}:{seat.invitation}".encode()
        return base64.urlsafe_b64encode(hmac.digest(self._secret, text, "sha256")).decode()[:INVITATION_LENGTH]

    def is_word(self, game_id: str, seat: SeatFacts, word: str) -> bool:
        """Whether a word is the invitation to a seat."""
        return hmac.compare_digest(self.word(game_id, seat).encode(), word.encode())
