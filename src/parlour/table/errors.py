"""What the table may answer instead of doing what was asked: one sentence each."""

from parlour.core.errors import ParlourError


class StoreError(ParlourError):
    """The database cannot be used as it stands; nothing in it was changed."""

    code = "store"


class WriteError(ParlourError):
    """A write was not committed; nothing of it is in the database."""

    code = "storage"


class ConflictError(WriteError):
    """A write met a row that was there already: somebody else was first."""

    code = "conflict"


class PortError(ParlourError):
    """The address cannot be listened on."""

    code = "port"


class MissingError(ParlourError):
    """No such table, round or page."""

    code = "missing"


class ForeignError(ParlourError):
    """A request that came from another site's page, or asks for what belongs to another player."""

    code = "foreign"


class BadName(ParlourError):
    """A name that nobody could read, or that would change how the page around it is read."""

    code = "bad_name"


class BusyError(ParlourError):
    """Too much was asked for in too short a time."""

    code = "too_many"


class Refusal(ParlourError):
    """A command that was refused. The position is unchanged, at revision `rev` of the table."""

    code = "refused"

    def __init__(self, code: str, message: str, rev: int = 0) -> None:
        super().__init__(message, code)
        self.rev = rev
