"""What is printed: the box file, its loader and checks; the constant tables are in `amyitis.box.tables`."""

from amyitis.box.active import active_box, use_box
from amyitis.box.loading import load_box
from amyitis.box.model import Box
from amyitis.box.origin import Mark, Origin

__all__ = ["Box", "Mark", "Origin", "active_box", "load_box", "use_box"]
