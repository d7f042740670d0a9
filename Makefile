# What ./dev calls. Everything that is made lies under build/.

CC      ?= cc
PYTHON  ?= python3
LUA     ?= lua5.4
SQLITE3 ?= sqlite3

CFLAGS   ?= -O2 -g
WARNINGS ?= -Wall -Wextra -Wpedantic -Wshadow -Wconversion

B    := build
CORE := core/uuid9562.c
DEPS := $(CORE) $(wildcard core/src/* core/include/*)

# One way to compile; what is compiled is a face plus the core.
COMPILE = $(CC) -std=c11 $(CFLAGS) $(WARNINGS) -Icore/include -pthread
MODULE  = $(COMPILE) -fPIC -shared -Wl,-z,defs
LIBS    = -lcrypto

lua_flags = $(shell pkg-config --cflags lua5.4)

.PHONY: all
all: lib sqlite lua python ## build all of it (the default)

.PHONY: lib
lib: $(B)/lib/libuuid9562.a $(B)/lib/libuuid9562.so ## the C library, in build/lib

$(B)/lib/libuuid9562.a: $(DEPS)
	@mkdir -p $(@D)
	$(COMPILE) -fPIC -c $(CORE) -o $(B)/lib/uuid9562.o
	rm -f $@
	ar rc $@ $(B)/lib/uuid9562.o
	rm $(B)/lib/uuid9562.o

$(B)/lib/libuuid9562.so: $(DEPS)
	@mkdir -p $(@D)
	$(MODULE) -DUUID9562_SHARED $(CORE) -o $@ $(LIBS)

.PHONY: sqlite
sqlite: $(B)/sqlite/uuid9562.so ## the SQLite extension, in build/sqlite

$(B)/sqlite/uuid9562.so: $(DEPS) $(wildcard sqlite/*)
	@mkdir -p $(@D)
	$(MODULE) sqlite/uuid9562.c $(CORE) -o $@ $(LIBS)

.PHONY: lua
lua: $(B)/lua/uuid9562.so ## the Lua module, in build/lua

# A Lua module takes the interpreter's symbols from the process that loads it.
$(B)/lua/uuid9562.so: $(DEPS) $(wildcard bindings/lua/*)
	@mkdir -p $(@D)
	$(COMPILE) -fPIC -shared $(lua_flags) bindings/lua/uuid9562.c $(CORE) -o $@ $(LIBS)

.PHONY: python
python: ## the Python package, in build/python
	$(PYTHON) setup.py -q build --build-lib $(B)/python --build-temp $(B)/python-temp

.PHONY: clean
clean: ## remove build/
	rm -rf $(B)

.PHONY: help
help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20
