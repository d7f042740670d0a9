"""Builds the Python package: the C module is the face in bindings/python plus the core.

What the package is called and needs stands in pyproject.toml, its version in uuid9562.h.
"""

import re
from glob import glob
from pathlib import Path

from setuptools import Extension, setup

header = Path("core/include/uuid9562.h").read_text(encoding="utf-8")

setup(
    version=re.search(r'#define UUID9562_VERSION "(.+)"', header)[1],
    package_dir={"": "bindings/python"},
    packages=["uuid9562"],
    include_package_data=False,
    ext_modules=[
        Extension(
            "uuid9562._core",
            sources=["bindings/python/uuid9562/_core.c", "core/uuid9562.c"],
            depends=glob("bindings/python/uuid9562/*.c") + glob("core/*/*") + ["setup.py"],
            include_dirs=["core/include"],
            libraries=["crypto"],
            extra_compile_args=["-std=c11", "-fvisibility=hidden"],
        )
    ],
)
