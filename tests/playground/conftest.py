"""The page, opened for the tests of a file (chromium.py).

Every run of pytest reads this file, also where there is no selenium: so it is imported at need.
"""

import importlib

import pytest


@pytest.fixture(scope="session")
def tools():
    return importlib.import_module("chromium")


@pytest.fixture(scope="session")
def chromium(tools):
    driver = tools.start()
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def browser(tools, chromium):
    """The page, once for all tests of a file."""
    return tools.open_page(chromium)


@pytest.fixture(scope="module")
def sql(tools, browser):
    return tools.Connection(browser)


@pytest.fixture
def new_database(tools, chromium):
    """A connection to a database without the page's sample."""
    connection = tools.Connection(tools.open_page(chromium))
    connection.execute("DROP VIEW event_text")
    connection.execute("DROP TABLE event")
    return connection
