"""Commands of a server and its database, and of a bot that joins one."""
