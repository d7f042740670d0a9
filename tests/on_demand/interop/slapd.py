"""An OpenLDAP server for tests: in a temporary folder, on a UNIX socket in it, gone afterwards. It
reads and writes nothing outside, neither its package's configuration nor its data.
"""

import base64
import glob
import os
import re
import shutil
import subprocess
import time
import urllib.parse

PATH = f"{os.defpath}:/usr/sbin:/sbin:/usr/local/sbin:/usr/libexec"
TOOLS = ("slapd", "slapadd", "ldapsearch", "ldapadd", "ldapmodify")
SUFFIX = "cn=interop"
LOGIN = ("-D", f"cn=root,{SUFFIX}", "-w", "interop")

# Our own schema, under the numbers that OpenLDAP keeps for experiments: nothing but what it has in
# itself is needed. Without an index of objectClass, every filter reads every entry.
CONFIGURATION = """
{modules}
attributetype ( 1.3.6.1.4.1.4203.666.1.9562 NAME 'testUUID'
    EQUALITY uuidMatch ORDERING uuidOrderingMatch SYNTAX 1.3.6.1.1.16.1 )
attributetype ( 1.3.6.1.4.1.4203.666.1.9563 NAME 'testOctets'
    EQUALITY octetStringMatch ORDERING octetStringOrderingMatch
    SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 )
objectclass ( 1.3.6.1.4.1.4203.666.3.9562 NAME 'testEntry'
    SUP top STRUCTURAL MUST cn MAY ( testUUID $ testOctets ) )
sizelimit unlimited
database mdb
suffix {suffix}
rootdn {login[1]}
rootpw {login[3]}
directory {folder}/data
maxsize 4294967296
dbnosync
index objectClass,cn,entryUUID,testUUID,testOctets eq
{overlays}
"""


def missing():
    return [name for name in TOOLS if not shutil.which(name, path=PATH)]


def version():
    # With one V it would print that, and start.
    said = subprocess.run(["slapd", "-VV"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={"PATH": PATH}).stdout.decode()
    return "OpenLDAP " + said.partition("slapd ")[2].split(" (")[0]


def ldif(dn, **attributes):
    """An entry, or a change; what is bytes goes in as base64."""
    lines = [f"dn: {dn}"]
    for name, values in attributes.items():
        for value in values if isinstance(values, (list, tuple)) else [values]:
            lines.append(f"{name}:: {base64.b64encode(value).decode()}"
                         if isinstance(value, bytes) else f"{name}: {value}")
    return "\n".join(lines) + "\n\n"


def entry(cn, under, **attributes):
    return ldif(f"cn={cn},{under}", objectClass="testEntry", cn=cn, **attributes)


def container(dn):
    return ldif(dn, objectClass="testEntry", cn=dn[3:dn.index(",")])


class Server:
    def __init__(self, folder):
        self.folder = os.path.join(folder, "slapd")
        os.makedirs(os.path.join(self.folder, "data"))
        self.uri = "ldapi://" + urllib.parse.quote(os.path.join(self.folder, "socket"), safe="")
        # Nobody's ldap.conf or .ldaprc is to have a say.
        self.env = {"PATH": PATH, "LC_ALL": "C.UTF-8", "LDAPNOINIT": "1"}
        self.process = None
        self.sorts = False
        self.configuration = os.path.join(self.folder, "slapd.conf")
        self.write_configuration()

    def write_configuration(self):
        """What is a module here may be built in elsewhere."""
        places = glob.glob("/usr/lib*/ldap") + glob.glob("/usr/lib*/openldap")
        modules = [f"modulepath {place}" for place in places[:1]]
        found = {name for name in ("back_mdb", "sssvlv") for place in places[:1]
                 if glob.glob(f"{place}/{name}.*")}
        modules += [f"moduleload {name}" for name in sorted(found)]
        self.sorts = "sssvlv" in found
        with open(self.configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(
                modules="\n".join(modules), suffix=SUFFIX, login=LOGIN, folder=self.folder,
                overlays="overlay sssvlv" if self.sorts else ""))

    def run(self, *command, given="", fine=(0,)):
        done = subprocess.run(command, input=given.encode(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=self.env)
        if fine and done.returncode not in fine:
            raise AssertionError(f"{command[0]} failed: {done.stderr.decode()[:400]}")
        return done

    def load(self, content):
        """Before it runs: takes operational attributes as they are given."""
        self.run("slapadd", "-q", "-f", self.configuration, given=content)

    def __enter__(self):
        log = os.path.join(self.folder, "log")
        try:
            with open(log, "wb") as said:
                self.process = subprocess.Popen(
                    ["slapd", "-d", "0", "-h", self.uri, "-f", self.configuration],
                    stdout=said, stderr=said, env=self.env)
            deadline = time.monotonic() + 30
            while self.client("ldapsearch", "-s", "base", "-b", "", fine=()).returncode != 0:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    with open(log, encoding="utf-8", errors="replace") as said:
                        raise AssertionError(f"slapd did not start:\n{said.read()}")
                time.sleep(0.05)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def client(self, tool, *options, given="", fine=(0,)):
        return self.run(tool, "-x", "-H", self.uri, *options, given=given, fine=fine)

    def change(self, content, *options, tool="ldapmodify"):
        """Returns the result's code, 0 or the last that was none, and what was said."""
        done = self.client(tool, *LOGIN, *options, given=content, fine=())
        return done.returncode, done.stderr.decode()

    def search(self, base, *wanted, filters=("(objectClass=*)",), scope="sub", options=()):
        """What each filter finds: a list of entries, which are attributes by name, and dn."""
        path = os.path.join(self.folder, "filters")
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{one}\n" for one in filters)
        # Its pattern must begin as a filter does: & of one is that one.
        said = self.client("ldapsearch", "-o", "ldif-wrap=no", "-b", base, "-s", scope, *options,
                           "-f", path, "(&%s)", *wanted).stdout.decode()
        found = [entries(block) for block in said.split("\n# filter: ")[1:]]
        if len(found) != len(filters):
            raise AssertionError(f"ldapsearch answered {len(found)} of {len(filters)} filters")
        return found

    def numbers(self, base, one):
        """The numbers of the entries that a filter finds, where those are many."""
        said = self.client("ldapsearch", "-LLL", "-b", base, "-s", "one", one, "1.1").stdout
        return [int(name) for name in re.findall(rb"^dn: cn=(\d+),", said, re.MULTILINE)]


def entries(block):
    found = []
    for line in block.split("\n"):
        name, colon, value = line.partition(":")
        if not colon or line.startswith(("#", "search:", "result:")):
            continue
        if name == "dn":
            found.append({})
        if found and " " not in name:
            value = (base64.b64decode(value[1:]).decode("utf-8", "replace")
                     if value.startswith(":") else value)
            found[-1].setdefault(name, []).append(value.strip())
    return found
