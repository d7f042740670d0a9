# The library as a product: the command, the manual pages, `make install`, the amalgamation, and
# their tests. Makefile includes this file and has what it builds on.
#
#   make install [DESTDIR=...] [PREFIX=/usr/local] [LIBDIR=$(PREFIX)/lib] [PARTS='c command']
#
# DESTDIR goes before every path and into no file. `make uninstall` with the same words removes what
# `make install` has put there, and nothing else. Whoever installs into a folder where the system
# looks for libraries runs ldconfig.

# As LuaJIT and Lua call it.
LUA_VERSION = $(or $(shell pkg-config --variable=abiver $(LUA_PC)),$(shell \
    pkg-config --variable=major_version $(LUA_PC)))

PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
BINDIR     ?= $(PREFIX)/bin
INCLUDEDIR ?= $(PREFIX)/include
MANDIR     ?= $(PREFIX)/share/man
SQLITE_DIR ?= $(LIBDIR)/sqlite3
LUA_CDIR   ?= $(PREFIX)/lib/lua/$(or $(LUA_VERSION),5.4)

# c is the library, its header, uuid9562.pc and its manual; the others are what they are called.
ALL_PARTS := c command sqlite lua
PARTS     ?= $(ALL_PARTS)

HEADER  := core/include/uuid9562.h
VERSION := $(shell sed -n 's/^.define UUID9562_VERSION "\(.*\)"/\1/p' $(HEADER))

# The soname and the symbol versions have the number of the major version, and change with whatever
# breaks a program that was linked before. As long as it is 0 they promise nothing: what was linked
# with 0.1 is to be linked again with 0.2.
ABI := $(firstword $(subst ., ,$(VERSION)))
SO  := libuuid9562.so

# ---- what is made

.PHONY: cli
cli: $(B)/cli/uuid9562 ## the command, in build/cli
all: cli $(B)/install/$(SO) man

$(B)/cli/uuid9562: $(DEPS) $(wildcard cli/*) Makefile install.mk
	@mkdir -p $(@D)
	$(COMPILE) cli/uuid9562.c $(CORE) -o $@ $(LIBS)

# The shared library of build/lib with a soname and symbol versions, which are for an installed one.
$(B)/install/$(SO): $(DEPS) $(B)/install/uuid9562.map Makefile install.mk
	$(MODULE) -Wl,-z,defs -Wl,-soname,$(SO).$(ABI) -Wl,--version-script=$(B)/install/uuid9562.map \
	    -DUUID9562_SHARED $(CORE) -o $@ $(LIBS)

$(B)/install/uuid9562.map: $(HEADER) tools/header.awk tools/map.awk
	@mkdir -p $(@D)
	awk -f tools/header.awk -f tools/map.awk $(HEADER) >$@.new
	mv $@.new $@

# What a static program needs beside the library, as this machine's OpenSSL has it.
STATIC_LIBS = $(or $(shell pkg-config --static --libs-only-l libcrypto),$(LIBS))

# Made anew each time, since the paths may be others than last time. What lies under PREFIX is said
# so, for those who move it.
in_prefix = $(patsubst $(PREFIX)/%,$${prefix}/%,$(1))

.PHONY: $(B)/install/uuid9562.pc
$(B)/install/uuid9562.pc: uuid9562.pc.in
	@mkdir -p $(@D)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(call in_prefix,$(LIBDIR))|' \
	    -e 's|@INCLUDEDIR@|$(call in_prefix,$(INCLUDEDIR))|' \
	    -e 's|@SQLITE_DIR@|$(call in_prefix,$(SQLITE_DIR))|' -e 's|@VERSION@|$(VERSION)|' \
	    -e 's|@STATIC_LIBS@|$(STATIC_LIBS)|' $< >$@.new
	mv -f $@.new $@

.PHONY: man
man: $(B)/man/man1/uuid9562.1 $(B)/man/man7/uuid9562.7 ## the manual pages, in build/man

MANUAL_AWK = tools/header.awk tools/roff.awk tools/manual.awk

# uuid9562.7 is the last that is made, and stands for all pages of the section 3.
$(B)/man/man7/uuid9562.7: $(HEADER) $(wildcard tools/*.awk)
	rm -rf $(B)/man/man3
	mkdir -p $(B)/man/man3 $(@D)
	awk -v into=$(B)/man/man3 $(MANUAL_AWK:%=-f %) -f tools/man3.awk $(HEADER)
	awk -v page=$@ $(MANUAL_AWK:%=-f %) -f tools/man7.awk $(HEADER)

$(B)/man/man1/uuid9562.1: $(B)/cli/uuid9562 tools/roff.awk tools/man1.awk
	mkdir -p $(@D)
	{ $< --version && $< --help; } | awk -v page=$@ -f tools/roff.awk -f tools/man1.awk

# Names that the core and the extension both have, each for something of its own: none.
APART =

AMALGAMATE = awk -v license=LICENSE -v apart='$(APART)' -f tools/amalgamate.awk

.PHONY: amalgamation
amalgamation: $(B)/amalgamation/uuid9562_sqlite.c ## the sources as one file, in build/amalgamation

$(B)/amalgamation/uuid9562_sqlite.c: $(DEPS) $(wildcard sqlite/*.c tools/amalgamate.awk) \
    LICENSE install.mk
	mkdir -p $(@D)
	cp $(HEADER) $(@D)/uuid9562.h
	$(AMALGAMATE) -v keep=uuid9562.h $(CORE) >$(@D)/uuid9562.c
	$(AMALGAMATE) $(CORE) sqlite/uuid9562.c >$@

# ---- where it goes: what:mode:path, and link:what it leads to; man3 is a folder of pages

FILES_c := \
    $(B)/lib/libuuid9562.a:644:$(LIBDIR)/libuuid9562.a \
    $(B)/install/$(SO):755:$(LIBDIR)/$(SO).$(VERSION) \
    $(HEADER):644:$(INCLUDEDIR)/uuid9562.h \
    $(B)/install/uuid9562.pc:644:$(LIBDIR)/pkgconfig/uuid9562.pc \
    $(B)/man/man7/uuid9562.7:644:$(MANDIR)/man7/uuid9562.7
LINKS_c := \
    $(LIBDIR)/$(SO).$(ABI):$(SO).$(VERSION) \
    $(LIBDIR)/$(SO):$(SO).$(ABI)
PAGES_c := man3
FILES_command := \
    $(B)/cli/uuid9562:755:$(BINDIR)/uuid9562 \
    $(B)/man/man1/uuid9562.1:644:$(MANDIR)/man1/uuid9562.1
FILES_sqlite := $(B)/sqlite/uuid9562.so:755:$(SQLITE_DIR)/uuid9562.so
FILES_lua    := $(B)/lua/uuid9562.so:755:$(LUA_CDIR)/uuid9562.so

$(if $(filter-out $(ALL_PARTS),$(PARTS)),$(error PARTS are of: $(ALL_PARTS)))

FILES := $(foreach part,$(PARTS),$(FILES_$(part)))
LINKS := $(foreach part,$(PARTS),$(LINKS_$(part)))
PAGES := $(foreach part,$(PARTS),$(PAGES_$(part)))

.PHONY: install
install: $(foreach file,$(FILES),$(firstword $(subst :, ,$(file)))) ## put all of it under PREFIX
	set -e; for file in $(FILES); do \
	    mode=$${file#*:}; path=$${mode#*:}; \
	    install -D -m $${mode%%:*} $${file%%:*} "$(DESTDIR)$$path"; \
	done; \
	for link in $(LINKS); do \
	    ln -sf $${link#*:} "$(DESTDIR)$${link%%:*}"; \
	done; \
	for section in $(PAGES); do \
	    install -d "$(DESTDIR)$(MANDIR)/$$section"; \
	    install -m 644 $(B)/man/$$section/* "$(DESTDIR)$(MANDIR)/$$section"; \
	done

.PHONY: uninstall
uninstall: $(if $(PAGES),$(B)/man/man7/uuid9562.7) ## remove what `make install` has put there
	set -e; for file in $(FILES); do \
	    rm -f "$(DESTDIR)$${file##*:}"; \
	done; \
	for link in $(LINKS); do \
	    rm -f "$(DESTDIR)$${link%%:*}"; \
	done; \
	for section in $(PAGES); do \
	    for page in $(B)/man/$$section/*; do \
	        rm -f "$(DESTDIR)$(MANDIR)/$$section/$${page##*/}"; \
	    done; \
	done

# ---- tests

.PHONY: test-cli
test-cli: cli ## the command
	B=$(B) $(PYTHON) -B -m pytest tests/cli

.PHONY: test-install
test-install: lib sqlite lua python cli man amalgamation ## what is installed, and the amalgamation
	B=$(B) CC=$(CC) LUA=$(LUA) PYTHON=$(PYTHON) SQLITE3=$(SQLITE3) MAKE='$(MAKE)' \
	    sh tests/install/run.sh

test: test-cli test-install
