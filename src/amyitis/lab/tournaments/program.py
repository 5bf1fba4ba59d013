"""Which program plays: a digest of all that decides how a game goes, the rules and the bots.

Results say by which program their game was played, and all machines of a cluster must have the same one. What only
shows or serves games (the command line, for example) is not part of it, so it may change.
"""

from amyitis.sources import package_digest

PACKAGES = ("box", "rules", "engine", "notation", "game", "search", "bots")

PROGRAM = package_digest(*PACKAGES)
