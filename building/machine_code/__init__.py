"""Builds the machine code that comes with the package.

`building.py` translates the marked functions (`rules/rule.py`) with numba and has LLVM compile all of them for each
of a few processors (`engine/prebuilt/targets.py`). `linking.py` makes a shared library of each object file
(`object_file.py`), so neither a linker nor a C compiler is needed anywhere.
"""
