"""How the package is built: a wheel is the whole game, so page, networks and machine code must be there first."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE, CODE = "build/web", "build/prebuilt"
NEEDED = {
    f"{PAGE}/index.html": "the page is not built: run `make page` first",
    f"{CODE}/manifest.json": "the machine code is not built: run `make prebuilt` first",
    "src/amyitis/nets/weights/small.f16": "the small network is missing: `git checkout src/amyitis/nets/weights`",
    "src/amyitis/nets/weights/large.f16": "the large network is missing: `git checkout src/amyitis/nets/weights`",
}


class WholeGame(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the built page and machine code into wheel and sdist, and builds neither without them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raise SystemExit, with a sentence, if something is missing; a checkout in use has its page elsewhere."""
        if version == "editable":
            return
        for path, sentence in NEEDED.items():
            if not (Path(self.root) / path).is_file():
                raise SystemExit(f"amyitis: {sentence}")
        for folder, place in ((PAGE, "amyitis/server/page"), (CODE, "amyitis/engine/prebuilt/machine_code")):
            build_data["force_include"][str(Path(self.root) / folder)] = (
                place if self.target_name == "wheel" else folder
            )
