"""The OpenAPI document: Litestar describes the routes, this adds what is said once for all."""

import inspect
from typing import Any

import msgspec
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, License, Schema, SecurityScheme, Tag
from litestar.openapi.spec.enums import OpenAPIType
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

import parlour
from parlour.core.board import Match, Sitting
from parlour.draw.pages import Lobby
from parlour.table import messages
from parlour.table.api.listing import view_types
from parlour.table.api.schemas import NewGuest, Opening, Renewal, SitDown

PATH = "/api/openapi.json"

_ABOUT = """\
Tables and matches of Parlour for programs. Make a guest, open a table or sit down at one, and play.

Beside these routes there is a socket for each table, `/api/tables/{table_id}/events`: its first message is a
`State`, and another follows each change. Commands can be sent over it, too; each gets one answer, a `Done` or
a `Refused`.

Every answer is what its asker may know: it has no card and no seed that is hidden from the token's player.
"""

_EXAMPLES: dict[type[msgspec.Struct], list[Any]] = {
    NewGuest: [{"name": "Ada"}],
    Opening: [
        {"game": "splendor", "seats": 3, "public": True},
        {"game": "arbos", "options": {"size": 9}, "clock": {"kind": "move", "seconds": 60}},
        {"game": "golf", "preset": "classic", "deal": 24},
    ],
    SitDown: [{"name": "Ben"}],
    Renewal: [{"renew": True}],
    messages.Play: [{"t": "play", "id": "command-0001", "rev": 3, "moves": ["take WUG"]}],
    messages.Resign: [{"t": "resign", "id": "command-0002", "rev": 4}],
}


class Exact(OpenAPISchemaPlugin):
    """Says of each struct also what it means, and which fields are always there and may be there."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Take every struct."""
        return not field_definition.is_union and field_definition.is_subclass_of(msgspec.Struct)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """Return the schema that Litestar makes of a struct, with more in it."""
        kind: type[msgspec.Struct] = field_definition.annotation
        usual = next(
            one
            for one in schema_creator.plugins
            if one is not self and schema_creator.plugin_supports_field(one, field_definition)
        )
        schema: Schema = usual.to_openapi_schema(field_definition, schema_creator)
        schema.description = inspect.cleandoc(kind.__doc__ or "")
        schema.examples = _EXAMPLES.get(kind)
        if kind.__struct_config__.forbid_unknown_fields:
            schema.additional_properties = False
        elif not kind.__struct_config__.omit_defaults:
            schema.required = sorted(schema.properties or ())
        if schema.properties is not None:
            schema.properties.update(_other_properties(kind, schema_creator))
        return schema


def _other_properties(kind: type[msgspec.Struct], schema_creator: Any) -> dict[str, Schema]:
    """Return what cannot be read from the annotations of a struct."""
    if kind is messages.State:
        return {
            "facts": _any_of(schema_creator, Match, Sitting),
            "view": _any_of(schema_creator, *view_types(), None),
            "lobby": _any_of(schema_creator, Lobby, None),
        }
    if kind is messages.Play:
        move = Schema(type=OpenAPIType.STRING, min_length=1, max_length=64)
        return {"moves": Schema(type=OpenAPIType.ARRAY, items=move, min_items=1, max_items=64)}
    return {}


def _any_of(schema_creator: Any, *kinds: Any) -> Schema:
    return Schema(
        any_of=[schema_creator.for_field_definition(FieldDefinition.from_annotation(kind)) for kind in kinds]
    )


class _Plain(JsonRenderPlugin):
    """Hands the document out at one address."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def has_path(self, path: str) -> bool:  # noqa: ARG002 - so that no second address is made up
        """Say that every address that is asked for is here."""
        return True


CONFIG = OpenAPIConfig(
    title="Parlour",
    version=parlour.__version__,
    description=_ABOUT,
    license=License(name="MIT", identifier="MIT"),
    path=PATH,
    render_plugins=[_Plain()],
    use_handler_docstrings=True,
    operation_id_creator=lambda handler, method, path: handler.handler_name,  # noqa: ARG005
    tags=[
        Tag("Guests", "Who plays."),
        Tag("Tables", "What there is to play, and where."),
        Tag("Playing", "What happens at a table."),
    ],
    components=Components(
        security_schemes={
            "token": SecurityScheme(
                type="http",
                scheme="bearer",
                description="The token of a guest, or of a seat at the table that is asked about.",
            )
        }
    ),
)
