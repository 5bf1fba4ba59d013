"""The games of a server: the service, their history, films, new games."""
