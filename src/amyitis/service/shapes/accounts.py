"""People, their devices and accounts: the bodies of requests, and what is answered."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from amyitis.extras import TypedDict
from amyitis.markers import Doc, Text

from .parameters import NameText

LEAST_PASSWORD, MOST_PASSWORD, CREDENTIAL_LETTERS, KEY_NAME = 8, 200, 12_000, 40

NewPassword = Annotated[str, Text(LEAST_PASSWORD, MOST_PASSWORD)]
PasswordText = Annotated[str, Text(1, MOST_PASSWORD)]
CredentialText = Annotated[
    str, Text(1, CREDENTIAL_LETTERS), Doc("The browser's `PublicKeyCredential`, as `JSON.stringify` writes it.")
]
RecoveryText = Annotated[str, Text(1, 60, example="7KQ2M-XWB9D-4HJTR-P3NVC-8SZFG")]
PasskeyName = Annotated[str, Text(1, KEY_NAME)]
PasskeyId = Annotated[str, Text(pattern="^[A-Za-z0-9_-]{1,1364}$")]
Bring = Annotated[bool, Doc("Whether the games that a guest has begun on this device come along.")]


@dataclass(frozen=True, kw_only=True)
class RegisterRequest:
    """A new account for this person, with a password or a passkey; with an invitation where one is needed."""

    name: NameText
    password: NewPassword | None = None
    credential: CredentialText | None = None
    invitation: Annotated[str, Text(1, 60)] | None = None


@dataclass(frozen=True, kw_only=True)
class SignInRequest:
    """Sign in by name and password."""

    name: NameText
    password: PasswordText
    bring: Bring = True


@dataclass(frozen=True, kw_only=True)
class PasskeySignInRequest:
    """Sign in by a passkey."""

    credential: CredentialText
    bring: Bring = True


@dataclass(frozen=True, kw_only=True)
class RecoveryRequest:
    """Sign in by a recovery code."""

    name: NameText
    code: RecoveryText
    bring: Bring = True


@dataclass(frozen=True, kw_only=True)
class ProofRequest:
    """Show again that it is you, by your password or a passkey."""

    password: PasswordText | None = None
    credential: CredentialText | None = None


@dataclass(frozen=True, kw_only=True)
class PasswordRequest:
    """Your new password; null for none."""

    password: NewPassword | None


@dataclass(frozen=True, kw_only=True)
class CeremonyRequest:
    """What a passkey is wanted for: to sign in, to show again that it is you, or a new one under a `name`."""

    purpose: Literal["sign_in", "proof", "new"]
    name: NameText | None = None


@dataclass(frozen=True, kw_only=True)
class PasskeyRequest:
    """A new passkey, and how it is called in your list: like this device, unless told otherwise."""

    credential: CredentialText
    name: PasskeyName | None = None


@dataclass(frozen=True, kw_only=True)
class PasskeyNameRequest:
    """How a passkey is called in your list."""

    name: PasskeyName


class Passkey(TypedDict):
    """A passkey of yours; it works at the addresses of one host name, `rp`."""

    id: str
    name: str
    rp: str
    created: int
    used: int | None


class Account(TypedDict):
    """Your account; `proven`: this device has shown lately that it is you."""

    name: str
    created: int
    password: bool
    proven: bool
    passkeys: list[Passkey]


class AccountState(TypedDict):
    """Your account, null if you have none, and who may make one here."""

    registration: Annotated[
        Literal["open", "invitation", "closed"], Doc("Whether anybody makes accounts here, those invited, or nobody.")
    ]
    account: Account | None


class Recovery(TypedDict):
    """Your recovery code, which is shown this once; a new one takes the place of the one before."""

    recovery: str


class SignedIn(TypedDict):
    """Who you are on this device now; `recovery` is your next code if you used one."""

    name: str | None
    recovery: str | None


class Ceremony(TypedDict):
    """The options for the browser's `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`."""

    options: dict[str, Any]


class Person(TypedDict):
    """Who you are."""

    known: bool
    account: Annotated[bool, Doc("Whether you have an account.")]
    name: str | None


class Device(TypedDict):
    """One of your devices; `this` marks the one that made the request."""

    id: str
    name: str
    seen: Annotated[int, Doc("When its cookie was last renewed.")]
    this: bool


class Devices(TypedDict):
    """Your devices."""

    devices: list[Device]


class Link(TypedDict):
    """A code that makes another device yours, and for how many seconds it works."""

    code: str
    seconds: int


class Linked(TypedDict):
    """The name of the person that this device now belongs to; null for nobody."""

    name: str | None
