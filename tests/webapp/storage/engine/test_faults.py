"""What drivers complain of, read as what a page can say."""

from tests.cases import cases
from webapp.storage.engine.faults import (
    Kind,
    StoreBrokenError,
    StoreBusyError,
    StoreDiskError,
    StoreFullError,
    StoreGoneError,
    kind_of,
)

OF_SQLITE: list[tuple[int, Kind | None]] = [
    (5, StoreBusyError),
    (5 | 2 << 8, StoreBusyError),  # BUSY_SNAPSHOT
    (13, StoreFullError),
    (10, StoreDiskError),
    (10 | 3 << 8, StoreDiskError),  # IOERR_WRITE
    (10 | 4 << 8, StoreDiskError),  # IOERR_FSYNC
    (11 | 1 << 8, StoreBrokenError),
    (26, StoreBrokenError),
    (14, StoreBrokenError),
    (1, None),  # a wrong statement
    (19, None),  # a name that is there already
]

OF_POSTGRESQL: list[tuple[str | None, bool, Kind | None]] = [
    ("57P01", True, StoreGoneError),
    ("57014", False, StoreBusyError),
    ("55P03", False, StoreBusyError),
    ("53100", False, StoreFullError),
    ("53300", False, StoreBusyError),
    ("08006", True, StoreGoneError),
    ("25006", False, StoreGoneError),
    ("XX001", False, StoreBrokenError),
    ("23505", False, None),  # a name that is there already
    ("42P01", False, None),  # a table that is not
    (None, True, StoreGoneError),
    (None, False, None),
]


class DriverError(Exception):
    """An error as drivers raise them, with a code."""

    def __init__(self, **codes: object) -> None:
        super().__init__()
        vars(self).update(codes)


@cases(("code", "kind"), OF_SQLITE)
def test_codes_of_sqlite(code: int, kind: Kind | None) -> None:
    assert kind_of(DriverError(sqlite_errorcode=code)) is kind


@cases(("state", "is_lost", "kind"), OF_POSTGRESQL)
def test_states_of_postgresql(state: str | None, is_lost: bool, kind: Kind | None) -> None:
    assert kind_of(DriverError(sqlstate=state), is_lost=is_lost) is kind


def test_a_connection_that_was_refused() -> None:
    class OperationalError(Exception):
        pass

    class ConnectionTimeoutError(OperationalError):
        pass

    assert kind_of(ConnectionTimeoutError()) is StoreGoneError
