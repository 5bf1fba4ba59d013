"""The page: its front for every address that is its own, and its files."""

from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from amyitis.service.problems import NotFound

from .context import Use
from .page_files import INDEX
from .plain_pages import front_page

router = APIRouter(include_in_schema=False)

LOOK = ["GET", "HEAD"]
OK, NOT_FOUND = 200, 404
PARTS_OF_THE_TABLE = (
    *("/replay", "/replay/{game_id}", "/position", "/review", "/review/{game_id}", "/puzzle", "/puzzle/{key}"),
    *("/analysis", "/learn", "/learn/{part}", "/plan/{game_id}", "/mistake", "/mistake/{key}"),
)
PLACES = (
    *("/join/{game_id}/{seat}", "/join/{game_id}/{seat}/{invitation}", "/rules", "/rules/{clause}", "/glance"),
    *("/games", "/deals", "/deals/{game_id}", "/challenge/{challenge}", "/device/{code}"),
    *("/mail/{code}", "/mail/{code}/end", "/alerts", "/alerts/{game_id}", "/account", "/account/invited/{code}"),
    *("/openings", "/strategy", "/progress"),
)
TABLE = "table"  # what the page calls the part that tables, lessons and replays share


@router.api_route("/", methods=LOOK)
async def front(use: Use, request: Request) -> Response:
    """The page, or where it was not built a plain one."""
    return use.page.answer(INDEX, request) if use.page.is_built else HTMLResponse(await front_page(use.store))


@router.api_route("/table/{game_id}", methods=LOOK)
async def table(use: Use, request: Request, game_id: str) -> Response:
    """The page, with word of what a table needs, and of the game, in the words in which the page will ask for it."""
    query = {"since": 0, "outlook": "true"}
    game = f"/api/v1/games/{quote(game_id, safe='')}?{urlencode(query)}"
    return use.page.front(request, TABLE, game)


async def part_of_the_table(use: Use, request: Request) -> Response:
    """The page, with word of what a table needs: else a browser would ask for it only when the page runs."""
    return use.page.front(request, TABLE)


async def place(use: Use, request: Request) -> Response:
    """The page again: it looks at its own address to know what to show."""
    return use.page.answer(INDEX, request)


for address in (*PLACES, *PARTS_OF_THE_TABLE):
    router.add_api_route(address, place if address in PLACES else part_of_the_table, methods=LOOK)


@router.api_route("/{name}", methods=LOOK)
@router.api_route("/{folder}/{name}", methods=LOOK)
async def file(name: str, use: Use, request: Request, folder: str = "") -> Response:
    """A file of the page; a browser that looks for anything else gets the page, which says so."""
    wanted = f"{folder}/{name}" if folder else name
    try:
        return use.page.answer(wanted, request)
    except NotFound:
        if folder == "api" or not use.page.is_built or "text/html" not in request.headers.get("accept", ""):
            raise
    lost = use.page.answer(INDEX, request)
    if lost.status_code == OK:
        lost.status_code = NOT_FOUND
    return lost
