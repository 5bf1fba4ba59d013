"""The table drawn from its view alone: with characters for a terminal (`table.py`), or as a picture (`picture.py`)."""
