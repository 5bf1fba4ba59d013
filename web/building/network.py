"""The small network in whole numbers, as a page takes it: `python -m web.building.network FILE` writes it."""

import sys
from pathlib import Path

from amyitis.nets.cards import SMALL
from amyitis.nets.network import packaged_network

if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(packaged_network(SMALL).quantized.packed())
