rockspec_format = "3.0"
package = "uuid9562"
version = "scm-1"
source = {
   url = ".", -- made from a checkout: luarocks make
}
description = {
   summary = "UUIDs as RFC 9562 defines them, strictly ordered and safe after fork",
   detailed = [[
      Every version of RFC 9562 (1, 3 to 8), parsing, formatting, inspection and the matching rules
      of RFC 4530, from a C core that SQLite, Python and C share.]],
   license = "MIT",
}
dependencies = {
   "lua >= 5.4",
}
external_dependencies = {
   CRYPTO = {
      header = "openssl/evp.h",
      library = "crypto",
   },
}
-- By way of the Makefile, so that what is built lies under build/: a uuid9562.so in the working
-- directory would be found by Python, too.
build = {
   type = "make",
   build_target = "lua",
   build_variables = {
      CC = "$(CC)",
      CFLAGS = "$(CFLAGS) -I$(CRYPTO_INCDIR)",
      LIBS = "-L$(CRYPTO_LIBDIR) -lcrypto",
      lua_flags = "-I$(LUA_INCDIR)",
   },
   install_pass = false,
   install = {
      lib = { uuid9562 = "build/lua/uuid9562.so" },
   },
}
test = {
   type = "command",
   script = "tests/lua/run.lua",
}
