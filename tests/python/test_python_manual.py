"""The manual of the Python module, docs/python.md, and docs/ldap.md: their examples, a section at a
time."""

import importlib.util
import re
import unittest

import support

MANUAL = support.ROOT / "docs/python.md"
DIRECTORIES = support.ROOT / "docs/ldap.md"


class Manual(unittest.TestCase):
    def setUp(self):
        self.text = MANUAL.read_text(encoding="utf-8")

    def test_examples(self):
        ran = 0
        for section in re.split(r"^(?=## )", self.text, flags=re.MULTILINE):
            title = section.partition("\n")[0]
            missing = [name for name in re.findall(r"^>>> import (numpy|pyarrow)", section, re.M)
                       if not importlib.util.find_spec(name)]
            with self.subTest(section=title):
                if missing:
                    self.skipTest(f"{title}: {', '.join(missing)} is not installed")
                tried, wrong = support.run_examples(section, title, MANUAL)
                self.assertEqual(wrong, "")
                ran += tried
        self.assertGreater(ran, 25)

    def test_directories(self):
        tried, wrong = support.run_examples(DIRECTORIES.read_text(encoding="utf-8"), "ldap.md",
                                            DIRECTORIES)
        self.assertEqual(wrong, "")
        self.assertGreater(tried, 15)

    def test_contents_are_the_sections(self):
        sections = re.findall(r"^## (.+)$", self.text, re.MULTILINE)
        listed = re.findall(r"^- \[(.+)\]\(#(.+)\)$", self.text, re.MULTILINE)
        self.assertEqual([title for title, _ in listed], sections)
        for title, anchor in listed:
            self.assertEqual(anchor, re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-"))


if __name__ == "__main__":
    unittest.main()
