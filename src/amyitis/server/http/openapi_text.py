"""The OpenAPI text, made from the route table. The page's types and the tests of all answers follow from it."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, Literal

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from amyitis.service.routing import Access, Parameter, Route
from amyitis.service.shapes.analysis import AnalysisJob
from amyitis.service.shapes.games import LiveMessage
from amyitis.service.shapes.problems import FaultModel, Problem

from .table_routes import API

REFERENCE = "#/components/schemas/"
NAMED = {"LiveMessage": LiveMessage, "AnalysisJob": AnalysisJob, "Problem": Problem}  # what websockets send, and unions
OPEN = (Problem.__name__, FaultModel.__name__)  # these may have more fields than the text names
ALWAYS_REFUSED = {400: "malformed", 413: "too large", 421: "wrong host", 429: "a limit is reached"}
SECURITY: dict[Access, list[dict[str, list[str]]]] = {
    Access.PERSON: [{"person": []}],
    Access.PLAYER: [{"person": []}, {"key": []}],
    Access.MAKER: [{"person": []}],
}

Mode = Literal["validation", "serialization"]
Schema = dict[str, Any]


def openapi_text(app: FastAPI, routes: Iterable[Route], cookie: str) -> Schema:
    """The text for the rows of the table and for the routes that the application has beside them."""
    if app.openapi_schema is None:
        rows = [row for row in routes if row.absence("server") is None]
        text = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas = _Schemas(rows)
        paths: Schema = {}
        for row in rows:
            paths.setdefault(API + row.path, {})[row.method.lower()] = _operation(row, schemas)
        text["paths"] = paths | text["paths"]
        parts = text.setdefault("components", {})
        parts["schemas"] = schemas.parts | parts.get("schemas", {})
        parts["securitySchemes"] = {
            "person": {"type": "apiKey", "in": "cookie", "name": cookie},
            "key": {"type": "http", "scheme": "bearer"},
        }
        text["security"] = [{}, {"person": []}, {"key": []}]
        app.openapi_schema = text
    return app.openapi_schema


class _Schemas:
    """The JSON schemas of all types that the rows name; `parts` has those with names."""

    def __init__(self, rows: list[Route]) -> None:
        wanted: dict[tuple[Any, Mode], None] = dict.fromkeys((kind, "serialization") for kind in NAMED.values())
        for row in rows:
            parameters = [*row.path_parameters.values(), *row.query_parameters.values()]
            requests = [parameter.annotation for parameter in parameters] + (
                [] if row.body is None else [row.request_type]
            )
            wanted |= dict.fromkeys((kind, "validation") for kind in requests)
            wanted[row.result_type, "serialization"] = None
        inputs = [(place, mode, TypeAdapter(kind)) for place, (kind, mode) in enumerate(wanted)]
        made, definitions = TypeAdapter.json_schemas(inputs, ref_template=REFERENCE + "{model}")
        self._of = {key: made[place, key[1]] for place, key in enumerate(wanted)}
        self.parts: Schema = definitions.get("$defs", {})
        for name, part in self.parts.items():
            for field in part.get("properties", {}).values():
                if field.get("default", ...) is None:  # to leave a field out is the usual way to say null
                    del field["default"]
            if "properties" in part and name not in OPEN:
                part["additionalProperties"] = False
        for name, kind in NAMED.items():
            if name not in self.parts:
                self.parts[name] = self._of[kind, "serialization"]
                self._of[kind, "serialization"] = {"$ref": REFERENCE + name}

    def of(self, kind: Any, mode: Mode) -> Schema:
        """The schema of a type, or a reference to it."""
        return dict(self._of[kind, mode])


def _operation(row: Route, schemas: _Schemas) -> Schema:
    operation: Schema = {
        "tags": [row.tag],
        "summary": row.summary,
        "description": row.description,
        "operationId": f"{row.tag}_{row.name}",
        "responses": _answers(row, schemas) | refusals(row.refuses | _who(row.who, row.refuses)),
    }
    parameters = [
        _parameter(name, place, described, schemas)
        for place, several in (("path", row.path_parameters), ("query", row.query_parameters))
        for name, described in several.items()
    ]
    if parameters:
        operation["parameters"] = parameters
    if row.body is not None:
        content = {"application/json": {"schema": schemas.of(row.request_type, "validation")}}
        operation["requestBody"] = {"required": row.body.required, "content": content}
    if row.who in SECURITY:
        operation["security"] = SECURITY[row.who]
    return operation


def _parameter(name: str, place: str, parameter: Parameter, schemas: _Schemas) -> Schema:
    schema = schemas.of(parameter.annotation, "validation")
    choices = [choice for choice in schema.get("anyOf", []) if choice != {"type": "null"}]
    if len(choices) == 1:  # a query says null by saying nothing
        del schema["anyOf"]
        schema = choices[0] | schema
    description = {"description": schema.pop("description")} if "description" in schema else {}
    if not parameter.required and parameter.default is not None:
        schema["default"] = parameter.default
    return {"name": name, "in": place, "required": parameter.required, **description, "schema": schema}


def _answers(row: Route, schemas: _Schemas) -> dict[int | str, Schema]:
    media_type = "text/plain" if row.result_type is str else "application/json"
    content = {media_type: {"schema": schemas.of(row.result_type, "serialization")}}
    words = {row.status: HTTPStatus(row.status).phrase} | row.also
    return {str(status): {"description": what, "content": content} for status, what in words.items()}


def _who(who: Access, refused: dict[int, str]) -> dict[int, str]:
    return {} if who is Access.ANYONE or 403 in refused else {403: who.value}


def refusals(kinds: Mapping[int, str]) -> dict[int | str, Schema]:
    """The refusals of a route by their statuses, with those that every route has."""
    body = {"content": {"application/problem+json": {"schema": {"$ref": REFERENCE + Problem.__name__}}}}
    words = {str(status): what for status, what in sorted((ALWAYS_REFUSED | dict(kinds)).items())}
    return {status: {"description": what, **body} for status, what in (words | {"4XX": "another refusal"}).items()}
