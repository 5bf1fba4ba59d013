"""Receivers of calls at a port of this machine: chats and push services, and a browser that decrypts what it gets."""

import base64
import json
import queue
import socketserver
import threading
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Got(NamedTuple):
    """A request that a receiver got."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """Its JSON."""
        return json.loads(self.body)


class Receiver:
    """Takes requests; `statuses` are answered one after the other, then 201."""

    def __init__(self) -> None:
        self.got: queue.Queue[Got] = queue.Queue()
        self.statuses: list[int] = []
        self.open = threading.Event()
        self.open.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.put(Got(self.path, dict(self.headers.items()), body))
                receiver.open.wait()
                self.send_response(receiver.statuses.pop(0) if receiver.statuses else 201)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        self.address = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def close(self) -> None:
        """Take no more."""
        self.open.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class MailServer:
    """A mail server that takes everything, as far as `smtplib` speaks with it."""

    def __init__(self) -> None:
        self.got: queue.Queue[EmailMessage] = queue.Queue()
        got = self.got

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self._say("220 here")
                for line in self.rfile:
                    command = line[:4].upper()
                    if command == b"DATA":
                        self._say("354 go on")
                        text = b"".join(iter(self.rfile.readline, b".\r\n"))
                        got.put(message_from_bytes(text, policy=default))
                    self._say("221 bye" if command == b"QUIT" else "250 well")
                    if command == b"QUIT":
                        return

            def _say(self, words: str) -> None:
                self.wfile.write(f"{words}\r\n".encode())

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.address = f"smtp://127.0.0.1:{self._server.server_address[1]}?from=amyitis@example.org"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def close(self) -> None:
        """Take no more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def unpadded(content: bytes) -> str:
    """Bytes as a browser writes them."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def padded(text: str) -> bytes:
    """What a browser has written."""
    return base64.urlsafe_b64decode(text + "==")


@dataclass
class Subscriber:
    """A browser that takes push messages: what RFC 8291 has a user agent do, from hashes and a block cipher."""

    key: ec.EllipticCurvePrivateKey
    auth: bytes

    @property
    def point(self) -> bytes:
        """Its public key."""
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str) -> dict[str, str]:
        """What the page sends to the server."""
        return {"endpoint": endpoint, "p256dh": unpadded(self.point), "auth": unpadded(self.auth), "language": "de"}

    def decrypted(self, body: bytes) -> bytes:
        """A message of one record; raises AssertionError for one that is not well formed."""
        salt, record_size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= record_size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = _mac(_mac(self.auth, shared), b"WebPush: info\0" + self.point + sender + b"\x01")
        inner = _mac(salt, secret)
        key = _mac(inner, b"Content-Encoding: aes128gcm\0\x01")[:16]
        nonce = _mac(inner, b"Content-Encoding: nonce\0\x01")[:12]
        opened = Cipher(algorithms.AES(key), modes.GCM(nonce, sealed[-16:])).decryptor()
        text = opened.update(sealed[:-16]) + opened.finalize()
        content, mark, padding = text.rpartition(b"\x02")
        assert (mark, padding.strip(b"\0")) == (b"\x02", b"")
        return content


def new_subscriber() -> Subscriber:
    """A browser with keys of its own."""
    return Subscriber(ec.generate_private_key(ec.SECP256R1()), b"sixteen bytes...")


def _mac(key: bytes, content: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(content)
    return made.finalize()
