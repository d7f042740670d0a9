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
   "lua >= 5.1",
}
external_dependencies = {
   CRYPTO = {
      -- Of the library nothing is said: LuaRocks would ask a compiler where it lies, even to
      -- install a rock that is made already.
      header = "openssl/evp.h",
   },
}
-- By way of the Makefile, in a folder of its own that is gone afterwards: nothing is left in the
-- working directory, where a uuid9562.so would be found by Python, too.
build = {
   type = "command",
   install_command = [[MAKE="$(MAKE)" CFLAGS="$(CFLAGS)" LUA_INCDIR="$(LUA_INCDIR)" ]]
      .. [[CRYPTO_INCDIR="$(CRYPTO_INCDIR)" ]]
      .. [[sh bindings/lua/rock.sh "$(LIBDIR)"]],
}
test = {
   type = "command",
   script = "tests/lua/run.lua",
}
