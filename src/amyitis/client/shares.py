"""What a client adds to the seeds of games: a share of its own, sealed first, and shown once everybody has sealed."""

from .connection import Answer


class Shares:
    """The shares of a client that `adds` any, by their seals."""

    def __init__(self, adds: bool) -> None:
        self.adds = adds
        self._shares: dict[str, str] = {}

    def seal(self) -> dict[str, str]:
        """Returns the seal of a new share, to be sent along; nothing if this client adds none."""
        if not self.adds:
            return {}
        from amyitis.game.deals.fair_deals import new_secret, seal_of

        share = new_secret()
        seal = seal_of(share)
        self._shares[seal] = share
        return {"seal": seal}

    def wanted(self, game: Answer) -> dict[str, str] | None:
        """Returns the seal or the share that a game waits for from here, with its seat."""
        fairness = game.get("fairness") or {}
        if not self.adds or not fairness.get("stage"):
            return None
        mine = {seat["seat"] for seat in game["seats"] if seat["yours"]}
        for share in fairness["shares"]:
            if share["seat"] in mine and share["state"] == "expected" and fairness["stage"] == "commit":
                return {"seat": share["seat"], **self.seal()}
            if share["seat"] in mine and share["state"] == "sealed" and fairness["stage"] == "reveal":
                known = self._shares.get(share["seal"])
                return None if known is None else {"seat": share["seat"], "share": known}
        return None
