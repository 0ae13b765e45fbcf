"""Bodies of requests, read as strictly as messages of a socket."""

from typing import Any, ClassVar

import msgspec
from litestar.dto import AbstractDTO
from litestar.typing import FieldDefinition

from parlour.table import messages
from parlour.table.api.errors import BodyError


class Strict(AbstractDTO[Any]):
    """Reads a body as what its handler takes: no text counts as a number, and unknown fields are refused.

    Litestar's own way is lenient; it converts what is nearly right.
    """

    _readers: ClassVar[dict[str, msgspec.json.Decoder[Any]]] = {}

    @classmethod
    def create_for_field_definition(
        cls,
        field_definition: FieldDefinition,
        handler_id: str,
        backend_cls: Any = None,  # noqa: ARG003 - as the base has it
    ) -> None:
        """Make the reader of a handler."""
        cls._readers[handler_id] = msgspec.json.Decoder(field_definition.annotation)

    @classmethod
    def create_openapi_schema(
        cls,
        field_definition: FieldDefinition,
        handler_id: str,  # noqa: ARG003 - as the base has it
        schema_creator: Any,
    ) -> Any:
        """Describe a body."""
        return schema_creator.for_field_definition(field_definition)

    def decode_bytes(self, value: bytes) -> Any:
        """Read a body. Raises `BodyError`."""
        reader = self._readers[self.asgi_connection.route_handler.handler_id]
        try:
            return reader.decode(value)
        except messages.UNREADABLE as error:
            why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise BodyError(f"This body cannot be read: {why}") from None
