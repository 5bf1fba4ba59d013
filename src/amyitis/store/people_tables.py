"""The tables of people: their names, devices and accounts, bans, and who was removed.

Times are milliseconds since 1970.
"""

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
)

# The browsers by which people are known; `revoked` is when one has lost its rights.
devices = Table(
    "devices",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("name", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("revoked", BigInteger, nullable=True),
    Index("devices_by_person", "person", "revoked"),
    Index("devices_by_revocation", "revoked"),
)

# Links by which people go on with another device: each works once, for a while.
links = Table(
    "links",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("links_by_person", "person"),
)

# Accounts are optional: a person without one is a cookie. `looks` is the hash of what the name looks like, so that no
# two accounts can be taken for each other; `password` and `recovery` are hashes, too.
accounts = Table(
    "accounts",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("looks", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("password", String(200), nullable=True),
    Column("recovery", String(64), nullable=False),
    Index("accounts_by_looks", "looks", unique=True),
)

# Passkeys, each for one name of the server (`rp`).
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("rp", String(253), nullable=False),
    Column("name", String(80), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=True),
    Index("passkeys_by_person", "person"),
)

# What a passkey is to sign: each challenge is used once, within a while.
ceremonies = Table(
    "ceremonies",
    metadata,
    Column("challenge_hash", String(64), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("until", BigInteger, nullable=False),
)

# Devices on which somebody has just shown a password or a passkey.
proofs = Table(
    "proofs",
    metadata,
    Column("device", String(40), primary_key=True),
    Column("until", BigInteger, nullable=False),
)

# Codes with which people make accounts where registration is by invitation.
account_invitations = Table(
    "account_invitations",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("uses", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
)

bans = Table(
    "bans",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# People who were removed, as hashes: a backup that is put back does not bring them back, nor are their names free.
tombstones = Table(
    "tombstones",
    metadata,
    Column("person_hash", String(64), primary_key=True),
    Column("looks", String(64), nullable=True),
    Column("at", BigInteger, nullable=False),
    Index("tombstones_by_looks", "looks"),
)
