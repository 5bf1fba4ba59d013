"""The other way round: a view after its changes, as a page puts it together."""

from typing import Any

from amyitis.game.view.changes import Changes


def with_changes(view: Any, changed: Changes) -> Any:
    """Returns the view after the changes; the one given stays as it is."""
    for path, value in changed.items():
        view = _set(view, path.split("/") if path else [], value)
    return view


def _set(view: Any, path: list[str], value: Any) -> Any:
    if not path:
        return value
    if isinstance(view, list):
        place = int(path[0])
        return [*view[:place], _set(view[place], path[1:], value), *view[place + 1 :]]
    return {**view, path[0]: _set(view[path[0]], path[1:], value)}
