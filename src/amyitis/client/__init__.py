"""A small client for the server's API (`docs/reference/api.md`).

>>> from amyitis.client import Client
>>> with Client("http://127.0.0.1:8737") as me:
...     made = me.new_game([{"kind": "me"}, {"kind": "bot", "bot": "Steward"}])
...     for game in me.watch(made["game"]["id"]):
...         if game["legal"]:
...             me.move(game["id"], game["ply"], game["legal"][0])
...         if game["over"]:
...             break
"""

from .client import Client
from .connection import ServerProblem
from .remote_bot import play_as, play_seat

__all__ = ["Client", "ServerProblem", "play_as", "play_seat"]
