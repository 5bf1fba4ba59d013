"""The rules as WebAssembly: the same functions, translated by numba, for a browser or Node.js.

`building.py` has LLVM make one object file of all functions that are wanted, `placing.py` makes a module of it, and
`describing.py` tells those who load it what goes in and out. The loader for a page is `web/src/engine/`.
"""
