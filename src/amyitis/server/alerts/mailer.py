"""`Mailer`: hands mails to the mail server that the operator names."""

import logging
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

from amyitis.errors import Malformed

TIMEOUT = 20.0
PORTS = {"smtp": 587, "smtps": 465}
EXAMPLE = "smtp://USER:PASSWORD@HOST:587?from=ADDRESS"
HERE = ("localhost", "127.0.0.1", "::1")

logger = logging.getLogger(__name__)


class Mailer:
    """A mail server by its address; raises Malformed for what is none."""

    def __init__(self, address: str) -> None:
        try:
            url = urlsplit(address)
            port = url.port
        except ValueError:
            raise Malformed(f"a mail server is like {EXAMPLE}") from None
        sender = parse_qs(url.query).get("from", [""])[0]
        if url.scheme not in PORTS or not url.hostname or "@" not in sender:
            raise Malformed(f"a mail server is like {EXAMPLE}")
        self._secure, self._host, self._port = url.scheme == "smtps", url.hostname, port or PORTS[url.scheme]
        self._user, self._password = unquote(url.username or ""), unquote(url.password or "")
        self._sender = sender

    def send(self, address: str, subject: str, text: str, ends: str) -> bool:
        """Send a mail; return whether the server took it. It blocks."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._sender, address, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self._sender.rpartition("@")[2])
        message["Auto-Submitted"], message["List-Unsubscribe"] = "auto-generated", f"<{ends}>"
        message.set_content(text)
        try:
            with self._connected() as server:
                server.send_message(message)
        except (OSError, smtplib.SMTPException) as problem:
            logger.warning("a mail was not taken", extra={"error": type(problem).__name__})
            return False
        return True

    def _connected(self) -> smtplib.SMTP:
        """Return a connection, encrypted if the server can; a password goes over no other one, but on this machine."""
        if self._secure:
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                self._host, self._port, timeout=TIMEOUT, context=ssl.create_default_context()
            )
        else:
            server = smtplib.SMTP(self._host, self._port, timeout=TIMEOUT)
            server.ehlo()
            if server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
            elif self._user and self._host not in HERE:
                server.close()
                raise smtplib.SMTPNotSupportedError("the server offers no encryption")
        if self._user:
            server.login(self._user, self._password)
        return server
