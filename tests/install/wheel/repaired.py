"""What a repaired wheel holds: WHEEL FOLDER, in which it is installed."""

import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

path, site = Path(sys.argv[1]), Path(sys.argv[2])
abi = "cp%d%d" % sys.version_info[:2]
machine = sysconfig.get_platform().replace("linux-", "")
tag = re.fullmatch(rf"uuid9562-[^-]+-({abi}-{abi}\w?-manylinux_2_(\d+)_{machine})\.whl", path.name)
assert tag, path.name
with zipfile.ZipFile(path) as wheel:
    said, = (wheel.read(name).decode() for name in wheel.namelist()
             if name.endswith(".dist-info/WHEEL"))
assert f"\nTag: {tag[1]}\n" in said and "\nRoot-Is-Purelib: false\n" in said, said

bundled, = (site / "uuid9562.libs").iterdir()
core, = (site / "uuid9562").glob("_core.*.so")
extension = site / "uuid9562/_sqlite/uuid9562.so"
assert re.fullmatch(r"libcrypto-[0-9a-f]+\.so\.[0-9.]+", bundled.name), bundled
assert {*site.glob("**/*.so*")} == {bundled, core, extension}


def readelf(option, pattern, file):
    listing = subprocess.run(["readelf", option, file], stdout=subprocess.PIPE, check=True,
                             universal_newlines=True).stdout
    return re.findall(pattern, listing)


assert readelf("-d", r"\(SONAME\).*\[(.+)\]", bundled) == [bundled.name]
for file in (bundled, core, extension):
    needed = readelf("-d", r"\(NEEDED\).*\[(lib(?:crypto|ssl).*)\]", file)
    assert needed == ([] if file is bundled else [bundled.name]), (file, needed)
    # The tag promises that no later glibc is needed.
    glibc = max(map(int, readelf("-V", r"\bGLIBC_2\.(\d+)", file)))
    assert glibc <= int(tag[2]), (file, glibc)
for file in (core, extension):
    where, = readelf("-d", r"\((?:RUNPATH|RPATH)\).*\[\$ORIGIN/(.+)\]", file)
    assert (file.parent / where).resolve() == bundled.parent.resolve(), (file, where)
