"""What a table refuses, with the answers of this server."""

from functools import partial

from amyitis.api import refusing
from amyitis.server.encoding import TELLER

stale = partial(refusing.stale, TELLER)
deciding = partial(refusing.deciding, TELLER)
