"""CPython's own tests of uuid, if this Python has them, run on our module. The tests that are
expected to fail are listed with the reason; no other may fail."""

import importlib.util
import io
import unittest

import uuid9562

REASONS = {
    "they test how the standard library finds a hardware address, which is private to it": {
        "test_arp_getnode", "test_find_mac_near_keyword", "test_find_under_heading",
        "test_find_under_heading_ipv6", "test_ifconfig_getnode", "test_ip_getnode",
        "test_lanscan_getnode", "test_netstat_getnode", "test_parse_mac", "test_parse_mac_aix",
        "test_parse_mac_macos", "test_random_getnode", "test_uuid1_eui64",
    },
    "our uuid1 does not call uuid_generate_time_safe of libuuid, and is_safe is unknown": {
        "test_uuid1_bogus_return_value", "test_uuid1_is_safe", "test_uuid1_is_unsafe",
        "test_uuid1_safe", "test_uuid1_unknown",
    },
    "they set private names to control clock and randomness; we have Generator for that": {
        "test_uuid1_time", "test_uuid6", "test_uuid6_test_vectors", "test_uuid6_uniqueness",
        "test_uuid7", "test_uuid7_monotonicity", "test_uuid7_timestamp_backwards",
        "test_uuid7_overflow_counter",
    },
    "the standard drops bits of a node or clock sequence that does not fit, we refuse it": {
        "test_uuid6_node", "test_uuid6_clock_seq",
    },
    "our message of a malformed UUID gives the offset": {
        "test_cli_uuid3_with_invalid_namespace", "test_cli_uuid5_with_invalid_namespace",
    },
}


def theirs(module):
    """The test classes that this Python has, on a module."""
    from test import test_uuid

    for name in ("BaseTestUUID", "BaseTestInternals", "CommandLineTestCases"):
        base = getattr(test_uuid, name, None)
        if base is not None:
            yield type(name, (base, unittest.TestCase), {"uuid": module})


def is_installed():
    try:
        return importlib.util.find_spec("test.test_uuid") is not None
    except ImportError:
        return False


def run_theirs(module):
    """Runs them. Returns the traces of those that fail, by their names."""
    load = unittest.defaultTestLoader.loadTestsFromTestCase
    suite = unittest.TestSuite(load(case) for case in theirs(module))
    result = unittest.TextTestRunner(stream=io.StringIO()).run(suite)
    assert result.testsRun > 15
    failed = {}
    for test, trace in result.failures + result.errors:
        case = getattr(test, "test_case", test)  # a subtest is of its test
        failed[case.id().rpartition(".")[2]] = trace
    return failed


@unittest.skipUnless(is_installed(), "a Python without its own tests")
class Standard(unittest.TestCase):
    def test_what_fails_is_known(self):
        failed = run_theirs(uuid9562)
        for name in failed.keys() - set().union(*REASONS.values()):
            self.fail(f"{name} of the standard library fails:\n{failed[name]}")
        self.assertIn("test_uuid1_time", failed, "the tests did not use our module")
