"""A passkey in software, as a phone or a security key has one: what it makes and signs, as a browser sends it."""

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


class SoftPasskey:
    """An ES256 key for one person at one origin; its counter says what the test wants."""

    def __init__(self, origin: str) -> None:
        self.origin, self.counter = origin, 0
        self.id = secrets.token_bytes(16)
        self.person = ""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any]) -> str:
        """Answer `navigator.credentials.create`."""
        self.person = options["user"]["id"]
        numbers = self._key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(cose)
        said = self._says(options["rp"]["id"], ATTESTED) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": said})
        client = self._client("webauthn.create", options)
        return self._sent(clientDataJSON=client, attestationObject=statement)

    def use(self, options: dict[str, Any]) -> str:
        """Answer `navigator.credentials.get`."""
        said, client = self._says(options["rpId"]), self._client("webauthn.get", options)
        signature = self._key.sign(said + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        sent = json.loads(self._sent(clientDataJSON=client, authenticatorData=said, signature=signature))
        sent["response"]["userHandle"] = self.person
        return json.dumps(sent)

    def _says(self, rp: str, flags: int = 0) -> bytes:
        return hashlib.sha256(rp.encode()).digest() + bytes([PRESENT | VERIFIED | flags]) + self.counter.to_bytes(4)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _sent(self, **response: bytes) -> str:
        key = bytes_to_base64url(self.id)
        parts = {name: bytes_to_base64url(value) for name, value in response.items()}
        return json.dumps({"id": key, "rawId": key, "type": "public-key", "response": parts})
