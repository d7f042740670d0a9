# Builds, tests and installs uuid9562; `make help` lists the targets. Built files go under build/.
#
# Yours to set: CC, CPPFLAGS, CFLAGS, LDFLAGS and LDLIBS; PYTHON, LUA (LUA_PC is its name for
# pkg-config) and SQLITE3, the hosts to build for and to test with; B, another folder than build/;
# CRYPTO, whose digests there are (docs/install.md); CLOCK, system for a library that
# never reads the processor's cycle counter (docs/internals/design.md); RUN, an emulator for
# programs of another processor, for the manual page (qemu-aarch64).

PYTHON   ?= python3
LUA      ?= lua5.4
LUA_PC   ?= lua5.4
SQLITE3  ?= sqlite3
CRYPTO   ?= load
CLOCK    ?= counter
CFLAGS   ?= -O2 -g -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
WARNINGS ?= -Wall -Wextra -Wpedantic -Wshadow -Wconversion

# What the compiler makes: ELF, or files of macOS, or of Windows (mingw-w64).
MACHINE := $(shell $(CC) -dumpmachine)
SYSTEM  := $(or $(if $(findstring mingw,$(MACHINE)),windows), \
    $(if $(findstring darwin,$(MACHINE)),macos),elf)

B      := build
CORE   := core/uuid9562.c
HEADER := core/include/uuid9562.h
HEADERS := $(wildcard core/include/*.h)
# What every part is built from.
DEPS := Makefile $(B)/settings $(CORE) $(HEADERS) \
    $(wildcard core/include/private/*.h core/src/*.[ch] core/src/*/*.[ch])

# What compiles the part of each host.
HOSTS := sqlite lua python
SOURCE_sqlite = sqlite/extension.c
SOURCE_lua    = bindings/lua/module.c
SOURCE_python = bindings/python/src/module.c

VERSION := $(shell sed -n 's/^.define UUID9562_VERSION "\(.*\)"/\1/p' $(HEADER))
# What the soname and the symbol versions carry (docs/install.md): the major version, and while that
# is 0 the minor version too.
ABI := $(if $(filter 0.%,$(VERSION)),$(basename $(VERSION)),$(firstword $(subst ., ,$(VERSION))))
# The first line of the amalgamation. A tarball does not know its commit.
RELEASE = $(VERSION) $(if $(wildcard .git),$(shell \
    git describe --always --abbrev=40 --exclude='*' --dirty 2>/dev/null | sed 's/.*/(commit &)/'))
SO  := libuuid9562.so

# How the names of an extension, a module and a program end.
DL_elf      = .so
DL_macos    = .dylib
DL_windows  = .dll
EXE_windows = .exe
DL  := $(DL_$(SYSTEM))
LUA_DL := $(DL:.dylib=.so)
EXE := $(EXE_$(SYSTEM))
LIBRARY_elf     = $(B)/lib/$(SO)
LIBRARY_macos   = $(B)/lib/libuuid9562.$(ABI).dylib
LIBRARY_windows = $(B)/lib/libuuid9562-$(ABI).dll

# A module stays loaded (nodelete): the order of its generators must outlive the connection or the
# interpreter that loaded it.
#
# OpenSSL's libcrypto is loaded at first need, linked, or left out: the core has digests of its own.
# The archive leaves the choice of the first two to the program that links it, as the tests do.
CRYPTO_FLAGS_load  = -DUUID9562_LOAD_LIBCRYPTO
CRYPTO_LIBS_load   = -ldl
CRYPTO_LIBS_shared = -lcrypto
CORE_FLAGS_own     = -DUUID9562_OMIT_OPENSSL
$(if $(filter load shared own,$(CRYPTO)),,$(error CRYPTO is load, shared or own))

CLOCK_FLAGS_counter =
CLOCK_FLAGS_system  = -DUUID9562_CLOCK_SYSTEM
$(if $(filter counter system,$(CLOCK)),,$(error CLOCK is counter or system))

# Hardening that costs uuid4 and uuid7 nothing; -fstack-protector-strong would add a tenth to the
# instructions of uuid4. CFLAGS and LDFLAGS come later, and so can undo it.
HARDENED_CC = -fstack-protector $(HARDENED_CC_$(SYSTEM))
HARDENED_CC_elf = -fstack-clash-protection \
    $(if $(filter x86_64-% i686-%,$(MACHINE)),-fcf-protection) \
    $(if $(filter aarch64-%,$(MACHINE)),-mbranch-protection=standard)
HARDENED_LINK_elf = -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack
# Needs only the DLLs of Windows, and contains no build time.
HARDENED_LINK_windows = -static -Wl,--no-insert-timestamp
# No file contains the name of the folder in which it was built.
FOLDER        = '-ffile-prefix-map=$(CURDIR)=.'

COMPILE = $(CC) -std=c11 $(WARNINGS) -Icore/include -pthread $(HARDENED_CC) $(FOLDER) \
    $(CLOCK_FLAGS_$(CLOCK)) $(CORE_FLAGS_$(CRYPTO)) $(CPPFLAGS) $(CFLAGS)
PROGRAM = $(COMPILE) $(HARDENED_LINK_$(SYSTEM)) $(LDFLAGS)
BINARY  = $(PROGRAM) $(CRYPTO_FLAGS_$(CRYPTO))
MODULE  = $(BINARY) -shared $(MODULE_$(SYSTEM))
WHOLE   = $(WHOLE_$(SYSTEM))
LIBS    = $(LIBS_$(SYSTEM)) $(LDLIBS)

# A program that links the archive may have no libssp, which mingw-w64 hardens by.
ARCHIVE_windows = -fno-stack-protector -U_FORTIFY_SOURCE
MODULE_elf   = -fPIC -Wl,-z,nodelete
# An address that does not depend on the folder; the system chooses another one anyway.
MODULE_windows = -Wl,--disable-auto-image-base
WHOLE_elf    = -Wl,-z,defs
LIBS_elf     = $(CRYPTO_LIBS_$(CRYPTO))
MODULE_macos = -fPIC -Wl,-undefined,dynamic_lookup -install_name @rpath/$(@F)
LIBS_macos   = $(CRYPTO_LIBS_$(CRYPTO))
LIBS_windows = -lbcrypt -liphlpapi

# Extra link inputs on Windows. SQLite's headers are in the C library's folder.
SQLITE_LINK_windows   = $(B)/sqlite/uuid9562.def
LUA_LINK_windows      = $(B)/lua/uuid9562.def $(B)/lua/liblua.a
SQLITE_CFLAGS_windows = -idirafter$(or $(shell \
    pkg-config --variable=includedir sqlite3 2>/dev/null),/usr/include)

SQLITE_CFLAGS = $(SQLITE_CFLAGS_$(SYSTEM))
LUA_CFLAGS = $(shell pkg-config --cflags $(LUA_PC) 2>/dev/null)
CHECK_LIBS = $(shell pkg-config --cflags --libs check)

# $(call needs,PART) runs before each compiler, and reports missing packages.
needs = @CRYPTO='$(CRYPTO)' LUA_PC='$(LUA_PC)' PYTHON='$(PYTHON)' sh pack/install/needs.sh $(1) \
    '$(BUILT)' $(CC) $(CPPFLAGS) $(CFLAGS) $(SQLITE_CFLAGS) $(LUA_CFLAGS)
all: BUILT = lib cli sqlite lua python
install: BUILT = $(PARTS)

.DELETE_ON_ERROR:
.PHONY: always all lib sqlite lua python cli amalgamation install uninstall test test-programs test-lua \
    test-python windows hosts sqlite-hosts platforms ecosystem embed fresh pack release fuzz \
    mutants soak model prove coverage analyze playground site manuals demo bench bench-keys bench-feeds \
    sizes format clean help

# ---- build

all: lib sqlite lua python cli ## build everything (the default)

lib: $(B)/lib/libuuid9562.a $(LIBRARY_$(SYSTEM)) ## the C library, in build/lib
sqlite: $(B)/sqlite/uuid9562$(DL) $(B)/sqlite/uuid9562_replicated$(DL) ## the SQLite extension, in build/sqlite
lua: $(B)/lua/uuid9562$(LUA_DL) ## the Lua module, in build/lua
cli: $(B)/cli/uuid9562$(EXE) ## the command, in build/cli
amalgamation: $(B)/amalgamation/uuid9562.c $(HOSTS:%=$(B)/amalgamation/uuid9562_%.c) ## the sources in one file, in build/amalgamation

# Files with the settings that change a result, written only if these change: then all is built again.
$(B)/settings: export SETTINGS = $(COMPILE) $(LDFLAGS) $(LDLIBS) $(CRYPTO)
$(B)/lua/settings: export SETTINGS = $(LUA_PC) $(LUA_CFLAGS)
$(B)/version: export SETTINGS = $(RELEASE)
$(B)/settings $(B)/lua/settings $(B)/version: always
	@mkdir -p $(@D)
	@printf '%s\n' "$$SETTINGS" | cmp -s - $@ || printf '%s\n' "$$SETTINGS" >$@

$(B)/lib/libuuid9562.a: $(DEPS)
	@mkdir -p $(@D)
	$(call needs,lib)
	$(COMPILE) -fPIC $(ARCHIVE_$(SYSTEM)) -c $(CORE) -o $(B)/lib/uuid9562.o
	rm -f $@
	$(AR) rcD $@ $(B)/lib/uuid9562.o

# The exported functions have a version. The clock state has none: every copy of the library in a
# process finds it by its name.
$(B)/lib/uuid9562.map: core/exports $(HEADER) Makefile
	@mkdir -p $(@D)
	awk '/^uuid9562_/ { s = s $$1 "; " } END { print "UUID9562_$(ABI) { " s "};" }' $< >$@

$(B)/lib/$(SO).$(VERSION): $(DEPS) $(B)/lib/uuid9562.map
	$(call needs,lib)
	$(MODULE) $(WHOLE) -Wl,-soname,$(SO).$(ABI) -Wl,--version-script,$(B)/lib/uuid9562.map \
	    -DUUID9562_SHARED $(CORE) -o $@ $(LIBS)

$(B)/lib/$(SO): $(B)/lib/$(SO).$(VERSION)
	ln -sf $(SO).$(VERSION) $(B)/lib/$(SO).$(ABI)
	ln -sf $(SO).$(ABI) $@

$(LIBRARY_macos): $(DEPS)
	$(call needs,lib)
	$(MODULE) -DUUID9562_SHARED $(CORE) -o $@ $(LIBS)

$(B)/sqlite/uuid9562_replicated$(DL): VARIANT = -DUUID9562_REPLICATED -DUUID9562_OMIT_OPENSSL
$(B)/sqlite/uuid9562_replicated$(DL): CRYPTO_LIBS_$(CRYPTO) =
$(B)/sqlite/uuid9562$(DL) $(B)/sqlite/uuid9562_replicated$(DL): \
    $(DEPS) $(wildcard sqlite/*.[ch] sqlite/*/*.[ch] origins/*.[ch]) $(SQLITE_LINK_$(SYSTEM))
	@mkdir -p $(@D)
	$(call needs,sqlite)
	$(MODULE) $(WHOLE) $(SQLITE_CFLAGS) $(VARIANT) $(SOURCE_sqlite) $(CORE) -o $@ \
	    $(SQLITE_LINK_$(SYSTEM)) $(LIBS)

# The process that loads the module provides Lua's symbols.
$(B)/lua/uuid9562$(LUA_DL): $(DEPS) $(B)/lua/settings $(wildcard bindings/lua/*.[ch]) \
    $(LUA_LINK_$(SYSTEM))
	@mkdir -p $(@D)
	$(call needs,lua)
	$(MODULE) $(LUA_CFLAGS) $(SOURCE_lua) $(CORE) -o $@ $(LUA_LINK_$(SYSTEM)) $(LIBS)

python: $(B)/settings ## the Python package, in build/python
	$(call needs,python)
	@mkdir -p $(B)/python
	find $(B)/python -name '*.py*' -exec rm -f {} +
	find $(B)/python -name '*.so' ! -newer $< -exec rm {} +
	CRYPTO=$(CRYPTO) CLOCK=$(CLOCK) $(PYTHON) setup.py -q build_py -d $(B)/python \
	    build_ext -b $(B)/python -t $(B)/python-temp

$(B)/cli/uuid9562$(EXE): $(DEPS) $(wildcard cli/*.[ch] cli/*/*.[ch] origins/*.[ch])
	@mkdir -p $(@D)
	$(call needs,cli)
	$(BINARY) cli/main.c $(CORE) -o $@ $(LIBS)

$(B)/cli/uuid9562.1: $(B)/cli/uuid9562 pack/install/manual.awk
	$(RUN) $< --help >$(B)/cli/help.txt
	awk -v version=$(VERSION) -f pack/install/manual.awk $(B)/cli/help.txt >$@

# Windows: a .def file lists the exports of a DLL, for it or for programs that link to it; Lua's DLL
# needs only its headers.
WINDOWS_CC ?= x86_64-w64-mingw32-gcc

windows: ## lib, cli, sqlite and lua for Windows, in build/windows (mingw-w64)
	$(MAKE) CC=$(WINDOWS_CC) AR=$(shell $(WINDOWS_CC) -print-prog-name=ar) B=$(B)/windows \
	    lib cli sqlite lua

$(B)/lib/uuid9562.def: core/exports $(HEADER) Makefile
	@mkdir -p $(@D)
	awk 'BEGIN { print "EXPORTS" } /^uuid9562_/ { print $$1 }' $< >$@

$(LIBRARY_windows): $(DEPS) $(B)/lib/uuid9562.def
	$(call needs,lib)
	$(MODULE) -DUUID9562_SHARED $(CORE) $(B)/lib/uuid9562.def -o $@ \
	    -Wl,--out-implib,$(B)/lib/libuuid9562.dll.a $(LIBS)

$(B)/sqlite/uuid9562.def: EXPORT = sqlite3_extension_init
$(B)/lua/uuid9562.def: EXPORT = luaopen_uuid9562
$(B)/sqlite/uuid9562.def $(B)/lua/uuid9562.def: Makefile
	@mkdir -p $(@D)
	printf '%s\n' EXPORTS $(EXPORT) >$@

$(B)/lua/lua.def: $(B)/lua/settings Makefile
	@mkdir -p $(@D)
	printf '%s\n' 'LIBRARY lua$(subst .,,$(LUA_VERSION)).dll' EXPORTS >$@
	printf '#include <%s.h>\n' lua lauxlib | $(CC) $(LUA_CFLAGS) -E - | \
	    sed -n 's/.*(\(luaL\{0,1\}_[a-z]*\)) *(.*/\1/p' >>$@

$(B)/lua/liblua.a: $(B)/lua/lua.def
	cd $(@D) && $(shell $(CC) -print-prog-name=dlltool) -d $(<F) -l $(@F) -t lua

$(B)/amalgamation/uuid9562.c: $(DEPS) $(B)/version pack/install/amalgamate.py LICENSE
	@mkdir -p $(@D)
	$(call needs,amalgamation)
	cp $(HEADERS) $(@D)
	$(PYTHON) pack/install/amalgamate.py '$(RELEASE)' $(HEADERS:core/include/%=--keep %) $(CORE) >$@

# Compiled with -DUUID9562_OMIT_CORE, one of a host lacks the core.
$(HOSTS:%=$(B)/amalgamation/uuid9562_%.c): $(B)/amalgamation/uuid9562_%.c: $(DEPS) \
    $(wildcard sqlite/*.[ch] sqlite/*/*.[ch] origins/*.[ch] bindings/*/*.[ch] bindings/python/src/*.[ch]) \
    $(B)/version pack/install/amalgamate.py LICENSE
	@mkdir -p $(@D)
	$(call needs,amalgamation)
	$(PYTHON) pack/install/amalgamate.py '$(RELEASE)' --unless UUID9562_OMIT_CORE $(CORE) $(SOURCE_$*) >$@

# ---- install
#
#   make install [DESTDIR=...] [PREFIX=/usr/local] [LIBDIR=...] [PARTS='c command']
#
# DESTDIR goes before every path and into no file. `make uninstall` with the same variables removes
# the same files. Root without DESTDIR needs no ldconfig: it is run. What only a debugger reads stays
# in build/: STRIP=: installs it too, for packages that keep it apart.

PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
BINDIR     ?= $(PREFIX)/bin
INCLUDEDIR ?= $(PREFIX)/include
MANDIR     ?= $(PREFIX)/share/man
SQLITE_DIR ?= $(LIBDIR)/sqlite3
LUA_CDIR   ?= $(PREFIX)/lib/lua/$(or $(LUA_VERSION),$(error $(shell LUA_PC='$(LUA_PC)' \
    sh pack/install/needs.sh folder)))
CMAKE_DIR   = $(LIBDIR)/cmake/uuid9562
ALL_PARTS  := c command sqlite lua
PARTS      ?= $(ALL_PARTS)
STRIP      ?= $(shell $(CC) -print-prog-name=strip) -S

$(if $(strip $(PARTS)),,$(error PARTS is empty; expected some of: $(ALL_PARTS)))
$(if $(filter-out $(ALL_PARTS),$(PARTS)),$(error unknown PARTS: $(filter-out $(ALL_PARTS),$(PARTS)); \
    expected some of: $(ALL_PARTS) (for Python: pip install .)))

# LuaJIT's name for its version, or Lua's. The default needs no headers: `make uninstall` may lack them.
LUA_VERSION = $(or $(shell pkg-config --variable=abiver $(LUA_PC) 2>/dev/null),$(shell \
    pkg-config --variable=major_version $(LUA_PC) 2>/dev/null),$(if $(filter lua5.4,$(LUA_PC)),5.4))
# The installed file of the shared library, its name in programs, and links to it.
SHARED_elf   = $(SO).$(VERSION)
SHARED_macos = $(notdir $(LIBRARY_macos))
SONAME_elf   = $(SO).$(ABI)
SONAME_macos = @rpath/$(SHARED_macos)
LINKS_elf    = $(SONAME_elf) $(SO)
LINKS_macos  = libuuid9562.dylib
SHARED       = $(SHARED_$(SYSTEM))
LINKS        = $(LINKS_$(SYSTEM))
# The other libraries of a static program.
STATIC_LIBS = $(if $(filter own,$(CRYPTO)),,$(or \
    $(shell pkg-config --static --libs-only-l libcrypto 2>/dev/null),-lcrypto))

# $(call put,MODE,FILE,FOLDER) installs a file that was compiled.
put = install -m $(1) $(2) "$(DESTDIR)$(3)" && $(STRIP) "$(DESTDIR)$(3)/$(notdir $(2))"
# $(call fill,FILE,FOLDER,PREFIX) installs FILE.in, where folders below PREFIX begin with that word.
fill = sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR:$(PREFIX)/%=$(3)/%)|' \
    -e 's|@INCLUDEDIR@|$(INCLUDEDIR:$(PREFIX)/%=$(3)/%)|' \
    -e 's|@SQLITE_DIR@|$(SQLITE_DIR:$(PREFIX)/%=$(3)/%)|' -e 's|@VERSION@|$(VERSION)|' \
    -e 's|@ABI@|$(ABI)|' -e 's|@STATIC_LIBS@|$(STATIC_LIBS)|' -e 's|@SHARED@|$(SHARED)|' \
    -e 's|@SONAME@|$(SONAME_$(SYSTEM))|' -e 's|@DL@|$(DL)|' $(1).in \
    >"$(DESTDIR)$(2)/$(notdir $(1))" && chmod 644 "$(DESTDIR)$(2)/$(notdir $(1))"

# Checks that the folders of a part are writable, before anything is compiled.
FOLDERS_c       = INCLUDEDIR LIBDIR
FOLDERS_command = BINDIR MANDIR
FOLDERS_sqlite  = SQLITE_DIR
FOLDERS_lua     = LUA_CDIR
$(ALL_PARTS:%=folders-%): folders-%:
	@DESTDIR='$(DESTDIR)' sh pack/install/folders.sh $(foreach name,PREFIX $(FOLDERS_$*),'$(name)=$($(name))')

install: $(PARTS:%=folders-%) $(PARTS:%=install-%) ## install everything, or PARTS of it, below PREFIX
	@VERSION='$(VERSION)' PARTS='$(PARTS)' DESTDIR='$(DESTDIR)' INCLUDEDIR='$(INCLUDEDIR)' \
	    LIBDIR='$(LIBDIR)' BINDIR='$(BINDIR)' MANDIR='$(MANDIR)' SQLITE_DIR='$(SQLITE_DIR)' \
	    LUA_CDIR='$(if $(filter lua,$(PARTS)),$(LUA_CDIR))' LUA_PC='$(LUA_PC)' \
	    sh pack/install/installed.sh
uninstall: $(PARTS:%=uninstall-%) ## remove the files that `make install` installed

.PHONY: $(foreach part,$(ALL_PARTS),folders-$(part) install-$(part) uninstall-$(part))

install-c: folders-c lib
	install -d "$(DESTDIR)$(INCLUDEDIR)" "$(DESTDIR)$(LIBDIR)/pkgconfig" "$(DESTDIR)$(CMAKE_DIR)"
	install -m 644 $(HEADERS) "$(DESTDIR)$(INCLUDEDIR)"
	$(call put,644,$(B)/lib/libuuid9562.a,$(LIBDIR))
	$(call put,755,$(B)/lib/$(SHARED),$(LIBDIR))
	$(foreach link,$(LINKS),ln -sf $(SHARED) "$(DESTDIR)$(LIBDIR)/$(link)" &&) :
	$(call fill,pack/install/uuid9562.pc,$(LIBDIR)/pkgconfig,$${prefix})
	$(call fill,pack/install/uuid9562-config.cmake,$(CMAKE_DIR),$(PREFIX))
	$(call fill,pack/install/uuid9562-config-version.cmake,$(CMAKE_DIR),$(PREFIX))

uninstall-c: folders-c
	rm -f $(HEADERS:core/include/%="$(DESTDIR)$(INCLUDEDIR)/%") \
	    $(patsubst %,"$(DESTDIR)$(LIBDIR)/%",libuuid9562.a $(SHARED) $(LINKS) pkgconfig/uuid9562.pc) \
	    "$(DESTDIR)$(CMAKE_DIR)/uuid9562-config.cmake" \
	    "$(DESTDIR)$(CMAKE_DIR)/uuid9562-config-version.cmake"
	rmdir "$(DESTDIR)$(CMAKE_DIR)" 2>/dev/null || :

install-command: folders-command cli $(B)/cli/uuid9562.1
	install -d "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(MANDIR)/man1"
	$(call put,755,$(B)/cli/uuid9562,$(BINDIR))
	install -m 644 $(B)/cli/uuid9562.1 "$(DESTDIR)$(MANDIR)/man1"

uninstall-command: folders-command
	rm -f "$(DESTDIR)$(BINDIR)/uuid9562" "$(DESTDIR)$(MANDIR)/man1/uuid9562.1"

install-sqlite: folders-sqlite sqlite
	install -d "$(DESTDIR)$(SQLITE_DIR)"
	$(call put,755,$(B)/sqlite/uuid9562$(DL),$(SQLITE_DIR))
	$(call put,755,$(B)/sqlite/uuid9562_replicated$(DL),$(SQLITE_DIR))

uninstall-sqlite: folders-sqlite
	rm -f "$(DESTDIR)$(SQLITE_DIR)/uuid9562$(DL)" "$(DESTDIR)$(SQLITE_DIR)/uuid9562_replicated$(DL)"

install-lua: folders-lua lua
	install -d "$(DESTDIR)$(LUA_CDIR)"
	$(call put,755,$(B)/lua/uuid9562.so,$(LUA_CDIR))

# LuaRocks moves a file aside that is not its own, to install one of that name.
uninstall-lua: folders-lua
	file="$(DESTDIR)$(LUA_CDIR)/uuid9562.so"; [ ! -e "$$file~" ] || file="$$file~"; rm -f "$$file"

# ---- test

# The settings of this build, for the tests.
TEST_ENV = B='$(B)' CC='$(CC)' LUA='$(LUA)' PYTHON='$(PYTHON)' SQLITE3='$(SQLITE3)' MAKE='$(MAKE)' \
    CRYPTO='$(CRYPTO)'
PYTEST   = $(TEST_ENV) $(PYTHON) -B -m pytest

# As many at a time as there are processors, where pytest-xdist is installed.
PARALLEL = $(shell $(PYTHON) -c 'import xdist' 2>/dev/null && printf '%s' '-n auto --dist loadfile')

test: all test-programs ## run all but the slow tests; T=all: every test, T=order: those with that name
	$(PYTEST) tests $(if $(filter-out all,$(T)),-k '$(T)',$(PARALLEL) --durations=20 $(if $(T),,-m 'not slow'))

# The core's tests; and programs that compile the core into themselves, one for each file.
INSIDE_DEPS := $(wildcard $(addprefix tests/unit/,*.[ch] inside/*.h inside/*/*))
INSIDE := $(patsubst tests/unit/inside/%.c,%,$(wildcard tests/unit/inside/*.c))

test-programs: $(B)/tests/core $(INSIDE:%=$(B)/tests/inside-%) $(B)/tests/clock.so

# Some tests include the system's headers before core/uuid9562.c, so they need its settings.
TEST_CFLAGS ?= -O1 -Wno-maybe-uninitialized
TEST_PROGRAM = $(PROGRAM) $(TEST_CFLAGS) -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 $(SANITIZE)
TEST_LIBS    = $(CHECK_LIBS) -lcrypto -ldl $(LDLIBS)

# These test whether the optimizer keeps the wiping of secrets.
$(B)/tests/inside-wipe $(B)/tests/inside-secrets $(B)/tests/inside-stream: TEST_CFLAGS =

$(B)/tests/%-asan: SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all
$(B)/tests/inside-asan-%: SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all
$(B)/tests/%-tsan: SANITIZE = -fsanitize=thread

$(B)/tests/core $(B)/tests/core-asan $(B)/tests/core-tsan: $(DEPS) $(wildcard tests/unit/*.[ch])
	@mkdir -p $(@D)
	$(TEST_PROGRAM) $(CRYPTO_FLAGS_load) tests/unit/*.c $(CORE) -o $@ $(TEST_LIBS)

$(B)/tests/inside-%: tests/unit/inside/%.c $(DEPS) $(INSIDE_DEPS)
	@mkdir -p $(@D)
	$(TEST_PROGRAM) $< -o $@ $(TEST_LIBS)

$(B)/tests/inside-asan-%: tests/unit/inside/%.c $(DEPS) $(INSIDE_DEPS)
	@mkdir -p $(@D)
	$(TEST_PROGRAM) $< -o $@ $(TEST_LIBS)

# Preloaded, it is the clock that the tests set.
$(B)/tests/clock.so: tests/unit/clock/fake.c Makefile
	@mkdir -p $(@D)
	$(PROGRAM) -fPIC -shared tests/unit/clock/fake.c -o $@ -ldl $(LDLIBS)

export TEST_CLOCK_LIBRARY = $(abspath $(B)/tests/clock.so)

# These two run in every Lua and Python, with or without pytest: `make hosts` calls them.
test-lua: lua $(B)/tests/clock.so ## run only the Lua module's tests
	LUA_CPATH='$(B)/lua/?.so' $(LUA) tests/hosts/lua/run.lua

test-python: python sqlite $(B)/tests/clock.so ## run only the Python package's tests
	UUID9562_SQLITE=$(abspath $(B)/sqlite/uuid9562.so) PYTHONPATH=$(B)/python $(PYTHON) -B \
	    -m unittest discover -s tests/hosts/python -t tests/hosts/python

hosts: all $(B)/tests/clock.so ## test with every other Python and Lua on this machine, and the rock
	$(PYTEST) -vv tests/on_demand/hosts.py tests/on_demand/node.py tests/on_demand/pack/rock.py

sqlite-hosts: all ## test the SQLite extension in the hosts of docs/hosts.md, in ORMs, and beside other programs
	$(PYTEST) -s -vv $(patsubst %,tests/on_demand/sqlite_hosts/%.py,loaded compiled_in orms programs)

platforms: cli ## test the core on other processors, with each OpenSSL (qemu-user, compilers); K=s390x: only there
	$(PYTEST) -s tests/on_demand/windows/windows.py tests/on_demand/platforms.py $(if $(K),-k '$(K)')

ecosystem: ## test the Python package with other packages (package index)
	$(TEST_ENV) $(PYTHON) -B tests/on_demand/ecosystem.py

embed: all $(B)/tests/core ## test what docs/embedding.md promises (package index)
	$(PYTEST) -s -vv -o python_files='*.py' tests/on_demand/embed tests/together/install/test_embed.py

fresh: all ## test `make install` and the lines of docs/install.md in a new Debian (root)
	$(PYTEST) -vv tests/on_demand/fresh.py

# Each kind of package has a program that builds it, and a test in a clean tree.
PACKS := source recipes wheel debian rock windows extension npm wasm
pack-source: amalgamation
pack-recipes: pack-source
pack-rock: $(B)/tests/clock.so
pack-windows: windows
pack-wasm: python sqlite

pack: $(if $(K),pack-$(K),$(PACKS:%=pack-%)) ## build packages, and try each in a clean tree; K=source: only that kind
.PHONY: $(PACKS:%=pack-%)
$(PACKS:%=pack-%): pack-%:
	$(TEST_ENV) $(PYTHON) -B pack/$*.py
	$(if $(BUILD_ONLY),,$(PYTEST) -vv tests/on_demand/pack/$*.py)

# Tests run programs of others, so the files are gathered before, and must be the same afterwards.
RELEASED = cd $(B) && find release $(PACKS:%=pack/%) -type f -exec sha256sum {} + | sort | sha256sum

release: ## the folder of a release, build/release, with all packages; V=VERSION, or none for a rehearsal; BUILD_ONLY=1: without tests
	$(TEST_ENV) $(PYTHON) -B pack/assemble.py --ready $(V)
	$(MAKE) pack BUILD_ONLY=1
	$(TEST_ENV) $(PYTHON) -B pack/assemble.py $(V)
	$(if $(BUILD_ONLY),,@before=$$($(RELEASED)) && for kind in $(PACKS) assemble; do \
	    $(PYTEST) -vv tests/on_demand/pack/$$kind.py || exit; done && \
	    [ "$$before" = "$$($(RELEASED))" ] || { echo "a test has changed the packages" >&2; exit 1; })
	@echo 'The files are in $(B)/release, by where they go. Next: docs/CONTRIBUTING.md, "Each release", step 3.'

FUZZ_SECONDS ?= 60
fuzz: ## run each fuzz target for FUZZ_SECONDS (clang)
	FUZZ_SECONDS=$(FUZZ_SECONDS) $(PYTEST) -s tests/fuzz

mutants: ## change the core in one place at a time; a test must fail: OPTIONS='100 1'
	$(TEST_ENV) nice $(PYTHON) -B tests/on_demand/mutants.py $(OPTIONS)

$(B)/tests/stress-clock: tests/unit/clock/real.c $(DEPS)
	@mkdir -p $(@D)
	$(TEST_PROGRAM) $(CRYPTO_FLAGS_load) $< -o $@ $(TEST_LIBS)

$(B)/tests/soak: tests/on_demand/soak/soak.c $(B)/lib/libuuid9562.a
	@mkdir -p $(@D)
	$(TEST_PROGRAM) $< $(B)/lib/libuuid9562.a -o $@ $(TEST_LIBS)

SOAK_MINUTES ?= 10
soak: all $(B)/tests/soak $(B)/tests/stress-clock $(B)/tests/clock.so ## run all hosts at once for SOAK_MINUTES, with kills, forks, limits and clock steps
	SOAK_MINUTES=$(SOAK_MINUTES) $(PYTEST) -s -vv tests/on_demand/soak/soak.py

model: ## check the models of the generators, and that planted mistakes are found (spin)
	$(PYTEST) -vv tests/proof/model/models.py

prove: ## prove the step of the generators and a state file's renewal, and find planted mistakes (CBMC, or a new Debian: root)
	$(PYTEST) -vv $(PARALLEL:loadfile=load) --durations=12 tests/proof/prove/prove.py

coverage: ## measure the statements, branches and conditions that the tests run (clang 19)
	$(TEST_ENV) $(PYTHON) -B tests/on_demand/coverage/coverage.py

analyze: ## run sanitizers, valgrind and static analysis over all hosts (Debian 13's tools, or a new Debian: root)
	$(PYTEST) -vv tests/on_demand/analyze/static.py tests/on_demand/analyze/sanitizers.py

# ---- the rest

playground: ## build the page that shows UUIDs, and test it (emscripten, Chromium)
	$(TEST_ENV) $(PYTHON) -B examples/playground/build.py
	$(PYTEST) -s -vv -o python_files='*.py' tests/on_demand/playground

site: $(B)/cli/uuid9562.1 ## build the manuals, searchable, and the playground into build/site, and test them (also: package index)
	$(TEST_ENV) $(PYTHON) -B examples/playground/build.py
	$(TEST_ENV) $(PYTHON) -B pack/website.py
	$(PYTEST) -s -vv tests/on_demand/website.py

manuals: lib python cli ## write the parts of the manuals that come from the sources
	$(TEST_ENV) $(PYTHON) -B pack/manuals.py

demo: all ## run one database in SQLite, Lua and Python
	$(TEST_ENV) sh examples/demo/run.sh

bench: lib sqlite lua python $(B)/tests/clock.so ## measure, and compare with lower bounds and other libraries; writes build/bench
	$(TEST_ENV) LUA_PC=$(LUA_PC) sh bench/run.sh

ROWS    = 1000000
MINUTES = 40
CASES   = *

$(B)/bench/sqlite_keys: bench/sqlite_keys.c bench/sqlite.h bench/measure.h $(B)/lib/libuuid9562.a
	@mkdir -p $(@D)
	$(PROGRAM) -D_GNU_SOURCE -O2 -Wno-unused-function $< $(B)/lib/libuuid9562.a -o $@ -lsqlite3 \
	    -lcrypto -ldl $(LDLIBS)

bench-keys: $(B)/bench/sqlite_keys ## measure SQLite tables by the kind of their key; ROWS=10000000, MINUTES=40, CASES='7 BLOB *'
	for rows in $(ROWS); do $< $(B)/bench $$rows $(MINUTES) '$(CASES)' || exit 1; done \
	    | tee $(B)/bench/sqlite-keys.tsv
	$(PYTHON) bench/sqlite_chart.py $(B)/bench/sqlite-keys.tsv $(B)/bench

sizes: amalgamation lib python ## print the bytes that each switch of the core leaves, into docs/embedding.md too
	@mkdir -p $(B)/bench
	@cd $(B)/amalgamation && CC='$(CC)' LUA_PC='$(LUA_PC)' sh '$(CURDIR)/bench/sizes.sh' \
	    | tee $(abspath $(B))/bench/sizes.md
	@SIZES=$(B)/bench/sizes.md $(TEST_ENV) $(PYTHON) -B pack/manuals.py

bench-feeds: all ## count what readers of a change feed skip, by what draws the keys, and where
	$(TEST_ENV) $(PYTHON) -B bench/feeds.py

format: ## format the C sources (clang-format)
	git ls-files '*.[ch]' | xargs clang-format -i

clean: ## remove build/
	rm -rf $(B)

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20
