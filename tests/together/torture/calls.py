"""The Python module under fail.c, as calls.c: each line has an operation, and its result or error.
PYTHONMALLOC=malloc makes Python's allocations calls of malloc."""

import ctypes
import gc
import os
import threading
import time

import uuid9562

torture = ctypes.CDLL(None)
EXAMPLE = "www.example.com"


def show(name, call, *arguments, **named):
    try:
        result = call(*arguments, **named)
        line = f"{name}\t{'done' if result is None else result}"
    except Exception as error:
        line = f"{name}\t!{type(error).__name__}: {error}"
    print(line, flush=True)


def batch(version, count):
    seen = sorted(set(uuid9562.batch_str(version, count)))
    return f"{len(seen)} {seen[0]} {seen[-1]}"


def advance():
    uuid9562.advance(uuid9562.uuid7_max(int(time.time()) * 1000 + 20000))


def state_open():
    return os.path.basename(uuid9562.state_open("state"))


def in_thread():
    show("uuid4", uuid9562.uuid4)
    show("uuid5", uuid9562.uuid5, "@dns", EXAMPLE)


def work():
    show("uuid4", uuid9562.uuid4)
    show("uuid7", uuid9562.uuid7)
    show("uuid1", uuid9562.uuid1)
    show("uuid6", uuid9562.uuid6, 1)
    for _ in range(70):
        show("uuid7", uuid9562.uuid7_str)
    show("batch4", batch, 4, 600)
    show("batch7", batch, 7, 300)
    show("uuid5", uuid9562.uuid5, "@dns", EXAMPLE)
    show("uuid8_name", uuid9562.uuid8_name, "@dns", EXAMPLE, "sha512")
    show("parse", uuid9562.parse, "{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}")
    show("host", uuid9562.uuid1, "@host")
    show("generator", lambda: uuid9562.Generator(node=1, clock=lambda: 10**9).uuid7())
    show("state_open", state_open)
    show("uuid7", uuid9562.uuid7)
    show("advance", advance)
    show("uuid7", uuid9562.uuid7)
    show("resync", uuid9562.resync)
    show("reseed", uuid9562.reseed)
    child = os.fork()
    if child == 0:
        show("child4", uuid9562.uuid4)
        show("child7", uuid9562.uuid7)
        os._exit(0)
    os.waitpid(child, 0)
    thread = threading.Thread(target=in_thread)
    thread.start()
    thread.join()
    show("uuid7", uuid9562.uuid7)


torture.torture_cases()
for _ in range(5):
    torture.torture_on()
    work()
    gc.collect()
    torture.torture_off()
work()
