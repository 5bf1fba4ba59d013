"""What tests of the rules share."""

import pytest


@pytest.fixture(params=[1, 2], ids=["rules 1", "rules 2"])
def version(request: pytest.FixtureRequest) -> int:
    """The versions of the rules that can be played."""
    number: int = request.param
    return number
