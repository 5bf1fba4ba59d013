"""A person's own page: passkeys by a virtual authenticator, passwords, a second device, export, removal."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.server.playing import ME
from tests.server.running import RunningServer
from tests.web.conftest import PHONE, NewPage
from tests.web.playing import new_game

Keep = Callable[[Page, str], None]
PASSWORD, OTHER = "barley dates salt", "wine and palm trees"
PROOF_FIRST = {"type": "urn:amyitis:problem:forbidden", "title": "", "status": 403, "detail": "", "key": "proof_first"}
SIZES = {"wide": (1366, 768), "tablet": (768, 1024), "phone": (390, 844)}
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Authenticator:
    """What holds the passkeys of a browser: a fingerprint reader that always sees its owner's finger."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("WebAuthn.enable")
        added = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self._id = {"authenticatorId": added["authenticatorId"]}

    def passkeys(self) -> list[dict[str, Any]]:
        """The passkeys that it holds."""
        return list(self._session.send("WebAuthn.getCredentials", self._id)["credentials"])

    def take(self, passkeys: list[dict[str, Any]]) -> None:
        """Hold these passkeys, too, as a phone does that is synced with another."""
        for passkey in passkeys:
            self._session.send("WebAuthn.addCredential", self._id | {"credential": passkey})


@pytest.fixture
def home(server: RunningServer) -> str:
    """The server by its name, by which browsers make passkeys."""
    return server.spoken_address


def shown(page: Page, name: str, keep: Keep) -> None:
    """Screenshots at every size, light and dark."""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            keep(page, f"account-{name}-{size}-{theme}")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1366, "height": 768})


def register(page: Page, home: str, name: str) -> str:
    """Make an account with a password; its recovery code."""
    page.goto(f"{home}/account")
    page.get_by_role("radio", name="New account").check()
    page.get_by_label("Name, as others see it").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create it with a password").click()
    code = page.locator("output").inner_text()
    page.get_by_role("button", name="I have it").click()
    expect(page.get_by_role("heading", name="How you sign in")).to_be_visible()
    expect(page.locator(".devices li")).to_contain_text("this one")
    return code


def sign_in(page: Page, home: str, name: str, password: str) -> None:
    """Sign in by a password."""
    page.goto(f"{home}/account")
    page.get_by_label("Name, as others see it").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name=re.compile("^Sign in with the password")).click()


def test_a_guest_registers_by_passkey_and_signs_in_on_a_second_device(home: str, new_page: NewPage, keep: Keep) -> None:
    first, second = new_page(), new_page(PHONE)
    key, other = Authenticator(first), Authenticator(second)
    new_game(first, home, [ME, ME], name="Begun as a guest")
    first.goto(home)
    first.get_by_role("button", name="What is your name").or_(first.locator(".who button")).first.click()
    first.get_by_role("link", name="Sign in, or make an account").click()
    expect(first.get_by_text("Nobody needs an account to play")).to_be_visible()
    shown(first, "entry", keep)
    first.get_by_role("radio", name="New account").check()
    first.get_by_label("Name, as others see it").fill("Nitocris")
    expect(first.get_by_text("The game you began here moves into your account")).to_be_visible()
    shown(first, "register", keep)
    first.get_by_role("button", name="Create it with a passkey").click()
    expect(first.locator("output")).to_have_text(re.compile(r"^(\w{5}-){4}\w{5}$"))
    shown(first, "code", keep)
    first.get_by_role("button", name="I have it").click()
    expect(first.get_by_role("button", name="Rename")).to_be_visible()
    assert [one["rpId"] for one in key.passkeys()] == ["localhost"]
    other.take(key.passkeys())
    second.goto(f"{home}/account")
    second.get_by_role("button", name="Sign in with a passkey").click()
    second.wait_for_url(f"{home}/")
    expect(second.get_by_text("Begun as a guest").first).to_be_visible()
    first.reload()
    expect(first.get_by_role("button", name="Remove this device")).to_have_count(1)
    shown(first, "mine", keep)
    first.get_by_role("button", name="Remove this device").click()
    first.get_by_role("button", name="Yes, do it").click()
    expect(first.get_by_role("button", name="Remove this device")).to_have_count(0)
    second.goto(f"{home}/account")
    expect(second.get_by_text("Nobody needs an account to play")).to_be_visible()


def test_a_password_is_changed_and_the_other_device_is_out(home: str, new_page: NewPage, keep: Keep) -> None:
    first, second = new_page(), new_page(PHONE)
    code = register(first, home, "Adad-guppi")
    new_game(second, home, [ME, ME], name="Begun on the phone")
    sign_in(second, home, "Adad-guppi", "not my password")
    expect(second.get_by_role("alert")).to_contain_text("The name or the password is wrong")
    shown(second, "wrong", keep)
    sign_in(second, home, "Adad-guppi", PASSWORD)
    second.wait_for_url(f"{home}/")
    first.goto(f"{home}/games")
    expect(first.get_by_text("Begun on the phone").first).to_be_visible()
    first.goto(f"{home}/account")
    first.get_by_role("button", name="Change the password").click()
    first.get_by_label("New password").fill(OTHER)
    first.get_by_role("button", name="Save").last.click()
    expect(first.get_by_role("button", name="Change the password")).to_be_visible()
    second.goto(f"{home}/account")
    second.get_by_role("radio", name="Recovery code").check()
    second.get_by_label("Name, as others see it").fill("adad-guppi")
    second.get_by_role("textbox", name="Recovery code").fill(code.lower())
    second.get_by_role("button", name="Sign in").last.click()
    expect(second.locator("output")).not_to_have_text(code)
    second.get_by_role("button", name="I have it").click()
    expect(second.get_by_role("heading", name="How you sign in")).to_be_visible()


def test_what_matters_asks_again_who_it_is(
    home: str, server: RunningServer, new_page: NewPage, keep: Keep, tmp_path: Path
) -> None:
    page = new_page()
    register(page, home, "Enheduanna")
    page.get_by_role("button", name="Sign out here").click()
    page.wait_for_url(f"{home}/")
    sign_in(page, home, "Enheduanna", PASSWORD)
    page.wait_for_url(f"{home}/")
    page.goto(f"{home}/account")
    page.route("**/api/v1/me/link", lambda route: route.fulfill(status=403, json=PROOF_FIRST), times=1)
    page.get_by_role("button", name="Make a link").click()
    asked = page.get_by_role("dialog", name="Is it you?")
    expect(asked).to_be_visible()
    shown(page, "proof", keep)
    asked.get_by_label("Password").fill("not my password")
    asked.get_by_role("button", name="It is me").click()
    expect(asked.get_by_role("alert")).to_contain_text("The name or the password is wrong")
    asked.get_by_label("Password").fill(PASSWORD)
    asked.get_by_role("button", name="It is me").click()
    expect(asked).to_be_hidden()
    expect(page.get_by_label("Make a link")).to_have_value(re.compile(f"^{re.escape(home)}/device/"))
    page.route("**/api/v1/me", lambda route: route.fulfill(status=403, json=PROOF_FIRST), times=1)
    who = page.locator("section.who")
    who.get_by_label("Your name").fill("Enheduana")
    who.get_by_role("button", name=re.compile("^That.s me")).click()
    asked.get_by_label("Password").fill(PASSWORD)
    asked.get_by_role("button", name="It is me").click()
    expect(who.get_by_text("Enheduana", exact=True)).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download my data").click()
    download.value.save_as(tmp_path / "me.json")
    assert json.loads((tmp_path / "me.json").read_text())["kept"]["people"][0]["name"] == "Enheduana"
    page.get_by_role("button", name="Remove me").click()
    page.get_by_role("button", name="Yes, remove me for good").click()
    page.wait_for_url(f"{home}/")
    sign_in(page, home, "Enheduana", PASSWORD)
    expect(page.get_by_role("alert")).to_contain_text("The name or the password is wrong")


def test_passkeys_are_not_offered_where_they_cannot_work(server: RunningServer, home: str, new_page: NewPage) -> None:
    page = new_page()
    Authenticator(page)
    code = register(page, home, "Semiramis")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("button", name="Rename")).to_be_visible()
    page.goto(f"{server.address}/account/invited/a-word-of-the-operator")
    expect(page.get_by_role("radio", name="New account")).to_be_checked()
    page.goto(f"{server.address}/account")
    expect(page.get_by_text("Browsers create passkeys only at https addresses")).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    sign_in(page, server.address, "Semiramis", PASSWORD)
    page.wait_for_url(f"{server.address}/")
    page.goto(f"{server.address}/account")
    expect(page.get_by_text("works only at localhost")).to_be_visible()
    expect(page.get_by_role("button", name="Add a passkey")).to_have_count(0)
    # Whoever has passkeys of another address alone shows by the recovery code that it is them.
    assert page.request.post(f"{home}/api/v1/account/password", data={"password": None}).ok
    page.reload()
    page.get_by_role("radio", name="Recovery code").check()
    page.get_by_label("Name, as others see it").fill("Semiramis")
    page.get_by_role("textbox", name="Recovery code").fill(code)
    page.get_by_role("button", name="Sign in").last.click()
    code = page.locator("output").inner_text()
    page.get_by_role("button", name="I have it").click()
    page.route("**/api/v1/account/recovery", lambda route: route.fulfill(status=403, json=PROOF_FIRST), times=1)
    page.get_by_role("button", name="Make a new code").click()
    asked = page.get_by_role("dialog", name="Is it you?")
    asked.get_by_label("Recovery code").fill(code)
    asked.get_by_role("button", name="It is me").click()
    expect(page.locator("output")).to_have_text(re.compile(r"^(\w{5}-){4}\w{5}$"))
