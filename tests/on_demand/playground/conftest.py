"""The page, opened for the tests of a file (chromium.py)."""

import chromium as tools
import pytest


@pytest.fixture(scope="session")
def chromium():
    driver = tools.start()
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def browser(chromium):
    """The page, once for all tests of a file."""
    return tools.open_page(chromium)


@pytest.fixture
def tab(chromium):
    """The page in a tab of its own, with its own history, devices and policies."""
    others = chromium.current_window_handle
    chromium.switch_to.new_window("tab")
    yield tools.open_page(chromium)
    chromium.close()
    chromium.switch_to.window(others)


@pytest.fixture(scope="module")
def sql(browser):
    return tools.Connection(browser)


@pytest.fixture
def new_database(tab):
    """A connection to a database without the page's sample."""
    connection = tools.Connection(tab)
    connection.execute("DROP VIEW event_text")
    connection.execute("DROP TABLE event")
    return connection
