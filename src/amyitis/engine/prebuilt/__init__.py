"""Machine code that comes with the package: what Python calls, compiled when the package is built.

`building/machine_code` in the repository builds a library for each of a few processors (`targets.py`). `loading.py`
takes the one that fits this machine, the box and the sources, and checks with `engine/samples.py` that it works. Then
nothing is compiled, and numba need not be there.
"""
