"""Everything that people and programs can ask for, written once for both editions of the game.

The route table (`routes.py`) names each request with its handler, types and who may call it. The service runs over
ports (`ports.py`): the server brings a database and worker processes, the browser edition IndexedDB and WebAssembly.
Nothing here needs more than the standard library.
"""
