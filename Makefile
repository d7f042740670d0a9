# What ./dev calls. Everything that is made lies under build/.

CC      ?= cc
PYTHON  ?= python3
LUA     ?= lua5.4
LUA_PC  ?= lua5.4
SQLITE3 ?= sqlite3

CFLAGS   ?= -O2 -g
WARNINGS ?= -Wall -Wextra -Wpedantic -Wshadow -Wconversion

B    := build
CORE := core/uuid9562.c
DEPS := $(CORE) $(wildcard core/src/* core/include/*)

# One way to compile; what is compiled is a face plus the core. A face stays loaded once it is: the
# order of its generators must outlive the connection or the state that loaded it.
COMPILE = $(CC) -std=c11 $(CFLAGS) $(WARNINGS) -Icore/include -pthread
MODULE  = $(COMPILE) -fPIC -shared -Wl,-z,nodelete
LIBS    = -lcrypto

lua_flags   = $(shell pkg-config --cflags $(LUA_PC))
check_flags = $(shell pkg-config --cflags --libs check)

.PHONY: all
all: lib sqlite lua python ## build the library and every face (the default)

.PHONY: lib
lib: $(B)/lib/libuuid9562.a $(B)/lib/libuuid9562.so ## the C library, in build/lib

$(B)/lib/libuuid9562.a: $(DEPS) Makefile
	@mkdir -p $(@D)
	$(COMPILE) -fPIC -c $(CORE) -o $(B)/lib/uuid9562.o
	rm -f $@
	ar rc $@ $(B)/lib/uuid9562.o
	rm $(B)/lib/uuid9562.o

$(B)/lib/libuuid9562.so: $(DEPS) Makefile
	@mkdir -p $(@D)
	$(MODULE) -Wl,-z,defs -DUUID9562_SHARED $(CORE) -o $@ $(LIBS)

.PHONY: sqlite
sqlite: $(B)/sqlite/uuid9562.so ## the SQLite extension, in build/sqlite

$(B)/sqlite/uuid9562.so: $(DEPS) $(wildcard sqlite/*) Makefile
	@mkdir -p $(@D)
	$(MODULE) -Wl,-z,defs sqlite/uuid9562.c $(CORE) -o $@ $(LIBS)

.PHONY: lua
lua: $(B)/lua/uuid9562.so ## the Lua module, in build/lua

# It takes Lua's own symbols from the process that loads it.
$(B)/lua/uuid9562.so: $(DEPS) $(wildcard bindings/lua/*) Makefile
	@mkdir -p $(@D)
	$(MODULE) $(lua_flags) bindings/lua/uuid9562.c $(CORE) -o $@ $(LIBS)

.PHONY: python
python: ## the Python package, in build/python
	rm -f $(B)/python/uuid9562/*.py*
	$(PYTHON) setup.py -q build --build-lib $(B)/python --build-temp $(B)/python-temp

# ---- tests

# gcc 12 sees a change of sign between one unsigned 128-bit type and itself.
TEST_COMPILE = $(COMPILE) -D_GNU_SOURCE -Wno-sign-conversion

.PHONY: test
test: all $(B)/tests/core $(B)/tests/clock.so ## run all tests, or those that T names: make test T=order
	B=$(B) CC='$(CC)' LUA=$(LUA) PYTHON=$(PYTHON) SQLITE3=$(SQLITE3) $(PYTHON) -B -m pytest tests \
	    $(if $(T),-k '$(T)')

# Programs that compile the core into themselves, one for each file.
INSIDE := $(patsubst tests/inside/%.c,$(B)/tests/inside-%,$(wildcard tests/inside/*.c))

$(B)/tests/%-asan: SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all
$(B)/tests/inside-asan-%: SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all
$(B)/tests/%-tsan: SANITIZE = -fsanitize=thread

$(B)/tests/core $(B)/tests/core-asan $(B)/tests/core-tsan: $(DEPS) $(wildcard tests/core/*) Makefile
	@mkdir -p $(@D)
	$(TEST_COMPILE) $(SANITIZE) tests/core/*.c $(CORE) -o $@ $(check_flags) $(LIBS)

$(B)/tests/inside-% $(B)/tests/inside-asan-%: tests/inside/%.c $(DEPS) $(wildcard tests/core/*) Makefile
	@mkdir -p $(@D)
	$(TEST_COMPILE) $(SANITIZE) $< -o $@ $(check_flags) $(LIBS)

# What the suites of the faces lay over the system's clock.
$(B)/tests/clock.so: tests/clock.c Makefile
	@mkdir -p $(@D)
	$(COMPILE) -fPIC -shared tests/clock.c -o $@ -ldl

export UUID9562_CLOCK = $(abspath $(B)/tests/clock.so)

.PHONY: test-sqlite
test-sqlite: sqlite $(B)/tests/clock.so ## the SQLite extension, in the sqlite3 shell
	SQLITE3=$(SQLITE3) sh tests/sqlite/run.sh $(B)/sqlite/uuid9562

.PHONY: test-lua
test-lua: lua $(B)/tests/clock.so ## the Lua module
	LUA_CPATH='$(B)/lua/?.so' $(LUA) tests/lua/run.lua

.PHONY: test-python
test-python: python sqlite $(B)/tests/clock.so ## the Python package
	UUID9562_SQLITE=$(abspath $(B)/sqlite/uuid9562.so) PYTHONPATH=$(B)/python $(PYTHON) -B \
	    -m unittest discover -s tests/python -t tests/python

.PHONY: model
model: ## check the models of the word, of version 1 and of eras, and that they can fail (spin)
	B=$(B) CC=$(CC) sh tests/model/run.sh
	B=$(B) CC=$(CC) sh tests/model/run.sh --broken

# As part of `test` only for a moment; ./dev fuzz goes on for longer.
FUZZ_SECONDS ?= 10

.PHONY: fuzz
fuzz: ## text under a fuzzer that is guided by coverage, for FUZZ_SECONDS (clang)
	FUZZ_SECONDS=$(FUZZ_SECONDS) $(PYTHON) -B -m pytest -s tests/fuzz

.PHONY: text-long
text-long: $(B)/tests/inside-hex ## 100 million random texts in every variant of the hex digits
	UUID9562_ROUNDS=100000000 CK_FORK=no $(B)/tests/inside-hex random_inputs

.PHONY: stress
stress: ## the long run: tens of millions over threads, processes and forks
	@mkdir -p $(B)/tests
	$(TEST_COMPILE) tests/stress/stress.c $(CORE) -o $(B)/tests/stress $(LIBS)
	$(B)/tests/stress

.PHONY: hosts
hosts: $(B)/tests/clock.so ## the tests of the faces in every other Python and Lua that is found; the rock
	B=$(B) CC=$(CC) MAKE='$(MAKE)' sh tests/lua/all.sh
	B=$(B) CC=$(CC) MAKE='$(MAKE)' sh tests/install/rock.sh
	B=$(B) sh tests/hosts.sh

.PHONY: ecosystem
ecosystem: ## the Python package among other packages, in a virtual environment (package index)
	B=$(B) PYTHON=$(PYTHON) sh tests/python/ecosystem.sh

.PHONY: wheel
wheel: ## a wheel with libcrypto in it, tested where there is nothing else (package index, root)
	B=$(B) PYTHON=$(PYTHON) sh tests/install/wheel.sh

.PHONY: interop
interop: all $(B)/tests/core ## the same questions to slapd, util-linux, PostgreSQL, Python's uuid
	B=$(B) LUA=$(LUA) PYTHON=$(PYTHON) SQLITE3=$(SQLITE3) $(PYTHON) -B tests/interop/run.py $(PEERS)

.PHONY: foreign
foreign: ## the core's tests for other processors, under an emulator (qemu-user, cross compilers)
	B=$(B) sh tests/foreign.sh

# ---- the rest

.PHONY: demo
demo: all ## the main job, in all three hosts
	B=$(B) LUA=$(LUA) PYTHON=$(PYTHON) SQLITE3=$(SQLITE3) sh demo/run.sh

.PHONY: bench
bench: lib sqlite lua python ## measure, beside floors and peers; the page goes to build/bench
	B=$(B) CC=$(CC) LUA=$(LUA) LUA_PC=$(LUA_PC) sh bench/run.sh

.PHONY: format
format: ## put the C sources into the house style (clang-format)
	clang-format -i core/uuid9562.c core/src/* core/include/* sqlite/*.c bindings/*/*.[ch] \
	    bindings/python/*/*.[ch] tests/*/*.[ch] tests/*.c bench/*.[ch] cli/*.[ch] examples/c/*.c

.PHONY: clean
clean: ## remove build/
	rm -rf $(B)

.PHONY: help
help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

include install.mk
