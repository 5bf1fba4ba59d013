"""The quick way to compile: all that numba keeps private and we use all the same is fenced in here.

`libraries.py` has code translated once and optimised as a whole, with numba's code libraries and compiler passes;
`machine_code.py` keeps it as an object file and calls it without numba, with numba's own way to pass arrays and to tell
of exceptions. None of this is promised by numba. So the versions are capped, a self-test in a process of its own has to
pass once for each version (`trust.py`), and where either fails `engine/compiler/public.py` does the work, slower.
"""
