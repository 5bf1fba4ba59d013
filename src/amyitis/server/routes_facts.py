"""What does not change: the bots, the box, the rules."""

from typing import Annotated, Any

from fastapi import APIRouter, Path

from amyitis import rulebook
from amyitis.bots.levels import LEVELS
from amyitis.box import active_box
from amyitis.box.plain import plain
from amyitis.errors import Malformed

from .models import Bots, BoxModel, ClauseModel, refuses
from .refusals import NotFound
from .services import bots_for_guests

router = APIRouter(tags=["facts"])


@router.get("/bots", responses=refuses())
async def bots() -> Bots:
    """The bots that can take a seat."""
    return Bots(levels=[level.__name__ for level in LEVELS], names=bots_for_guests())


@router.get("/box", response_model=BoxModel, responses=refuses())
async def box() -> dict[str, Any]:
    """What is in the box, with how sure each fact is."""
    found = active_box()
    return {"digest": found.digest, **plain(found)}


@router.get("/rules/{number}", responses=refuses(_404="there is no such clause"))
async def rule(number: Annotated[str, Path(pattern=r"^[0-9]{1,4}\.[0-9]{1,4}$")]) -> ClauseModel:
    """A clause of the rules, in our words."""
    try:
        found = rulebook.clause(number)
    except Malformed as problem:
        raise NotFound(str(problem)) from None
    return ClauseModel(number=found.number, title=found.title, text=found.text)
