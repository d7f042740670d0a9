"""accelerate() beside threads, forks, other processes and interpreters, and under the standard's own
tests."""

import inspect
import tempfile
import threading
import unittest
import uuid
from pathlib import Path
from uuid import UUID
from uuid import uuid4 as held

import support
import uuid9562
from test_interpreters import MODULE, RUN
from test_stdlib import is_installed, run_theirs

NUMBER = 0x017F22E279B07CC398C4DC0C0C07398F


@unittest.skipUnless(is_installed(), "a Python without its own tests")
class Standard(unittest.TestCase):
    def test_before_while_and_after(self):
        self.assertEqual(run_theirs(uuid), {})
        with uuid9562.accelerate():
            self.assertEqual(run_theirs(uuid), {})
            self.assertTrue(inspect.isbuiltin(UUID.hex.fget))
        self.assertEqual(run_theirs(uuid), {})


class Together(unittest.TestCase):
    def test_switched_while_others_work(self):
        stop, wrong = threading.Event(), []
        text = str(UUID(int=NUMBER))

        def work():
            while not stop.is_set():
                one = UUID(text)
                if (str(one), one.hex, one.int, one == UUID(int=NUMBER), one.fields[5],
                        uuid.uuid4().version, held().version) != (
                        text, text.replace("-", ""), NUMBER, True, NUMBER & (2**48 - 1), 4, 4):
                    wrong.append(one)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(300):
            with uuid9562.accelerate():
                str(UUID(text))
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_switched_in_the_midst_of_switching(self):
        """As a signal handler may, here with a profile function; the last one counts."""
        self.assertEqual(support.child("""
import faulthandler, sys, uuid, uuid9562
faulthandler.dump_traceback_later(60, exit=True)
def between(frame, event, argument):
    if frame.f_code.co_name == "_begin":
        uuid9562.accelerate(False)
uuid9562.accelerate(False)
sys.setprofile(between)
uuid9562.accelerate()
sys.setprofile(None)
print(uuid9562._core._accelerate(), type(uuid.UUID.hex.fget).__name__)
"""), "False function\n")

    def test_switched_thousands_of_times(self):
        """CPython has no new number for the class at some time: then all is the standard's."""
        self.assertEqual(support.child("""
import unittest.mock, uuid, uuid9562
text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
u = uuid.UUID(text)
def init(self, *args):
    self.__setstate__({"int": 9})
for _ in range(3000):
    with uuid9562.accelerate():
        assert (str(u), u.hex, u == uuid.UUID(text), uuid.uuid4().version) == (
            text, text.replace("-", ""), True, 4)
        with unittest.mock.patch.object(uuid.UUID, "__str__", lambda self: "mine"):
            assert str(u) == f"{u}" == "mine"
        with unittest.mock.patch.object(uuid.UUID, "__init__", init):
            assert uuid.UUID(text).int == 9
    assert str(u) == text and not uuid9562._core._accelerate()
print(u, type(uuid.UUID.hex.fget).__name__)
"""), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f function\n")

    def test_watched(self):
        """By what debuggers, profilers and coverage use."""
        self.assertEqual(support.child("""
import sys, uuid, uuid9562
def made():
    u = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    return u, str(u), u.hex, u.fields, uuid.uuid5(u, "x"), uuid.uuid4().version, {u: 1}[u]
expected, names = made(), set()
def watch(frame, event, argument):
    names.add(frame.f_code.co_name)
    return watch
def check():
    uuid9562.accelerate()
    results = [made()]
    uuid9562.accelerate(False)
    assert [*results, made()] == [expected] * 2
for begin in (sys.settrace, sys.setprofile):
    begin(watch)
    check()
    begin(None)
monitoring = getattr(sys, "monitoring", None)
if monitoring:
    events = monitoring.events
    monitoring.use_tool_id(2, "test")
    monitoring.register_callback(2, events.LINE, lambda code, line: names.add(code.co_name))
    for where in (None, uuid.uuid4.__code__):
        if where:
            monitoring.set_local_events(2, where, events.LINE | events.INSTRUCTION)
        else:
            monitoring.set_events(2, events.LINE | events.INSTRUCTION)
        check()
        monitoring.set_events(2, 0)
print("uuid4" in names)
"""), "True\n")

    def test_processes(self):
        """A new process begins with the standard's, unless the environment says otherwise."""
        program = """
import multiprocessing, uuid, uuid9562
def one(u):
    return uuid9562._core._accelerate(), u == uuid.UUID(str(u)), uuid.uuid4()
if __name__ == "__main__":
    uuid9562.accelerate()
    for method in ("fork", "spawn", "forkserver"):
        with multiprocessing.get_context(method).Pool(1) as pool:
            on, same, made = zip(*pool.map(one, [uuid.uuid4() for _ in range(9)]))
        print(method, *set(on), *set(same), len(set(made)))
"""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "program.py")
            path.write_text(program, encoding="utf-8")
            self.assertEqual(
                support.child(f"import runpy; runpy.run_path({str(path)!r}, run_name='__main__')"),
                "fork True True 9\nspawn False True 9\nforkserver False True 9\n")

    @unittest.skipUnless(MODULE, "no module for interpreters")
    def test_interpreters_have_each_their_own(self):
        self.assertEqual(support.child(RUN + """
import uuid
code = '''
import sys, uuid, uuid9562
assert "_accelerate" not in uuid.uuid4.__code__.co_filename
uuid9562.accelerate()
u = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
assert str(u) == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f" and u == uuid.UUID(bytes=u.bytes)
assert type(u) is uuid.UUID and uuid.uuid4() != uuid.uuid4() and uuid.uuid5(u, "x").version == 5
assert uuid9562._core._accelerate() and "hashlib" not in sys.modules
uuid9562.accelerate(False)
assert not uuid9562._core._accelerate()
uuid9562.accelerate()
assert uuid9562._core._accelerate()
'''
run(code)
uuid9562.accelerate()
u = uuid.uuid4()
for _ in range(5):
    run(code)
    assert uuid.UUID(str(u)) == u and type(uuid.uuid4()) is uuid.UUID
uuid9562.accelerate(False)
run(code)
print(uuid.UUID(str(u)) == u)
"""), "True\n")

    def test_a_module_that_is_compiled(self):
        """As by Nuitka: a function of the module has a code that cannot be run, here each one."""
        self.assertEqual(support.child("""
import ast, importlib.util, types, unittest.mock, uuid, uuid9562

def no_code():
    raise RuntimeError("no byte code")

class Compiled:
    def __init__(self, function):
        self.function, self.__name__, code = function, function.__name__, function.__code__
        self.__code__ = no_code.__code__.replace(
            co_argcount=code.co_argcount, co_varnames=code.co_varnames, co_nlocals=code.co_nlocals)
    def __call__(self, *arguments):
        return self.function(*arguments)
    def __get__(self, instance, owner):
        return types.MethodType(self, instance) if instance else self

spec = importlib.util.find_spec("uuid9562._accelerate")
module = importlib.util.module_from_spec(spec)
tree = ast.parse(spec.loader.get_source(spec.name))
for node in ast.walk(tree):
    if isinstance(node, ast.FunctionDef):
        node.decorator_list.append(ast.Name("Compiled", ast.Load()))
module.Compiled = Compiled
exec(compile(ast.fix_missing_locations(tree), spec.origin, "exec"), vars(module))

module.accelerate()
u = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
u.__setstate__({"int": 5})
with unittest.mock.patch("os.urandom", bytes):
    print(u.int, uuid.uuid3(u, "x").version, uuid.uuid5(u, "x").version, uuid.uuid4().int >> 80)
print(uuid9562._core._accelerate(), uuid.uuid4.__code__.co_names[0])
"""), "5 3 5 0\nTrue _uuid9562_uuid4\n")

    def test_at_exit(self):
        """Also while the interpreter takes its modules apart."""
        self.assertEqual(support.child("""
import uuid, uuid9562
uuid9562.accelerate()
class Late:
    def __init__(self):
        self.u, self.circle = uuid.UUID(int=5), self
    def __del__(self, len=len, print=print):
        print(self.u, self.u.hex[-1:], self.u == self.u, len({self.u}))
late = Late()
"""), "00000000-0000-0000-0000-000000000005 5 True 1\n")
