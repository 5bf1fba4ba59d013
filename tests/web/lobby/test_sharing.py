"""What is given away: an invitation as a code, as a link and by the share sheet; the final scoring as a picture."""

from collections.abc import Callable

from playwright.sync_api import Page, Response, expect

from tests.server.running import RunningServer
from tests.web.conftest import FAILED_AFTER, SCREENS, NewPage
from tests.web.playing import open_at, visit

PNG = b"\x89PNG\r\n\x1a\n"
SHEET = """navigator.canShare = () => true;
navigator.share = async (given) => { window.given = [given.url ?? '', given.files?.[0]?.type ?? '']; };
"""

CODE_MAKER = "Data too long"  # words of the library that makes codes


def makes_codes(answer: Response) -> bool:
    """Whether this is the script that makes codes."""
    return answer.url.endswith(".js") and CODE_MAKER in answer.text()


def test_an_invitation_and_the_end_of_a_game_can_be_shared(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page()
    page.add_init_script(SHEET)
    visit(page, server.address, "/")
    with page.expect_response(makes_codes, timeout=FAILED_AFTER):  # only now, not with the first page
        page.get_by_role("button", name="Create the table").click()
    code = page.get_by_role("img", name="QR code of the link for Black")
    expect(code).to_be_visible()
    keep(page, "invitation with a code")
    page.get_by_role("button", name="Share the link").click()
    page.wait_for_function("() => window.given")
    assert "/join/" in page.evaluate("window.given[0]")
    assert "/K/" in page.evaluate("window.given[0]")

    open_at(page, server.address, "over", 4)
    with page.expect_download() as loading:
        page.get_by_role("button", name="Save a picture").click()
    assert loading.value.suggested_filename == "amyitis.png"
    picture = loading.value.path().read_bytes()
    SCREENS.mkdir(parents=True, exist_ok=True)
    (SCREENS / "scoring to keep.png").write_bytes(picture)
    width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
    assert picture.startswith(PNG)
    assert (width, height > 800) == (1800, True)
    page.evaluate("window.given = null")
    page.get_by_role("button", name="Share it").click()
    page.wait_for_function("() => window.given")
    assert page.evaluate("window.given[1]") == "image/png"
    keep(page, "scoring with its picture")
