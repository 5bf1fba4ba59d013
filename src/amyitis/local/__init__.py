"""A table without a server: the requests of the API answered in a browser, by the game's own Python (Pyodide).

Games are kept by whoever gives a `Store`, and bots have their searches made by whoever gives a `Thinker`. Nothing but
the standard library is needed, and no thread: everything happens in one event loop.
"""
