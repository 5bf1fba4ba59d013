"""The OpenAPI text on standard output, from which the page's types are made: `python -m amyitis.server.openapi`."""

import json
import sys

from .app import create_app
from .settings import Settings

if __name__ == "__main__":
    json.dump(create_app(Settings(database="sqlite:///unused.sqlite")).openapi(), sys.stdout)
