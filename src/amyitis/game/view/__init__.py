"""The table as plain data: its shape (`shape.py`), and how it is drawn from a state (`drawing.py`)."""

from .drawing import Parts, goods_names, phase, task, view_of
from .shape import View

__all__ = ["Parts", "View", "goods_names", "phase", "task", "view_of"]
