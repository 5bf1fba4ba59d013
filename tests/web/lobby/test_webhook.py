"""The address for slow games, set on the page of a server that has webhooks turned on."""

from playwright.sync_api import expect

from tests.server.running import Databases, run_server
from tests.web.conftest import PAGE, NewPage


def test_an_address_is_kept_or_refused_in_words(databases: Databases, new_page: NewPage) -> None:
    with run_server(databases.sqlite(), "--page", str(PAGE), "--webhooks") as server:
        page = new_page()
        page.request.post(f"{server.address}/api/v1/me", data={"name": "Amata"})
        page.goto(f"{server.address}/games")
        address = page.get_by_label("Address to call")
        address.fill("https://somebody:secret@example.org/turn")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("alert")).to_be_visible()
        address.fill("https://93.184.216.34/turn")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        page.reload()
        expect(page.get_by_label("Address to call")).to_have_value("https://93.184.216.34/turn")
