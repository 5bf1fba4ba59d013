"""A closed table: nobody but its people sees it before it is over."""

from contextlib import aclosing

import pytest

from amyitis.service.games.watching.live import watch_game
from amyitis.service.games.watching.watchers import Watcher
from amyitis.service.problems import Forbidden
from amyitis.service.routes import ROUTES
from amyitis.service.routing import Access, Call, Route
from amyitis.service.service import Service
from amyitis.table import Identity
from tests.server.running import Databases
from tests.service.running import with_service
from tests.service.test_routes import BODIES

READING = [row for row in ROUTES if "{game_id}" in row.path and row.who in (Access.ANYONE, Access.PERSON)]
MORE = {"try_moves": {"ply": 1, "tokens": []}, "join": {}, "invited": {"invitation": ""}}
ANN, BEN, EVE = (Identity(person=name) for name in ("ann", "ben", "eve"))


def row(name: str) -> Route:
    return next(row for row in ROUTES if row.name == name)


def test_a_stranger_sees_nothing_of_a_closed_table_before_it_is_over(databases: Databases) -> None:
    async def work(service: Service) -> None:
        async def ask(who: Identity, name: str, body: object = None, **path: str) -> object:
            return (await service.call(row(name), Call(who, ""), path, {}, body)).content

        asked = {"seats": [{"kind": "me"}, {"kind": "open"}], "closed": True, "public": True, "seed": "7"}
        made = await ask(ANN, "create_game", asked)
        game = made["game"]  # type: ignore[index]
        game_id, word = game["id"], made["invitations"]["K"]  # type: ignore[index]
        assert (await ask(EVE, "look", game_id=game_id))["closed"], "a seat is open"  # type: ignore[index]
        async with aclosing(watch_game(service, game_id, Watcher(EVE, -1), "")) as messages:  # type: ignore[type-var]
            assert b"hello" in await anext(messages)
            assert b'"closed":true' in await anext(messages), "a seat is open"
            await ask(BEN, "join", {"invitation": word}, game_id=game_id, seat="K")
            with pytest.raises(Forbidden, match="only those who play here"):
                await anext(messages)
        values = {"game_id": game_id, "seat": "W", "ply": "1"}
        for one in READING:
            path = {name: values[name] for name in one.path_parameters}
            query = {"token": ["pass"]} if one.name == "why_not" else {}
            body = MORE | BODIES
            with pytest.raises(Forbidden, match="only those who play here"):
                await service.call(one, Call(EVE, ""), path, query, None if one.body is None else body[one.name])
        fork = {"seats": [{"kind": "me"}] * 2, "from": {"game": game_id, "ply": 1}}
        with pytest.raises(Forbidden, match="only those who play here"):
            await ask(EVE, "create_game", fork)
        async with aclosing(watch_game(service, game_id, Watcher(EVE, 0), "")) as messages:  # type: ignore[type-var]
            with pytest.raises(Forbidden, match="only those who play here"):
                await anext(messages)
        assert game_id not in str(await service.call(row("list_games"), Call(EVE, ""), {}, {"which": ["watch"]}, None))
        for player in (ANN, BEN):
            await ask(player, "look", game_id=game_id)
        await ask(ANN, "resign", game_id=game_id, seat="W")
        await ask(EVE, "look", game_id=game_id)

    assert len(READING) > 10
    with_service(databases.sqlite(), work)
