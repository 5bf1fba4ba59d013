"""The service in a browser tab, without a server: an adapter over IndexedDB and WebAssembly, run by Pyodide.

`browser.py` is the way in. Nothing but the standard library is needed, and no thread: everything happens in one event
loop.
"""
