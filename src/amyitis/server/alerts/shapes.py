"""What a webhook's receiver understands: one function for each, which makes its address and its JSON."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from amyitis.service.accounts.names import unlinked
from amyitis.table.people.alerts import Alert, Shape

Request = tuple[str, dict[str, Any]]  # the address, and the body


def request_of(shape: Shape, url: str, alert: Alert, link: str) -> Request:
    """Return what is sent to a webhook; `link` leads into the waiting game."""
    return _SHAPES[shape](url, alert, link)


def _plain(url: str, alert: Alert, link: str) -> Request:
    body = {
        "game": alert.game_id,
        "seat": alert.seat,
        "round": alert.round,
        "games": alert.games,
        "reason": alert.reason,
        "title": alert.title,
        "text": alert.text,
        "url": link,
    }
    return url, body


def _discord(url: str, alert: Alert, link: str) -> Request:
    text = f"**{_unmarked(alert.title)}**\n{_unmarked(alert.text)}\n{link}"
    return url, {"content": text, "allowed_mentions": {"parse": []}}


def _slack(url: str, alert: Alert, link: str) -> Request:
    return url, {"text": f"*<{link}|{_entities(alert.title)}>*\n{_entities(alert.text)}"}


def _google(url: str, alert: Alert, link: str) -> Request:
    return url, {"text": f"<{link}|{_entities(alert.title)}>\n{_entities(alert.text)}"}


def _ntfy(url: str, alert: Alert, link: str) -> Request:
    """Publish as JSON, which goes to the server's own address and names the topic."""
    parts = urlsplit(url)
    title, text = unlinked(alert.title), unlinked(alert.text)
    body = {"topic": parts.path.strip("/"), "title": title, "message": text, "click": link}
    return urlunsplit(parts._replace(path="/")), body


def _gotify(url: str, alert: Alert, link: str) -> Request:
    body = {
        "title": unlinked(alert.title),
        "message": unlinked(alert.text),
        "priority": 5,
        "extras": {"client::notification": {"click": {"url": link}}},
    }
    return url, body


def _unmarked(text: str) -> str:
    """Return text in which no sign formats anything."""
    return re.sub(r"([\\*_~`|<>\[\]()#:@-])", r"\\\1", text)


def _entities(text: str) -> str:
    """Return text in which nothing formats, links or mentions."""
    plain = unlinked(re.sub("[*_~`]", "", text))
    return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


_SHAPES: dict[Shape, Callable[[str, Alert, str], Request]] = {
    "json": _plain,
    "discord": _discord,
    "slack": _slack,
    "google": _google,
    "ntfy": _ntfy,
    "gotify": _gotify,
}
