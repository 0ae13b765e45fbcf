"""Readers that do not read: what was sent to them would stay in memory for as long as they like."""

from asyncio import TimerHandle

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

PATIENCE = 20.0
"""Seconds in which a reader has to take most of what it was sent, before it is cut off."""


class Reader(WebSocketsSansIOProtocol):
    """uvicorn's end of a socket, which besides does not wait for a reader for ever.

    To close a connection means to send first what waits there, and who reads nothing never gets it.
    """

    _losing: TimerHandle | None = None

    def pause_writing(self) -> None:
        """Note that the reader is behind."""
        super().pause_writing()
        self._losing = self.loop.call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        """Note that it has caught up."""
        super().resume_writing()
        self._kept()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that it has gone."""
        super().connection_lost(exc)
        self._kept()

    def _kept(self) -> None:
        if self._losing is not None:
            self._losing.cancel()
            self._losing = None
