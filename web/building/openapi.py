"""The OpenAPI text, from which the page's types and the reference are made: `python -m web.building.openapi`."""

import json
import sys
from typing import Any

from amyitis.server.app import create_app
from amyitis.server.settings import Settings


def openapi_text() -> dict[str, Any]:
    """The OpenAPI description of the whole API."""
    return create_app(Settings(database="sqlite:///unused.sqlite")).openapi()


if __name__ == "__main__":
    json.dump(openapi_text(), sys.stdout)
