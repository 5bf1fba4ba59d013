"""Games with another box than the server's own: one process for each such box, which has its rules.

The tables of a box are constants, made when the rules are imported, so that two boxes do not fit one process.
"""
