"""Plain pages for where no page was built, and for people who write programs."""

from html import escape
from typing import Any

from amyitis import __version__
from amyitis.store import GameStore

STYLE = """body{font:16px/1.5 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem;
background:#fbf6ea;color:#1d2b3a}
h1{color:#1f4e79}a{color:#8a4b08}code{background:#f0e6cf;padding:0 .2rem}table{border-collapse:collapse}
td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}"""


async def front_page(store: GameStore) -> str:
    """What this is, and which games are open."""
    rows = await store.open_games()
    seats = await store.seats_of([row.id for row in rows])
    games = "".join(
        f"<tr><td><code>{escape(row.id)}</code></td><td>{row.players}</td>"
        f"<td>{escape(', '.join(seat.name or 'open' for seat in seats.get(row.id, [])))}</td></tr>"
        for row in rows
    )
    listed = f"<table><tr><th>game</th><th>players</th><th>seats</th></tr>{games}</table>" if rows else "<p>None.</p>"
    return _page(
        "Amyitis",
        f"""<h1>Amyitis</h1>
<p>This is a server for the board game <em>Amyitis</em>, for two to four players: people, bots and programs.
An unofficial fan implementation, version {escape(__version__)}.</p>
<p>The page to play on has not been built: <code>make play</code> builds and opens it.</p>
<p>Programs find what it can do at <a href="/api">/api</a>, or for machines at
<a href="/api/v1/openapi.json">/api/v1/openapi.json</a>. Health: <a href="/health">/health</a>.</p>
<h2>Open games</h2>
{listed}""",
    )


def api_page(text: dict[str, Any]) -> str:
    """The routes, in words."""
    rows = "".join(
        f"<tr><td><code>{method.upper()}</code></td><td><code>{escape(path)}</code></td>"
        f"<td>{escape(' '.join(str(route.get('description', '')).split()))}</td></tr>"
        for path, routes in text["paths"].items()
        for method, route in routes.items()
    )
    live = (
        "<tr><td><code>WS</code></td><td><code>/api/v1/games/{game_id}/live?since=PLY</code></td>"
        "<td>The game as it happens: the answer of GET /games/{game_id} for each change.</td></tr>"
        "<tr><td><code>WS</code></td><td><code>/api/v1/jobs/{key}/live</code></td>"
        "<td>An analysis job as it proceeds: the answer of GET /jobs/{key} for each change.</td></tr>"
    )
    return _page(
        "The API of Amyitis",
        f'<h1>The API</h1><p>For machines: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a></p>'
        f"<table>{rows}{live}</table>",
    )


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"></head>'
        f"<body>{body}</body></html>"
    )
