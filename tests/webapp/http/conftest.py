"""A house with games of each kind in each state, built once for all who look or copy it."""

from collections.abc import Iterator

import pytest

from tests.webapp.http.house import Forms, House, forms_of, open_house


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, empty_database: bytes) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("house"), empty_database) as house:
        yield house


@pytest.fixture(scope="session")
def forms(house: House) -> Forms:
    return forms_of(house)
