"""What a package contains of others, in CycloneDX's words, for scanners that seek advisories."""

import json
import re

from openssl import openssl
from release import VERSION


def openssl_version(target):
    """The version of the OpenSSL that the files for a target contain."""
    header = openssl(target) / "include/openssl/opensslv.h"
    return re.search(r'OPENSSL_VERSION_STR "(.+)"', header.read_text(encoding="utf-8"))[1]


def contained(target):
    """The parts that the files for a target contain. Windows has digests of its own."""
    if "mingw" in target:
        return []
    version = openssl_version(target)
    return [{
        "type": "library", "bom-ref": "openssl", "name": "openssl", "version": version,
        "description": "libcrypto, linked statically: digests, and the cipher of the generator",
        "licenses": [{"license": {"id": "Apache-2.0"}}],
        "purl": f"pkg:generic/openssl@{version}",
        "cpe": f"cpe:2.3:a:openssl:openssl:{version}:*:*:*:*:*:*:*",
    }]


def sbom(purl, target):
    """The bytes of the document for a package, by its package URL, with files for a target."""
    parts = contained(target)
    return (json.dumps({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {
            "type": "library", "bom-ref": "uuid9562", "name": "uuid9562", "version": VERSION,
            "licenses": [{"license": {"id": "MIT"}}], "purl": purl}},
        "components": parts,
        "dependencies": [{"ref": "uuid9562", "dependsOn": [part["bom-ref"] for part in parts]},
                         *({"ref": part["bom-ref"], "dependsOn": []} for part in parts)],
    }, indent=2) + "\n").encode()
