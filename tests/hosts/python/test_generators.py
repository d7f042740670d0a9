"""What the generators generate: bits, order, uniqueness, batches, threads, forks."""

import array
import sys
import threading
import time
import unittest
import uuid

import support
import uuid9562

VERSIONS = {name: int(name[4]) for name in support.SAMPLES if name.startswith("uuid")}
TYPES = {"bytes": bytes, "str": str}  # by the ends of names
BATCHES = (1, 4, 6, 7)


def split(data):
    return [data[i:i + 16] for i in range(0, len(data), 16)]


class Bits(unittest.TestCase):
    def test_version_variant_and_type(self):
        for name, version in VERSIONS.items():
            with self.subTest(function=name):
                result = getattr(uuid9562, name)(*support.SAMPLES[name])
                self.assertIs(type(result), TYPES.get(name.rpartition("_")[2], uuid.UUID))
                self.assertEqual(uuid9562.version(result), version)
                self.assertEqual(uuid9562.variant(result), "rfc9562")

    def test_exact_uuids(self):
        made = [getattr(uuid9562, name)(*support.SAMPLES[name]) for name in VERSIONS
                if name.rpartition("_")[2] not in TYPES]
        made += uuid9562.batch(7, 3)
        made += [uuid9562.parse(support.V7), uuid9562.from_bytes(bytes(16)),
                 uuid9562.v1_to_v6(support.V1), uuid9562.v6_to_v1(support.V6),
                 uuid9562.guid_swap(support.V7)]
        for u in made:
            self.assertIs(type(u), uuid.UUID)
            self.assertIs(u.is_safe, uuid.SafeUUID.unknown)
            self.assertIs(type(u.int), int)
            self.assertEqual(u, uuid.UUID(str(u)))

    def test_return_types_agree(self):
        for version in (4, 7):
            u, data, text = (getattr(uuid9562.Generator(lambda: 5, bytes), f"uuid{version}{end}")()
                             for end in ("", "_bytes", "_str"))
            self.assertEqual((data, text), (u.bytes, str(u)))

    def test_time_is_now(self):
        for name in ("uuid1", "uuid6", "uuid7"):
            before = time.time_ns() // 10**6
            unix_ms = uuid9562.timestamp_ms(getattr(uuid9562, name)())
            after = time.time_ns() // 10**6
            with self.subTest(function=name):
                # Other tests may have reserved some time by their batches.
                self.assertTrue(before <= unix_ms <= after + 1000, (before, unix_ms, after))
                moment = uuid9562.to_datetime(uuid9562.uuid7_at(unix_ms))
                self.assertEqual(moment.timestamp(), unix_ms / 1000)
                self.assertEqual(moment.utcoffset().total_seconds(), 0)

    def test_random_nodes(self):
        v1_nodes = {uuid9562.uuid1().node for _ in range(100)}
        v6_nodes = {uuid9562.uuid6().node for _ in range(100)}
        self.assertEqual(len(v1_nodes), 1)
        self.assertEqual(len(v6_nodes), 100)
        for node in v1_nodes | v6_nodes:
            self.assertTrue(node >> 40 & 1, "the multicast bit")

    def test_getnode(self):
        node = uuid9562.getnode()
        self.assertEqual({uuid9562.getnode() for _ in range(10)}, {node})
        self.assertTrue(0 < node < 2**48)
        self.assertNotEqual(uuid9562.uuid1().node, node)
        try:
            self.assertEqual(uuid9562.uuid1("@host").node, node)
            self.assertEqual(uuid9562.uuid6("@host").node, node)
        except OSError:
            self.assertTrue(node >> 40 & 1, "no host address: then a random node")


class Order(unittest.TestCase):
    def assert_increasing(self, made):
        for last, next in zip(made, made[1:]):
            if not last < next:
                self.fail(f"{last} is not before {next}")

    def test_uuid7_and_uuid6_increase_over_all_functions(self):
        for version in (7, 6):
            one = getattr(uuid9562, f"uuid{version}")
            made = []
            while len(made) < 100000:
                made += [one().bytes for _ in range(200)]
                made += [u.bytes for u in uuid9562.batch(version, 200)]
                made += split(uuid9562.batch_bytes(version, 200))
                if version == 7:
                    made += [uuid9562.uuid7_bytes() for _ in range(200)]
                    made += [uuid9562.to_bytes(uuid9562.uuid7_str()) for _ in range(200)]
                made += map(uuid9562.to_bytes, uuid9562.batch_str(version, 1))
            self.assert_increasing(made)


class Batches(unittest.TestCase):
    def test_sizes(self):
        for version in BATCHES:
            for n in (0, 1, 2, 127, 128, 129, 1000):
                with self.subTest(version=version, n=n):
                    uuids = uuid9562.batch(version, n)
                    texts = uuid9562.batch_str(version, n)
                    data = uuid9562.batch_bytes(version, n)
                    self.assertEqual([type(x) for x in (uuids, texts, data)], [list, list, bytes])
                    self.assertEqual({type(u) for u in uuids}, {uuid.UUID} if n else set())
                    self.assertEqual({type(u) for u in texts}, {str} if n else set())
                    everything = uuids + texts + split(data)
                    self.assertEqual(len(everything), 3 * n)
                    self.assertEqual(len({uuid9562.to_bytes(u) for u in everything}), 3 * n)
                    self.assertEqual({uuid9562.version(u) for u in everything},
                                     {version} if n else set())

    def test_other_threads_run_meanwhile(self):
        """The switch interval is long, so other threads run only if the lock is released."""
        ticks, stop = [0], threading.Event()

        def tick():
            while not stop.is_set():
                ticks[0] += 1
                time.sleep(0.0001)

        def ticks_while(source):
            deadline, before = time.monotonic() + 300, ticks[0]
            while ticks[0] == before and time.monotonic() < deadline:
                source.batch_bytes(4, 2**20)
            return ticks[0] - before

        interval = sys.getswitchinterval()
        thread = threading.Thread(target=tick)
        sys.setswitchinterval(1000)
        try:
            thread.start()
            seen = [ticks_while(source) for source in (uuid9562, uuid9562.Generator())]
        finally:
            sys.setswitchinterval(interval)
            stop.set()
            thread.join()
        self.assertGreater(min(seen), 0)
