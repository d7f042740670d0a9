"""What a wheel holds before libcrypto is in it, and what it says of itself: WHEEL PROJECT."""

import email
import re
import sys
import zipfile
from pathlib import Path

wheel, project = zipfile.ZipFile(sys.argv[1]), Path(sys.argv[2])
info, = {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
read = email.message_from_bytes(wheel.read(f"{info}/METADATA"))
settings = (project / "pyproject.toml").read_text(encoding="utf-8")
header = (project / "core/include/uuid9562.h").read_text(encoding="utf-8")
one = {"Name": "uuid9562", "Requires-Python": ">=3.9",
       "Version": re.search(r'#define UUID9562_VERSION "(.+)"', header)[1],
       "Summary": re.search(r'^description = "(.+)"$', settings, re.M)[1],
       "Description-Content-Type": "text/markdown", "License-File": "LICENSE"}
for field, value in one.items():
    assert read[field] == value, (field, read[field])
assert "MIT" in (read["License"], read["License-Expression"]), "the license"
classifiers = re.search(r"^classifiers = \[(.+?)^\]", settings, re.M | re.S)[1]
assert read.get_all("Classifier") == re.findall(r'"(.+)"', classifiers), "the classifiers"
wrong = {"Home-page", "Download-URL", "Project-URL", "Author-email", "Requires-Dist"} & {*read}
assert not wrong, wrong
text = read.get_payload(decode=True).decode()
readme = (project / "README.md").read_text(encoding="utf-8")
assert text.strip() == readme.strip(), "the description"
license, = (name for name in wheel.namelist() if re.fullmatch(rf"{info}/(.+/)?LICENSE", name))
assert wheel.read(license) == (project / "LICENSE").read_bytes(), "the text of the license"

package = project / "bindings/python/uuid9562"
files = {f"uuid9562/{file.name}" for file in package.iterdir()
         if file.suffix in (".py", ".pyi") or file.name == "py.typed"}
found = {name for name in wheel.namelist() if not name.startswith(info)}
core, = (name for name in found if re.fullmatch(r"uuid9562/_core\..+\.so", name))
assert found == files | {core, "uuid9562/_sqlite/uuid9562.so"}, found ^ files
