"""What drivers complain of, read as what a page can say."""

from tests.cases import cases
from webapp.storage.engine import faults

OF_SQLITE: list[tuple[int, faults.Kind | None]] = [
    (5, faults.StoreBusyError),
    (5 | 2 << 8, faults.StoreBusyError),  # BUSY_SNAPSHOT
    (13, faults.StoreFullError),
    (10, faults.StoreDiskError),
    (10 | 3 << 8, faults.StoreDiskError),  # IOERR_WRITE
    (10 | 4 << 8, faults.StoreDiskError),  # IOERR_FSYNC
    (11 | 1 << 8, faults.StoreBrokenError),
    (26, faults.StoreBrokenError),
    (14, faults.StoreBrokenError),
    (1, None),  # a wrong statement
    (19, None),  # a name that is there already
]

OF_POSTGRESQL: list[tuple[str | None, bool, faults.Kind | None]] = [
    ("57P01", True, faults.StoreGoneError),
    ("57014", False, faults.StoreBusyError),
    ("55P03", False, faults.StoreBusyError),
    ("53100", False, faults.StoreFullError),
    ("53300", False, faults.StoreBusyError),
    ("08006", True, faults.StoreGoneError),
    ("25006", False, faults.StoreGoneError),
    ("XX001", False, faults.StoreBrokenError),
    ("23505", False, None),  # a name that is there already
    ("42P01", False, None),  # a table that is not
    (None, True, faults.StoreGoneError),
    (None, False, None),
]


class DriverError(Exception):
    def __init__(self, **codes: object) -> None:
        super().__init__()
        vars(self).update(codes)


@cases(("code", "kind"), OF_SQLITE)
def test_codes_of_sqlite(code: int, kind: faults.Kind | None) -> None:
    assert faults.kind_of(DriverError(sqlite_errorcode=code)) is kind


@cases(("state", "is_lost", "kind"), OF_POSTGRESQL)
def test_states_of_postgresql(state: str | None, is_lost: bool, kind: faults.Kind | None) -> None:
    assert faults.kind_of(DriverError(sqlstate=state), is_lost=is_lost) is kind


def test_a_connection_that_was_refused() -> None:
    class OperationalError(Exception):
        pass

    class ConnectionTimeoutError(OperationalError):
        pass

    assert faults.kind_of(ConnectionTimeoutError()) is faults.StoreGoneError
