"""Web push: messages that are encrypted for one browser (RFC 8291) and signed for its push service (RFC 8292)."""

import base64
import json
import os
import struct
import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from amyitis.service.problems import BadRequest
from amyitis.table.people.alerts import Alert

CURVE = ec.SECP256R1()
AUTH_BYTES, SALT_BYTES = 16, 16
RECORD_BYTES = 4096
TOKEN_SECONDS = 12 * 3600  # push services take at most a day
WEB_PUSH = 8030  # marks a message that a browser can show without our help
NUMBER_BYTES = 32


def new_key() -> str:
    """Return a fresh key by which push services know a server."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return to_text(number.to_bytes(NUMBER_BYTES, "big"))


class PushKey:
    """The key by which push services know this server (VAPID)."""

    def __init__(self, text: str) -> None:
        self._key = ec.derive_private_key(int.from_bytes(from_text(text), "big"), CURVE)
        self.public = to_text(_point(self._key.public_key()))

    def authorization(self, endpoint: str, contact: str) -> str:
        """Return the header that says who sends a message, and whom its service may complain to."""
        url = urlsplit(endpoint)
        claims = {"aud": f"{url.scheme}://{url.netloc}", "exp": int(time.time()) + TOKEN_SECONDS, "sub": contact}
        signed = ".".join(to_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = r.to_bytes(NUMBER_BYTES, "big") + s.to_bytes(NUMBER_BYTES, "big")
        return f"vapid t={signed}.{to_text(signature)}, k={self.public}"


def check_keys(p256dh: str, auth: str) -> None:
    """Raise BadRequest for what are no keys of a subscription."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_text(p256dh))
        good = len(from_text(auth)) == AUTH_BYTES
    except ValueError:
        good = False
    if not good:
        raise BadRequest("these are no keys of a push subscription", field="p256dh")


def encrypt(
    message: bytes,
    p256dh: str,
    auth: str,
    *,
    salt: bytes | None = None,
    sender: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Return a message that only the browser with these keys can read; `salt` and `sender` are fresh ones."""
    salt = os.urandom(SALT_BYTES) if salt is None else salt
    sender = ec.generate_private_key(CURVE) if sender is None else sender
    receiver_point, sender_point = from_text(p256dh), _point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver_point))
    secret = _derive(shared, from_text(auth), b"WebPush: info\0" + receiver_point + sender_point, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack(">IB", RECORD_BYTES, len(sender_point)) + sender_point
    return header + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def message_of(alert: Alert, link: str) -> bytes:
    """Return what a browser shows: itself, where it knows declarative messages, else by the page's worker."""
    notification = {
        "title": alert.title,
        "body": alert.text,
        "lang": alert.language,
        "navigate": link,
        "tag": "amyitis",
        "silent": False,
    }
    message = {"web_push": WEB_PUSH, "notification": notification, "app_badge": alert.games}
    return json.dumps(message, ensure_ascii=False).encode()


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def to_text(content: bytes) -> str:
    """Return bytes as base64url without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """Return the bytes of base64url; raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
