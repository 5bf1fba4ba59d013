"""What can go wrong with boxes that run in other processes."""

from amyitis.errors import AmyitisError


class WorkerLost(AmyitisError):
    """A worker process died, or no longer has what was kept in it."""
