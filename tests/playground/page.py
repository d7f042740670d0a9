"""The page of `./dev playground` in a headless Chromium: what is in it, its engine, its panels."""

import pytest
from harness import BUILD
from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

PAGE = BUILD / "playground/uuid9562.html"
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,900")


@pytest.fixture(scope="module")
def browser():
    options = webdriver.ChromeOptions()
    for flag in FLAGS:
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options)
    driver.get(PAGE.as_uri())
    WebDriverWait(driver, 30).until(lambda it: it.execute_script("return 'playground' in globalThis"))
    yield driver
    driver.quit()


def ask(browser, operation, *arguments):
    """What the engine answers: the worker's operations (playground/worker/worker.js)."""
    kind, answer = browser.execute_async_script("""
        const done = arguments[arguments.length - 1];
        playground.call(arguments[0], ...arguments[1]).then(
            (result) => done(["result", result]), (error) => done(["error", error.message]));
    """, operation, arguments)
    assert kind == "result", answer
    return answer


def test_engine(browser):
    result = ask(browser, "query", "SELECT uuid5('@dns', 'www.example.com')")
    assert result["rows"] == [["2ed6657d-e927-568b-95e1-2665a8aea6a2"]]
