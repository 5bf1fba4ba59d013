"""The server: games for people, bots and programs over HTTP and websockets; none is ever lost."""
