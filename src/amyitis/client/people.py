"""`PeopleClient`: requests about people: who I am, my devices, how I am called, and what is said at tables."""

from .connection import Answer, Connection


class PeopleClient(Connection):
    """The part of a client that is about people."""

    def me(self) -> Answer:
        """Returns who I am to the server."""
        return self._ask("GET", "/me")

    def name_me(self, name: str) -> Answer:
        """Give myself a name; returns who I am then."""
        return self._ask("POST", "/me", {"name": name})

    def devices(self) -> list[Answer]:
        """Returns the devices by which I am known."""
        return list(self._ask("GET", "/me/devices")["devices"])

    def link(self) -> str:
        """Returns a code that makes another device mine: it works once, for some minutes."""
        return str(self._ask("POST", "/me/link")["code"])

    def be_the_same(self, code: str, replace: bool = False) -> Answer:
        """Be the person whose code this is; `replace`: even if I have games of my own. Returns my name then."""
        return self._ask("POST", "/me/devices", {"code": code, "replace": replace})

    def remove_device(self, device: str) -> list[Answer]:
        """Take the rights of a device of mine away (`others`: of all but this); returns those that are left."""
        return list(self._ask("DELETE", f"/me/devices/{device}")["devices"])

    def leave_device(self) -> None:
        """Sign out here."""
        self._ask("POST", "/me/leave")

    def webhook(self, url: str | None, shape: str = "json") -> Answer:
        """Name the address that is called on my turn when I am away, None for none; returns how I am called then."""
        return self._ask("POST", "/me/alerts", {"webhook": {"url": url, "shape": shape}})

    def alerts(self) -> Answer:
        """Returns how I am called when a game waits for me."""
        return self._ask("GET", "/me/alerts")

    def try_alerts(self, by: str = "webhook") -> Answer:
        """Have a test message sent to my webhook, or to my browsers (`push`); returns what it reached."""
        return self._ask("POST", "/me/alerts/test", params={"by": by})

    def talk(self, game_id: str) -> Answer:
        """Returns what was said of late on my side of the table, and whom I do not want to hear."""
        return self._ask("GET", f"/games/{game_id}/talk")

    def say(self, game_id: str, text: str | None = None, reaction: str | None = None) -> Answer:
        """Say something to my side of the table, or show one of the pictures; returns what was said of late."""
        return self._ask("POST", f"/games/{game_id}/talk", {"text": text, "reaction": reaction})

    def mute(self, game_id: str, by: str, on: bool = True) -> Answer:
        """Hear somebody no longer, by their mark, or hear them again; returns what was said of late."""
        return self._ask("POST", f"/games/{game_id}/talk/mute", {"by": by, "on": on})

    def report(self, game_id: str, number: int) -> Answer:
        """Report something that was said to the operator; returns what was said of late."""
        return self._ask("POST", f"/games/{game_id}/talk/report", {"id": number})

    def waiting(self) -> list[str]:
        """Returns the games that wait for my decision, the longest waiting first."""
        return list(self._ask("GET", "/me/waiting")["games"])

    def table_webhook(self, game_id: str) -> Answer:
        """Returns the address that is called at every turn of a game that I made."""
        return self._ask("GET", f"/games/{game_id}/webhook")

    def set_table_webhook(self, game_id: str, url: str | None, shape: str = "json") -> Answer:
        """Name the address that is called at every turn of a game that I made, None for none."""
        return self._ask("POST", f"/games/{game_id}/webhook", {"url": url, "shape": shape})

    def try_table_webhook(self, game_id: str) -> Answer:
        """Have a test message sent to the address of a game that I made; returns what it reached."""
        return self._ask("POST", f"/games/{game_id}/webhook/test")
