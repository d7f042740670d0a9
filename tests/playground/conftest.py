"""The page, opened for the tests of a file (chromium.py)."""

import pytest
from chromium import Connection, open_page, start


@pytest.fixture(scope="session")
def chromium():
    driver = start()
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def browser(chromium):
    """The page, once for all tests of a file."""
    return open_page(chromium)


@pytest.fixture(scope="module")
def sql(browser):
    return Connection(browser)


@pytest.fixture
def new_database(chromium):
    """A connection to a database without the page's sample."""
    connection = Connection(open_page(chromium))
    connection.execute("DROP VIEW event_text")
    connection.execute("DROP TABLE event")
    return connection
