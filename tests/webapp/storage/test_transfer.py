"""From a SQLite file to PostgreSQL: every row of every table, or nothing."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from solver.cli import main as cli
from tests.webapp.storage.old_rows import old_rows
from tests.webapp.storage.test_migrations import fill, pages_of, running, visitor
from webapp.config import Settings
from webapp.storage import backup
from webapp.storage.backup import DatabaseError, transfer
from webapp.storage.games import Store, in_utc
from webapp.storage.tables import games, metadata

MANY = 2 * backup.ROWS + 1


@pytest.fixture
def target(address: str) -> Iterator[Store]:
    store = Store(address)
    yield store
    store.close()


@pytest.fixture
def source(settings: Settings) -> Iterator[Store]:
    store = Store(settings.database_url)
    store.migrate()
    yield store
    store.close()


def value_for(column: sa.Column[Any], number: int) -> Any:
    """Return a value that is hard to carry: as long as it may be, or none where that may be."""
    if column.nullable and number % 2:
        return None
    if isinstance(column.type, sa.DateTime):
        return datetime(2026, 2, 28, 23, 59, 59, 999_999, UTC) + timedelta(days=number)
    if isinstance(column.type, sa.Boolean):
        return bool(number % 2)
    if isinstance(column.type, sa.Float):
        return 0.1 + number
    if isinstance(column.type, sa.Integer):
        return (2**40 if isinstance(column.type, sa.BigInteger) else 2**30) + number
    size = column.type.length or 100_000 // (1 + number)
    return (f"{number}é🟩\\'" * size)[:size]


def rows_of(store: Store, table: sa.Table) -> list[tuple[Any, ...]]:
    with store.reading() as connection:
        rows = connection.execute(sa.select(table).order_by(*table.primary_key)).all()
    return sorted(
        tuple(in_utc(v).astimezone(UTC) if isinstance(v, datetime) else v for v in row)
        for row in rows
    )


def test_every_row_of_every_table_arrives_as_it_was(source: Store, target: Store) -> None:
    with source.changing() as connection:
        for table in metadata.sorted_tables:
            number = MANY if table is games else 3
            connection.execute(
                sa.insert(table),
                [{c.name: value_for(c, at) for c in table.columns} for at in range(number)],
            )
    counts = transfer(source, target)
    assert counts == {table.name: MANY if table is games else 3 for table in metadata.sorted_tables}
    for table in metadata.sorted_tables:
        assert rows_of(target, table) == rows_of(source, table), table.name
    inspector = sa.inspect(target.engine)
    assert inspector.get_sequence_names() == []  # none that would have to go on
    assert {*inspector.get_table_names()} == {"alembic_version", *metadata.tables}


def test_games_go_on_there(settings: Settings, address: str, source: Store) -> None:
    with source.changing() as connection:
        metadata.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE alembic_version")
    fill(source, old_rows())
    new_settings = replace(settings, database_url=address)
    target = Store(address)
    transfer(source, target)
    target.close()
    with running(new_settings) as app:
        pages_of(app, old_rows())
        answer = visitor(app, "ann").move("/mastermind/breaker/old", "guesses", code="3641")
        assert "Found in 3 guesses" in answer.text


def test_a_database_with_games_is_refused_as_it_is(source: Store, target: Store) -> None:
    target.migrate()
    game = target.create("bob", "play", "r", "s")
    source.create("ann", "play", "r", "s")
    with pytest.raises(DatabaseError, match=r"has games already, and none of them is from this"):
        transfer(source, target)
    assert [row[0] for row in rows_of(target, games)] == [game.id]


def test_what_does_not_fit_leaves_nothing_behind(
    source: Store, target: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    source.create("ann", "play", "r", "s")
    monkeypatch.setattr(backup, "_row", lambda row: {**row, "rules": "a\0b"})
    with pytest.raises(Exception, match="NUL"):
        transfer(source, target)
    assert rows_of(target, games) == []


def test_it_goes_one_way_only(source: Store, target: Store) -> None:
    for pair in ((source, source), (target, source), (target, target)):
        with pytest.raises(DatabaseError, match="from a SQLite file to a PostgreSQL database"):
            transfer(*pair)


def test_the_command_says_how_many_rows(
    settings: Settings, source: Store, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = source.create("ann", "play", "r", "s")
    monkeypatch.setenv("PEGS_DATA", str(settings.data))
    spoken = address.replace("postgresql+psycopg", "postgres")
    first, second = (CliRunner().invoke(cli.main, ["transfer", spoken]) for _ in range(2))
    assert first.exit_code == 0, first.output
    assert "games: 1 row\n" in first.output
    assert "Now set DATABASE_URL" in first.output
    assert second.exit_code == 0
    assert "games: has rows there, so it stays as it is" in second.output
    assert "attempts: 0 rows" in second.output
    assert "What was missing is copied" in second.output
    target = Store(address)
    assert target.load(game.id, "ann", "play") == game
    target.close()


def test_a_row_that_arrives_changed_is_noticed(source: Store, target: Store) -> None:
    source.create("ann", "play", "r", "s")
    target.migrate()
    with target.changing() as connection:
        for statement in (
            "CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS"
            " $$BEGIN NEW.seconds = NEW.seconds + 0.001; RETURN NEW; END$$",
            "CREATE TRIGGER meddling BEFORE INSERT ON games FOR EACH ROW EXECUTE FUNCTION meddle()",
        ):
            connection.exec_driver_sql(statement)
    with pytest.raises(DatabaseError, match=r"A row of games arrived changed\. Nothing was copied"):
        transfer(source, target)
    assert rows_of(target, games) == []
