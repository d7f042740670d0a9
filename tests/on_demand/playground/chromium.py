"""The page of `./dev playground` in a headless Chromium, and what its engine answers there."""

import shutil
import sqlite3
from collections import deque

from harness import BUILD
from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

PAGE = BUILD / "playground/uuid9562.html"
RFC = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
V4 = "919108f7-52d1-4320-9bac-f847db4148a8"
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         "--window-size=1200,900")

# Values of SQLite as JSON has them, marked with their type: what JavaScript cannot tell, it cannot
# say here, so that a REAL that is a whole number is an INTEGER.
ASK = """
    const [statements, parameters, done] = arguments;
    const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const marked = (value) =>
        value === null ? null : typeof value === "string" ? ["text", value] :
        value instanceof Uint8Array ? ["blob", hex(value)] :
        typeof value === "bigint" || Number.isSafeInteger(value) ? ["integer", String(value)] :
        ["real", value];
    const values = parameters.map(([type, value]) => ({
        blob: () => Uint8Array.from(value.match(/../g) ?? [], (pair) => parseInt(pair, 16)),
        integer: () => BigInt(value),
    }[type] ?? (() => value))());
    (async () => {
        const answers = [];
        for (const statement of statements)
            try {
                const { rows } = await playground.sql.call("query", statement, values);
                answers.push({ rows: rows.map((row) => row.map(marked)) });
            } catch ({ message, code, offset }) {
                answers.push({ message, code, offset });
            }
        done(answers);
    })();
"""
UNMARKED = {"text": str, "blob": bytes.fromhex, "integer": int, "real": float}
MARKED = {type(None): lambda value: ["null", None], str: lambda value: ["text", value],
          bytes: lambda value: ["blob", value.hex()], int: lambda value: ["integer", str(value)],
          float: lambda value: ["real", value]}
ERRORS = {getattr(sqlite3, name): name for name in dir(sqlite3)
          if name.startswith("SQLITE_CONSTRAINT_")}


class Connection:
    """The page's own connection to SQLite, as Python's sqlite3 has them; an error also has the
    `offset` in bytes."""

    def __init__(self, browser):
        self.browser, self.answers = browser, deque()

    def send(self, statements, parameters=()):
        return self.browser.execute_async_script(
            ASK, statements, [MARKED[type(value)](value) for value in parameters])

    def ahead(self, statements):
        """Runs what execute() will be asked for next, since a statement by itself takes long."""
        self.answers.extend(zip(statements, self.send(statements), strict=True))

    def execute(self, statement, parameters=()):
        if self.answers:
            sent, answer = self.answers.popleft()
            assert sent == statement
        else:
            answer, = self.send([statement], parameters)
        if "message" in answer:
            error = sqlite3.Error(answer["message"])
            error.sqlite_errorname = ERRORS.get(answer["code"], "SQLITE_" + str(answer["code"]))
            error.offset = answer["offset"]
            raise error
        return Rows(tuple(value and UNMARKED[value[0]](value[1]) for value in row)
                    for row in answer["rows"])


class Rows(list):
    def fetchall(self):
        return self


def start(*flags):
    options = webdriver.ChromeOptions()
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    for flag in (*FLAGS, *flags):
        options.add_argument(flag)
    # Debian's selenium has no program that would look for the driver.
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    driver.set_script_timeout(300)
    return driver


def console(driver):
    """What was said there since the last call."""
    return driver.get_log("browser")


def wait(driver, condition, seconds=20):
    """What the condition, a JavaScript expression, gives as soon as it holds."""
    return WebDriverWait(driver, seconds, 0.05).until(
        lambda it: it.execute_script(f"return {condition}"), condition)


def wait_for_text(driver, selector, text):
    """Until a text is in the first element of a selector."""
    wait(driver, f"document.querySelector({selector!r})?.textContent.includes({text!r})")


def open_page(driver, fragment="", page=PAGE):
    driver.get("about:blank")
    driver.get(page.as_uri() + fragment)
    wait(driver, "'playground' in globalThis")
    return driver


def texts(driver, selector):
    """What stands in each element of a selector, hidden ones too."""
    return driver.execute_script(
        "return Array.from(document.querySelectorAll(arguments[0]), (it) => it.textContent)",
        selector)


def click(driver, element):
    """Clicks on an element, or that of a selector; again if the page moved another in its place."""
    if isinstance(element, str):
        element = driver.find_element(By.CSS_SELECTOR, element)
    WebDriverWait(driver, 20, 0.05, [ElementClickInterceptedException]).until(
        lambda _: driver.execute_script(
            "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element)
        or element.click() is None)


def saved(driver, path, button):
    """What is in the file of a name that a button saves."""
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", {
        "behavior": "allow", "downloadPath": str(path.parent)})
    click(driver, button)
    content = WebDriverWait(driver, 20, 0.05).until(
        lambda _: path.exists() and path.read_bytes())  # empty until it is whole
    path.unlink()
    return content


def press(driver, *keys, on=None):
    """Presses keys on the element of a selector, which gets the focus, or on what has it."""
    if on is not None:
        driver.execute_script("document.querySelector(arguments[0]).focus()", on)
    driver.switch_to.active_element.send_keys(*keys)


def paste(driver, text, on):
    """By the keys that copy and paste."""
    driver.execute_script("""
        document.addEventListener("copy", (event) => {
            event.clipboardData.setData("text/plain", arguments[0]);
            event.preventDefault();
        }, { once: true });
    """, text)
    press(driver, Keys.CONTROL, "c", on=on)
    press(driver, Keys.CONTROL, "av")


def media(driver, scheme="", name=""):
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "media": name, "features": [{"name": "prefers-color-scheme", "value": scheme}]})


def focused(driver):
    return driver.execute_script("return document.activeElement.id")
